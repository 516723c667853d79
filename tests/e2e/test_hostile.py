import asyncio
from dataclasses import dataclass
from random import Random

import grpc.aio
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from chassis.callers import Role
from chassis.run import serve
from chassis.settings import Settings
from services.table.bind import NEEDS, bind
from tests.accounts import KEYS, Known
from tests.e2e.tables import SOAK, refusal, seat_three, simple_player, stored_facts
from thousand.table.v1 import audit_pb2, table_pb2
from thousand_client import TableClient
from thousand_engine import Phase, parse_action, safe_action
from thousand_log.migrate import migrate
from thousand_wire.actions import write_action

# One service is attacked by all of them.
pytestmark = pytest.mark.asyncio(loop_scope="module")

METHODS = ("CreateTable", "TakeSeat", "Act", "GetView", "WatchGame", "GetRecord")
INT32 = (-(2**31), 2**31 - 1)
INT64 = (-(2**63), 2**63 - 1)


@dataclass(frozen=True)
class Target:
    """A service, and its games: one that waits for seats, one in an auction, one that is over.

    The first seat has the account ``waiting-a``, ``running-a``, ``over-a``.
    """

    channel: grpc.aio.Channel
    database: str
    games: dict[str, str]

    async def send(self, method, request, account="eve"):
        """Sends a request as bytes; an answer is read."""
        service = "AuditService" if method == "GetRecord" else "TableService"
        kind = self.channel.unary_stream if method == "WatchGame" else self.channel.unary_unary
        metadata = () if account is None else await Known(account).metadata()
        call = kind(f"/thousand.table.v1.{service}/{method}")(request, metadata=metadata)
        return await (call.read() if method == "WatchGame" else call)

    def request(self, method, fields):
        """The bytes of a request; a game is named by what it does."""
        if game := fields.get("game_id"):
            fields = fields | {"game_id": self.games.get(game, game)}
        messages = audit_pb2 if method == "GetRecord" else table_pb2
        return getattr(messages, f"{method}Request")(**fields).SerializeToString()


@pytest.fixture(scope="module")
def database_under_attack(postgres):
    dsn = postgres.create_database("under_attack")
    migrate(dsn)
    return dsn


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def target(database_under_attack):
    with capture_logs() as logs:
        async with (
            serve("table", bind, Settings(database_url=database_under_attack), KEYS) as service,
            grpc.aio.insecure_channel(service.grpc) as channel,
        ):
            yield await prepare(channel, database_under_attack)
    assert "call_broke" not in {line["event"] for line in logs}


async def prepare(channel, database):
    over, clients = await seat_three(channel, "over")
    await asyncio.gather(*(simple_player(client, 1).play(over) for client in clients))
    running, _ = await seat_three(channel, "running")
    await auction(channel, running)
    opener = TableClient(channel, Known("waiting-a"))
    waiting = await opener.create_table("open")
    await opener.take_seat(waiting, "sit")
    return Target(channel, database, {"waiting": waiting, "running": running, "over": over})


async def auction(channel, game_id):
    """The first view in which a seat is to act."""
    watcher = TableClient(channel, Known("watcher"))
    rules = (await watcher.look(game_id)).rules
    async for update in watcher.watch(game_id, rules):
        if update.view.to_act is not None:
            return update.view
    raise AssertionError("the game ended at once")


def hostile_calls():
    """Who calls what with which fields, and the answer he gets."""
    for method in METHODS:
        if NEEDS[method] is not Role.ANYBODY:
            yield None, method, {}, "UNAUTHENTICATED NO_TOKEN"
            for account in ("", "Ann", "a b", "a" * 65, "engine:"):
                yield account, method, {}, "UNAUTHENTICATED BAD_TOKEN"

    for game in ("", "t1-1", "T1-1", "-1", "a-1\0", "ж-1", "../x-1", "' OR 1=1 --", "a" * 9999):
        for method in ("Act", "TakeSeat", "GetView", "WatchGame", "GetRecord"):
            fields = {"command_id": "x"} if method in ("Act", "TakeSeat") else {}
            fields |= {"action": said("pass")} if method == "Act" else {}
            yield "eve", method, fields | {"game_id": game}, "NOT_FOUND GAME_NOT_FOUND"
    yield "eve", "GetRecord", {"game_id": "waiting"}, "FAILED_PRECONDITION GAME_NOT_STARTED"

    for command_id in ("", "x" * 65, "a\0b", "\n", "\u202e", "\x7f", "x" * 100_000):
        for method in ("CreateTable", "TakeSeat", "Act"):
            fields = {"command_id": command_id}
            fields |= {"game_id": "running"} if method != "CreateTable" else {}
            fields |= {"action": said("pass")} if method == "Act" else {}
            yield "running-a", method, fields, "INVALID_ARGUMENT BAD_COMMAND_ID"
    reused = "INVALID_ARGUMENT COMMAND_ID_REUSED"
    yield "running-a", *acting("pass", command_id="sit"), reused
    yield "waiting-a", *sitting(command_id="sit", seat=1), reused
    yield "waiting-a", *opening("open", bid_step="10"), reused

    for preset in ("chess", "CLASSIC_RU", "classic_ru\0", "x" * 100_000):
        yield (
            "eve",
            "CreateTable",
            {"command_id": "x", "preset": preset},
            "INVALID_ARGUMENT BAD_AGREEMENT",
        )
    for id, value in {
        "no_such_option": "1",
        "": "",
        "x" * 100_000: "1",
        "players": "1000000",
        "bid_step": "-5",
    }.items():
        yield "eve", *opening("x", **{id: value}), "INVALID_ARGUMENT BAD_AGREEMENT"
    for value in ("999", "-1000", "1e3", "٩٩٩", "\0", "", " 1000", "9" * 100_000):
        yield "eve", *opening("x", win_score=value), "INVALID_ARGUMENT BAD_AGREEMENT"

    for seat in (-1, 3, 99, *INT32):
        yield "eve", *sitting(seat=seat), "INVALID_ARGUMENT NO_SUCH_SEAT"
    yield "eve", *sitting(seat=0), "FAILED_PRECONDITION SEAT_TAKEN"
    yield "waiting-a", *sitting(seat=1), "FAILED_PRECONDITION ALREADY_SEATED"
    yield "eve", *sitting(game_id="running"), "FAILED_PRECONDITION TABLE_FULL"

    for version in (-1, 0, 6, 10, *INT64):
        yield "running-a", *acting("pass", expected_version=version), "ABORTED STALE_VERSION"
    for head in (b"", bytes(32), b"x" * 100_000):
        yield "running-a", *acting("pass", head=head), "FAILED_PRECONDITION HISTORY_DIFFERS"
    for game in ("waiting", "running", "over"):
        for version in (10_000_000, INT64[1]):
            fields = {"game_id": game, "from_version": version}
            yield "eve", "WatchGame", fields, "OUT_OF_RANGE UNKNOWN_VERSION"
        for version in (-1, INT64[0]):
            fields = {"game_id": game, "from_version": version}
            yield "eve", "WatchGame", fields, "INVALID_ARGUMENT BAD_VERSION"

    words = ("look", "blind", "bid 105", "pass", "claim", "talon 1", "give 9S>1 AH>2", "writeoff")
    for each in (*words, "cross", "contract 100", "play 9S", "play KH declare"):
        yield "eve", *acting(each), "PERMISSION_DENIED NOT_SEATED"
        yield "over-a", *acting(each, game_id="over"), "FAILED_PRECONDITION GAME_OVER"
        fields = {"game_id": "waiting"}
        yield "waiting-a", *acting(each, **fields), "FAILED_PRECONDITION GAME_NOT_STARTED"

    for action in (
        {},
        {"play": {}},
        {"play": {"card": "2S"}},
        {"play": {"card": "9S\0"}},
        {"play": {"card": "♠" * 100_000}},
        {"play": {"card": "9S", "declaration": 99}},
        {"give": {"gifts": [{"card": "9S"}]}},
        {"give": {"gifts": [{"seat": 1}]}},
        {"give": {"gifts": [{"card": "9S", "leftover": False}]}},
    ):
        fields = {"action": table_pb2.Action(**action)}
        yield "running-a", *acting("pass", **fields), "INVALID_ARGUMENT BAD_ACTION"
    yield "running-a", *acting("pass", action=None), "INVALID_ARGUMENT BAD_ACTION"


def said(words):
    return write_action(parse_action(f"0 {words}"))


def acting(words, **fields):
    return "Act", {"game_id": "running", "command_id": "x", "action": said(words)} | fields


def sitting(**fields):
    return "TakeSeat", {"game_id": "waiting", "command_id": "x"} | fields


def opening(command_id, **options):
    return "CreateTable", {"command_id": command_id, "options": options}


def name(value):
    """A short name of a case."""
    return f"{value!r:.60}" if isinstance(value, dict) else value and value[:30]


@pytest.mark.parametrize(("account", "method", "fields", "answer"), [*hostile_calls()], ids=name)
async def test_a_hostile_call_is_refused_with_its_reason(target, account, method, fields, answer):
    before = stored_facts(target.database)
    request = target.request(method, fields)

    code, reason = await refusal(target.send(method, request, account))

    assert f"{code} {reason}" == answer
    assert stored_facts(target.database) == before


@pytest.mark.parametrize("method", METHODS)
async def test_bytes_that_are_no_message_are_refused(target, method):
    before = stored_facts(target.database)

    for garbage in (b"\xff", b"\x0a\x05abc", b"\x0a\x02\xff\xfe", bytes(9), b"\x0a" * 1000):
        answer = await refusal(target.send(method, garbage))
        assert answer == ("INVALID_ARGUMENT", "UNREADABLE_REQUEST")

    assert stored_facts(target.database) == before


async def test_a_message_that_is_too_long_is_refused(target):
    code, _ = await refusal(target.send("Act", bytes(5_000_000), "running-a"))

    assert code == "RESOURCE_EXHAUSTED"


@pytest.mark.parametrize("seed", range(SOAK))
async def test_random_bytes_break_nothing(target, seed):
    random = Random(seed)
    before = stored_facts(target.database)

    for _ in range(500):
        # A field the method has, so that more than the tag is read.
        request = bytes([random.choice([10, 18, 24, 34, 42])]) + random.randbytes(12)
        method = random.choice(METHODS[1:])  # any word opens a table
        code, reason = await refusal(target.send(method, request, "running-a"))
        assert code in {"INVALID_ARGUMENT", "NOT_FOUND"}, (method, request)
        assert reason

    assert stored_facts(target.database) == before


PHASES = {
    Phase.AUCTION: ("give 9S>1 AH>2", "contract 100", "play 9S", "writeoff", "cross"),
    Phase.TALON: ("bid 300", "pass", "contract 300", "play 9S"),
    Phase.CONTRACT: ("bid 300", "pass", "give 9S>1 AH>2", "play 9S", "cross"),
    Phase.PLAY: ("bid 300", "pass", "give 9S>1 AH>2", "contract 300", "writeoff", "cross"),
}
"""What belongs to other phases."""
NEVER = ("look", "blind", "talon 1", "talon 2")
"""What this agreement has no phase for."""


async def test_an_action_of_another_phase_or_another_seat_is_refused(target):
    """FAILURES A02: in every phase send every command type of every other phase."""
    game_id, clients = await seat_three(target.channel, "phases")
    phases = list(PHASES)

    while phases:
        view = await auction(target.channel, game_id)
        before = stored_facts(target.database, game_id)
        for client in clients:
            seat = (await client.look(game_id)).view.viewer
            reason = "WRONG_PHASE" if seat == view.to_act else "NOT_YOUR_TURN"
            for words in (*PHASES[view.phase], *NEVER):
                action = parse_action(f"{seat} {words}")
                answer = await refusal(client.act(game_id, "x", action))
                assert answer == ("FAILED_PRECONDITION", reason), words
        assert stored_facts(target.database, game_id) == before
        if view.phase in phases:
            phases.remove(view.phase)
        acting = clients[view.to_act]
        seen = (await acting.look(game_id)).view
        await acting.act(game_id, f"on-{before}", safe_action(seen))


async def test_other_tables_go_on_while_one_is_attacked(target):
    game_id, clients = await seat_three(target.channel, "beside")
    before = stored_facts(target.database, target.games["running"])
    playing = asyncio.gather(*(simple_player(client, 1).play(game_id) for client in clients))

    while not playing.done():
        for account, method, fields, _ in hostile_calls():
            await refusal(target.send(method, target.request(method, fields), account))

    assert len({view.winner for view in await playing}) == 1
    assert stored_facts(target.database, target.games["running"]) == before
