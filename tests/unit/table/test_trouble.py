import asyncio
from random import Random

import pytest

from services.table import application
from services.table.errors import Draining
from tests.unit.table.tables import (
    ACCOUNTS,
    BEGUN,
    SOAK,
    Held,
    TroubledLog,
    act,
    answer_lost,
    begin,
    check_steps,
    not_stored,
    open_table,
    play_on,
    replica,
    sit,
    turn,
    updates_of,
)
from thousand_engine import safe_action, view
from thousand_log.errors import StoreUnreachable


@pytest.fixture(autouse=True)
def deal_again_at_once(monkeypatch):
    monkeypatch.setattr(application, "DEAL_AGAIN_AFTER", 0)


class Watcher:
    """Follows a game after its first deal and notes the versions it is shown."""

    def __init__(self, games, game_id, account="nobody"):
        self.versions = []
        self._updates = games.watch(account, game_id, BEGUN)
        self._next = asyncio.ensure_future(anext(self._updates))

    async def sees(self):
        """The version of the next update."""
        moment, _ = await self._next
        self.versions.append(moment.step.last_version)
        self._next = asyncio.ensure_future(anext(self._updates))
        return self.versions[-1]

    @property
    def waits(self):
        return not self._next.done()

    async def leave(self):
        self._next.cancel()
        await asyncio.gather(self._next, return_exceptions=True)
        await self._updates.aclose()


@pytest.fixture
async def game():
    """A game in a log that can be troubled, somebody at each seat and a spectator watching."""
    log = TroubledLog()
    games = replica(log)
    game_id = await begin(games)
    watchers = [Watcher(games, game_id, account) for account in (*ACCOUNTS, "eve")]
    await asyncio.sleep(0)
    yield log, games, game_id, watchers
    for watcher in watchers:
        await watcher.leave()


async def everybody_sees(watchers):
    return {await watcher.sees() for watcher in watchers}


async def settle():
    """Lets everything run that can run by now."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_nobody_sees_a_step_before_it_is_stored(game):
    log, games, game_id, watchers = game
    log.troubles.append(held := Held())

    acting = asyncio.create_task(act(games, game_id, "2 pass"))
    await held.asked.wait()
    await settle()
    seen = await games.look("ann", game_id)
    waiting = [watcher.waits for watcher in watchers]
    held.let.set()

    assert seen.version == BEGUN
    assert all(waiting)
    assert await everybody_sees(watchers) == {BEGUN + 1}
    assert await acting == BEGUN + 1


async def test_a_step_that_was_not_stored_is_seen_by_nobody_and_the_game_goes_on(game):
    log, games, game_id, watchers = game
    log.troubles.append(not_stored)

    with pytest.raises(StoreUnreachable):
        await act(games, game_id, "2 pass")
    await settle()
    seen = await games.look("ann", game_id)
    waiting = [watcher.waits for watcher in watchers]
    version = await act(games, game_id, "2 bid 105", "another")

    assert seen.version == BEGUN
    assert all(waiting)
    assert await everybody_sees(watchers) == {version}
    check_steps(game_id, await log.read(game_id))


async def test_a_step_whose_answer_was_lost_is_seen_by_everybody(game):
    log, games, game_id, watchers = game
    log.troubles.append(answer_lost)

    with pytest.raises(StoreUnreachable):
        await act(games, game_id, "2 pass")

    assert await everybody_sees(watchers) == {BEGUN + 1}


@pytest.mark.parametrize("trouble", [None, answer_lost], ids=["stored", "answer lost"])
async def test_a_caller_who_hangs_up_does_not_stop_his_step(game, trouble):
    log, games, game_id, watchers = game
    held = Held(trouble) if trouble else Held()
    log.troubles.append(held)

    acting = asyncio.create_task(act(games, game_id, "2 pass"))
    await held.asked.wait()
    acting.cancel()
    await settle()
    held.let.set()

    assert await everybody_sees(watchers) == {BEGUN + 1}
    assert acting.cancelled()
    assert await act(games, game_id, "2 pass") == BEGUN + 1


async def test_a_step_that_a_hung_up_caller_could_not_store_is_absent(game):
    log, games, game_id, watchers = game
    log.troubles.append(held := Held(not_stored))

    acting = asyncio.create_task(act(games, game_id, "2 pass"))
    await held.asked.wait()
    acting.cancel()
    held.let.set()
    await settle()

    assert acting.cancelled()
    assert all(watcher.waits for watcher in watchers)
    assert await act(games, game_id, "2 bid 105", "another") == BEGUN + 1
    assert await everybody_sees(watchers) == {BEGUN + 1}


async def test_callers_who_hang_up_at_every_moment_leave_whole_steps():
    games = replica(log := TroubledLog())
    game_id = await begin(games)
    for patience in range(12):
        seen = await turn(games, game_id)
        action = safe_action(view(seen.seated.game, seen.seated.game.to_act))
        log.troubles.append(held := Held())
        acting = asyncio.create_task(act(games, game_id, action, f"act-{patience}"))
        for _ in range(patience):
            await asyncio.sleep(0)
        acting.cancel()
        held.let.set()
        await settle()

        log.troubles.clear()
        await act(games, game_id, action, f"act-{patience}")

    check_steps(game_id, await log.read(game_id))


@pytest.mark.parametrize("trouble", [not_stored, answer_lost])
@pytest.mark.parametrize("times", [1, 3])
async def test_cards_that_could_not_be_stored_are_dealt_once_when_the_store_is_back(trouble, times):
    games = replica(log := TroubledLog())
    game_id = await open_table(games)
    await sit(games, game_id, "ann")
    await sit(games, game_id, "bob")
    log.troubles += [log_is_fine, *[trouble] * times]
    await sit(games, game_id, "cid")

    await settle()  # nobody watches: the table itself tries again

    steps = await log.read(game_id)
    check_steps(game_id, steps)
    assert [step.command_id for step in steps if not step.account] == ["engine:deal:1:0"]


async def log_is_fine(append, step):
    return await append(step)


@pytest.mark.parametrize("seed", range(2 * SOAK))
async def test_a_game_goes_to_its_end_through_a_store_that_fails_again_and_again(seed):
    random = Random(seed)
    games = replica(log := TroubledLog(), seed)
    game_id = await begin(games)

    while not (await turn(games, game_id)).seated.is_over:
        log.troubles.extend(random.choices([log_is_fine, not_stored, answer_lost], [48, 1, 1], k=9))
        try:
            await play_on(games, game_id, random, most=9)
        except StoreUnreachable:
            continue

    log.troubles.clear()
    steps = await log.read(game_id)
    check_steps(game_id, steps)
    shown = [moment.step for moment, _ in await updates_of(replica(log), game_id)]
    assert tuple(shown) == steps


async def test_a_draining_replica_sends_its_streams_elsewhere_and_ends_what_it_began(game):
    log, games, game_id, watchers = game
    log.troubles.append(held := Held())
    acting = asyncio.create_task(act(games, game_id, "2 pass"))
    await held.asked.wait()

    draining = asyncio.create_task(games.drain())
    for watcher in watchers:
        with pytest.raises(Draining):
            await watcher.sees()
    ended_early = draining.done()
    held.let.set()
    await draining

    assert not ended_early
    assert await acting == BEGUN + 1
    assert len(await log.read(game_id)) == 6


async def test_a_stream_that_is_begun_while_draining_brings_what_there_is_and_ends(game):
    _, games, game_id, _ = game
    await games.drain()

    updates = games.watch("ann", game_id, 0)
    versions = [(await anext(updates))[0].step.last_version for _ in range(5)]

    assert versions[-1] == BEGUN
    with pytest.raises(Draining):
        await anext(updates)


async def test_a_replica_that_drains_while_the_store_is_away_ends():
    games = replica(log := TroubledLog())
    game_id = await open_table(games)
    await sit(games, game_id, "ann")
    await sit(games, game_id, "bob")
    log.troubles += [log_is_fine, *[not_stored] * 1000]
    await sit(games, game_id, "cid")
    await settle()

    await games.drain()

    assert len(await log.read(game_id)) == 4
