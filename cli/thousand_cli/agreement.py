"""The rules that a command line asks for."""

from collections.abc import Callable, Iterable
from typing import Any

import click

from thousand_engine.errors import BadAction
from thousand_engine.options import OptionValue
from thousand_engine.presets import PRESETS, agree
from thousand_engine.rules import Rules
from thousand_engine.text import read_value

Command = Callable[..., Any]


def agreement_options(command: Command) -> Command:
    """Gives a command ``--preset``, ``--option`` and ``--players``, what ``agreed`` takes."""
    preset = click.option(
        "--preset",
        type=click.Choice(list(PRESETS)),
        default="classic_ru",
        show_default=True,
        help="The agreement to begin with.",
    )
    option = click.option(
        "--option",
        "options",
        metavar="ID=VALUE",
        multiple=True,
        help="Agree otherwise on one option, for instance dump_truck=off. May be repeated.",
    )
    players = click.option(
        "--players", type=click.IntRange(2, 4), help="Seats at the table.  [default: the preset's]"
    )
    return preset(option(players(command)))


def agreed(preset: str, options: Iterable[str], players: int | None) -> Rules:
    """The rules; BadAgreement when they cannot be agreed, UsageError for text that is no option."""
    return agree(preset, changed(options, players))


def changed(options: Iterable[str], players: int | None) -> dict[str, OptionValue]:
    """What is agreed otherwise than in the preset; UsageError for text that is no option."""
    chosen: dict[str, OptionValue] = {}
    for text in options:
        id, equals, value = text.partition("=")
        if not equals:
            raise click.UsageError(f"--option is ID=VALUE, not {text!r}")
        if id in chosen:
            raise click.UsageError(f"--option names {id} twice")
        chosen[id] = value_of(id, value)
    if players is not None:
        if "players" in chosen:
            raise click.UsageError("--players and --option players=… say the same; give one")
        chosen["players"] = players
    return chosen


def value_of(id: str, text: str) -> OptionValue:
    """The value as the option has it; left as it is for the agreement to refuse otherwise."""
    try:
        return read_value(id, text)
    except (KeyError, BadAction):
        return text
