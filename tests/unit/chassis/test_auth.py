import asyncio
import time
from contextlib import asynccontextmanager

import grpc
import grpc.aio
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from grpc import StatusCode
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from structlog.testing import capture_logs

from chassis.auth import POLL_SECONDS
from chassis.callers import Role, caller
from chassis.keys import KeysUnreachable, Published, StaticKeys
from chassis.run import serve
from chassis.service_token import PATIENCE
from chassis.settings import Settings, SettingsError
from chassis.tokens import Claims, sign
from thousand.table.v1 import table_pb2, table_pb2_grpc
from thousand_client.errors import refusal_of

PRIVATE = bytes(range(32))
PUBLIC = Ed25519PrivateKey.from_private_bytes(PRIVATE).public_key().public_bytes_raw()
METHODS = [m.name for m in table_pb2.DESCRIPTOR.services_by_name["TableService"].methods]
NEEDS = dict.fromkeys(METHODS, Role.PLAYER) | {"GetView": Role.ANYBODY, "TakeSeat": Role.OPERATOR}


class Table(table_pb2_grpc.TableServiceServicer):
    def __init__(self):
        self.ended = asyncio.Event()

    async def CreateTable(self, request, context):
        who = caller(context)
        return table_pb2.CreateTableResponse(table_id=f"{who.account} {who.role.word}")

    async def TakeSeat(self, request, context):
        return table_pb2.TakeSeatResponse(seat=1)

    async def GetView(self, request, context):
        return table_pb2.GetViewResponse()

    async def WatchGame(self, request, context):
        try:
            yield table_pb2.WatchGameResponse()
            await asyncio.Event().wait()
        finally:
            self.ended.set()


class Flooding(Table):
    async def WatchGame(self, request, context):
        try:
            while True:
                yield table_pb2.WatchGameResponse(update=table_pb2.Update(head=bytes(100_000)))
        finally:
            self.ended.set()


class ChangingKeys:
    def __init__(self):
        self.now = Published(keys={"k1": PUBLIC})

    async def published(self):
        if self.now is None:
            raise KeysUnreachable
        return self.now


class Served:
    def __init__(self, running, channel, auth):
        self.address = running.grpc
        self.channel = channel
        self.table = table_pb2_grpc.TableServiceStub(channel)
        self.auth = auth


@asynccontextmanager
async def served(servicer, keys, needs=NEEDS):
    auths = []

    async def bind(chassis):
        table_pb2_grpc.add_TableServiceServicer_to_server(servicer, chassis.server)
        chassis.auth.needs(needs)
        auths.append(chassis.auth)

    async with (
        serve("table", bind, Settings(grace=0), keys) as running,
        grpc.aio.insecure_channel(running.grpc) as channel,
    ):
        yield Served(running, channel, *auths)


@pytest.fixture
def keys():
    return ChangingKeys()


@pytest.fixture
async def service(keys):
    async with served(Table(), keys) as service:
        yield service


def token(account="g-ann", role=Role.PLAYER, lifetime=60.0, private=PRIVATE):
    now = time.time()
    claims = Claims(
        account=account, role=role, issued_at=now, expires_at=now + lifetime, key_id="k1"
    )
    return sign(claims, private)


def bearer(text):
    return (("authorization", f"Bearer {text}"),)


async def refused(call):
    with pytest.raises(grpc.RpcError) as raised:
        await call
    refusal = refusal_of(raised.value)
    return refusal.code, refusal.reason


def create_table(service, metadata):
    return service.table.CreateTable(table_pb2.CreateTableRequest(), metadata=metadata)


def watch(service, text):
    return service.table.WatchGame(table_pb2.WatchGameRequest(), metadata=bearer(text))


async def test_the_caller_is_who_the_token_says(service):
    answer = await create_table(service, bearer(token("g-bob", Role.DIRECTOR)))

    assert answer.table_id == "g-bob director"


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        pytest.param((), "NO_TOKEN", id="no metadata"),
        pytest.param((("authorization", ""),), "NO_TOKEN", id="nothing in it"),
        pytest.param((("authorization", "Bearer "),), "NO_TOKEN", id="no token"),
        pytest.param((("authorization", token()),), "NO_TOKEN", id="no scheme"),
        pytest.param((("authorization", f"Basic {token()}"),), "NO_TOKEN", id="another scheme"),
        pytest.param((("thousand-account", "g-ann"),), "NO_TOKEN", id="a mere name"),
        pytest.param(bearer("let-me-in"), "BAD_TOKEN", id="garbage"),
        pytest.param(bearer(token(private=bytes(32))), "BAD_TOKEN", id="a foreign key"),
        pytest.param(bearer(token(lifetime=-60)), "TOKEN_EXPIRED", id="an old one"),
    ],
)
async def test_a_call_without_a_good_token_is_refused(service, metadata, reason):
    answer = await refused(create_table(service, metadata))

    assert answer == (StatusCode.UNAUTHENTICATED, reason)


async def test_the_scheme_may_be_written_in_any_case(service):
    await create_table(service, (("authorization", f"bearer {token()}"),))


async def test_a_request_is_not_even_read_before_the_caller_is_known(service):
    call = service.channel.unary_unary("/thousand.table.v1.TableService/CreateTable")

    assert await refused(call(b"\xff")) == (StatusCode.UNAUTHENTICATED, "NO_TOKEN")


@pytest.mark.parametrize(
    ("role", "is_let_in"),
    [
        (Role.PLAYER, False),
        (Role.DIRECTOR, False),
        (Role.OPERATOR, True),
        (Role.SERVICE, True),
    ],
)
async def test_a_method_asks_for_its_role_or_one_above(service, role, is_let_in):
    call = service.table.TakeSeat(table_pb2.TakeSeatRequest(), metadata=bearer(token(role=role)))

    if is_let_in:
        assert (await call).seat == 1
    else:
        assert await refused(call) == (StatusCode.PERMISSION_DENIED, "ROLE_NEEDED")


async def test_what_is_open_needs_no_token_and_looks_at_none(service):
    await service.table.GetView(table_pb2.GetViewRequest())
    await service.table.GetView(table_pb2.GetViewRequest(), metadata=bearer("garbage"))


async def test_health_and_reflection_need_no_token(service):
    check = health_pb2_grpc.HealthStub(service.channel).Check
    assert (await check(health_pb2.HealthCheckRequest())).status

    ask = reflection_pb2_grpc.ServerReflectionStub(service.channel).ServerReflectionInfo
    call = ask(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
    assert await call.read()


async def test_a_service_starts_before_anybody_knows_the_keys(keys):
    keys.now = None
    async with served(Table(), keys) as service:
        call = create_table(service, bearer(token()))
        assert await refused(call) == (StatusCode.UNAVAILABLE, "IDENTITY_UNREACHABLE")

        keys.now = Published(keys={"k1": PUBLIC})
        await service.auth.poll()

        await create_table(service, bearer(token()))


async def test_a_stream_ends_when_its_token_expires(service):
    call = watch(service, token(lifetime=0.2))
    await call.read()

    assert await refused(call.read()) == (StatusCode.UNAUTHENTICATED, "TOKEN_EXPIRED")


async def test_a_stream_that_nobody_reads_ends_too(keys):
    flooding = Flooding()
    async with served(flooding, keys) as service:
        call = watch(service, token(lifetime=0.2))

        await call.wait_for_connection()
        await flooding.ended.wait()

        assert await refused(all_of(call)) == (StatusCode.UNAUTHENTICATED, "TOKEN_EXPIRED")


async def all_of(call):
    return [answer async for answer in call]


async def test_revocation_is_heard_with_the_next_poll_by_calls_and_by_streams(service, keys):
    ann, bob = token("g-ann"), token("g-bob")
    stream, other = watch(service, ann), watch(service, bob)
    await stream.read()
    await other.read()
    keys.now = Published(keys={"k1": PUBLIC}, revoked={"g-ann": time.time()})

    await service.auth.poll()

    revoked = StatusCode.UNAUTHENTICATED, "TOKEN_REVOKED"
    assert await refused(stream.read()) == revoked
    assert await refused(create_table(service, bearer(ann))) == revoked
    await create_table(service, bearer(bob))
    assert not other.done()


def test_a_revocation_is_heard_within_ten_seconds_however_slow_the_answers_of_one_poll():
    assert POLL_SECONDS + 5 * PATIENCE < 10


async def test_a_role_taken_away_is_heard_with_the_next_poll(keys):
    async with served(Table(), keys, NEEDS | {"WatchGame": Role.DIRECTOR}) as service:
        ann = token(role=Role.OPERATOR)
        stream = watch(service, ann)
        await stream.read()
        keys.now = Published(keys={"k1": PUBLIC}, roles={"g-ann": (Role.PLAYER, time.time())})

        await service.auth.poll()

        assert await refused(stream.read()) == (StatusCode.PERMISSION_DENIED, "ROLE_NEEDED")
        assert (await create_table(service, bearer(ann))).table_id == "g-ann player"


async def test_a_stream_whose_caller_hung_up_is_forgotten(keys):
    table = Table()
    async with served(table, keys) as service:
        call = watch(service, token())
        await call.read()

        call.cancel()
        await table.ended.wait()

        assert service.auth._streams == {}


async def test_no_token_is_in_the_logs(service):
    texts = [token(), token(private=bytes(32)), token(lifetime=-60), "let-me-in"]

    with capture_logs() as logs:
        for text in texts:
            await asyncio.gather(
                create_table(service, bearer(text)),
                service.table.TakeSeat(table_pb2.TakeSeatRequest(), metadata=bearer(text)),
                return_exceptions=True,
            )

    assert {log.get("reason") for log in logs} >= {"BAD_TOKEN", "TOKEN_EXPIRED", "ROLE_NEEDED"}
    assert not any(text in str(logs) for text in texts)


STATIC = StaticKeys(Published(keys={"k1": PUBLIC}))


@pytest.mark.parametrize(
    ("needs", "astray"),
    [
        pytest.param({"Act": Role.PLAYER}, "CreateTable", id="a method without a role"),
        pytest.param(NEEDS | {"Acct": Role.PLAYER}, "Acct", id="a role without a method"),
    ],
)
async def test_methods_and_roles_must_fit_before_anything_is_served(needs, astray):
    with pytest.raises(ValueError, match=astray):
        async with served(Table(), STATIC, needs):
            pass


async def test_two_services_in_one_process_cannot_ask_differently_at_one_name():
    async def bind(chassis):
        chassis.auth.needs({"Act": Role.PLAYER})
        chassis.auth.needs({"Act": Role.DIRECTOR})

    with pytest.raises(ValueError, match="Act"):
        async with serve("table", bind, Settings(), STATIC):
            pass


async def test_a_service_that_asks_for_roles_must_know_whom_to_ask():
    with pytest.raises(SettingsError, match="THOUSAND_IDENTITY"):
        async with served(Table(), None):
            pass


async def test_a_service_that_asks_for_no_role_asks_nobody_for_keys():
    asked = []

    class Counting(ChangingKeys):
        async def published(self):
            asked.append(self)
            return await super().published()

    async with served(Table(), Counting(), dict.fromkeys(METHODS, Role.ANYBODY)) as service:
        await service.table.GetView(table_pb2.GetViewRequest())

    assert asked == []
