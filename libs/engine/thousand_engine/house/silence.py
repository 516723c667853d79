"""Silence (молчание): a seat too deep in the minus does not bid (RULES A7.8, B4.34)."""

from collections.abc import Iterator
from dataclasses import dataclass

from thousand_engine.deal import Deal
from thousand_engine.facts import BidPassed
from thousand_engine.options import Agreement, Option, number_or_none
from thousand_engine.sheet import Sheet

OPTIONS = (
    Option(
        34,
        "silence_threshold",
        "a seat with a lower total passes automatically",
        ("off", 0, -100, -120, -200, -300, -1000),
        -120,
    ),
    Option(
        35, "silence_side_effect", "what the others do while a seat must pass", ("none",), "none"
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """Totals below ``below`` are silenced."""

    below: int

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Silence | None":
        threshold = number_or_none(agreement, "silence_threshold")
        return None if threshold is None else cls(below=threshold)


def silenced(total: int, rule: Silence | None) -> bool:
    """Strictly below the number: −120 may still bid where −125 may not."""
    return rule is not None and total < rule.below


def silenced_pass(rule: Silence | None, sheet: Sheet, deal: Deal) -> Iterator[BidPassed]:
    """A silenced seat passes when its turn comes; a forced bid remains its own (B4.34)."""
    seat = deal.auction.to_speak
    if silenced(sheet.totals[seat], rule):
        yield BidPassed(seat, forced=True)
