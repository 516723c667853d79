import pytest
from grpc import RpcError, StatusCode
from structlog.testing import capture_logs

from chassis.errors import Errors
from tests.unit.chassis.conftest import scraped
from thousand.table.v1 import table_pb2, table_pb2_grpc
from thousand_client.errors import refusal_of
from thousand_engine.errors import BadAction, Reason, Refusal, RuleBroken

STREAM = "WatchGame"
UNARY = "Act"


class NoSuchGame(Refusal):
    pass


class Overloaded(Refusal):
    retry_after = 1.5


class Failing(table_pb2_grpc.TableServiceServicer):
    def __init__(self, error):
        self.error = error

    async def Act(self, request, context):
        raise self.error

    async def WatchGame(self, request, context):
        yield table_pb2.WatchGameResponse()
        raise self.error


async def ask(channel, method, metadata=()):
    stub = table_pb2_grpc.TableServiceStub(channel)
    if method == STREAM:
        return [m async for m in stub.WatchGame(table_pb2.WatchGameRequest(), metadata=metadata)]
    return await stub.Act(table_pb2.ActRequest(), metadata=metadata)


@pytest.fixture
def refused(started):
    async def refused(error, method=UNARY, prepare=None):
        async with started(Failing(error), prepare) as (_, channel):
            with pytest.raises(RpcError) as raised:
                await ask(channel, method)
            return refusal_of(raised.value)

    return refused


@pytest.mark.parametrize("method", [UNARY, STREAM])
async def test_a_broken_rule_reaches_the_caller_with_its_reason_facts_and_sentence(refused, method):
    refusal = await refused(RuleBroken(Reason.BID_TOO_LOW, least=105), method)

    assert refusal.code is StatusCode.FAILED_PRECONDITION
    assert refusal.reason == "BID_TOO_LOW"
    assert refusal.facts == {"least": "105"}
    assert refusal.message == "a bid must beat the standing bid"
    assert refusal.retry_after is None


async def test_what_cannot_be_read_is_an_invalid_argument(refused):
    assert (await refused(BadAction("no card"))).code is StatusCode.INVALID_ARGUMENT


async def test_the_most_specific_class_answers(refused):
    def prepare(chassis):
        chassis.errors.answer(NoSuchGame, StatusCode.NOT_FOUND)
        chassis.errors.answer(Refusal, StatusCode.OUT_OF_RANGE)

    missing = await refused(NoSuchGame("NO_SUCH_GAME", "there is no such game"), UNARY, prepare)
    other = await refused(Refusal("OTHER", "another"), UNARY, prepare)

    assert missing.code is StatusCode.NOT_FOUND
    assert other.code is StatusCode.OUT_OF_RANGE


async def test_a_refusal_says_when_waiting_helps(refused):
    assert (await refused(Overloaded("OVERLOADED", "too much"))).retry_after == 1.5


async def test_a_fact_is_cut_to_what_a_status_can_carry(refused):
    refusal = await refused(Refusal("LONG", "long", said="x" * 100_000))

    assert refusal.facts == {"said": "x" * 200}


async def test_a_registered_failure_is_answered_without_its_text(refused):
    def prepare(chassis):
        chassis.errors.answer(
            ConnectionError,
            StatusCode.UNAVAILABLE,
            reason="STORE_UNAVAILABLE",
            sentence="the store is out of reach",
            retry_after=2,
        )

    refusal = await refused(ConnectionRefusedError("host=secret"), UNARY, prepare)

    assert refusal.code is StatusCode.UNAVAILABLE
    assert refusal.reason == "STORE_UNAVAILABLE"
    assert refusal.message == "the store is out of reach"
    assert refusal.retry_after == 2


def test_a_failure_is_registered_with_words_of_our_own():
    with pytest.raises(TypeError, match="ConnectionError"):
        Errors().answer(ConnectionError, StatusCode.UNAVAILABLE)


@pytest.mark.parametrize("method", [UNARY, STREAM])
async def test_a_bug_is_loud_in_the_log_and_silent_on_the_wire(refused, method):
    with capture_logs() as logs:
        refusal = await refused(KeyError("ace of spades"), method)

    (entry,) = [log for log in logs if log["event"] == "call_broke"]
    assert refusal.code is StatusCode.INTERNAL
    assert refusal.facts == {"incident": entry["incident"]}
    assert "ace" not in refusal.message
    assert "ace of spades" in str(entry["exc_info"])


async def test_a_request_that_is_no_message_is_an_invalid_argument(started):
    async with started(Failing(None)) as (_, channel):
        with pytest.raises(RpcError) as raised:
            await channel.unary_unary("/thousand.table.v1.TableService/Act")(b"\xff")

    assert refusal_of(raised.value).code is StatusCode.INVALID_ARGUMENT


@pytest.mark.parametrize("garbage", [b"\xff", b"\x0a\x05abc"])
async def test_garbage_is_a_short_line_for_who_looks_closely_and_counted(started, garbage):
    method = "thousand.table.v1.TableService/Act"
    with capture_logs() as logs:
        async with started(Failing(None)) as (running, channel):
            with pytest.raises(RpcError):
                await channel.unary_unary(f"/{method}")(garbage)
            scrape = await scraped(running)

    assert logs == [
        {
            "event": "call_refused",
            "log_level": "debug",
            "method": method,
            "reason": "UNREADABLE_REQUEST",
        }
    ]
    assert f'_count{{code="INVALID_ARGUMENT",method="{method}",service="table"}} 1.0' in scrape


async def test_a_method_that_is_not_written_is_unimplemented(started):
    async with started(table_pb2_grpc.TableServiceServicer()) as (_, channel):
        with pytest.raises(RpcError) as raised:
            await ask(channel, UNARY)

    assert refusal_of(raised.value).code is StatusCode.UNIMPLEMENTED


async def test_a_call_that_no_service_refused_carries_no_refusal(started):
    async with started(Failing(None)) as (_, channel):
        with pytest.raises(RpcError) as raised:
            await channel.unary_unary("/no.such.Service/Method")(b"")

    assert refusal_of(raised.value) is None
    assert refusal_of(RpcError()) is None
