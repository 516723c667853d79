"""`thousand replay`: a whole game told in the terminal."""

import sys

import click
from rich.console import Console
from rich.control import Control

from thousand_cli.audit import Server, server_options
from thousand_cli.drawing import Narrator, standing
from thousand_cli.errors import Failed, printable
from thousand_cli.reading import find_game
from thousand_engine.game import Game

EXAMPLES = """\b
Examples:
  thousand replay game.1000
  thousand replay games.jsonl --deal 3 --step
  thousand simulate --policy simple --format record | thousand replay -
  thousand replay t1-1 --server 127.0.0.1:50051

\b
On the sheet:
  (880) 1/3   on the barrel, one of three attempts used; [-880] on the reverse barrel
  ~880~ 760   crossed out: a fine, a fall from the barrel, the dump truck, a golden round in vain
  | and ||    bolts; the third is fined
  R and X     a write-off and a cross
"""


@click.command(epilog=EXAMPLES)
@click.argument("game")
@server_options
@click.option("--deal", type=click.IntRange(1), help="Tell only the deal of this number.")
@click.option("--step", is_flag=True, help="Wait for Enter after each thing that happens.")
def replay(game: str, server: str | None, deal: int | None, step: bool) -> None:
    """Tell a game: cards, auction, tricks, and the sheet after every deal.

    GAME is a file with a record or a text (of several games the first), "-" for the standard
    input, or the name of a game that a table service has kept.

    The game is played again by the rules; one that does not come out as written is an error, and
    nothing of it is told.
    """
    played = find_game(game, Server(server))
    console = Console(highlight=False, markup=False, soft_wrap=True)
    waits = step and console.is_terminal and sys.stdin.isatty()
    narrator = Narrator()
    told = False
    for facts, after in played.steps:
        if after.deal is None and deal is None:
            console.print(f"Game {printable(played.game_id)}", style="bold")
        lines = list(narrator.tell(facts, after))
        if deal is not None and number(after) != deal:
            continue
        told = True
        for line in lines:
            console.print(line)
        if waits and lines:
            wait_for_enter(console)
    if not told:
        raise Failed("NO_SUCH_DEAL", "the game has no deal of that number", {"deal": deal})
    if deal is None and after.winner is None:
        console.print(standing(after))


def number(game: Game) -> int | None:
    """Which deal the game is in; between deals the one that ended."""
    return None if game.deal is None else game.deal.number


def wait_for_enter(console: Console) -> None:
    """Back on the line that Enter has ended, so that no empty one is left behind."""
    input()
    console.control(Control.move(y=-1))
