"""Games of three bots on the running platform, one after the other, told as they go on."""

import secrets
from collections.abc import Mapping

import grpc.aio
from rich.console import Console

from thousand.bot.v1 import bot_pb2, bot_pb2_grpc
from thousand_cli.following import followed
from thousand_cli.local_platform import Service
from thousand_cli.watching import told
from thousand_client import Credentials, ServiceSession, TableClient, guest
from thousand_client.player import patiently

PACE = "1"
"""Seconds that a bot waits before each action: people follow, and see a deal in half a minute."""


async def demo(services: Mapping[str, Service], secret: str, console: Console) -> None:
    """Until cancelled there is a game to watch: when one is over, the next table opens."""
    async with (
        grpc.aio.insecure_channel(services["table"].grpc) as tables,
        grpc.aio.insecure_channel(services["bot"].grpc) as bots,
        grpc.aio.insecure_channel(services["identity"].grpc) as identity,
    ):
        operator = ServiceSession(identity, "demo", secret)
        spectator = TableClient(tables, await guest(identity))
        web = services["gateway"].web
        while True:
            game_id = await bot_game(TableClient(tables, operator), bots, operator)
            console.rule(f"Game {game_id}, as a spectator sees it")
            console.print(f"In a browser: {web}/games/{game_id}   All tables: {web}")
            async for update in followed(spectator, game_id, after=0):
                for part in told(update):
                    console.print(part)
            console.print(f"Once more: thousand replay {game_id}")


async def bot_game(table: TableClient, bots: grpc.aio.Channel, operator: Credentials) -> str:
    """A new game with a bot on every seat."""
    command_id = secrets.token_hex(8)
    game_id = await patiently(lambda: table.create_table(command_id))
    request = bot_pb2.FillSeatsRequest(game_id=game_id, command_id=command_id)

    async def fill() -> None:
        stub = bot_pb2_grpc.BotServiceStub(bots)
        await stub.FillSeats(request, metadata=await operator.metadata())

    await patiently(fill)
    return game_id
