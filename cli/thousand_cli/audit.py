"""The table service asked for the record of a game it kept."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click
import grpc

from thousand.table.v1 import audit_pb2, audit_pb2_grpc
from thousand_cli.errors import Failed
from thousand_cli.home import Home
from thousand_client.errors import refusal_of

PATIENCE = 10.0
"""Seconds until a service that says nothing is given up."""

Command = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Server:
    """Where the table service listens, if one was named."""

    address: str | None

    def record_of(self, game_id: str) -> str:
        """The record as the service wrote it; Failed with the service's reason otherwise."""
        address = self.address or running_table()
        if address is None:
            raise Failed(
                "NO_SERVER",
                f"{game_id} is no file here; to ask a table service for the game of that name, "
                "start `thousand up`, or say --server HOST:PORT",
            )
        request = audit_pb2.GetRecordRequest(game_id=game_id)
        with grpc.insecure_channel(address) as channel:
            try:
                return (
                    audit_pb2_grpc.AuditServiceStub(channel)
                    .GetRecord(request, timeout=PATIENCE)
                    .record
                )
            except grpc.RpcError as error:
                raise failed(error, address) from error


def running_table() -> str | None:
    """The table service of the platform that runs in THOUSAND_HOME, if one does."""
    try:
        return Home.of_environment().address_of("table")
    except Failed:
        return None


def failed(error: grpc.RpcError, address: str) -> Failed:
    """The service's own reason; else, for a call that got no answer, the code of gRPC."""
    if refused := refusal_of(error):
        return Failed(refused.reason, refused.message, refused.facts)
    return Failed(error.code().name, error.details() or "no answer", {"server": address})


def server_options(command: Command) -> Command:
    """Gives a command ``--server``."""
    server = click.option(
        "--server",
        envvar="THOUSAND_TABLE_SERVER",
        show_envvar=True,
        metavar="HOST:PORT",
        help="The table service to ask.",
    )
    return server(command)
