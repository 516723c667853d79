import asyncio
from random import Random

import pytest

from tests.unit.table.tables import (
    ACCOUNTS,
    BEGUN,
    SOAK,
    JumpyLog,
    TroubledLog,
    act,
    begin,
    check_steps,
    first,
    open_table,
    replica,
    sit,
    turn,
)
from thousand_engine import Refusal, view
from thousand_engine.policy import simple


async def test_a_replica_that_is_behind_reads_before_it_refuses():
    log = TroubledLog()
    games, behind = replica(log), replica(log, seed=1)
    game_id = await begin(games)
    await behind.look("ann", game_id)
    version = await act(games, game_id, "2 bid 105")

    assert await act(behind, game_id, "0 bid 110", expected_version=version) == version + 1


async def test_a_head_from_another_replica_raises_no_alarm(alarms):
    log = TroubledLog()
    games, behind = replica(log), replica(log, seed=1)
    game_id = await begin(games)
    await behind.look("ann", game_id)
    await act(games, game_id, "2 bid 105")

    await act(behind, game_id, "0 bid 110", head=(await log.read(game_id))[-1].head)

    assert alarms == []


async def test_a_step_that_came_too_late_is_decided_again_on_what_there_is():
    log = TroubledLog()
    games, other = replica(log), replica(log, seed=1)
    game_id = await begin(games)
    await other.look("ann", game_id)
    log.troubles.append(overtaken_by(lambda: act(other, game_id, "2 bid 110")))

    with pytest.raises(Refusal) as refused:
        await act(games, game_id, "2 pass", "late")

    assert refused.value.reason == "NOT_YOUR_TURN"
    assert (await games.look("ann", game_id)).version == BEGUN + 1


async def test_a_claim_that_was_overtaken_is_still_made():
    """J1: claim is the only action that may come from a seat that is not to act."""
    log = TroubledLog()
    games, other = replica(log), replica(log, seed=1)
    game_id = await game_with_a_claim(games)
    await other.look("ann", game_id)
    log.troubles.append(overtaken_by(lambda: act(other, game_id, "2 bid 105")))

    version = await act(games, game_id, "0 claim")

    assert version > BEGUN + 1
    check_steps(game_id, await log.read(game_id))


async def game_with_a_claim(games):
    """A game at whose first deal seat 0 may claim."""
    for number in range(1000):
        game_id = await begin(games, f"open-{number}")
        seen = await games.look("ann", game_id)
        if view(seen.seated.game, 0).legal:
            return game_id
    raise AssertionError("no such cards")


def overtaken_by(work):
    async def trouble(append, step):
        await work()
        return await append(step)

    return trouble


async def test_a_watcher_at_a_replica_that_is_behind_may_know_more_than_it():
    log = TroubledLog()
    games, behind = replica(log), replica(log, seed=1)
    game_id = await begin(games)
    await behind.look("ann", game_id)
    version = await act(games, game_id, "2 bid 105")
    await act(games, game_id, "0 bid 110", "next")

    [(moment, _)] = await first(behind.watch("ann", game_id, version), 1)

    assert moment.step.last_version == version + 1


@pytest.mark.parametrize("seed", range(5 * SOAK))
async def test_cards_are_dealt_once_by_whichever_replica_is_first(seed):
    log = JumpyLog(Random(seed))
    replicas = [replica(log, seed) for seed in range(4)]
    game_id = await open_table(replicas[0])
    for account in ACCOUNTS:
        await sit(replicas[0], game_id, account)

    seen = await asyncio.gather(*(turn(games, game_id) for games in replicas))

    steps = await log.read(game_id)
    check_steps(game_id, steps)
    assert [step.command_id for step in steps if not step.account] == ["engine:deal:1:0"]
    assert {each.version for each in seen} == {BEGUN}
    assert all(each.seated == seen[0].seated for each in seen)


@pytest.mark.parametrize("seed", range(5 * SOAK))
async def test_a_table_opened_and_filled_at_many_replicas_at_once_is_one(seed):
    log = JumpyLog(Random(seed))
    replicas = [replica(log, seed) for seed in range(3)]

    opened = await asyncio.gather(*(open_table(games) for games in replicas))
    seats = await asyncio.gather(
        *(sit(games, opened[0], account) for account in ACCOUNTS for games in replicas)
    )
    await turn(replicas[0], opened[0])

    assert len(set(opened)) == 1
    assert len(set(seats)) == len({seat for seat, _ in seats}) == 3
    check_steps(opened[0], await log.read(opened[0]))


@pytest.mark.parametrize("seed", range(3 * SOAK))
async def test_replicas_that_fight_over_one_game_play_it_whole(seed):
    log = JumpyLog(Random(seed))
    replicas = [replica(log, seed) for seed in range(2)]
    game_id = await begin(replicas[0])

    answered = await asyncio.gather(
        *(plays(replicas, game_id, seat, Random(f"{seed}-{seat}")) for seat in range(3))
    )

    steps = await log.read(game_id)
    check_steps(game_id, steps)
    stored = {(step.account, step.command_id): step.last_version for step in steps}
    for account, answers in zip(ACCOUNTS, answered, strict=True):
        for command_id, version in answers.items():
            assert stored[account, command_id] == version


async def plays(replicas, game_id, seat, random):
    """A seat that sends every command to every replica at once; the answers by command id."""
    answers = {}
    while True:
        seen = await random.choice(replicas).look(ACCOUNTS[seat], game_id)
        game = seen.seated.game
        if game.winner is not None:
            return answers
        legal = view(game, seat).legal
        if game.to_act != seat:
            await asyncio.sleep(0)
            if not legal or random.random() < 0.8:
                continue
        action = legal[-1] if game.to_act != seat else simple(view(game, seat), random)
        command_id = f"{seen.version}"
        said = await asyncio.gather(
            *(act(games, game_id, action, command_id) for games in replicas),
            return_exceptions=True,
        )
        versions = {version for version in said if isinstance(version, int)}
        assert all(isinstance(other, int | Refusal) for other in said), said
        assert len(versions) <= 1
        if versions:
            answers[command_id] = versions.pop()
