import asyncio
from contextlib import aclosing

import pytest

from services.matchmaking.errors import (
    AlreadyMatched,
    BadRequest,
    CommandIdReused,
    Draining,
    TicketNotFound,
)
from services.matchmaking.queue import TicketState
from tests.unit.matchmaking.queues import enqueue
from thousand_engine import PRESETS, BadAgreement


async def test_the_first_three_who_wait_get_a_table_in_the_order_in_which_they_came(queues, tables):
    tickets = {name: await enqueue(queues, name) for name in ("ann", "bob", "cid", "dan")}

    await queues.sweep()

    held = {name: (await queues.ticket(name, id)).ticket for name, id in tickets.items()}
    assert list(tables.games.values()) == [("ann", "bob", "cid")]
    assert held["ann"].game == held["bob"].game == held["cid"].game != ""
    assert held["dan"].state is TicketState.WAITING


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_as_many_get_a_table_together_as_they_asked_for(queues, tables, preset, players):
    for name in ("ann", "bob", "cid", "dan", "eve"):
        await enqueue(queues, name, preset=preset, players=players)

    await queues.sweep()

    full = [accounts for accounts in tables.games.values() if len(accounts) == players]
    assert len(full) == len(tables.games) == 5 // players
    assert set(tables.sizes.values()) == {players}


async def test_who_asks_for_two_does_not_meet_who_asks_for_four(queues, tables, clock):
    await enqueue(queues, "ann", players=4)
    await enqueue(queues, "bob", players=2)
    await enqueue(queues, "cid", players=4, bots=True)
    await enqueue(queues, "dan")
    await queues.sweep()
    assert not tables.games

    await enqueue(queues, "eve", players=2)
    clock.pass_by(6)
    await queues.sweep()

    met = {accounts: tables.sizes[match] for match, accounts in tables.games.items()}
    assert met == {("bob", "eve"): 2, ("cid",): 4}
    assert list(tables.bots.values()) == [3]


async def test_a_command_repeated_for_another_number_of_players_is_another_command(queues):
    ticket = await enqueue(queues, "ann", players=2)

    assert await enqueue(queues, "ann", players=2) == ticket
    with pytest.raises(CommandIdReused):
        await enqueue(queues, "ann", players=4)


@pytest.mark.parametrize("players", [0, 1, 5])
async def test_nobody_waits_for_a_table_of_any_other_number(queues, players):
    with pytest.raises(BadAgreement):
        await enqueue(queues, "ann", players=players)


async def test_an_account_with_two_devices_has_one_ticket(queues, tables):
    first = await enqueue(queues, "ann", "phone")
    second = await enqueue(queues, "ann", "laptop")
    await enqueue(queues, "bob")
    await queues.sweep()

    assert first == second
    assert not tables.games


async def test_a_second_device_that_comes_just_after_the_match_gets_the_same_ticket(queues, clock):
    first = await enqueue(queues, "ann", "phone")
    await enqueue(queues, "bob")
    await enqueue(queues, "cid")
    await queues.sweep()

    late = await enqueue(queues, "ann", "laptop")
    clock.pass_by(60)
    next_one = await enqueue(queues, "ann", "another game")

    assert late == first != next_one


async def test_a_command_repeated_gives_its_ticket_for_ever(queues):
    ticket = await enqueue(queues, "ann")
    await queues.leave("ann", ticket)

    assert await enqueue(queues, "ann") == ticket
    with pytest.raises(CommandIdReused):
        await enqueue(queues, "ann", bots=True)


@pytest.mark.parametrize("command_id", ["", "x" * 65, "a\nb"])
async def test_a_command_id_is_short_and_printable(queues, command_id):
    with pytest.raises(BadRequest):
        await enqueue(queues, "ann", command_id)


async def test_an_unknown_preset_is_refused(queues):
    with pytest.raises(BadAgreement):
        await queues.enqueue("ann", "wait", "chess", bots=False)


async def test_who_has_left_is_seated_nowhere(queues, tables):
    ticket = await enqueue(queues, "ann")
    await enqueue(queues, "bob")
    await queues.leave("ann", ticket)
    await queues.leave("ann", ticket)
    await enqueue(queues, "cid")
    await queues.sweep()

    assert not tables.games


async def test_what_is_matched_is_not_taken_back(queues):
    ticket = await enqueue(queues, "ann")
    await enqueue(queues, "bob")
    await enqueue(queues, "cid")
    await queues.sweep()

    with pytest.raises(AlreadyMatched):
        await queues.leave("ann", ticket)


async def test_a_ticket_is_shown_to_its_account_only(queues):
    ticket = await enqueue(queues, "ann")

    with pytest.raises(TicketNotFound):
        await queues.ticket("eve", ticket)
    with pytest.raises(TicketNotFound):
        await queues.leave("eve", ticket)


async def test_bots_join_who_has_waited_with_everybody_who_takes_them(queues, tables, clock):
    await enqueue(queues, "ann", bots=True)
    clock.pass_by(4.9)
    await queues.sweep()
    assert not tables.games

    await enqueue(queues, "bob", bots=True)
    clock.pass_by(0.1)
    await queues.sweep()

    assert list(tables.games.values()) == [("ann", "bob")]
    assert list(tables.bots.values()) == [1]


async def test_nobody_gets_bots_who_did_not_ask_for_them(queues, tables, clock):
    await enqueue(queues, "ann")
    await enqueue(queues, "bob", bots=True)
    clock.pass_by(5)
    await queues.sweep()

    assert list(tables.games.values()) == [("bob",)]
    assert list(tables.bots.values()) == [2]


async def test_a_ticket_that_nobody_asks_for_lapses(queues, clock):
    vanished, polled = await enqueue(queues, "ann"), await enqueue(queues, "bob")
    for _ in range(4):
        clock.pass_by(10)
        await queues.ticket("bob", polled)
        await queues.sweep()

    assert (await queues.ticket("ann", vanished)).ticket.state is TicketState.LAPSED
    assert (await queues.ticket("bob", polled)).ticket.state is TicketState.WAITING


async def test_a_stream_shows_the_ticket_and_then_the_game(queues):
    ticket = await enqueue(queues, "ann")
    async with aclosing(queues.watch("ann", ticket)) as updates:
        first = await anext(updates)
        rest = asyncio.ensure_future(collect(updates))
        await enqueue(queues, "bob")
        await enqueue(queues, "cid")
        await queues.sweep()
        [last] = await rest

    assert not first.ticket.game
    assert last.ticket.game


async def collect(updates):
    return [update async for update in updates]


async def test_a_stream_is_sent_elsewhere_when_the_replica_stops(queues):
    ticket = await enqueue(queues, "ann")
    async with aclosing(queues.watch("ann", ticket)) as updates:
        await anext(updates)
        queues.drain()

        with pytest.raises(Draining):
            await anext(updates)
