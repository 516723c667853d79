"""Join the parts of the gateway; the only file that knows them all."""

import grpc.aio

from chassis.run import Chassis
from chassis.service_token import ServiceToken
from chassis.settings import SettingsError
from chassis.tasks import kept_running
from services.gateway.forwarding import Forwarding
from services.gateway.serving import served
from services.gateway.web import application
from thousand.bot.v1 import bot_pb2
from thousand.identity.v1 import identity_pb2
from thousand.matchmaking.v1 import matchmaking_pb2
from thousand.rules.v1 import rules_pb2
from thousand.scoring.v1 import scoring_pb2
from thousand.table.v1 import audit_pb2, table_pb2

NAME = "gateway"
INSIDE = {"ReadSteps", "IssueServiceToken", "IssueBotToken", "ReadChanges"}
"""What services ask each other; no browser has a reason to."""


async def bind(chassis: Chassis) -> None:
    """The gateway on this chassis: what it serves by gRPC is its health alone."""
    settings, closing = chassis.settings, chassis.closing
    if not settings.identity:
        raise SettingsError("THOUSAND_IDENTITY must be set: watchers are its guests")
    secret = settings.require_bootstrap_secret()
    forwarding = Forwarding(chassis.stopping, chassis.metrics.registry)
    endpoints: dict[str, object] = {}
    for address, *files in (
        (settings.require_table(), table_pb2, audit_pb2, rules_pb2),
        (settings.identity, identity_pb2),
        (settings.scoring, scoring_pb2),
        (settings.matchmaking, matchmaking_pb2),
        (settings.bot, bot_pb2),
    ):
        if not address:
            continue
        channel = await closing.enter_async_context(grpc.aio.insecure_channel(address))
        # Guests are counted by the addresses of their browsers, for which our token vouches.
        token = ServiceToken(channel, NAME, secret) if identity_pb2 in files else None
        for file in files:
            for service in file.DESCRIPTOR.services_by_name.values():
                endpoints.update(forwarding.endpoints(channel, service, INSIDE, token))
    await closing.enter_async_context(kept_running(forwarding.run()))
    chassis.others["web"] = await closing.enter_async_context(
        served(application(endpoints), settings.web_listen, settings.grace)
    )
