"""Join the parts of the scoring service; the only file that knows them all."""

from functools import partial

import grpc
import grpc.aio
from prometheus_client import CollectorRegistry, Counter

from chassis.bus import BusMetrics
from chassis.callers import Role
from chassis.channels import channel_to
from chassis.jetstream import Stream, open_inlet
from chassis.run import Chassis
from chassis.tasks import kept_running
from services.scoring import errors
from services.scoring.application import Counting, Standings
from services.scoring.consumers import ROOT, consumer_of, reader_of
from services.scoring.servicer import ScoringServicer
from services.scoring.store import Store
from thousand.scoring.v1 import scoring_pb2_grpc
from thousand_client.identity import ServiceSession
from thousand_log.errors import StoreUnreachable

NAME = "scoring"

NEEDS = {
    "GetPlayer": Role.ANYBODY,
    "ListLeaderboard": Role.ANYBODY,
    "ListGames": Role.ANYBODY,
    "GetGame": Role.ANYBODY,
    "Rebuild": Role.OPERATOR,
    "ListParked": Role.OPERATOR,
    "RetryGame": Role.OPERATOR,
}

ANSWERS = {
    errors.BadRequest: grpc.StatusCode.INVALID_ARGUMENT,
    errors.NotFound: grpc.StatusCode.NOT_FOUND,
}
"""Other refusals are FAILED_PRECONDITION."""


async def bind(chassis: Chassis) -> None:
    """The scoring service on this chassis."""
    settings, closing = chassis.settings, chassis.closing
    store = await closing.enter_async_context(Store.open(settings.require_database_url()))
    table = channel_to(settings.require_table())
    identity = channel_to(settings.identity)
    for channel in (table, identity):
        await closing.enter_async_context(channel)
    credentials = ServiceSession(identity, NAME, settings.require_bootstrap_secret())
    read_steps = reader_of(table, credentials)
    disputes = Counter(
        "thousand_disputed_deals",
        "Results that the rules do not give.",
        ["service"],
        registry=chassis.metrics.registry,
    )
    counting = Counting(store, disputes.labels(NAME).inc)
    consumer = consumer_of(counting, read_steps, BusMetrics(NAME, chassis.metrics.registry))
    stream = partial(open_inlet, settings.nats_url, Stream(ROOT), NAME)
    await closing.enter_async_context(
        kept_running(consumer.run(stream if settings.nats_url else None))
    )

    async def catch_up(fresh: Counting) -> int:
        # What is counted anew is not what the metrics of the service are about.
        return await consumer_of(
            fresh, read_steps, BusMetrics(NAME, CollectorRegistry())
        ).catch_up()

    servicer = ScoringServicer(Standings(store), counting, catch_up)
    scoring_pb2_grpc.add_ScoringServiceServicer_to_server(servicer, chassis.server)
    chassis.auth.needs(NEEDS)
    for refusal, code in ANSWERS.items():
        chassis.errors.answer(refusal, code)
    chassis.errors.out_of_reach("store", StoreUnreachable)
    chassis.errors.out_of_reach("table", grpc.aio.AioRpcError)
