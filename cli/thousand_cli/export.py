"""`thousand export`: a game taken home from the table service."""

from typing import IO

import click

from thousand_cli.audit import Server, server_options
from thousand_cli.game_forms import FORMS, form_option, read_game

EXAMPLES = """\b
Examples:
  thousand export t1-1 --server 127.0.0.1:50051
  thousand export t1-1 --server 127.0.0.1:50051 --format text -o game.1000
"""


@click.command(epilog=EXAMPLES)
@click.argument("game_id")
@server_options
@form_option
@click.option(
    "-o",
    "--output",
    type=click.File("w", encoding="utf-8", lazy=True),
    default="-",
    help="The file to write.  [default: the standard output]",
)
def export(game_id: str, server: str | None, form: str, output: IO[str]) -> None:
    """Write down a game that a table service has kept.

    GAME_ID is the game's name there. The record holds every card and action, so that anybody can
    play the game again with: thousand replay FILE.
    """
    record = read_game(Server(server).record_of(game_id))
    click.echo(FORMS[form](record).rstrip("\n"), file=output)
