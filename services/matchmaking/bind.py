"""Join the parts of the matchmaking service; the only file that knows them all."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
import grpc.aio

from chassis.callers import Role
from chassis.channels import channel_to
from chassis.run import Chassis
from chassis.tasks import kept_running
from services.matchmaking import errors
from services.matchmaking.application import Queues
from services.matchmaking.servicer import MatchmakingServicer
from services.matchmaking.tables import RemoteTables
from thousand.matchmaking.v1 import matchmaking_pb2_grpc
from thousand_client.identity import ServiceSession
from thousand_log.errors import StoreUnreachable
from thousand_log.postgres import PostgresLog

NAME = "matchmaking"

NEEDS = {
    "Enqueue": Role.PLAYER,
    "GetTicket": Role.PLAYER,
    "WatchTicket": Role.PLAYER,
    "LeaveQueue": Role.PLAYER,
}

ANSWERS = {
    errors.BadRequest: grpc.StatusCode.INVALID_ARGUMENT,
    errors.TicketNotFound: grpc.StatusCode.NOT_FOUND,
    errors.Draining: grpc.StatusCode.UNAVAILABLE,
}
"""Other refusals are FAILED_PRECONDITION."""


async def bind(chassis: Chassis) -> None:
    """The matchmaking service on this chassis."""
    settings, closing = chassis.settings, chassis.closing
    log = await closing.enter_async_context(PostgresLog.open(settings.require_database_url()))
    table, bot, identity = [
        await closing.enter_async_context(channel_to(address))
        for address in (settings.require_table(), settings.require_bot(), settings.identity)
    ]
    session = ServiceSession(identity, NAME, settings.require_bootstrap_secret())
    queues = Queues(
        log,
        RemoteTables(table, bot, session),
        now=milliseconds,
        bots_after=round(settings.bots_after * 1000),
    )
    await closing.enter_async_context(kept_running(queues.run()))
    await closing.enter_async_context(drained(queues, chassis.stopping))
    matchmaking_pb2_grpc.add_MatchmakingServiceServicer_to_server(
        MatchmakingServicer(queues), chassis.server
    )
    chassis.auth.needs(NEEDS)
    for refusal, code in ANSWERS.items():
        chassis.errors.answer(refusal, code)
    chassis.errors.out_of_reach("store", StoreUnreachable)


def milliseconds() -> int:
    """The time, as facts have it: since 1970 UTC."""
    return time.time_ns() // 1_000_000


@asynccontextmanager
async def drained(queues: Queues, stopping: asyncio.Event) -> AsyncIterator[None]:
    """Sends the streams elsewhere as soon as the service is to stop."""

    async def drain_when_stopping() -> None:
        await stopping.wait()
        queues.drain()

    async with kept_running(drain_when_stopping()):
        yield
