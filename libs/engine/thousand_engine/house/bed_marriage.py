"""The bed marriage: queen and jack of a suit count half a marriage (RULES B7.62)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thousand_engine.cards import Card, Rank
from thousand_engine.deal import Deal
from thousand_engine.declaring import Declaration, pairs
from thousand_engine.facts import BedDeclared
from thousand_engine.marriage import spent
from thousand_engine.options import switch

if TYPE_CHECKING:
    from thousand_engine.rules import Rules

OPTIONS = (switch(62, "bed_marriage", "queen and jack declared score half a marriage", "off"),)

PARTNER = pairs(Rank.QUEEN, Rank.JACK)


def bed(rules: Rules, deal: Deal, seat: int, card: Card) -> Declaration | None:
    """Queen or jack, both in hand: declared like a marriage, sets no trump (B7.62)."""
    in_hand = PARTNER.get(card) in deal.hands[seat]
    if not rules.bed_marriage or not in_hand or spent(deal, card.suit):
        return None
    marriages, suit = rules.marriages, card.suit
    return Declaration(
        (BedDeclared(seat, suit.value, marriages.worth(suit) // 2),),
        needs_trick=not marriages.on_first_lead,
    )
