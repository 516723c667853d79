"""A game of three bots on the running platform, watched and then replayed."""

import secrets
from collections.abc import Mapping

import grpc.aio
from rich.console import Console

from thousand.bot.v1 import bot_pb2, bot_pb2_grpc
from thousand_cli.drawing import Narrator
from thousand_cli.local_platform import Service
from thousand_cli.watching import told
from thousand_client import ServiceSession, TableClient, guest
from thousand_engine.record import play_record


async def demo(services: Mapping[str, Service], secret: str) -> None:
    """Have three bots play a game on the platform, show it as it goes, and replay it."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    async with (
        grpc.aio.insecure_channel(services["table"].grpc) as tables,
        grpc.aio.insecure_channel(services["bot"].grpc) as bots,
        grpc.aio.insecure_channel(services["identity"].grpc) as identity,
    ):
        operator = ServiceSession(identity, "demo", secret)
        game_id = await TableClient(tables, operator).create_table(secrets.token_hex(8))
        await bot_pb2_grpc.BotServiceStub(bots).FillSeats(
            bot_pb2.FillSeatsRequest(game_id=game_id, command_id="fill"),
            metadata=await operator.metadata(),
        )
        spectator = TableClient(tables, await guest(identity))
        console.print(f"In a browser: {services['gateway'].web}/games/{game_id}")
        console.rule(f"Game {game_id}, as a spectator sees it")
        await show(spectator, game_id, console)
        console.rule("The same game, replayed from its record")
        narrator = Narrator()
        for facts, game in play_record(await spectator.record(game_id)):
            for part in narrator.tell(facts, game):
                console.print(part)
        console.print(f"\nOnce more: thousand replay {game_id} --server {services['table'].grpc}")


async def show(spectator: TableClient, game_id: str, console: Console) -> None:
    """The game in lines, from its first step to its last."""
    rules = (await spectator.look(game_id)).rules
    async for update in spectator.watch(game_id, rules, after=0):
        for part in told(update):
            console.print(part)
