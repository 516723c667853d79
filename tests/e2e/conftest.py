"""The table service for end-to-end tests, bound in this process on a real PostgreSQL."""

import grpc.aio
import pytest

from chassis.run import serve
from chassis.settings import Settings
from services.table.bind import bind
from tests.accounts import KEYS
from thousand_log.migrate import migrate


@pytest.fixture
async def table_address(database):
    migrate(database)
    async with serve("table", bind, Settings(database_url=database), KEYS) as running:
        yield running.grpc


@pytest.fixture
async def channel(table_address):
    async with grpc.aio.insecure_channel(table_address) as channel:
        yield channel
