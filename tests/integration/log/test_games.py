import pytest
from eventsourcing.persistence import StoredEvent

from thousand_evidence.chain import first_head
from thousand_log import MemoryLog, Step, chained
from thousand_log.migrate import migrate
from thousand_log.postgres import PostgresLog


@pytest.fixture(params=["memory", "postgres"])
async def log(request):
    if request.param == "memory":
        yield MemoryLog(shards=2)
        return
    database = request.getfixturevalue("database")
    migrate(database)
    async with PostgresLog.open(database) as log:
        yield log


async def opened(log, game_id):
    first = step(game_id, 1, first_head(game_id), "game_opened", "seat_taken")
    await log.append(first)
    return first


def step(game_id, version, head, *topics):
    events = [
        StoredEvent(game_id, number, f"game.{topic}", b"{}")
        for number, topic in enumerate(topics, version)
    ]
    return Step(game_id, chained(events, head), f"c{version}", "anna")


async def ids(log, **wanted):
    return [game.game_id for game in await log.games(limit=10, **wanted)]


async def test_games_are_listed_newest_first_a_page_at_a_time(log):
    for number in range(5):
        await opened(log, f"t{number}-1")

    first = await log.games(over=False, limit=2)
    second = await log.games(over=False, limit=2, before=first[-1].number)
    third = await log.games(over=False, limit=2, before=second[-1].number)

    listed = [game.game_id for game in (*first, *second, *third)]
    assert listed == ["t4-1", "t3-1", "t2-1", "t1-1", "t0-1"]


async def test_a_game_that_is_won_goes_to_those_that_are_over(log):
    await opened(log, "a-1")
    won = await opened(log, "b-1")

    await log.append(step("b-1", 3, won.head, "card_played", "game_won"))

    assert await ids(log, over=False) == ["a-1"]
    assert await ids(log, over=True) == ["b-1"]


async def test_streams_that_are_no_games_are_not_listed(log):
    await log.append(step("queue-1", 1, first_head("queue-1"), "player_queued"))

    assert await ids(log, over=False) == []
    assert await ids(log, over=True) == []
