import asyncio
from contextlib import AsyncExitStack

import grpc.aio
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from structlog.testing import capture_logs

from chassis.run import serve
from chassis.settings import Settings
from tests.unit.chassis.conftest import scraped
from thousand.table.v1 import table_pb2, table_pb2_grpc

TABLE = "thousand.table.v1.TableService"


async def nothing(chassis):
    pass


class Table(table_pb2_grpc.TableServiceServicer):
    async def Act(self, request, context):
        return table_pb2.ActResponse(version=7)

    async def WatchGame(self, request, context):
        for version in (1, 2):
            update = table_pb2.Update(last_version=version)
            yield table_pb2.WatchGameResponse(update=update)


class Writing(table_pb2_grpc.TableServiceServicer):
    async def WatchGame(self, request, context):
        for version in (1, 2):
            update = table_pb2.Update(last_version=version)
            await context.write(table_pb2.WatchGameResponse(update=update))


class Waiting(table_pb2_grpc.TableServiceServicer):
    def __init__(self):
        self.called = asyncio.Event()
        self.cancelled = asyncio.Event()

    async def WatchGame(self, request, context):
        try:
            self.called.set()
            await asyncio.Event().wait()
            yield
        finally:
            self.cancelled.set()


@pytest.mark.parametrize("servicer", [Table(), Writing()])
async def test_a_stream_may_be_yielded_or_written(started, servicer):
    async with started(servicer) as (_, channel):
        watch = table_pb2_grpc.TableServiceStub(channel).WatchGame
        versions = [m.update.last_version async for m in watch(table_pb2.WatchGameRequest())]

    assert versions == [1, 2]


async def test_a_stream_whose_caller_hangs_up_is_cancelled_without_a_word(started):
    servicer = Waiting()

    with capture_logs() as logs:
        async with started(servicer) as (_, channel):
            call = table_pb2_grpc.TableServiceStub(channel).WatchGame(table_pb2.WatchGameRequest())
            await servicer.called.wait()
            call.cancel()
            await servicer.cancelled.wait()

    assert logs == []


async def test_a_running_service_is_healthy(started):
    async with started(Table()) as (_, channel):
        check = health_pb2_grpc.HealthStub(channel).Check
        whole = await check(health_pb2.HealthCheckRequest())
        table = await check(health_pb2.HealthCheckRequest(service=TABLE))

    assert whole.status == table.status == health_pb2.HealthCheckResponse.SERVING


async def test_a_service_that_stops_says_so_while_it_still_answers():
    async with AsyncExitStack() as service:
        running = await service.enter_async_context(serve("table", nothing, Settings(grace=60)))
        async with grpc.aio.insecure_channel(running.grpc) as channel:
            watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
            before = await watch.read()
            stopping = asyncio.create_task(service.aclose())
            after = await watch.read()
            watch.cancel()
            await stopping

    assert before.status == health_pb2.HealthCheckResponse.SERVING
    assert after.status == health_pb2.HealthCheckResponse.NOT_SERVING


async def test_reflection_knows_every_service(started):
    async with started(Table()) as (_, channel):
        ask = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo
        call = ask(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
        answer = await call.read()

    names = {service.name for service in answer.list_services_response.service}
    assert names == {TABLE, "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}


async def test_the_time_of_every_call_is_measured(started):
    async with started(Table()) as (running, channel):
        stub = table_pb2_grpc.TableServiceStub(channel)
        await stub.Act(table_pb2.ActRequest())
        with pytest.raises(grpc.RpcError):
            await stub.TakeSeat(table_pb2.TakeSeatRequest())
        with pytest.raises(grpc.RpcError):
            await channel.unary_unary("/made.up/Method")(b"")
        scrape = await scraped(running)

    assert f'_count{{code="OK",method="{TABLE}/Act",service="table"}} 1.0' in scrape
    assert f'_count{{code="UNIMPLEMENTED",method="{TABLE}/TakeSeat",service="table"}} 1.0' in scrape
    assert "made.up" not in scrape


async def test_parts_are_closed_last_in_first_after_the_last_call():
    told = []

    async def bind(chassis):
        chassis.closing.callback(told.append, "first in")
        chassis.closing.callback(told.append, "last in")
        chassis.closing.callback(lambda: told.append(chassis.stopping.is_set()))

    async with serve("table", bind, Settings()):
        assert told == []

    assert told == [True, "last in", "first in"]


async def test_parts_are_closed_when_the_rest_cannot_be_joined():
    told = []

    async def bind(chassis):
        chassis.closing.callback(told.append, "closed")
        raise RuntimeError("no store")

    with pytest.raises(RuntimeError, match="no store"):
        async with serve("table", bind, Settings()):
            pass

    assert told == ["closed"]


async def test_two_services_cannot_share_a_port():
    async with serve("table", nothing, Settings()) as first:
        with pytest.raises(RuntimeError, match="bind"):
            async with serve("table", nothing, Settings(listen=first.grpc)):
                pass
