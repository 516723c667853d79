"""`thousand play`: sit down at a table in the terminal, with bots on the other seats."""

import asyncio
import secrets
import signal
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import click
import grpc
import grpc.aio
from click.core import ParameterSource
from rich.console import Console

from thousand.bot.v1 import bot_pb2, bot_pb2_grpc
from thousand_cli.agreement import agreed, agreement_options, changed
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
from thousand_engine.actions import Claim
from thousand_engine.notation import words
from thousand_engine.options import OptionValue

EXAMPLES = """\b
Examples:
  thousand play
  thousand play --preset tysiac_pl --players 2
  thousand play --preset house_strict --option golden=off
  thousand play --game abcd2345-1
  thousand play --server host:1 --identity host:2 --bot host:3

\b
At the prompt:
  pass            bid 110         110             contract 120
  give 9C>1 JD>0  play AS         as              KH declare
  talon 1         give 9C>T JD>T  look            blind
  claim           writeoff        cross
  Enter           what stands in brackets
  ?               what you may do
  quit            leave; the game waits for you
"""

GO_ON = "go on"
"""What is typed to let a claim be, when another seat is to act."""

TAKES_LONGER = "the server does not answer; trying again"


@click.command(epilog=EXAMPLES)
@click.option("--server", metavar="HOST:PORT", help="The table service.")
@click.option("--identity", metavar="HOST:PORT", help="The identity service.")
@click.option("--bot", metavar="HOST:PORT", help="The bot service.")
@click.option("--game", metavar="GAME", help="Go on with this game, or join it.")
@agreement_options
def play(
    *,
    server: str | None,
    identity: str | None,
    bot: str | None,
    game: str | None,
    preset: str,
    options: tuple[str, ...],
    players: int | None,
) -> None:
    """Play 1000 here with bots on the other seats.

    A new table plays by the preset and the options that are named. Without addresses the platform is used that runs in THOUSAND_HOME. Your account is kept there,
    too: whoever comes back is the same player.
    """
    if game and any(map(is_said, AGREEMENT)):
        raise click.UsageError("--game goes on as it was agreed: no preset, option or players")
    agreed(preset, options, players)  # what cannot be agreed is refused here already
    home = Home.of_environment()
    asyncio.run(
        sit_and_play(
            server or home.address_of("table"),
            identity or home.address_of("identity"),
            bot or home.address_of("bot"),
            Players(home.folder / "players.json"),
            game or Agreement(preset, changed(options, players)),
        )
    )


AGREEMENT = ("preset", "options", "players")


def is_said(parameter: str) -> bool:
    """Whether a parameter stands on the command line."""
    source = click.get_current_context().get_parameter_source(parameter)
    return source is ParameterSource.COMMANDLINE


@dataclass(frozen=True, slots=True)
class Agreement:
    """By what a new table plays: a preset, and what is agreed otherwise."""

    preset: str
    options: Mapping[str, OptionValue]

    async def table(self, client: TableClient) -> str:
        """A new table: the id of its game."""
        options = {id: f"{value}" for id, value in self.options.items()}
        return await client.create_table(secrets.token_hex(8), self.preset, options)


async def sit_and_play(
    server: str, identity: str, bot: str, players: Players, game: str | Agreement
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
            game_id = game if isinstance(game, str) else await game.table(table)
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
        self._let_be: tuple[object, ...] = ()
        """Of which distribution and phase the player did not want his claim."""

    async def play(self) -> bool:
        """Play until the game is over; False when the player wants to leave."""
        async for update in followed(
            self._table, self._game_id, lost=lambda: self._say(TAKES_LONGER)
        ):
            for text in told(update):
                self._console.print(text)
            view = update.view
            if view is None or not self._is_asked(view):
                continue
            self._show(position(view))
            self._show(offered(view))
            if not await self._take_turn(view, update.version):
                return False
        return True

    def _is_asked(self, view: View) -> bool:
        """At his turn; out of turn when there is a claim that he has not let be (RULES J1)."""
        return view.to_act == view.viewer or (bool(view.legal) and moment(view) != self._let_be)

    async def _take_turn(self, view: View, version: int) -> bool:
        """Ask until an action is made; False when the player wants to leave."""
        own_turn = view.to_act == view.viewer
        default = words(safe_action(view)) if own_turn else GO_ON
        while True:
            text = self._typed(default)
            if text == "quit":
                return False
            if text == "?":
                self._say(EXAMPLES.partition("At the prompt:\n")[2])
                self._show(position(view))
                self._show(offered(view))
                continue
            if not own_turn and text == GO_ON:
                self._let_be = moment(view)
                return True
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
                if not own_turn:
                    return True  # what is done out of turn is done now or never
            else:
                return True

    async def _act(self, action: SeatAction, version: int) -> None:
        """A claim may come from behind: others act while its seat thinks."""
        command_id = secrets.token_hex(8)
        expected = None if isinstance(action, Claim) else version
        await patiently(
            lambda: self._table.act(self._game_id, command_id, action, expected_version=expected)
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


def moment(view: View) -> tuple[object, ...]:
    """A distribution of cards and its phase: what is let be there may be wanted in the next."""
    deal = view.deal
    return (deal and (deal.deal, deal.attempt), view.phase)
