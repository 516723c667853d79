import grpc.aio
import pytest

from chassis.callers import Role
from chassis.run import serve
from chassis.settings import Settings
from services.scoring.consumers import read_step, reader_of
from services.table.bind import bind
from services.table.publishing import step_message
from tests.accounts import KEYS, Known
from tests.unit.scoring.told import a_game
from thousand.table.v1 import table_pb2, table_pb2_grpc
from thousand_client.errors import refusal_of
from thousand_log.migrate import migrate
from thousand_log.postgres import PostgresLog

SERVICE = Known("service-scoring", Role.SERVICE)


@pytest.fixture
async def log(database):
    migrate(database)
    async with PostgresLog.open(database) as log:
        yield log


@pytest.fixture
async def channel(log, database):
    settings = Settings(database_url=database, grace=0)
    async with (
        serve("table", bind, settings, KEYS) as running,
        grpc.aio.insecure_channel(running.grpc) as channel,
    ):
        yield channel


async def test_all_steps_of_a_shard_are_read_page_by_page_with_nothing_hidden(log, channel):
    placed = [
        await log.append(step)
        for number in range(4)
        for step in a_game(number, game_id=f"t{number}-1", most_deals=10).steps
    ]
    read_steps = reader_of(channel, SERVICE)

    read = []
    while True:
        page = await read_steps(0, read[-1].position if read else 0)
        if not page.steps:
            break
        read += page.steps

    hidden = [fact.hidden for step in placed for fact in step.step.facts if fact.hidden]
    told = b"\n".join(fact for step in read for fact in step.facts)
    assert page.shards == 1
    assert len(placed) > 500  # more than a page holds
    assert read == [read_step(step_message(step)) for step in placed]
    assert hidden
    assert not any(secret in told for secret in hidden)


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        pytest.param({"shard": 1}, "BAD_SHARD", id="a shard that is not there"),
        pytest.param({"shard": -1}, "BAD_SHARD", id="a negative shard"),
        pytest.param({"after": -1}, "BAD_POSITION", id="a negative position"),
        pytest.param({"limit": -1}, "BAD_POSITION", id="a negative limit"),
    ],
)
async def test_it_is_refused_to_read(channel, request_, reason):
    table = table_pb2_grpc.TableServiceStub(channel)

    with pytest.raises(grpc.RpcError) as refused:
        await table.ReadSteps(
            table_pb2.ReadStepsRequest(**request_), metadata=await SERVICE.metadata()
        )

    refusal = refusal_of(refused.value)
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, reason)


async def test_only_services_read_the_steps_of_all_games(channel):
    table = table_pb2_grpc.TableServiceStub(channel)
    player = Known("ann")

    with pytest.raises(grpc.RpcError) as refused:
        await table.ReadSteps(table_pb2.ReadStepsRequest(), metadata=await player.metadata())

    assert refusal_of(refused.value).reason == "ROLE_NEEDED"
