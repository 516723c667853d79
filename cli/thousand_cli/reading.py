"""Where a game comes from: a file, the standard input, or the table service that kept it."""

import os.path
from collections.abc import Sequence
from dataclasses import dataclass

import click

from thousand_cli.audit import Server
from thousand_cli.errors import Failed
from thousand_cli.game_forms import line_of, read_game
from thousand_engine.errors import Refusal
from thousand_engine.facts import Fact
from thousand_engine.game import Game
from thousand_engine.record import play_record

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """A game that the rules have played from its record: each step's facts, the game after it."""

    game_id: str
    steps: Sequence[tuple[tuple[Fact, ...], Game]]


def find_game(source: str, server: Server) -> PlayedAgain:
    """The game in the file of that name, on standard input (``-``), or kept by the server.

    Failed, with file and line where there are any, when there is none, when what was found is no
    game, or when the rules play it otherwise; then nothing of it is to be seen.
    """
    written = written_in(source, server)
    try:
        record = read_game(written)
        steps = tuple(play_record(record))
        return PlayedAgain(record["game_id"], steps)
    except Refusal as refused:
        line = line_of(written, refused.facts)
        place = "" if source == STANDARD_INPUT else f"{source}: "
        place += f"line {line}: " if line else ""
        raise Failed(refused.reason, f"{place}{refused}", refused.facts) from refused


def written_in(source: str, server: Server) -> str:
    """What stands there."""
    # Path.exists() would raise for a whole game pasted as the argument: too long for a name.
    if source == STANDARD_INPUT or os.path.exists(source):  # noqa: PTH110 - as said above
        return read_file(source)
    return server.record_of(source)


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
