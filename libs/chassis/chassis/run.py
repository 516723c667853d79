"""Start a service, keep it running until told otherwise, close it in good order."""

import argparse
import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import grpc.aio
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from chassis.auth import Auth
from chassis.callers import RoleNeeded, Unauthenticated
from chassis.calls import AroundCalls, Handler
from chassis.errors import Errors
from chassis.hearing import HeardKeys
from chassis.identity_keys import IdentityKeys
from chassis.keys import Keys, KeysUnreachable
from chassis.logging import configure_logging
from chassis.metrics import Metrics
from chassis.service_token import ServiceToken
from chassis.settings import Settings, SettingsError, describe_settings, read_settings

log = structlog.get_logger()


@dataclass(frozen=True, kw_only=True)
class Chassis:
    """What a service is built on; ``bind`` adds its parts."""

    settings: Settings
    server: grpc.aio.Server
    errors: Errors
    metrics: Metrics
    auth: Auth
    closing: AsyncExitStack  # what is entered here is closed after the last call, last in first
    stopping: asyncio.Event = field(default_factory=asyncio.Event)  # a stream ends when it is set
    others: dict[str, str] = field(default_factory=dict)  # where else it answers, for who waits


Bind: TypeAlias = Callable[[Chassis], Awaitable[None]]
Migrate: TypeAlias = Callable[[str], None]
"""Makes the database of a DSN ready, however often it is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """Where a service answers: host:port, and what its ``bind`` has added under other names."""

    grpc: str
    metrics: str
    others: Mapping[str, str]

    @property
    def addresses(self) -> dict[str, str]:
        """All of them by name."""
        return {"grpc": self.grpc, "metrics": self.metrics, **self.others}


def run(name: str, bind: Bind, migrate: Migrate | None = None) -> None:
    """Be the service until SIGTERM or SIGINT; a second signal ends it at once.

    With ``--migrate`` it makes its database ready instead.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m services.{name}",
        description=f"Run the {name} service.",
        epilog=describe_settings(name),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if migrate:
        parser.add_argument("--migrate", action="store_true", help="make the database ready, exit")
    arguments = parser.parse_args()
    try:
        settings = read_settings(name, os.environ)
        configure_logging(name, settings.log_level)
        if migrate and arguments.migrate:
            migrate(settings.require_database_url())
            return
        asyncio.run(_serve_until_told(name, bind, settings))
    except SettingsError as error:
        parser.exit(2, f"{error}\n")


@asynccontextmanager
async def serve(
    name: str, bind: Bind, settings: Settings, keys: Keys | None = None
) -> AsyncIterator[Running]:
    """The service, ready, for as long as the block lasts.

    Callers are known by ``keys``, or by those of the identity service that the settings name.
    At the end it says NOT_SERVING, lets running calls finish within the grace, and closes what
    was entered in reverse.
    """
    metrics = Metrics(name)
    errors = Errors()
    errors.answer(Unauthenticated, grpc.StatusCode.UNAUTHENTICATED)
    errors.answer(RoleNeeded, grpc.StatusCode.PERMISSION_DENIED)
    errors.answer(KeysUnreachable, grpc.StatusCode.UNAVAILABLE)
    auth = Auth()
    server = grpc.aio.server(
        interceptors=[AroundCalls(metrics, errors, auth)],
        options=[("grpc.so_reuseport", 0)],  # or two services on one port would share its calls
    )
    served = _record_services(server)
    async with AsyncExitStack() as closing:
        if keys:
            auth.trust(keys)
        elif settings.identity:
            channel = grpc.aio.insecure_channel(settings.identity)
            token = ServiceToken(channel, name, settings.require_bootstrap_secret())
            await closing.enter_async_context(channel)
            auth.trust(HeardKeys(IdentityKeys(channel, token)))
        chassis = Chassis(
            settings=settings,
            server=server,
            errors=errors,
            metrics=metrics,
            auth=auth,
            closing=closing,
        )
        await bind(chassis)
        auth.check(served)
        await closing.enter_async_context(auth.polling())
        checks = health.aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(checks, server)
        reflection.enable_server_reflection([*served, reflection.SERVICE_NAME], server)
        port = server.add_insecure_port(settings.listen)
        scraped = closing.enter_context(metrics.served(settings.metrics_listen))
        await server.start()
        for service in served:
            await checks.set(service, health_pb2.HealthCheckResponse.SERVING)
        host = settings.listen.rpartition(":")[0]
        try:
            yield Running(grpc=f"{host}:{port}", metrics=scraped, others=chassis.others)
        finally:
            chassis.stopping.set()
            await checks.enter_graceful_shutdown()
            await server.stop(settings.grace)


async def _serve_until_told(name: str, bind: Bind, settings: Settings) -> None:
    serving = asyncio.create_task(_serve_for_ever(name, bind, settings))
    for number in (signal.SIGTERM, signal.SIGINT):
        # Also ends a bind that waits for something; a second signal ends the grace.
        asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
    with suppress(asyncio.CancelledError):
        await serving
    log.info("stopped")


async def _serve_for_ever(name: str, bind: Bind, settings: Settings) -> None:
    async with serve(name, bind, settings) as running:
        if settings.ready_file:
            _write_at_once(settings.ready_file, json.dumps(running.addresses) + "\n")
        log.info("started", **running.addresses)
        try:
            await asyncio.Event().wait()
        finally:
            log.info("stopping")


def _write_at_once(file: Path, text: str) -> None:
    """Whoever waits for the file never reads half of it."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    unfinished.write_text(text)
    unfinished.replace(file)


def _record_services(server: grpc.aio.Server) -> dict[str, list[str]]:
    """All that is registered from here on, with its methods: grpc keeps no list to be asked."""
    served: dict[str, list[str]] = {}
    register = server.add_registered_method_handlers

    def record(service_name: str, method_handlers: Mapping[str, Handler]) -> None:
        served[service_name] = list(method_handlers)
        register(service_name, method_handlers)

    server.add_registered_method_handlers = record  # type: ignore[method-assign]  # on purpose
    return served
