import asyncio
from contextlib import aclosing
from dataclasses import replace

import pytest
import pytest_asyncio
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from chassis.channels import channel_to
from services.bot.bind import bind
from services.bot.pacing import PacedTable
from services.bot.playing import BotPlayer
from tests.e2e.services_here import services_on
from tests.e2e.tables import refusal, simple_player
from thousand.identity.v1 import identity_pb2, identity_pb2_grpc
from thousand_engine import parse_action, safe_action

# Every test has accounts and games of its own.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(postgres, tmp_path_factory):
    async with services_on(postgres, tmp_path_factory.mktemp("bots")) as here:
        yield here


async def opened(here, name="open"):
    """A table with one seated guest: its game and the guest."""
    credentials = await here.guest()
    table = here.table(credentials)
    game_id = await table.create_table(name)
    await table.take_seat(game_id, "sit")
    return game_id, credentials


async def until(table, game_id, after, actors):
    """Until each of these has acted after a version."""
    rules = (await table.look(game_id)).rules
    awaited = set(actors)
    async with aclosing(table.watch(game_id, rules, after)) as updates:
        async for update in updates:
            awaited.discard(update.actor)
            if not awaited:
                return
    raise AssertionError(f"{awaited} never acted")


async def test_a_guest_plays_a_whole_game_with_two_bots(here):
    game_id, ann = await opened(here)

    seats = await here.fill(ann, game_id)
    view = await simple_player(here.table(ann), 1).play(game_id)

    assert seats == [1, 2]
    assert view.winner is not None


async def test_a_repeated_command_seats_one_bot_and_leaves_the_other_seat_free(here):
    game_id, ann = await opened(here)

    first = await here.fill(ann, game_id, count=1)
    again = await here.fill(ann, game_id, count=1)

    assert first == again == [1]
    assert await here.table(await here.guest()).take_seat(game_id, "sit") == 2


async def test_bots_are_asked_for_by_who_sits_there_or_by_a_service(here):
    game_id, _ = await opened(here)

    nobody = await refusal(here.fill(None, game_id))
    stranger = await refusal(here.fill(await here.guest(), game_id))
    service = await here.fill(here.as_service(), game_id)

    assert nobody == ("UNAUTHENTICATED", "NO_TOKEN")
    assert stranger == ("PERMISSION_DENIED", "NOT_SEATED")
    assert service == [1, 2]


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"game_id": "t1-1"}, ("NOT_FOUND", "GAME_NOT_FOUND")),
        ({"game_id": ""}, ("NOT_FOUND", "GAME_NOT_FOUND")),
        ({"game_id": "t1-1", "command_id": ""}, ("INVALID_ARGUMENT", "BAD_COMMAND_ID")),
        ({"game_id": "t1-1", "count": -1}, ("INVALID_ARGUMENT", "BAD_COUNT")),
    ],
)
async def test_what_cannot_be_filled_is_refused(here, fields, answer):
    assert await refusal(here.fill(await here.guest(), **fields)) == answer


async def test_restarted_bots_take_up_all_of_their_twenty_tables(here):
    games = [await opened(here, f"open-{number}") for number in range(20)]
    for game_id, guest in games:
        await here.fill(guest, game_id)
    await here.stop("bot")

    versions = [(await here.table(guest).look(game_id)).version for game_id, guest in games]
    playing = [
        asyncio.create_task(simple_player(here.table(guest), 1).play(game_id))
        for game_id, guest in games
    ]
    await here.start_bots()

    await asyncio.gather(
        *(
            until(here.table(guest), game_id, version, {"seat:1", "seat:2"})
            for (game_id, guest), version in zip(games, versions, strict=True)
        )
    )
    for task in playing:
        task.cancel()


async def test_bots_that_wait_before_an_action_are_seated_stopped_and_restarted_at_once(here):
    async def patient(chassis):
        await bind(replace(chassis, settings=replace(chassis.settings, bot_pace=3600.0)))

    await here.stop("bot")
    await here.start("bot", patient)
    game_id, ann = await opened(here)
    started = (await here.table(ann).look(game_id)).version

    async with asyncio.timeout(10):
        await here.fill(ann, game_id)
        playing = asyncio.create_task(simple_player(here.table(ann), 1).play(game_id))
        await here.stop("bot")
        await here.start_bots()
        await until(here.table(ann), game_id, started, {"seat:1", "seat:2"})
    playing.cancel()


async def test_two_replicas_that_play_the_same_seats_disturb_nobody(here):
    game_id, ann = await opened(here)
    await here.fill(ann, game_id)

    await here.start_bots(replica="b")  # takes up the same seats at once
    view = await simple_player(here.table(ann), 1).play(game_id)
    await here.stop("botb")

    assert view.winner is not None


async def test_the_account_of_a_bot_is_made_once_and_its_token_renewed(here):
    stub = identity_pb2_grpc.IdentityServiceStub(here.channels["identity"])
    metadata = await here.as_service().metadata()

    async def issue(account):
        request = identity_pb2.IssueBotTokenRequest(account=account)
        return (await stub.IssueBotToken(request, metadata=metadata)).token

    assert (await issue("bot-one")).account == "bot-one"
    assert (await issue("bot-one")).account == "bot-one"
    assert await refusal(issue("g-somebody")) == ("INVALID_ARGUMENT", "BAD_ACCOUNT")


def broken(view):
    raise ZeroDivisionError


def illegal(view):
    return parse_action(f"{view.viewer} bid 1")


@pytest.mark.parametrize(("policy", "cause"), [(broken, "broke"), (illegal, "refused")])
async def test_a_bad_policy_ends_in_safe_actions_and_the_table_plays_on(here, policy, cause):
    game_id, clients = await three_seated(here)
    causes = []
    bot = BotPlayer(clients[0], policy, causes.append)

    await play_a_little(game_id, clients, bot)

    assert set(causes) == {cause}


async def test_a_refusal_is_logged_with_the_same_command_and_trace_at_bot_and_table(here):
    game_id, clients = await three_seated(here)

    async with channel_to(here.addresses["table"]) as channel:
        table = PacedTable(channel, clients[0]._credentials, pace=0.0)
        with capture_logs([merge_contextvars]) as logs:
            await play_a_little(game_id, clients, BotPlayer(table, illegal, lambda _: None))

    at_bot = next(line for line in logs if line["event"] == "bot_refused")
    assert any(
        line["event"] == "call_refused"
        and (line["game_id"], line["command_id"], line["trace_id"])
        == (game_id, at_bot["command_id"], at_bot["trace_id"])
        for line in logs
    )


async def test_a_policy_refused_once_is_asked_again(here):
    game_id, clients = await three_seated(here)
    causes, asked = [], []

    def learns(view):
        asked.append(view)
        return illegal(view) if view not in asked[:-1] else safe_action(view)

    await play_a_little(game_id, clients, BotPlayer(clients[0], learns, causes.append))

    assert len(asked) > 1
    assert not causes


async def three_seated(here):
    clients = [here.table(await here.guest()) for _ in range(3)]
    game_id = await clients[0].create_table("open")
    for client in clients:
        await client.take_seat(game_id, "sit")
    return game_id, clients


async def play_a_little(game_id, clients, bot):
    """Until the bot at seat 0, too, has acted."""
    others = [simple_player(client, 1) for client in clients[1:]]
    seated = (await clients[0].look(game_id)).version
    playing = [asyncio.create_task(player.play(game_id)) for player in (bot, *others)]
    await until(clients[0], game_id, seated, {"seat:0", "seat:1", "seat:2"})
    for task in playing:
        task.cancel()
