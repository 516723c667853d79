import asyncio
import struct
from contextlib import AsyncExitStack

import pytest
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from chassis.callers import Role
from chassis.origin import ADDRESS, PASSED_ON_BY, REFUSED, IntroductionRefused
from chassis.run import serve
from chassis.settings import Settings, SettingsError
from chassis.tokens import BadToken
from chassis.verifying import Verifier
from services.gateway.bind import bind
from tests.accounts import KEYS, Publisher, signed
from tests.e2e.browsers import Web, reason
from thousand.identity.v1 import identity_pb2, identity_pb2_grpc
from thousand.table.v1 import table_pb2, table_pb2_grpc

TABLE = "table.v1.TableService"
IDENTITY = "identity.v1.IdentityService"


class Table(table_pb2_grpc.TableServiceServicer):
    """Tells who called, and keeps one stream open."""

    def __init__(self):
        self.metadata = {}
        self.left = asyncio.Event()

    async def GetView(self, request, context):
        self.metadata = dict(context.invocation_metadata())
        return table_pb2.GetViewResponse(view=table_pb2.View(game_id=request.game_id, version=7))

    async def Act(self, request, context):
        raise RuntimeError("a secret of the inside")

    async def WatchGame(self, request, context):
        try:
            yield table_pb2.WatchGameResponse(update=table_pb2.Update(last_version=3))
            await asyncio.Event().wait()
        finally:
            self.left.set()


class Identity(Publisher):
    """Tells what came with each guest, and refuses some at the door."""

    def __init__(self):
        self.guests = []
        self.refuses = 0
        self.gives_tokens = True

    async def CreateGuest(self, request, context):
        self.guests.append(dict(context.invocation_metadata()))
        if self.refuses:
            self.refuses -= 1
            raise IntroductionRefused
        return identity_pb2.CreateGuestResponse()

    async def IssueServiceToken(self, request, context):
        if not self.gives_tokens:
            raise BadToken
        return await super().IssueServiceToken(request, context)

    async def RefreshToken(self, request, context):
        self.guests.append(dict(context.invocation_metadata()))
        raise BadToken


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def identity():
    return Identity()


@pytest.fixture
async def service(table, identity):
    async def bind_both(chassis):
        table_pb2_grpc.add_TableServiceServicer_to_server(table, chassis.server)
        identity_pb2_grpc.add_IdentityServiceServicer_to_server(identity, chassis.server)
        for file, name, role in (
            (table_pb2, "TableService", Role.PLAYER),
            (identity_pb2, "IdentityService", Role.ANYBODY),
        ):
            methods = file.DESCRIPTOR.services_by_name[name].methods_by_name
            chassis.auth.needs(dict.fromkeys(methods, role))

    async with serve("table", bind_both, Settings(), KEYS) as running:
        yield running


@pytest.fixture
async def gateway(service, secret_file):
    async with AsyncExitStack() as stack:
        settings = Settings(
            table=service.grpc, identity=service.grpc, bootstrap_secret_file=secret_file, grace=1
        )
        running = await stack.enter_async_context(serve("gateway", bind, settings))
        yield stack, Web(running.others["web"])


@pytest.fixture
def web(gateway):
    return gateway[1]


TOKEN = signed("ann").text


async def test_a_call_in_json_is_passed_on_with_the_callers_token(web, table):
    answer = await web.ask(f"{TABLE}/GetView", {"gameId": "t1-1"}, TOKEN)

    assert answer.json["view"] == {"gameId": "t1-1", "version": "7"}
    assert table.metadata["authorization"] == f"Bearer {TOKEN}"


async def test_a_call_belongs_to_the_same_trace_here_and_in_the_service(web, table):
    with capture_logs([merge_contextvars]) as logs:
        await web.ask(f"{TABLE}/GetView", {"gameId": "t1-1"}, TOKEN)
        refused = await web.ask(f"{TABLE}/Act", {"gameId": "t1-1", "commandId": "mine"})

    here, there = (line for line in reversed(logs) if line["event"] == "call_refused")
    assert refused.status == 401
    assert here["trace_id"] == there["trace_id"]
    assert (here["game_id"], here["command_id"]) == ("t1-1", "mine")
    assert here["trace_id"] not in table.metadata["traceparent"]


async def test_the_gateway_vouches_for_the_address_of_a_guests_browser_and_for_no_other(
    web, identity
):
    headers = {ADDRESS: "192.0.2.1", PASSED_ON_BY: TOKEN, "x-forwarded-for": "192.0.2.1"}

    await web.send(
        f"/thousand.{IDENTITY}/CreateGuest", b"{}", content_type="application/json", **headers
    )

    [guest] = identity.guests
    assert guest[ADDRESS] == "127.0.0.1"
    claims = await Verifier(KEYS).verify(guest[PASSED_ON_BY])
    assert (claims.account, claims.role) == ("service-gateway", Role.SERVICE)


async def test_a_gateway_whose_introduction_is_refused_introduces_once_more_with_a_new_token(
    web, identity
):
    identity.refuses = 1

    with capture_logs() as logs:
        answer = await web.ask(f"{IDENTITY}/CreateGuest", {})

    void, good = (guest[PASSED_ON_BY] for guest in identity.guests)
    assert answer.status == 200
    assert void != good
    assert [log["event"] for log in logs if log["log_level"] == "warning"] == [
        "introduction_refused"
    ]


async def test_a_gateway_that_is_refused_again_says_so(web, identity):
    identity.refuses = 2

    with capture_logs():
        answer = await web.ask(f"{IDENTITY}/CreateGuest", {})

    assert (answer.status, reason(answer.json)) == (401, REFUSED)
    assert len(identity.guests) == 2


async def test_a_browsers_own_bad_token_costs_the_gateway_no_new_one(web, identity):
    for _ in range(2):
        refused = await web.ask(f"{IDENTITY}/RefreshToken", {}, "let-me-in")

    first, second = (guest[PASSED_ON_BY] for guest in identity.guests)
    assert (refused.status, reason(refused.json)) == (401, "BAD_TOKEN")
    assert first == second


async def test_a_gateway_that_gets_no_token_says_in_the_log_that_guests_share_its_address(
    web, identity
):
    identity.gives_tokens = False

    with capture_logs() as logs:
        answer = await web.ask(f"{IDENTITY}/CreateGuest", {})

    assert answer.status == 200
    assert PASSED_ON_BY not in identity.guests[0]
    assert "introduction_missing" in [log["event"] for log in logs]


async def test_nobody_else_sees_the_gateways_token(web, table):
    await web.ask(f"{TABLE}/GetView", {}, TOKEN)

    assert PASSED_ON_BY not in table.metadata


async def test_a_call_in_grpc_web_is_passed_on(web):
    body = table_pb2.GetViewRequest(game_id="t1-1").SerializeToString()

    answer = await web.send(
        f"/thousand.{TABLE}/GetView",
        struct.pack(">BI", 0, len(body)) + body,
        content_type="application/grpc-web+proto",
        authorization=f"Bearer {TOKEN}",
    )

    [length] = struct.unpack(">I", answer.body[1:5])
    assert table_pb2.GetViewResponse.FromString(answer.body[5 : 5 + length]).view.version == 7
    assert b"grpc-status: 0" in answer.body[5 + length :]


async def test_a_refusal_keeps_its_code_and_its_reason(web):
    answer = await web.ask(f"{TABLE}/GetView", {})

    assert answer.status == 401
    assert answer.json["code"] == "unauthenticated"
    assert reason(answer.json) == "NO_TOKEN"


async def test_a_stream_is_ended_in_the_service_when_the_browser_goes(web, table):
    async with web.stream(f"{TABLE}/WatchGame", {}, TOKEN) as answers:
        assert await anext(answers) == {"update": {"lastVersion": "3"}}
        assert not table.left.is_set()

    await table.left.wait()


async def test_a_stream_that_is_refused_ends_with_the_reason(web):
    async with web.stream(f"{TABLE}/WatchGame", {}) as answers:
        end = await anext(answers)

    assert end["error"]["code"] == "unauthenticated"
    assert reason(end["error"]) == "NO_TOKEN"


async def test_a_gateway_that_stops_tells_its_streams_to_connect_again(gateway):
    stack, web = gateway
    async with web.stream(f"{TABLE}/WatchGame", {}, TOKEN) as answers:
        await anext(answers)

        stopping = asyncio.create_task(stack.aclose())
        end = await anext(answers)

    await stopping
    assert end["error"]["code"] == "unavailable"
    assert reason(end["error"]) == "DRAINING"


async def test_a_service_that_is_away_is_said_to_be_away_and_no_more(service, secret_file):
    settings = Settings(
        table="127.0.0.1:1", identity=service.grpc, bootstrap_secret_file=secret_file
    )
    async with serve("gateway", bind, settings) as running:
        answer = await Web(running.others["web"]).ask(f"{TABLE}/GetView", {}, TOKEN)

    assert answer.status == 503
    assert answer.json["message"] == "the service does not answer"
    assert reason(answer.json) == "SERVICE_UNREACHABLE"


async def test_what_breaks_inside_stays_inside(web):
    with capture_logs():
        answer = await web.ask(f"{TABLE}/Act", {}, TOKEN)

    assert answer.status == 500
    assert reason(answer.json) == "INTERNAL"
    assert b"secret" not in answer.body


@pytest.mark.parametrize(
    "path",
    [
        f"/thousand.{TABLE}/ReadSteps",
        "/thousand.identity.v1.IdentityService/IssueServiceToken",
        "/thousand.scoring.v1.ScoringService/GetPlayer",  # whose address is not set
        "/thousand.table.v1.TableService",
        "/thousand.table.v1.TableService/%2e%2e/Act",
        "/grpc.health.v1.Health/Check",
        "/games/a/b",
        "/games/../../etc/passwd",
        "/page.js/..%2f..%2fbind.py",
        "/%00",
        "/" + "a" * 5000,
    ],
)
async def test_what_is_not_served_is_not_found_in_json(web, path):
    answer = await web.send(path, b"{}", content_type="application/json")

    assert answer.status == 404
    assert answer.json["code"] == "not_found"


GOOD = {"content_type": "application/json"}


@pytest.mark.parametrize(
    ("body", "headers", "number", "code"),
    [
        (b"", GOOD, 400, "invalid_argument"),
        (b"{", GOOD, 400, "invalid_argument"),
        (b"[1]", GOOD, 400, "invalid_argument"),
        (b"\xff\xfe", GOOD, 400, "invalid_argument"),
        (b'{"gameId": 1}', GOOD, 400, "invalid_argument"),
        (b'{"gameId": "\\ud800"}', GOOD, 400, "invalid_argument"),
        (b'{"a":' * 10_000, GOOD, 400, "invalid_argument"),
        (b"[" * 60_000, GOOD, 400, "invalid_argument"),
        (b"\xff", {"content_type": "application/proto"}, 400, "invalid_argument"),
        (b'"' + b"a" * 100_000 + b'"', GOOD, 429, "resource_exhausted"),
        (b"{}", GOOD | {"content_encoding": "gzip"}, 400, "invalid_argument"),
        (b"{}", GOOD | {"content_encoding": "zip"}, 501, "unimplemented"),
        (b"{}", GOOD | {"connect_timeout_ms": "soon"}, 400, "invalid_argument"),
        (b"{}", GOOD | {"authorization": "Bearer \x01"}, 401, "unauthenticated"),
        (b"{}", GOOD | {"x_odd": "\xff"}, 400, "invalid_argument"),
        (b"{}", {"content_type": "application/grpc"}, 415, "unimplemented"),
        (None, {}, 405, "unimplemented"),
    ],
)
async def test_a_hostile_request_gets_a_clear_error_in_json(web, body, headers, number, code):
    headers = {"authorization": f"Bearer {TOKEN}"} | headers

    answer = await web.send(f"/thousand.{TABLE}/GetView", body, **headers)

    assert (answer.status, answer.json["code"]) == (number, code)
    assert answer.json["message"]
    assert b"Traceback" not in answer.body


@pytest.mark.parametrize("path", ["/", "/games/t1-1", "/page.js", "/page.css", "/health", "/no"])
async def test_every_answer_tells_the_browser_to_be_strict(web, path):
    answer = await web.send(path)

    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_pages_need_nothing_from_elsewhere_and_no_script_inside(web):
    pages = [(await web.send(path)).body.decode() for path in ("/", "/games/t1-1")]

    for page in pages:
        assert "//" not in page
        assert page.count("<script") == page.count('<script src="/page.js"') == 1
        assert "style=" not in page


async def test_nothing_that_others_wrote_is_read_as_markup(web):
    script = (await web.send("/page.js")).body.decode()

    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert way not in script


async def test_a_gateway_is_healthy_on_its_own(web):
    answer = await web.send("/health")

    assert answer.json == {"serving": True}


async def test_a_gateway_needs_to_know_who_gives_tokens():
    with pytest.raises(SettingsError, match="THOUSAND_IDENTITY"):
        async with serve("gateway", bind, Settings(table="127.0.0.1:1")):
            pass
