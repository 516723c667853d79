"""`thousand operate`: what the operator of a platform does to it."""

import asyncio

import click

from thousand.identity.v1 import identity_pb2, identity_pb2_grpc
from thousand_cli.operators import Operator, operator_options

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
@operator_options
def role(account: str, role: str, *, take: bool, operator: Operator) -> None:
    """Give ACCOUNT the role ROLE, or take it. Every service hears of it within ten seconds."""
    request = identity_pb2.SetRoleRequest(account=account, role=ROLES[role], granted=not take)
    asyncio.run(set_role(operator, request))
    click.echo(f"{account} is {'no longer ' if take else ''}{role}")


async def set_role(operator: Operator, request: identity_pb2.SetRoleRequest) -> None:
    async with operator.at(operator.identity) as (channel, metadata):
        await identity_pb2_grpc.IdentityServiceStub(channel).SetRole(request, metadata=metadata)
