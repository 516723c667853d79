import asyncio
import json
import re
import sys

import grpc.aio
import pytest
import structlog
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from chassis.channels import channel_to
from chassis.log_context import passed_on
from thousand.table.v1 import table_pb2, table_pb2_grpc

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
TRACEPARENT = f"00-{TRACE}-00f067aa0ba902b7-01"

log = structlog.get_logger()


class Telling(table_pb2_grpc.TableServiceServicer):
    """Says what it is asked for, and asks the next service if there is one."""

    def __init__(self):
        self.next = None

    async def Act(self, request, context):
        log.info("acted")
        return table_pb2.ActResponse()

    async def GetView(self, request, context):
        log.info("looked")
        if self.next:
            await table_pb2_grpc.TableServiceStub(self.next).GetView(request)
        return table_pb2.GetViewResponse()

    async def WatchGame(self, request, context):
        log.info("watched")
        yield table_pb2.WatchGameResponse()


@pytest.fixture
def lines():
    with capture_logs([merge_contextvars]) as lines:
        yield lines


@pytest.fixture
async def table(started):
    async with started(Telling()) as (_, channel):
        yield table_pb2_grpc.TableServiceStub(channel)


async def test_what_a_call_logs_names_its_game_its_command_and_its_trace(table, lines):
    request = table_pb2.ActRequest(game_id="t1-1", command_id="mine")

    await table.Act(request, metadata=[("traceparent", TRACEPARENT)])

    [line] = lines
    assert (line["game_id"], line["command_id"], line["trace_id"]) == ("t1-1", "mine", TRACE)


async def test_what_a_stream_logs_names_its_game(table, lines):
    async for _ in table.WatchGame(table_pb2.WatchGameRequest(game_id="t1-1")):
        pass

    assert lines[0]["game_id"] == "t1-1"


async def test_nothing_of_a_call_is_left_for_the_next(table, lines):
    await table.Act(table_pb2.ActRequest(game_id="t1-1", command_id="mine"))
    await table.GetView(table_pb2.GetViewRequest())

    first, second = lines
    assert not {"game_id", "command_id"} & second.keys()
    assert first["trace_id"] != second["trace_id"]


@pytest.mark.parametrize(
    "traceparent",
    ["", "nonsense", f"{TRACEPARENT}x", TRACEPARENT.replace(TRACE, "0" * 32), TRACEPARENT.upper()],
)
async def test_a_trace_that_is_none_is_not_taken_over(table, lines, traceparent):
    await table.Act(table_pb2.ActRequest(), metadata=[("traceparent", traceparent)])

    assert re.fullmatch("[0-9a-f]{32}", lines[0]["trace_id"])
    assert lines[0]["trace_id"] not in traceparent.lower()


async def test_an_id_as_long_as_a_book_does_not_fill_the_log(table, lines):
    await table.Act(table_pb2.ActRequest(game_id="x" * 100_000))

    assert lines[0]["game_id"] == "x" * 64


async def test_a_trace_goes_on_in_the_service_that_is_asked_next(started, lines):
    first = Telling()
    async with (
        started(Telling()) as (second, _),
        channel_to(second.grpc) as first.next,
        started(first) as (_, channel),
    ):
        stub = table_pb2_grpc.TableServiceStub(channel)
        await stub.GetView(table_pb2.GetViewRequest(), metadata=[("traceparent", TRACEPARENT)])

    assert [line["trace_id"] for line in lines] == [TRACE, TRACE]


def test_outside_of_a_trace_none_is_passed_on():
    assert passed_on() == ()


SERVICE = """
from chassis.callers import Role
from chassis.run import run
from thousand.table.v1 import table_pb2, table_pb2_grpc

class Broken(table_pb2_grpc.TableServiceServicer):
    async def Act(self, request, context):
        raise ZeroDivisionError

async def bind(chassis):
    table_pb2_grpc.add_TableServiceServicer_to_server(Broken(), chassis.server)
    methods = table_pb2.DESCRIPTOR.services_by_name["TableService"].methods
    chassis.auth.needs({method.name: Role.ANYBODY for method in methods})

run("table", bind)
"""


async def output_of(attack):
    """What a service as a process writes while it is attacked, line by line."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SERVICE),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    address = json.loads(await process.stdout.readline())["grpc"]
    async with grpc.aio.insecure_channel(address) as channel:
        await attack(channel)
    process.terminate()
    rest, _ = await process.communicate()
    return [json.loads(line) for line in rest.splitlines()]


async def test_a_line_of_a_real_service_says_what_it_is_about():
    async def attack(channel):
        request = table_pb2.ActRequest(game_id="t1-1", command_id="mine")
        with pytest.raises(grpc.aio.AioRpcError):
            await table_pb2_grpc.TableServiceStub(channel).Act(request)

    broke, *_ = await output_of(attack)

    assert broke.keys() >= {"event", "service", "game_id", "command_id", "trace_id"}
    assert (broke["event"], broke["service"]) == ("call_broke", "table")


async def test_garbage_writes_nothing_into_the_log_of_a_real_service():
    table, health = "/thousand.table.v1.TableService", "/grpc.health.v1.Health"
    reflection = "/grpc.reflection.v1alpha.ServerReflection"

    async def attack(channel):
        for call in (
            channel.unary_unary(f"{table}/Act")(b"\xff"),
            channel.unary_stream(f"{table}/WatchGame")(b"\xff").read(),
            channel.unary_unary(f"{health}/Check")(b"\xff"),
            channel.stream_stream(f"{reflection}/ServerReflectionInfo")(iter([b"\xff"])).read(),
            channel.unary_unary(f"{table}/NoSuchMethod")(b""),
            channel.unary_unary(f"{table}/Act")(bytes(5_000_000)),
        ):
            with pytest.raises(grpc.aio.AioRpcError):
                await call

    lines = await output_of(attack)

    assert [line["event"] for line in lines] == ["stopping", "stopped"]
