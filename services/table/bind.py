"""Join the parts of the table service; the only file that knows them all."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import grpc

from chassis.callers import Role
from chassis.jetstream import Stream, open_outlet
from chassis.run import Chassis
from chassis.tasks import kept_running
from services.table import errors
from services.table.application import Games
from services.table.publishing import ROOT, RelayGauges, encode
from services.table.servicer import AuditServicer, RulesServicer, TableServicer
from thousand.rules.v1 import rules_pb2_grpc
from thousand.table.v1 import audit_pb2_grpc, table_pb2_grpc
from thousand_log.errors import StoreUnreachable
from thousand_log.postgres import PostgresLog
from thousand_log.relay import Relay

NEEDS = {
    "CreateTable": Role.PLAYER,
    "TakeSeat": Role.PLAYER,
    "Act": Role.PLAYER,
    "GetView": Role.PLAYER,
    "WatchGame": Role.PLAYER,
    "ListGames": Role.ANYBODY,
    "ReadSteps": Role.SERVICE,
    "GetRecord": Role.ANYBODY,  # what is over is everybody's to check
    "GetCatalogue": Role.ANYBODY,
}

ANSWERS = {
    errors.BadRequest: grpc.StatusCode.INVALID_ARGUMENT,
    errors.GameNotFound: grpc.StatusCode.NOT_FOUND,
    errors.NotSeated: grpc.StatusCode.PERMISSION_DENIED,
    errors.StaleVersion: grpc.StatusCode.ABORTED,
    errors.UnknownVersion: grpc.StatusCode.OUT_OF_RANGE,
    errors.Draining: grpc.StatusCode.UNAVAILABLE,
}
"""Other refusals are FAILED_PRECONDITION, as those of the rules."""


async def bind(chassis: Chassis) -> None:
    """The table service on this chassis."""
    dsn = chassis.settings.require_database_url()
    log = await chassis.closing.enter_async_context(PostgresLog.open(dsn))
    if url := chassis.settings.nats_url:
        gauges = RelayGauges("table", chassis.metrics.registry)
        outlet = partial(open_outlet, url, Stream(ROOT))
        relay = Relay(log, outlet, root=ROOT, encode=encode, gauges=gauges)
        await chassis.closing.enter_async_context(kept_running(relay.run()))
    games = Games(log, now=milliseconds, draw=secrets.token_bytes, lot=secrets.randbelow)
    await chassis.closing.enter_async_context(drained(games, chassis.stopping))
    table_pb2_grpc.add_TableServiceServicer_to_server(TableServicer(games), chassis.server)
    audit_pb2_grpc.add_AuditServiceServicer_to_server(AuditServicer(games), chassis.server)
    rules_pb2_grpc.add_RulesServiceServicer_to_server(RulesServicer(), chassis.server)
    chassis.auth.needs(NEEDS)
    for refusal, code in ANSWERS.items():
        chassis.errors.answer(refusal, code)
    chassis.errors.out_of_reach("store", StoreUnreachable)


def milliseconds() -> int:
    """The time, as facts have it: since 1970 UTC."""
    return time.time_ns() // 1_000_000


@asynccontextmanager
async def drained(games: Games, stopping: asyncio.Event) -> AsyncIterator[None]:
    """Sends the streams elsewhere as soon as the service is to stop, and lets work end."""

    async def drain_when_stopping() -> None:
        await stopping.wait()
        await games.drain()

    draining = asyncio.create_task(drain_when_stopping())
    try:
        yield
    finally:
        stopping.set()
        await draining
