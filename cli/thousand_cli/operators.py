"""An operator: whoever has the bootstrap secret of a platform may do to it what operators do."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any

import click
import grpc.aio

from thousand_cli.audit import failed
from thousand_cli.errors import Failed
from thousand_cli.home import Home
from thousand_client import ServiceSession
from thousand_client.identity import Metadata

Command = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Operator:
    """Where the identity service is, and the secret that it knows operators by."""

    identity: str
    secret: str = field(repr=False)

    @asynccontextmanager
    async def at(self, address: str) -> AsyncIterator[tuple[grpc.aio.Channel, Metadata]]:
        """A channel to a service, and what goes with calls on it; Failed when one is refused."""
        async with (
            grpc.aio.insecure_channel(self.identity) as door,
            grpc.aio.insecure_channel(address) as channel,
        ):
            try:
                metadata = await ServiceSession(door, "operate", self.secret).metadata()
            except grpc.aio.AioRpcError as error:
                raise failed(error, self.identity) from error
            try:
                yield channel, metadata
            except grpc.aio.AioRpcError as error:
                raise failed(error, address) from error


def operator_options(command: Command) -> Command:
    """Gives a command ``--identity`` and ``--secret-file``; what it gets is an ``operator``."""

    @wraps(command)
    def of_operator(
        *arguments: Any, identity: str | None, secret_file: Path | None, **options: Any
    ) -> Any:
        home = Home.of_environment()
        operator = Operator(
            identity or home.address_of("identity"), read_secret(secret_file or home.secret_file)
        )
        return command(*arguments, operator=operator, **options)

    at = click.option(
        "--identity",
        envvar="THOUSAND_IDENTITY",
        show_envvar=True,
        metavar="HOST:PORT",
        help="The identity service; else that of the platform in THOUSAND_HOME.",
    )
    by = click.option(
        "--secret-file",
        envvar="THOUSAND_BOOTSTRAP_SECRET_FILE",
        show_envvar=True,
        type=click.Path(dir_okay=False, path_type=Path),
        help="The bootstrap secret; else that of the platform in THOUSAND_HOME.",
    )
    return at(by(of_operator))


def read_secret(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError as error:
        raise Failed("NO_SECRET", f"{file}: {error.strerror}") from error
