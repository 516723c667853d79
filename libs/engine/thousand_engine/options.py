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


@dataclass(frozen=True, slots=True)
class Option:
    """One row of RULES B.

    ``values`` is the list of what may be agreed, or a range of whole numbers. ``played`` narrows it
    to what the engine carries out so far; None means all of it.
    """

    number: float
    id: str
    meaning: str
    values: tuple[OptionValue, ...] | range
    default: OptionValue
    effect: Literal["rules", "table", "live"] = "rules"
    played: tuple[OptionValue, ...] | None = None

    def has(self, value: OptionValue) -> bool:
        """Whether it is one of the values; True is not 1 here."""
        if isinstance(value, bool) or (isinstance(self.values, range) and isinstance(value, str)):
            return False
        return value in self.values

    def check(self, value: OptionValue) -> None:
        """Passes a value that can be agreed and played; BadAgreement for any other."""
        if not self.has(value):
            raise BadAgreement(
                f"{self.id} is {listed(self.values)}, not {value!r:.20}",
                option=self.id,
                value=f"{value:.20}" if isinstance(value, str) else value,
            )
        if self.played is not None and value not in self.played:
            raise BadAgreement(
                f"{self.id} {value} is not played yet, only {listed(self.played)}",
                option=self.id,
                value=value,
            )


def switch(
    number: float, id: str, meaning: str, default: Literal["on", "off"], *, played: bool = True
) -> Option:
    """An option that is on or off; one that is not played yet stays as it is by default."""
    return Option(
        number, id, meaning, ("off", "on"), default, played=None if played else (default,)
    )


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
