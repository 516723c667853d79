import asyncio
from collections import Counter
from itertools import product
from random import Random

import pytest
from structlog.contextvars import get_contextvars, merge_contextvars
from structlog.testing import capture_logs

from services.matchmaking.application import LAPSES_AFTER
from services.matchmaking.queue import TicketState
from tests.unit.matchmaking.queues import Clock, Tables, enqueue, replica
from tests.unit.table.tables import SOAK, JumpyLog


@pytest.mark.parametrize("troubles", [*product((None, "before", "after"), repeat=2)])
async def test_after_a_crash_at_any_point_everybody_is_seated_once(log, tables, clock, troubles):
    before = replica(log, tables, clock)
    ticket = await enqueue(before, "ann", bots=True)
    clock.pass_by(5)
    tables.troubles = list(troubles)
    await before.sweep()

    after = replica(log, tables, clock)
    await after.sweep()
    await after.sweep()

    held = await after.ticket("ann", ticket)
    assert held.ticket.game == f"game-{next(iter(tables.games))}"
    assert list(tables.games.values()) == [("ann",)]
    assert list(tables.bots.values()) == [2]


async def test_a_match_whose_table_does_not_open_keeps_nobody_else_waiting(queues, tables):
    for account in ("ann", "bob", "cid", "dan", "eve", "fay"):
        await enqueue(queues, account)
    tables.troubles = ["before"]
    await queues.sweep()

    assert len(tables.games) == 1


async def test_a_table_that_does_not_open_is_logged_with_its_command_and_game(
    queues, tables, clock
):
    await enqueue(queues, "ann", bots=True)
    clock.pass_by(5)
    tables.troubles = [None, "before"]
    with capture_logs([merge_contextvars]) as logs:
        await queues.sweep()

    [line] = logs
    [match] = tables.games
    assert (line["event"], line["command_id"]) == ("table_not_opened", match)
    assert line["game_id"] == f"game-{match}"
    assert get_contextvars() == {}


async def test_nobodys_ticket_lapses_because_the_service_was_away(log, tables, clock):
    ticket = await enqueue(replica(log, tables, clock), "ann")
    clock.pass_by(10 * LAPSES_AFTER / 1000)

    after = replica(log, tables, clock)
    await after.sweep()

    assert (await after.ticket("ann", ticket)).ticket.state is TicketState.WAITING


@pytest.mark.parametrize("seed", range(20 * SOAK))
async def test_replicas_that_race_and_die_seat_everybody_once(seed):
    random = Random(seed)
    log, tables, clock = JumpyLog(random), Tables(), Clock()
    replicas = [replica(log, tables, clock) for _ in range(3)]
    accounts = [f"player{number}" for number in range(17)]

    async def wait(account):
        for device in ("phone", "laptop"):
            await enqueue(random.choice(replicas), account, device, bots=True)

    async def sweep():
        for _ in range(8):
            tables.troubles.append(random.choice([None, "before", "after"]))
            sweeping = asyncio.create_task(random.choice(replicas).sweep())
            await asyncio.sleep(0)
            if random.random() < 0.3:
                sweeping.cancel()
                replicas[random.randrange(3)] = replica(log, tables, clock)
            await asyncio.wait([sweeping])

    await asyncio.gather(*map(wait, accounts), sweep(), sweep())
    clock.pass_by(5)
    tables.troubles.clear()
    for queues in replicas:
        await queues.sweep()

    seated = Counter(account for game in tables.games.values() for account in game)
    assert seated == Counter(accounts)
    for queues, account in product(replicas, accounts):
        held = await queues.enqueue(account, "phone", "classic_ru", bots=True)
        assert held.ticket.game
