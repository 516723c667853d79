"""`thousand operate`: what the operator of a platform does to it."""

import asyncio
from pathlib import Path

import click
import grpc.aio

from thousand.identity.v1 import identity_pb2, identity_pb2_grpc
from thousand_cli.audit import failed
from thousand_cli.errors import Failed
from thousand_cli.home import Home
from thousand_client import ServiceSession

ROLES = {"director": identity_pb2.ROLE_DIRECTOR, "operator": identity_pb2.ROLE_OPERATOR}
EXAMPLES = """\b
Examples:
  thousand operate role g-abcd2345 director
  thousand operate role g-abcd2345 operator --take
"""


@click.group(epilog=EXAMPLES)
def operate() -> None:
    """Operate a platform: on its own machine, or wherever its bootstrap secret is."""


@operate.command(epilog=EXAMPLES)
@click.argument("account")
@click.argument("role", type=click.Choice(sorted(ROLES)))
@click.option("--take", is_flag=True, help="Take the role instead of giving it.")
@click.option(
    "--identity",
    envvar="THOUSAND_IDENTITY",
    show_envvar=True,
    metavar="HOST:PORT",
    help="The identity service; else that of the platform in THOUSAND_HOME.",
)
@click.option(
    "--secret-file",
    envvar="THOUSAND_BOOTSTRAP_SECRET_FILE",
    show_envvar=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The bootstrap secret; else that of the platform in THOUSAND_HOME.",
)
def role(
    account: str, role: str, *, take: bool, identity: str | None, secret_file: Path | None
) -> None:
    """Give ACCOUNT the role ROLE, or take it. Every service hears of it within ten seconds."""
    home = Home.of_environment()
    address = identity or home.address_of("identity")
    asyncio.run(
        set_role(address, read_secret(secret_file or home.secret_file), account, role, take)
    )
    click.echo(f"{account} is {'no longer ' if take else ''}{role}")


def read_secret(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError as error:
        raise Failed("NO_SECRET", f"{file}: {error.strerror}") from error


async def set_role(address: str, secret: str, account: str, role: str, take: bool) -> None:
    request = identity_pb2.SetRoleRequest(account=account, role=ROLES[role], granted=not take)
    async with grpc.aio.insecure_channel(address) as channel:
        operator = ServiceSession(channel, "operate", secret)
        try:
            await identity_pb2_grpc.IdentityServiceStub(channel).SetRole(
                request, metadata=await operator.metadata()
            )
        except grpc.aio.AioRpcError as error:
            raise failed(error, address) from error
