"""The end of a deal in the making: what came out of it, the sheet before, the sheet by now."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from thousand_engine.cards import Card
from thousand_engine.facts import DealResult, Fact, FineCause
from thousand_engine.house.doubling import Doubling
from thousand_engine.house.fines import fines
from thousand_engine.sheet import Sheet, enter

if TYPE_CHECKING:  # the house rules that Rules gathers read a Settling
    from thousand_engine.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a finished deal brought; lists by seat, card points without rounding."""

    result: DealResult
    dealer: int
    active: tuple[int, ...]
    """The seats that played, forehand first."""
    declarer: int
    contract: int
    card_points: tuple[int, ...]
    """The leftover of two players is in them."""
    tricks: tuple[int, ...]
    marriages: tuple[int, ...]
    """Points of declared marriages, as far as they count (option 54)."""
    melds: tuple[int, ...]
    """Points of aces, beds and nines."""
    talon: tuple[Card, ...] = ()
    """As it was dealt: the resting seat is paid by it."""
    blind: bool = False
    golden: bool = False
    claim_refused: bool = False
    """The dealer is fined, since a claim was refused by option 27."""
    cut_fined: int | None = None

    def declared(self, seat: int) -> int:
        """Marriages and melds."""
        return self.marriages[seat] + self.melds[seat]

    def raw(self, seat: int) -> int:
        """Card points, marriages and melds, before rounding."""
        return self.card_points[seat] + self.declared(seat)


@dataclass(slots=True)
class Settling:
    """One deal being settled: each step reads it and enters facts, one after another."""

    rules: Rules
    outcome: Outcome
    made: bool
    """Whether the declarer made his contract."""
    before: Sheet
    sheet: Sheet
    facts: list[Fact] = field(default_factory=list)
    thrown_by_bolts: list[int] = field(default_factory=list)
    """Sitters whom a third bolt throws, once it is sure that nobody has won (option 75)."""

    @property
    def doubling(self) -> Doubling | None:
        """How the deal doubles; None for an ordinary one."""
        if self.outcome.golden:
            return self.rules.golden
        return self.rules.blind if self.outcome.blind else None

    @property
    def stake(self) -> int:
        """What the declarer plays for: the contract, doubled in a golden deal or a blind game."""
        return self.outcome.contract if self.doubling is None else 2 * self.outcome.contract

    def enter(self, fact: Fact) -> None:
        """One more fact, and the sheet after it."""
        self.facts.append(fact)
        self.sheet = enter(self.sheet, fact)

    def fine(self, seat: int, cause: FineCause) -> None:
        """The flat fine, unless the seat was on the barrel."""
        for fact in fines(self.rules, self.before, seat, cause, golden=self.outcome.golden):
            self.enter(fact)
