import asyncio

import pytest
import pytest_asyncio

from services.matchmaking.bind import NEEDS
from tests.e2e.services_here import services_on
from tests.e2e.tables import refusal, simple_player
from thousand.matchmaking.v1 import matchmaking_pb2
from thousand.table.v1 import table_pb2, table_pb2_grpc

MATCHED = matchmaking_pb2.TICKET_STATE_MATCHED


# Every test has accounts and games of its own.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(postgres, tmp_path_factory):
    async with services_on(postgres, tmp_path_factory.mktemp("matchmaking")) as here:
        yield here


async def test_three_guests_who_wait_play_a_whole_game(here):
    guests = [await here.guest() for _ in range(3)]
    tickets = [await here.match("Enqueue", guest, command_id="wait") for guest in guests]

    streams = await asyncio.gather(
        *(
            here.match("WatchTicket", guest, ticket_id=ticket.ticket_id)
            for guest, ticket in zip(guests, tickets, strict=True)
        )
    )
    [game_id] = {updates[-1].game_id for updates in streams}
    views = await asyncio.gather(
        *(simple_player(here.table(guest), 1).play(game_id) for guest in guests)
    )

    assert all(view.winner is not None for view in views)


async def test_a_guest_alone_soon_plays_with_two_bots(here):
    ann = await here.guest()
    ticket = await here.match("Enqueue", ann, command_id="wait", bots=True)

    *_, last = await here.match("WatchTicket", ann, ticket_id=ticket.ticket_id)
    view = await simple_player(here.table(ann), 1).play(last.game_id)

    assert last.state == MATCHED
    assert view.winner is not None


@pytest.mark.parametrize("players", [2, 4])
async def test_a_guest_gets_a_table_of_as_many_as_he_asked_for(here, players):
    ann = await here.guest()
    ticket = await here.match("Enqueue", ann, command_id="wait", bots=True, players=players)

    *_, last = await here.match("WatchTicket", ann, ticket_id=ticket.ticket_id)
    view = (await here.table(ann).look(last.game_id)).view

    assert ticket.players == last.players == players
    assert view.rules.players == players


async def test_a_match_made_while_the_bots_are_away_gets_them_later(here):
    await here.stop("bot")
    ann = await here.guest()
    ticket = await here.match("Enqueue", ann, command_id="wait", bots=True)
    watching = asyncio.create_task(here.match("WatchTicket", ann, ticket_id=ticket.ticket_id))
    done, _ = await asyncio.wait([watching], timeout=1.5)
    assert not done

    await here.start_bots(at=here.addresses["bot"])
    *_, last = await watching

    assert (await simple_player(here.table(ann), 1).play(last.game_id)).winner is not None


async def test_who_leaves_is_told_so(here):
    ann = await here.guest()
    ticket = await here.match("Enqueue", ann, command_id="wait")

    left = await here.match("LeaveQueue", ann, ticket_id=ticket.ticket_id)

    assert left.state == matchmaking_pb2.TICKET_STATE_LEFT
    assert await here.match("GetTicket", ann, ticket_id=ticket.ticket_id) == left
    assert await here.match("WatchTicket", ann, ticket_id=ticket.ticket_id) == [left]


@pytest.mark.parametrize("method", NEEDS)
async def test_every_method_asks_who_is_calling(here, method):
    assert await refusal(here.match(method, None)) == ("UNAUTHENTICATED", "NO_TOKEN")


async def test_a_ticket_is_nobody_elses(here):
    ticket = await here.match("Enqueue", await here.guest(), command_id="wait")
    eve = await here.guest()

    for method in ("GetTicket", "WatchTicket", "LeaveQueue"):
        asked = here.match(method, eve, ticket_id=ticket.ticket_id)
        assert await refusal(asked) == ("NOT_FOUND", "TICKET_NOT_FOUND")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [({"command_id": ""}, "BAD_COMMAND_ID"), ({"preset": "chess"}, "BAD_AGREEMENT")],
)
async def test_what_means_nothing_is_refused(here, fields, reason):
    asked = here.match("Enqueue", await here.guest(), **{"command_id": "wait"} | fields)

    assert await refusal(asked) == ("INVALID_ARGUMENT", reason)


# --- accounts seated at once, as matchmaking asks for it


async def create(here, credentials, accounts, command_id):
    stub = table_pb2_grpc.TableServiceStub(here.channels["table"])
    request = table_pb2.CreateTableRequest(command_id=command_id, accounts=accounts)
    return await stub.CreateTable(request, metadata=await credentials.metadata())


async def test_a_service_seats_accounts_at_once_and_the_game_begins(here):
    guests = [await here.guest() for _ in range(3)]
    accounts = [guest.account for guest in guests]

    answer = await create(here, here.as_service(), accounts, "begin")
    views = await asyncio.gather(
        *(simple_player(here.table(guest), 1).play(answer.game_id) for guest in guests)
    )

    assert [view.viewer for view in views] == [0, 1, 2]


@pytest.mark.parametrize("accounts", [[], ["a-1"], ["a-1", "a-2", "a-3"]])
async def test_accounts_seated_at_once_are_so_for_ever(here, accounts):
    service = here.as_service()
    command_id = f"seat-{len(accounts)}"
    answer = await create(here, service, accounts, command_id)

    assert await create(here, service, accounts, command_id) == answer
    reused = await refusal(create(here, service, ["a-4"], command_id))
    assert reused == ("INVALID_ARGUMENT", "COMMAND_ID_REUSED")


@pytest.mark.parametrize("accounts", [["a", "a"], ["a", "b", "c", "d"], [""], ["A"], ["a" * 65]])
async def test_accounts_that_cannot_sit_together_are_refused(here, accounts):
    refused = await refusal(create(here, here.as_service(), accounts, "wrong"))

    assert refused == ("INVALID_ARGUMENT", "BAD_ACCOUNTS")


async def test_only_a_service_seats_others(here):
    refused = await refusal(create(here, await here.guest(), ["a", "b", "c"], "open"))

    assert refused == ("PERMISSION_DENIED", "ROLE_NEEDED")
