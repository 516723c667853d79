"""Four nines laid down for a bonus (RULES B7.63)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thousand_engine.cards import Card, Rank, count
from thousand_engine.deal import Deal
from thousand_engine.declaring import Declaration
from thousand_engine.facts import NinesDeclared
from thousand_engine.options import Option

if TYPE_CHECKING:
    from thousand_engine.rules import Rules

OPTIONS = (
    Option(
        63,
        "four_nines_bonus",
        "leading the first of four nines scores",
        ("off", 200, 360, 100),
        "off",
    ),
)


def nines(rules: Rules, deal: Deal, seat: int, _card: Card) -> Declaration | None:
    """A nine, all four in hand; no trick is needed (B7.63)."""
    bonus = rules.four_nines
    if bonus is None or count(deal.hands[seat], Rank.NINE) < 4:
        return None
    return Declaration((NinesDeclared(seat, bonus),), needs_trick=False)
