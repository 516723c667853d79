"""Join the parts of the bot service; the only file that knows them all."""

from functools import partial
from random import Random

import grpc
import grpc.aio
from prometheus_client import Counter, Gauge

from chassis.callers import Role
from chassis.channels import channel_to
from chassis.run import Chassis
from chassis.tasks import kept_running
from services.bot import errors
from services.bot.application import Bots
from services.bot.servicer import BotServicer
from services.bot.tables import RemoteTables
from thousand.bot.v1 import bot_pb2_grpc
from thousand_client.identity import ServiceSession
from thousand_engine import SeatAction, View
from thousand_engine.policy import simple

NAME = "bot"

NEEDS = {
    "FillSeats": Role.PLAYER,  # of a seated account; a service for any game
}

ANSWERS = {
    errors.BadRequest: grpc.StatusCode.INVALID_ARGUMENT,
    errors.GameNotFound: grpc.StatusCode.NOT_FOUND,
    errors.NotSeated: grpc.StatusCode.PERMISSION_DENIED,
}
"""Other refusals are FAILED_PRECONDITION."""


async def bind(chassis: Chassis) -> None:
    """The bot service on this chassis."""
    settings, closing, registry = chassis.settings, chassis.closing, chassis.metrics.registry
    table, identity = [
        await closing.enter_async_context(channel_to(address))
        for address in (settings.require_table(), settings.identity)
    ]
    session = ServiceSession(identity, NAME, settings.require_bootstrap_secret())
    safe_actions = Counter(
        "thousand_bot_safe_actions",
        "Safe actions made because a bot's own were refused, or its policy broke.",
        ["service", "reason"],
        registry=registry,
    )
    tables = RemoteTables(
        table,
        identity,
        session,
        policy=partial(choose, Random()),
        pace=settings.bot_pace,
        count=lambda reason: safe_actions.labels(NAME, reason).inc(),
    )
    bots = Bots(tables)
    seats = Gauge("thousand_bot_seats", "Seats being played.", ["service"], registry=registry)
    seats.labels(NAME).set_function(lambda: bots.playing)
    await closing.enter_async_context(kept_running(bots.run()))
    bot_pb2_grpc.add_BotServiceServicer_to_server(BotServicer(bots), chassis.server)
    chassis.auth.needs(NEEDS)
    for refusal, code in ANSWERS.items():
        chassis.errors.answer(refusal, code)
    chassis.errors.out_of_reach("table", grpc.aio.AioRpcError)  # or identity


def choose(random: Random, view: View) -> SeatAction:
    """What a simple player does."""
    return simple(view, random)
