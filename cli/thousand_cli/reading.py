"""Where a game comes from: a file, the standard input, or the table service that kept it."""

import os.path

import click

from thousand_cli.audit import Server
from thousand_cli.errors import Failed
from thousand_cli.game_forms import read_game
from thousand_engine.record import Record

STANDARD_INPUT = "-"


def find_game(source: str, server: Server) -> Record:
    """The game in the file of that name, on standard input (``-``), or kept by the server.

    Failed when there is none, a Refusal when what was found is no game.
    """
    # Path.exists() would raise for a whole game pasted as the argument: too long for a name.
    if source == STANDARD_INPUT or os.path.exists(source):  # noqa: PTH110 - as said above
        return read_game(read_file(source))
    return read_game(server.record_of(source))


def read_file(name: str) -> str:
    """The text of a file, or of standard input; Failed when it cannot be read."""
    try:
        with click.open_file(name, encoding="utf-8-sig") as file:
            text: str = file.read()
    except UnicodeDecodeError as error:
        raise Failed("CANNOT_READ", f"{name} is no text in UTF-8") from error
    except OSError as error:
        raise Failed("CANNOT_READ", f"{name}: {error.strerror}") from error
    return text
