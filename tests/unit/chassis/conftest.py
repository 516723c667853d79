"""A table service of a few lines, on the real chassis."""

import asyncio
import urllib.request
from contextlib import asynccontextmanager

import grpc.aio
import pytest

from chassis.callers import Role
from chassis.run import serve
from chassis.settings import Settings
from thousand.table.v1 import table_pb2, table_pb2_grpc

METHODS = table_pb2.DESCRIPTOR.services_by_name["TableService"].methods
OPEN = {method.name: Role.ANYBODY for method in METHODS}


@pytest.fixture
def started():
    @asynccontextmanager
    async def started(servicer, prepare=None):
        async def bind(chassis):
            if prepare:
                prepare(chassis)
            table_pb2_grpc.add_TableServiceServicer_to_server(servicer, chassis.server)
            chassis.auth.needs(OPEN)

        async with (
            serve("table", bind, Settings(grace=0)) as running,
            grpc.aio.insecure_channel(running.grpc) as channel,
        ):
            yield running, channel

    return started


async def scraped(running):
    """What Prometheus would read of a service."""

    def read():
        with urllib.request.urlopen(f"http://{running.metrics}/metrics") as answer:
            return answer.read().decode()

    return await asyncio.to_thread(read)
