"""The two forms of a game outside the platform, record and text: writing them, reading either."""

import json
from collections.abc import Callable, Mapping

import click

from thousand_engine.record import BadRecord, Record
from thousand_engine.text import TITLE, read_text, write_text

FORMS: Mapping[str, Callable[[Record], str]] = {"record": json.dumps, "text": write_text}
"""By name: how a game is written, a record in one line."""

form_option = click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMS)),
    default="record",
    show_default=True,
    help="A record (JSON) for programs, or a text for people.",
)


def read_game(written: str) -> Record:
    """The record of the first game written there, as record or text.

    BadText or BadRecord when it cannot be read; the rules have not been asked yet.
    """
    if written.startswith(TITLE):
        first, *_ = written.split(f"\n{TITLE}\n", maxsplit=1)
        return read_text(first)
    try:
        record, _ = json.JSONDecoder().raw_decode(written.lstrip())
    except json.JSONDecodeError as error:
        raise BadRecord(
            f"neither a record nor a text that begins with {TITLE}: {error.msg}",
            line=error.lineno,
            column=error.colno,
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"no record: {error}") from error
    if not isinstance(record, dict):
        raise BadRecord("a record is a JSON object")
    return record


def line_of(written: str, facts: Mapping[str, object]) -> int | None:
    """The line of a game's text that a refusal is about, when it names a distribution of cards.

    An action counts from 1, and 0 is the deck; without one it is the heading of the deal. None in
    a record, whose lines mean nothing.
    """
    if not written.startswith(TITLE) or "distribution" not in facts:
        return None
    here, action = False, -1
    for number, line in enumerate(written.splitlines(), 1):
        if line.startswith("deal "):
            here = line.startswith(f"deal {facts['distribution']},")
            if here and "action" not in facts:
                return number
        elif here and (line.startswith("  deck ") or is_action(line)):
            action += 1
            if action == facts["action"]:
                return number
    return None


def is_action(line: str) -> bool:
    """Whether a line of a deal says what a seat did: those begin with its number."""
    return line.lstrip().partition(" ")[0].lstrip("-").isdecimal()
