"""A game of three simple players on the table service, watched and then replayed."""

import asyncio
import secrets
from random import Random

import grpc.aio
from rich.console import Console

from thousand_cli.drawing import Narrator
from thousand_cli.watching import told
from thousand_client import Player, TableClient, guest
from thousand_engine.policy import simple
from thousand_engine.record import play_record


async def demo(address: str, identity: str) -> None:
    """Play, show and replay one game on the service at ``address``."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    async with (
        grpc.aio.insecure_channel(address) as channel,
        grpc.aio.insecure_channel(identity) as door,
    ):
        *clients, spectator = [TableClient(channel, await guest(door)) for _ in range(4)]
        game_id = await clients[0].create_table(secrets.token_hex(8))
        for client in clients:
            await client.take_seat(game_id, "sit")
        console.rule(f"Game {game_id}, as a spectator sees it")
        await asyncio.gather(
            show(spectator, game_id, console),
            *(simple_player(client).play(game_id) for client in clients),
        )
        console.rule("The same game, replayed from its record")
        narrator = Narrator()
        for facts, game in play_record(await spectator.record(game_id)):
            for part in narrator.tell(facts, game):
                console.print(part)
        console.print(
            f"\nThe game is kept. Start `thousand up`, then: "
            f"thousand replay {game_id} --server {address}"
        )


def simple_player(client: TableClient) -> Player:
    random = Random()
    return Player(client, lambda view: simple(view, random))


async def show(spectator: TableClient, game_id: str, console: Console) -> None:
    """The game in lines, from its first step to its last."""
    rules = (await spectator.look(game_id)).rules
    async for update in spectator.watch(game_id, rules, after=0):
        for part in told(update):
            console.print(part)
