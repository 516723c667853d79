"""An option of the agreement: its public name, its values, its default (RULES B).

Each option is declared in the file of the rule it bends; ``catalogue`` gathers them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from thousand_engine.errors import BadAgreement

OptionValue = int | str
Agreement = Mapping[str, OptionValue]
"""Every option id with its value: the flat form in which an agreement is stored."""

Effect = Literal["rules", "table", "live"]
"""Who carries an option out: the engine, the table service, or people at a live table."""

GROUPS: Mapping[int, str] = {
    1: "General",
    6: "Cut and deal",
    13: "Redeals",
    29: "Auction",
    37: "Talon, passing, contract, lead",
    41: "Write-off and cross",
    53: "Marriages, trumps, play",
    69: "Scoring",
    72: "Bolts",
    80: "Barrel",
    98: "Dump truck",
    100: "Golden deals",
    108: "Blind games",
    119: "Four and two players",
    129: "Table and settlement",
}
"""The sections of RULES B, by the number of their first option."""


@dataclass(frozen=True, slots=True)
class Option:
    """One row of RULES B; ``values`` lists what may be agreed, or is a range of whole numbers."""

    number: float
    id: str
    meaning: str
    values: tuple[OptionValue, ...] | range
    default: OptionValue
    effect: Effect = "rules"
    group: str = ""
    """The section of the rule book it stands in; by its number, unless somebody says otherwise."""

    def __post_init__(self) -> None:
        if not self.group:
            section = GROUPS[max(first for first in GROUPS if first <= self.number)]
            object.__setattr__(self, "group", section)

    def has(self, value: OptionValue) -> bool:
        """Whether it is one of the values; True is not 1 here."""
        if isinstance(value, bool) or (isinstance(self.values, range) and isinstance(value, str)):
            return False
        return value in self.values

    def check(self, value: OptionValue) -> None:
        """Passes a value that can be agreed; BadAgreement for any other."""
        if not self.has(value):
            raise BadAgreement(
                f"{self.id} is {listed(self.values)}, not {value!r:.20}",
                option=self.id,
                value=f"{value:.20}" if isinstance(value, str) else value,
            )


def switch(number: float, id: str, meaning: str, default: Literal["on", "off"]) -> Option:
    """An option that is on or off."""
    return Option(number, id, meaning, ("off", "on"), default)


def listed(values: Iterable[OptionValue]) -> str:
    """The values as a sentence names them."""
    if isinstance(values, range):
        return f"a number from {values[0]} to {values[-1]} in steps of {values.step}"
    return " or ".join(str(value) for value in values)


def number_or_none(agreement: Agreement, id: str) -> int | None:
    """The number agreed for an option that can also be off or none."""
    value = agreement[id]
    return value if isinstance(value, int) else None


def number(agreement: Agreement, id: str) -> int:
    """The number agreed for an option that is always a number."""
    value = agreement[id]
    if not isinstance(value, int):
        raise BadAgreement(f"{id} is a number, not {value!r:.20}", option=id)
    return value
