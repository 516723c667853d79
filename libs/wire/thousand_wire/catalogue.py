"""What tables can agree on as a message, and back to the engine's options and presets."""

from collections.abc import Mapping
from dataclasses import dataclass

from thousand.rules.v1 import rules_pb2
from thousand_engine.catalogue import OPTIONS
from thousand_engine.constraints import CONSTRAINTS, Constraint
from thousand_engine.notation import NUMBER
from thousand_engine.options import Effect, Option, OptionValue
from thousand_engine.presets import PRESETS, Preset

EFFECTS: Mapping[Effect, "rules_pb2.Effect.ValueType"] = {
    "rules": rules_pb2.EFFECT_RULES,
    "table": rules_pb2.EFFECT_TABLE,
    "live": rules_pb2.EFFECT_LIVE,
}
READ_EFFECTS = {theirs: ours for ours, theirs in EFFECTS.items()}


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Options by their ids, what ties them together, presets by their names; each in its order."""

    options: Mapping[str, Option]
    constraints: tuple[Constraint, ...]
    presets: Mapping[str, Preset]


CATALOGUE = Catalogue(OPTIONS, CONSTRAINTS, PRESETS)
"""What this version of the rules can play."""


def write_catalogue(catalogue: Catalogue) -> rules_pb2.Catalogue:
    return rules_pb2.Catalogue(
        options=map(_write_option, catalogue.options.values()),
        constraints=map(_write_constraint, catalogue.constraints),
        presets=map(_write_preset, catalogue.presets.values()),
    )


def read_catalogue(message: rules_pb2.Catalogue) -> Catalogue:
    """The catalogue of a message, which may come from another version of the rules."""
    options = {option.id: _read_option(option) for option in message.options}
    return Catalogue(
        options,
        tuple(map(_read_constraint, message.constraints)),
        {preset.name: _read_preset(preset, options) for preset in message.presets},
    )


def _write_option(option: Option) -> rules_pb2.Option:
    message = rules_pb2.Option(
        id=option.id,
        number=option.number,
        group=option.group,
        meaning=option.meaning,
        default_value=str(option.default),
        effect=EFFECTS[option.effect],
    )
    if isinstance(option.values, range):
        first, last, step = option.values[0], option.values[-1], option.values.step
        message.range.CopyFrom(rules_pb2.ValueRange(first=first, last=last, step=step))
    else:
        message.list.values.extend(map(str, option.values))
    return message


def _read_option(message: rules_pb2.Option) -> Option:
    values: tuple[OptionValue, ...] | range = tuple(map(_read_value, message.list.values))
    if message.HasField("range"):
        values = range(message.range.first, message.range.last + 1, message.range.step)
    return Option(
        number=message.number,
        id=message.id,
        meaning=message.meaning,
        values=values,
        default=_read_value(message.default_value),
        # What a newer version has beyond these is nothing that we could carry out.
        effect=READ_EFFECTS.get(message.effect, "live"),
        group=message.group or "Other",
    )


def _write_constraint(constraint: Constraint) -> rules_pb2.Constraint:
    return rules_pb2.Constraint(
        option=constraint.option,
        idle_value=str(constraint.idle),
        other_option=constraint.other,
        needed_value=str(constraint.needed),
    )


def _read_constraint(message: rules_pb2.Constraint) -> Constraint:
    return Constraint(
        option=message.option,
        idle=_read_value(message.idle_value),
        other=message.other_option,
        needed=_read_value(message.needed_value),
    )


def _write_preset(preset: Preset) -> rules_pb2.Preset:
    options = {id: str(value) for id, value in preset.options.items()}
    return rules_pb2.Preset(name=preset.name, sentence=preset.sentence, options=options)


def _read_preset(message: rules_pb2.Preset, options: Mapping[str, Option]) -> Preset:
    """Its options in the order of all options: a map on the wire has none."""
    return Preset(
        message.name,
        message.sentence,
        {id: _read_value(message.options[id]) for id in options if id in message.options},
    )


def _read_value(text: str) -> OptionValue:
    return int(text) if NUMBER.fullmatch(text) else text
