"""The catalogue for programs."""

from typing import Any

from thousand_engine.catalogue import OPTIONS
from thousand_engine.constraints import CONSTRAINTS, Constraint
from thousand_engine.options import Option
from thousand_engine.presets import PRESETS, Preset, differences


def as_data(*chosen: Preset) -> dict[str, Any]:
    """Where two presets differ; one whole preset; without any, all there is."""
    match chosen:
        case (one, other):
            return {"presets": [one.name, other.name], "differences": differences(one, other)}
        case (preset,):
            return _preset(preset) | {"options": preset.agreement}
        case _:
            return {
                "options": list(map(_option, OPTIONS.values())),
                "constraints": list(map(_constraint, CONSTRAINTS)),
                "presets": list(map(_preset, PRESETS.values())),
            }


def _option(option: Option) -> dict[str, Any]:
    values: object = option.values
    if isinstance(option.values, range):
        values = {"from": option.values[0], "to": option.values[-1], "step": option.values.step}
    return {
        "id": option.id,
        "number": option.number,
        "group": option.group,
        "meaning": option.meaning,
        "values": values,
        "default": option.default,
        "effect": option.effect,
    }


def _constraint(constraint: Constraint) -> dict[str, Any]:
    return {
        "option": constraint.option,
        "idle": constraint.idle,
        "other": constraint.other,
        "needed": constraint.needed,
    }


def _preset(preset: Preset) -> dict[str, Any]:
    """With the options it sets."""
    return {"name": preset.name, "sentence": preset.sentence, "options": dict(preset.options)}
