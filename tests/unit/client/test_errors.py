import grpc
import pytest

from tests.accounts import Known
from tests.unit.client.conftest import Away, Late
from tests.unit.engine.games import dealt
from thousand_client import TableClient, refusal_of
from thousand_client.player import away, wait_for
from thousand_engine import parse_action, view


@pytest.fixture
def failure(client, table):
    table.views = [view(dealt(), 0)]

    async def failure(error):
        table.troubles["Act"] = [error]
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await client.act("t1-1", "one", parse_action("0 pass"))
        return failed.value

    return failure


async def test_a_refusal_brings_its_reason_its_facts_and_a_sentence(failure):
    refused = refusal_of(await failure(Late()))

    assert refused.code is grpc.StatusCode.ABORTED
    assert refused.reason == "STALE_VERSION"
    assert refused.facts == {"version": "7"}
    assert refused.retry_after is None
    assert str(refused) == "too late (STALE_VERSION)"


async def test_a_refusal_says_how_long_to_wait(failure):
    error = await failure(Away())

    assert refusal_of(error).retry_after == pytest.approx(0.001)
    assert wait_for(error) == pytest.approx(0.001)


async def test_a_failure_inside_the_service_names_its_incident(failure):
    refused = refusal_of(await failure(ZeroDivisionError()))

    assert refused.code is grpc.StatusCode.INTERNAL
    assert refused.facts["incident"]


async def test_a_call_that_nobody_answers_is_no_refusal_and_may_be_repeated():
    async with grpc.aio.insecure_channel("127.0.0.1:1") as channel:
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await TableClient(channel, Known("ann")).look("t1-1")

    assert refusal_of(failed.value) is None
    assert away(failed.value)
