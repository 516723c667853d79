"""Agreements with a name: what each changes in the platform's default (RULES D)."""

from collections.abc import Mapping

from thousand_engine.errors import BadAgreement
from thousand_engine.options import OptionValue
from thousand_engine.rules import Rules

PRESETS: Mapping[str, Mapping[str, OptionValue]] = {
    "classic_ru": {},
}


def agree(preset: str = "classic_ru", options: Mapping[str, OptionValue] | None = None) -> Rules:
    """The rules of a preset with some options changed; BadAgreement for an unknown name."""
    if preset not in PRESETS:
        raise BadAgreement(f"there is no preset {preset!r:.40}", preset=f"{preset:.40}")
    return Rules.from_options({**PRESETS[preset], **(options or {})})
