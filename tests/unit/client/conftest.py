"""A table service that says what the test tells it to say, over real gRPC."""

from contextlib import AsyncExitStack

import grpc.aio
import pytest

from chassis.callers import Role
from chassis.run import serve
from chassis.settings import Settings
from tests.accounts import KEYS, Known
from thousand.table.v1 import table_pb2, table_pb2_grpc
from thousand_client import TableClient, player
from thousand_engine import Refusal
from thousand_wire.views import write_view

METHODS = [m.name for m in table_pb2.DESCRIPTOR.services_by_name["TableService"].methods]


class Away(Refusal):
    """The service is away and says so."""

    retry_after = 0.001

    def __init__(self):
        super().__init__("AWAY", "come again")


class Cancelled(Refusal):
    """What grpc itself says when a call reaches a server that stops."""

    def __init__(self):
        super().__init__("CANCELLED", "stopping")


class Late(Refusal):
    def __init__(self):
        super().__init__("STALE_VERSION", "too late", version=7)


class ToldTable(table_pb2_grpc.TableServiceServicer):
    """Shows its views, from version 1 on; each call first meets the next trouble, None for none."""

    def __init__(self):
        self.views = []
        self.troubles = {"Act": [], "GetView": [], "WatchGame": []}
        self.acted = []
        self.watched_from = []

    def trouble(self, method):
        if self.troubles[method] and (error := self.troubles[method].pop(0)):
            raise error

    async def Act(self, request, context):
        self.acted.append(request)
        self.trouble("Act")
        return table_pb2.ActResponse(version=request.expected_version + 1)

    async def GetView(self, request, context):
        self.trouble("GetView")
        agreement = {id: str(value) for id, value in self.views[0].rules.options().items()}
        return table_pb2.GetViewResponse(view=self.message(1), agreement=agreement)

    async def WatchGame(self, request, context):
        self.watched_from.append(request.from_version if request.HasField("from_version") else None)
        for version in range(request.from_version + 1, len(self.views) + 1):
            self.trouble("WatchGame")
            update = table_pb2.Update(last_version=version, view=self.message(version))
            yield table_pb2.WatchGameResponse(update=update)

    def message(self, version):
        return write_view("t1-1", version, ("ann", "bob", "cid"), self.views[version - 1])


@pytest.fixture(autouse=True)
def no_long_waits(monkeypatch):
    monkeypatch.setattr(player, "LONGEST_WAIT", 0.01)


@pytest.fixture
def table():
    return ToldTable()


@pytest.fixture
async def client(table):
    async def bind(chassis):
        table_pb2_grpc.add_TableServiceServicer_to_server(table, chassis.server)
        chassis.auth.needs(dict.fromkeys(METHODS, Role.PLAYER))
        chassis.errors.answer(Away, grpc.StatusCode.UNAVAILABLE)
        chassis.errors.answer(Cancelled, grpc.StatusCode.CANCELLED)
        chassis.errors.answer(Late, grpc.StatusCode.ABORTED)

    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serve("table", bind, Settings(grace=0), KEYS))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(running.grpc))
        yield TableClient(channel, Known("ann"))
