"""What a card declares when it is led (RULES A12.2, B7)."""

from dataclasses import dataclass

from thousand_engine.cards import DECK, Card, Rank
from thousand_engine.facts import Fact


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a held marriage, four aces and the like come to when declared."""

    facts: tuple[Fact, ...]
    needs_trick: bool
    """Whether the seat must have taken a trick before."""


def pairs(one: Rank, other: Rank) -> dict[Card, Card]:
    """Every card of two ranks with the card of the other rank in its suit."""
    return {
        card: partner
        for card in DECK
        for partner in DECK
        if card.suit is partner.suit and (card.rank, partner.rank) in ((one, other), (other, one))
    }
