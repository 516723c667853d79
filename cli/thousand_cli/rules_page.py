"""The catalogue as the page docs/rules.md."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from thousand_engine.catalogue import OPTIONS
from thousand_engine.constraints import CONSTRAINTS
from thousand_engine.options import Option, OptionValue, listed
from thousand_engine.presets import DEFAULT, PRESETS, Preset, differences

HEAD = """\
# What a table can agree on

<!-- Written by `make docs` from the engine's catalogue; change it there. -->

An agreement is a preset with some options changed, for instance
`thousand simulate --preset house_strict --option golden=off`, or the `preset` and `options` of a
`CreateTableRequest`. What is not named has its default. The ids are public names; the numbers are
those of the rule book. `thousand rules PRESET` prints a whole preset, `thousand rules A B` where two
differ, and `RulesService.GetCatalogue` serves all of this to clients.

The last column tells who carries an option out: *rules* the engine; *table* the services around a
table, which cut and shuffle by it (11, who deals first in the next game, and the settlement of 129
and 130 wait for rematches and accounts); *live* people who keep score at a table of their own.
"""


def page() -> str:
    """All of it: options by groups, constraints, presets."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield HEAD
    for group, options in groupby(OPTIONS.values(), key=lambda option: option.group):
        yield f"## {group}\n"
        yield from _table(
            ("number", "id", "values", "default", "meaning", "by"), map(_row, options)
        )
    yield "## What does not go together\n"
    yield "Everything else does.\n"
    yield from (f"- {constraint.sentence}" for constraint in CONSTRAINTS)
    yield ""
    yield "## Presets\n"
    for preset in PRESETS.values():
        yield f"### {preset.name}\n"
        yield f"{preset.sentence}\n"
        yield from _changes(preset)


def _row(option: Option) -> tuple[str, ...]:
    return (
        f"{option.number:g}",
        f"`{option.id}`",
        _values(option.values),
        f"`{option.default}`",
        option.meaning,
        option.effect,
    )


def _values(values: tuple[OptionValue, ...] | range) -> str:
    if isinstance(values, range):
        return listed(values)
    return ", ".join(f"`{value}`" for value in values)


def _changes(preset: Preset) -> Iterator[str]:
    changed = differences(DEFAULT, preset)
    if not changed:
        yield "Every option has its default.\n"
        return
    yield from _table(
        ("id", "value", "default", "meaning"),
        (
            (f"`{id}`", f"`{value}`", f"`{default}`", OPTIONS[id].meaning)
            for id, (default, value) in changed.items()
        ),
    )


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""
