import asyncio
from random import Random

import pytest

from services.table import live, lives
from services.table.application import viewer_of
from services.table.errors import UnknownVersion
from services.table.seated_game import fold
from tests.unit.table.tables import (
    ACCOUNTS,
    BEGUN,
    TroubledLog,
    act,
    begin,
    check_steps,
    first,
    open_table,
    play_on,
    replica,
    sit,
    turn,
    updates_of,
)
from thousand_engine import Onlooker, view

VIEWERS = (*ACCOUNTS, "eve")


def shown(seen):
    """What a viewer gets to see of a game."""
    return seen.viewer, view(seen.seated.game, seen.viewer) if seen.seated.game else None


@pytest.fixture
async def finished():
    """A game that is over: its log, a replica that never saw it, and the id."""
    games = replica(log := TroubledLog())
    game_id = await begin(games)
    await play_on(games, game_id, Random(3))
    return log, replica(log, seed=1), game_id


async def test_from_every_version_exactly_the_later_steps_follow(finished, monkeypatch):
    monkeypatch.setattr(live, "MOMENTS_KEPT", 10_000)
    log, games, game_id = finished
    steps = await log.read(game_id)

    for version in range(steps[-1].first_version):
        later = [step for step in steps if step.first_version > version][:3]
        updates = await first(games.watch("ann", game_id, version), len(later))
        assert [moment.step for moment, _ in updates] == later
    assert [moment.step for moment, _ in await updates_of(games, game_id)] == list(steps)


async def test_steps_that_are_no_longer_in_memory_are_read_from_the_log(finished, monkeypatch):
    monkeypatch.setattr(live, "MOMENTS_KEPT", 3)
    log, games, game_id = finished
    steps = await log.read(game_id)

    for version in (0, 1, 5, 6, BEGUN, *(step.last_version - 1 for step in steps[-6:])):
        updates = await updates_of(games, game_id, after=version)

        later = [step for step in steps if step.first_version > version]
        assert [moment.step for moment, _ in updates] == later


@pytest.mark.parametrize("account", VIEWERS)
async def test_a_view_at_a_version_is_the_fold_of_what_is_stored_up_to_it(finished, account):
    _, games, game_id = finished
    state = None

    for moment, seen in await updates_of(games, game_id, account):
        state = fold(state, moment.facts)

        assert seen.version == moment.step.last_version
        assert seen.seated == state
        assert seen.viewer == viewer_of(state, account)


async def test_whoever_joins_sees_what_was_seen_by_who_was_there():
    games = replica(log := TroubledLog())
    game_id = await begin(games)
    looked = {}
    for _ in range(80):
        await play_on(games, game_id, Random(3), most=1)
        seen = await turn(games, game_id)
        for account in VIEWERS:
            looked[account, seen.version] = shown(await games.look(account, game_id))

    for account in VIEWERS:
        updates = await first(replica(log).watch(account, game_id, 0), len(await log.read(game_id)))
        streamed = {(account, seen.version): shown(seen) for _, seen in updates}
        mine = {key: seen for key, seen in looked.items() if key[0] == account}
        assert mine.items() <= streamed.items()


async def test_without_a_version_the_newest_step_comes_first():
    games = replica(TroubledLog())
    game_id = await begin(games)

    [(moment, _)] = await first(games.watch("ann", game_id, None), 1)

    assert (moment.step.first_version, moment.step.last_version) == (BEGUN - 2, BEGUN)


async def test_a_version_inside_a_step_is_rounded_up():
    games = replica(TroubledLog())
    game_id = await begin(games)
    await act(games, game_id, "2 pass")

    for inside in range(BEGUN - 2, BEGUN + 1):
        [(moment, _)] = await first(games.watch("ann", game_id, inside), 1)
        assert moment.step.first_version == BEGUN + 1


@pytest.mark.parametrize("back", range(4))
async def test_a_stream_that_begins_in_the_last_step_of_a_game_is_empty(finished, back):
    log, games, game_id = finished
    last = (await log.read(game_id))[-1]
    assert back < len(last.facts)

    async with asyncio.timeout(1):
        assert await updates_of(games, game_id, after=last.last_version - back) == []


@pytest.mark.parametrize("ahead", [1, 2, 2**62])
async def test_a_version_from_the_future_is_refused(ahead):
    games = replica(TroubledLog())
    game_id = await begin(games)

    with pytest.raises(UnknownVersion) as refused:
        await anext(games.watch("ann", game_id, BEGUN + ahead))

    assert refused.value.facts == {"asked": BEGUN + ahead, "version": BEGUN}


async def test_somebody_who_sits_down_while_watching_becomes_a_player():
    games = replica(TroubledLog())
    game_id = await open_table(games)
    watching = asyncio.create_task(first(games.watch("ann", game_id, 0), 2))
    await asyncio.sleep(0)

    await sit(games, game_id, "ann")

    assert [seen.viewer for _, seen in await watching] == [Onlooker.SPECTATOR, 0]


async def test_a_reader_that_stops_slows_nobody_and_misses_nothing(monkeypatch):
    monkeypatch.setattr(live, "MOMENTS_KEPT", 16)
    games = replica(log := TroubledLog())
    game_id = await begin(games)
    readers = [games.watch(account, game_id, 0) for account in VIEWERS]
    begun = [await anext(reader) for reader in readers]

    await play_on(games, game_id, Random(1))

    steps = await log.read(game_id)
    for before, reader in zip(begun, readers, strict=True):
        rest = [update async for update in reader]
        assert [moment.step for moment, _ in [before, *rest]] == list(steps)


async def test_watchers_who_leave_leave_nothing_behind(monkeypatch):
    monkeypatch.setattr(lives, "MOST_IN_MEMORY", 1)
    games = replica(log := CountingLog())
    game_id = await begin(games)
    tasks = len(asyncio.all_tasks())
    watching = [
        asyncio.create_task(first(games.watch("eve", game_id, BEGUN), 1)) for _ in range(1000)
    ]
    await asyncio.sleep(0)
    for watcher in watching:
        watcher.cancel()
    await asyncio.gather(*watching, return_exceptions=True)

    await begin(games, "another")
    log.reads = 0
    await games.look("eve", game_id)

    assert len(asyncio.all_tasks()) == tasks
    assert log.reads == 1  # it had been thrown away for room


async def test_games_that_are_no_longer_in_memory_go_on(monkeypatch):
    monkeypatch.setattr(lives, "MOST_IN_MEMORY", 2)
    games = replica(log := TroubledLog())
    played = [await begin(games, f"open-{number}") for number in range(5)]

    for _ in range(20):
        for game_id in played:
            await play_on(games, game_id, Random(1), most=1)

    for game_id in played:
        steps = await log.read(game_id)
        check_steps(game_id, steps)
        assert len([step for step in steps if step.account]) == 24


async def test_more_watched_games_than_memory_is_meant_for_stay_in_memory(monkeypatch):
    monkeypatch.setattr(lives, "MOST_IN_MEMORY", 2)
    games = replica(log := CountingLog())
    played = [await begin(games, f"open-{number}") for number in range(5)]
    watching = [
        asyncio.create_task(first(games.watch("eve", game_id, BEGUN), 20)) for game_id in played
    ]
    await asyncio.sleep(0)
    before = log.reads

    for game_id in played * 8:
        await play_on(games, game_id, Random(1), most=1)
    reads_while_watched = log.reads - before
    for game_id in played * 12:
        await play_on(games, game_id, Random(1), most=1)

    assert reads_while_watched < 2 * len(played)
    assert {len(updates) for updates in await asyncio.gather(*watching)} == {20}


class CountingLog(TroubledLog):
    reads = 0

    async def read(self, game_id, after=0):
        self.reads += 1
        await asyncio.sleep(0)
        return await super().read(game_id, after)
