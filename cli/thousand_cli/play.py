"""`thousand play`: sit down at a table in the terminal, with bots on the other seats."""

import asyncio
import secrets
import signal
from collections.abc import Iterable

import click
import grpc
import grpc.aio
from rich.console import Console

from thousand.bot.v1 import bot_pb2, bot_pb2_grpc
from thousand_cli.audit import failed
from thousand_cli.choosing import offered, position, read
from thousand_cli.errors import printable
from thousand_cli.following import followed
from thousand_cli.home import Home
from thousand_cli.players import Players
from thousand_cli.watching import told
from thousand_client import TableClient, refusal_of
from thousand_client.player import patiently
from thousand_engine import BadAction, SeatAction, View, safe_action
from thousand_engine.notation import words

EXAMPLES = """\b
Examples:
  thousand play
  thousand play --game abcd2345-1
  thousand play --server host:1 --identity host:2 --bot host:3

\b
At the prompt:
  pass            bid 110         110             contract 120
  give 9C>1 JD>0  play AS         as              KH declare
  Enter           what stands in brackets
  ?               what you may do
  quit            leave; the game waits for you
"""

TAKES_LONGER = "the server does not answer; trying again"


@click.command(epilog=EXAMPLES)
@click.option("--server", metavar="HOST:PORT", help="The table service.")
@click.option("--identity", metavar="HOST:PORT", help="The identity service.")
@click.option("--bot", metavar="HOST:PORT", help="The bot service.")
@click.option("--game", metavar="GAME", help="Go on with this game, or join it.")
def play(server: str | None, identity: str | None, bot: str | None, game: str | None) -> None:
    """Play 1000 here with bots on the other seats.

    Without addresses the platform is used that runs in THOUSAND_HOME. Your account is kept there,
    too: whoever comes back is the same player.
    """
    home = Home.of_environment()
    asyncio.run(
        sit_and_play(
            server or home.address_of("table"),
            identity or home.address_of("identity"),
            bot or home.address_of("bot"),
            Players(home.folder / "players.json"),
            game,
        )
    )


async def sit_and_play(
    server: str, identity: str, bot: str, players: Players, game: str | None
) -> None:
    # Ctrl-C ends it at once, also while a line is awaited; the game is kept where it stands.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    async with (
        grpc.aio.insecure_channel(server) as table_channel,
        grpc.aio.insecure_channel(identity) as door,
        grpc.aio.insecure_channel(bot) as bot_channel,
    ):
        try:
            session = await players.session(door, identity)
            table = TableClient(table_channel, session)
            game_id = game or await table.create_table(secrets.token_hex(8))
            seat = await seat_in(table, game_id)
            await bot_pb2_grpc.BotServiceStub(bot_channel).FillSeats(
                bot_pb2.FillSeatsRequest(game_id=game_id, command_id="play"),
                metadata=await session.metadata(),
            )
            console.print(f"Game {game_id}: you sit at seat {seat}. Type ? for help.")
            if not await Table(table, game_id, console).play():
                console.print(f"Your game waits: thousand play --game {game_id}")
        except grpc.aio.AioRpcError as error:
            raise failed(error, server) from error


async def seat_in(table: TableClient, game_id: str) -> int:
    """The player's seat: the one he has, else a free one."""
    try:
        return await table.take_seat(game_id, "sit")
    except grpc.aio.AioRpcError as error:
        refused = refusal_of(error)
        if refused is None or refused.reason != "ALREADY_SEATED":
            raise
        return int(refused.facts["seat"])


class Table:
    """One game in the terminal, for the account that calls with this client."""

    def __init__(self, table: TableClient, game_id: str, console: Console) -> None:
        self._table = table
        self._game_id = game_id
        self._console = console

    async def play(self) -> bool:
        """Play until the game is over; False when the player wants to leave."""
        async for update in followed(
            self._table, self._game_id, lost=lambda: self._say(TAKES_LONGER)
        ):
            for text in told(update):
                self._console.print(text)
            view = update.view
            if view is None or view.to_act is None or view.to_act != view.viewer:
                continue
            self._show(position(view))
            self._show(offered(view))
            if not await self._take_turn(view, update.version):
                return False
        return True

    async def _take_turn(self, view: View, version: int) -> bool:
        """Ask until an action is made; False when the player wants to leave."""
        default = words(safe_action(view))
        while True:
            text = self._typed(default)
            if text == "quit":
                return False
            if text == "?":
                self._say(EXAMPLES.partition("At the prompt:\n")[2])
                self._show(position(view))
                self._show(offered(view))
                continue
            try:
                await self._act(read(text, view), version)
            except BadAction as bad:
                self._say(f"{bad}; type ? for help")
            except grpc.aio.AioRpcError as error:
                if error.code() is grpc.StatusCode.ABORTED:
                    return True  # the game has moved on; what is new is on its way
                refused = refusal_of(error)
                if refused is None:
                    raise
                self._say(f"{refused.message} ({refused.reason})")
            else:
                return True

    async def _act(self, action: SeatAction, version: int) -> None:
        command_id = secrets.token_hex(8)
        await patiently(
            lambda: self._table.act(self._game_id, command_id, action, expected_version=version)
        )

    def _typed(self, default: str) -> str:
        """What the player types; Ctrl-C and the end of the input are ``quit``."""
        try:
            return input(f"[{default}] > ").strip() or default
        except (EOFError, KeyboardInterrupt):
            self._console.print()
            return "quit"

    def _say(self, text: str) -> None:
        for each in text.splitlines():
            self._console.print(printable(each))

    def _show(self, lines: Iterable[object]) -> None:
        for text in lines:
            self._console.print(text)
