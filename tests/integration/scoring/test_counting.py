import asyncio
from dataclasses import replace

import psycopg
import pytest
from prometheus_client import CollectorRegistry

from chassis.bus import BusMetrics, Page
from services.scoring.application import Counting
from services.scoring.consumers import consumer_of
from services.scoring.errors import BadRequest, NotFound, RebuildRunning, StillParked
from services.scoring.migrate import migrate
from services.scoring.results import DealResult
from services.scoring.store import Store
from tests.unit.scoring.told import a_game, added_up, told
from thousand_engine.facts import DealScored
from thousand_log.errors import NotMigrated, StoreUnreachable

ACCOUNTS = [("ann", "bob", "cid"), ("dan", "ann", "bob"), ("cid", "eve", "ann")]


class Shelf:
    """Games as the table service keeps them, in one shard."""

    def __init__(self, *games):
        self.steps = []
        for game in games:
            self.add(game)

    def add(self, game):
        for step in game.steps:
            self.steps.append(told(step, self.steps[-1].position if self.steps else 0))

    async def after(self, _shard, position):
        following = [step for step in self.steps if step.position > position]
        return Page(following[:100], 1)

    def consumer_of(self, counting):
        return consumer_of(counting, self.after, BusMetrics("test", CollectorRegistry()))

    async def catch_up(self, counting):
        return await self.consumer_of(counting).catch_up()


def some_games(count, **options):
    return [a_game(n, game_id=f"t{n}-1", accounts=ACCOUNTS[n % 3], **options) for n in range(count)]


async def tallies(standings):
    players = (await standings.leaderboard(None, 200)).items
    return {
        player.account: {
            name: getattr(player.tally, name)
            for name in player.tally.__slots__
            if getattr(player.tally, name) or name == "written"
        }
        for player in players
    }


async def everything(standings, games):
    return (
        await tallies(standings),
        [await standings.game(game.game_id) for game in games],
        [(await standings.games(account, None, 0)).items for account in ("ann", "eve")],
    )


async def test_what_is_served_adds_up_to_what_was_played(counting, standings, alarms):
    games = some_games(9)

    await Shelf(*games).catch_up(counting)

    assert await tallies(standings) == added_up(games)
    assert alarms == []
    for game in games:
        shown, deals = await standings.game(game.game_id)
        assert (shown.accounts, shown.winner) == (list(game.accounts), game.winner)
        assert [deal.written for deal in deals] == [fact.written for fact in game.scored]
        assert tuple(shown.totals) == deals[-1].totals == game.played[-1][1].sheet.totals


async def test_an_unfinished_game_counts_its_finished_deals_only(counting, standings):
    game = a_game(most_deals=4)

    await Shelf(game).catch_up(counting)

    assert await tallies(standings) == added_up([game])
    assert (await standings.player("ann")).tally.games == 0
    assert (await standings.game("t1-1"))[0].winner is None


async def test_each_step_counts_once_whatever_is_repeated(counting, standings):
    shelf = Shelf(a_game(most_deals=3))

    for step in shelf.steps:
        await counting.apply([step])
        assert await counting.apply([step]) == step.position
        assert await counting.apply(shelf.steps[:2]) == step.position

    assert (await standings.player("ann")).tally.deals == 3


async def test_a_step_that_is_ahead_is_not_counted_yet(counting):
    shelf = Shelf(a_game(most_deals=1))

    assert await counting.apply(shelf.steps[1:]) == 0
    assert await counting.position(0) == 0


async def test_replicas_that_count_the_same_steps_at_once_count_them_once(store, standings):
    games = some_games(3)
    shelf = Shelf(*games)

    await asyncio.gather(*(shelf.catch_up(Counting(store, lambda: None)) for _ in range(3)))

    assert await tallies(standings) == added_up(games)


async def test_a_poisoned_step_parks_its_game_and_a_retry_counts_it(counting, standings, database):
    games = some_games(4, most_deals=3)
    shelf, healthy = Shelf(*games), games[:1] + games[2:]
    poisoned = next(n for n, step in enumerate(shelf.steps) if step.game_id == "t1-1") + 12
    good = shelf.steps[poisoned]
    shelf.steps[poisoned] = replace(good, facts=(b'{"type":"game.nonsense"}', *good.facts[1:]))

    await shelf.catch_up(counting)
    [parked] = await standings.parked()
    with pytest.raises(StillParked):
        await counting.retry("t1-1")
    after_failure = await standings.parked()
    served = await tallies(standings)
    with psycopg.connect(database) as connection:
        connection.execute(
            "UPDATE parked SET facts = %s WHERE position = %s", [list(good.facts), good.position]
        )
    retried = await counting.retry("t1-1")

    assert (parked.game_id, parked.steps) == ("t1-1", len(games[1].steps) - 12)
    assert "MsgspecError" in parked.error or "ValidationError" in parked.error
    assert after_failure == [parked]
    assert served["eve"] == added_up(healthy)["eve"]
    assert retried == parked.steps
    assert await standings.parked() == []
    assert await tallies(standings) == added_up(games)


async def test_only_what_is_parked_can_be_retried(counting):
    for game_id in ("t1-1", "", "\0"):
        with pytest.raises(NotFound):
            await counting.retry(game_id)


async def test_a_planted_wrong_amount_alarms_and_stays(counting, standings, alarms):
    def falsify(fact):
        if isinstance(fact, DealScored) and fact.next_dealer == 0 and not planted:
            planted.append(replace(fact, written=(fact.written[0] + 500, *fact.written[1:])))
            return planted[0]
        return fact

    planted = []
    game = a_game(falsify=falsify, most_deals=6)

    await Shelf(game).catch_up(counting)
    shown, deals = await standings.game("t1-1")

    assert alarms == ["disputed"]
    assert shown.disputed_deals == 1
    [disputed] = [deal for deal in deals if deal.dispute]
    assert disputed.written == planted[0].written
    assert "written" in disputed.dispute


async def test_a_result_from_a_higher_version_replaces_a_lower_one_and_never_the_other_way(store):
    deal = DealResult(
        number=1,
        version=20,
        result="played",
        declarer=0,
        contract=100,
        made=True,
        written=(100, 20, 0),
        totals=(100, 20, 0),
    )
    higher = replace(deal, version=90, written=(0, 0, 0))

    async with store.writing() as rows:
        for result in (deal, higher, deal):
            await rows.keep_deal("t1-1", result)

    async with store.reading() as rows:
        assert await rows.deals("t1-1") == [higher]


async def test_a_rebuild_gives_the_same_again(counting, standings):
    games = some_games(5)
    shelf = Shelf(*games)
    await shelf.catch_up(counting)
    before = await everything(standings, games)

    steps = await standings.rebuild(shelf.catch_up)

    assert steps == len(shelf.steps)
    assert await everything(standings, games) == before


async def test_a_rebuild_mends_what_was_counted_wrong(counting, standings, database):
    games = some_games(2)
    shelf = Shelf(*games)
    await shelf.catch_up(counting)
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE player SET wins = 99")
        connection.execute("DELETE FROM deal")

    await standings.rebuild(shelf.catch_up)

    assert await tallies(standings) == added_up(games)
    assert len((await standings.game("t0-1"))[1]) == len(games[0].scored)


async def test_a_rebuild_serves_the_old_until_the_new_has_all_that_came_meanwhile(
    counting, standings
):
    games = some_games(6)
    shelf = Shelf(*games[:3])
    await shelf.catch_up(counting)
    seen, to_come = [], list(games[3:])

    async def catch_up(fresh):
        taken = await shelf.catch_up(fresh)
        if to_come:  # before the new is served more is played, and counted into the old
            shelf.add(to_come.pop(0))
            await shelf.catch_up(counting)
        seen.append((await standings.player("ann")).tally.games)
        return taken

    steps = await standings.rebuild(catch_up)
    shelf.add(a_game(7, game_id="t7-1", accounts=ACCOUNTS[0]))
    await shelf.catch_up(counting)

    assert seen == [4, 5, 6, 6]
    assert steps == sum(len(game.steps) for game in games)
    assert (await standings.player("ann")).tally.games == 7


async def test_a_rebuild_from_a_store_that_lost_facts_serves_what_is_left(counting, standings):
    games = some_games(3)
    whole, left = Shelf(*games), Shelf(*games[:2])
    consumer = whole.consumer_of(counting)
    await consumer.catch_up()

    await standings.rebuild(left.catch_up)
    served = await tallies(standings)
    await consumer.catch_up()  # the same that had got further

    assert served == added_up(games[:2])
    assert await tallies(standings) == added_up(games)


async def test_a_rebuild_that_was_cut_off_leaves_nothing_behind(counting, standings, database):
    games = some_games(2)
    shelf = Shelf(*games)
    await shelf.catch_up(counting)

    async def cut_off(fresh):
        await shelf.catch_up(fresh)
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await standings.rebuild(cut_off)
    served = await tallies(standings)
    await standings.rebuild(shelf.catch_up)

    assert served == await tallies(standings) == added_up(games)
    with psycopg.connect(database) as connection:
        for table in ("game", "deal", "player", "seat", "consumed", "parked"):
            found = connection.execute(f"SELECT count(DISTINCT generation) FROM {table}").fetchone()
            assert found <= (1,)


async def test_one_rebuild_at_a_time(standings):
    async def nested(_fresh):
        with pytest.raises(RebuildRunning):
            await standings.rebuild(nested)
        return 0

    assert await standings.rebuild(nested) == 0


async def test_pages_of_the_leaderboard_hold_everybody_once_and_in_order(counting, standings):
    await Shelf(*some_games(6)).catch_up(counting)
    whole = (await standings.leaderboard(None, 0)).items

    paged, after = [], None
    while True:
        page = await standings.leaderboard(after, 2)
        paged += page.items
        if not page.has_more:
            break
        after = page.items[-1].place

    assert paged == whole
    keys = [(-player.tally.wins, player.tally.games, player.account) for player in whole]
    assert keys == sorted(keys)
    assert {player.account for player in whole} == {"ann", "bob", "cid", "dan", "eve"}


async def test_the_games_of_an_account_come_the_newest_first_page_by_page(counting, standings):
    games = some_games(7, most_deals=1)
    await Shelf(*games).catch_up(counting)

    first = await standings.games("ann", None, 4)
    second = await standings.games("ann", first.items[-1].moment, 4)

    shown = [game.game_id for game in [*first.items, *second.items]]
    assert shown == [f"t{n}-1" for n in reversed(range(7))]
    assert (first.has_more, second.has_more) == (True, False)
    assert (await standings.games("nobody", None, 4)).items == []


async def test_what_nobody_knows_is_not_found(counting, standings):
    await counting.apply([told(a_game(most_deals=1).steps[0], 0)])

    for account in ("zoe", "", "\0", "x" * 500):
        with pytest.raises(NotFound):
            await standings.player(account)
    for game_id in ("t1-1", "t2-1", "", "\0"):
        with pytest.raises(NotFound):
            await standings.game(game_id)
    with pytest.raises(BadRequest):
        await standings.leaderboard(None, -1)


async def test_migrating_twice_is_migrating_once(database):
    migrate(database)
    migrate(database)

    async with Store.open(database):
        pass


async def test_a_database_that_is_not_ours_is_refused(database):
    with pytest.raises(NotMigrated, match="--migrate"):
        async with Store.open(database):
            pass
    migrate(database)
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE scoring_schema SET version = 99")
    with pytest.raises(NotMigrated, match="99"):
        migrate(database)


async def test_a_database_that_is_away_is_unreachable(postgres):
    with pytest.raises(StoreUnreachable):
        async with Store.open(postgres.dsn("no_such_database"), patience=0.2):
            pass
