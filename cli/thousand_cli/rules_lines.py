"""The catalogue in the terminal: presets, one of them, or where two differ."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from thousand_engine.catalogue import OPTIONS
from thousand_engine.constraints import CONSTRAINTS
from thousand_engine.options import Option
from thousand_engine.presets import DEFAULT, PRESETS, Preset, differences

WIDEST_VALUES = 32
"""Two values that are longer than this together stand one below the other."""

NARROWEST = 80
LONG_LINE = 400
"""Columns where no screen ends them."""

Row = tuple[Option, str, str]
"""An option, its mark, its value."""


def as_lines(*chosen: Preset) -> Iterator[RenderableType]:
    """Where two presets differ; one whole preset; without any, a line for each."""
    match chosen:
        case (one, other):
            return _difference(one, other)
        case (preset,):
            return _whole(preset)
        case _:
            return _overview()


def show(lines: Iterable[RenderableType]) -> None:
    """Print them; on a screen meanings are folded where it ends."""
    console = Console(highlight=False, markup=False)
    console.width = max(console.width, NARROWEST) if console.is_terminal else LONG_LINE
    for line in lines:
        console.print(line)


def _overview() -> Iterator[RenderableType]:
    presets = Table.grid(padding=(0, 2, 0, 0))
    for preset in PRESETS.values():
        presets.add_row(preset.name, preset.sentence)
    yield presets
    yield ""
    for constraint in CONSTRAINTS:
        yield f"{constraint.sentence}."


def _whole(preset: Preset) -> Iterator[RenderableType]:
    """Every option; where the default is another, it is marked."""
    changed = differences(preset, DEFAULT)
    yield f"{preset.name}: {preset.sentence}"
    if changed:
        yield f"* differs from {DEFAULT.name}, whose value stands in brackets"
    yield from _grouped(
        (OPTIONS[id], "*", _both(f"{value}", f"[{changed[id][1]}]"))
        if id in changed
        else (OPTIONS[id], " ", f"{value}")
        for id, value in preset.agreement.items()
    )


def _difference(one: Preset, other: Preset) -> Iterator[RenderableType]:
    found = differences(one, other)
    yield f"{one.name} → {other.name}: {len(found)} of {len(OPTIONS)} options differ"
    yield from _grouped(
        (OPTIONS[id], " ", _both(f"{ours} →", f"{theirs}")) for id, (ours, theirs) in found.items()
    )


def _both(one: str, other: str) -> str:
    beside = f"{one} {other}"
    return beside if len(beside) <= WIDEST_VALUES else f"{one}\n{other}"


def _grouped(rows: Iterable[Row]) -> Iterator[RenderableType]:
    """Options in columns, each group below its heading."""
    for group, members in groupby(rows, key=lambda row: row[0].group):
        yield ""
        yield Text(group, style="bold")
        columns = Table.grid(padding=(0, 2, 0, 0))
        columns.add_column(no_wrap=True)
        columns.add_column(no_wrap=True)
        for option, mark, value in members:
            columns.add_row(f"{mark} {option.id}", value, option.meaning)
        yield columns
