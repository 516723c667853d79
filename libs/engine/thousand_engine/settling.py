"""The end of a deal in the making: what came out of it, the sheet before, the sheet by now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from thousand_engine.facts import DealResult
from thousand_engine.sheet import Sheet

if TYPE_CHECKING:  # the house rules that Rules gathers read a Settling
    from thousand_engine.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a finished deal brought; lists by seat, card points without rounding."""

    result: DealResult
    active: tuple[int, ...]
    declarer: int
    contract: int
    card_points: tuple[int, ...]
    tricks: tuple[int, ...]
    marriages: tuple[int, ...]
    """Points of declared marriages."""

    def raw(self, seat: int) -> int:
        """Card points and marriages, before rounding."""
        return self.card_points[seat] + self.marriages[seat]


@dataclass(slots=True)
class Settling:
    """One deal being settled: each step reads it and gives facts, which go into ``sheet``."""

    rules: Rules
    outcome: Outcome
    made: bool
    """Whether the declarer made his contract."""
    before: Sheet
    sheet: Sheet
