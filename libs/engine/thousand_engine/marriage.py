"""Marriages: when a pair is held, what it is worth, which trump it makes (RULES A12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from thousand_engine.cards import Card, Hand, Rank, Suit
from thousand_engine.deal import Deal, Marriage
from thousand_engine.declaring import Declaration, pairs
from thousand_engine.facts import MarriageDeclared, TrumpSet
from thousand_engine.options import Agreement, Option, switch

if TYPE_CHECKING:  # Rules gathers the record below
    from thousand_engine.rules import Rules

OPTIONS = (
    Option(
        3,
        "marriage_values",
        "what king and queen of a suit are worth",
        ("standard", "clubs_high"),
        "standard",
    ),
    switch(53, "marriage_first_lead", "a marriage may be declared without having a trick", "off"),
    switch(
        54,
        "marriage_needs_capture",
        "a marriage counts only if its owner captures its king or queen",
        "off",
    ),
    Option(
        55,
        "trump_switch_timing",
        "when the trump of a marriage starts",
        ("same_trick", "next_trick"),
        "same_trick",
    ),
    Option(
        56,
        "marriage_declaration",
        "a marriage is declared by leading its card, or by saying so",
        ("auto", "ask"),
        "auto",
    ),
)

VALUES = {
    "standard": {Suit.SPADES: 40, Suit.CLUBS: 60, Suit.DIAMONDS: 80, Suit.HEARTS: 100},
    "clubs_high": {Suit.DIAMONDS: 40, Suit.HEARTS: 60, Suit.SPADES: 80, Suit.CLUBS: 100},
}
PARTNER = pairs(Rank.KING, Rank.QUEEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marriages:
    """What each suit is worth, and how and when a marriage is declared."""

    values: tuple[tuple[Suit, int], ...]
    on_first_lead: bool
    needs_capture: bool
    asked: bool
    """Whether declaring takes a word; else leading the card declares by itself (option 56)."""
    next_trick: bool
    """Whether a new trump waits for the next trick (option 55)."""

    @classmethod
    def agreed(cls, agreement: Agreement) -> Marriages:
        return cls(
            values=tuple(VALUES[str(agreement["marriage_values"])].items()),
            on_first_lead=agreement["marriage_first_lead"] == "on",
            needs_capture=agreement["marriage_needs_capture"] == "on",
            asked=agreement["marriage_declaration"] == "ask",
            next_trick=agreement["trump_switch_timing"] == "next_trick",
        )

    def worth(self, suit: Suit) -> int:
        """Points of the suit's marriage."""
        return dict(self.values)[suit]


def completes(card: Card, hand: Hand) -> bool:
    """Whether the card is half of a marriage whose other half is in the hand too."""
    return PARTNER.get(card) in hand


def held(hand: Hand) -> tuple[Suit, ...]:
    """Suits of which the hand has both king and queen."""
    return tuple([card.suit for card in hand if card.rank is Rank.KING and PARTNER[card] in hand])


def spent(deal: Deal, suit: Suit) -> bool:
    """One queen serves a marriage or a bed marriage, not both (J8)."""
    return any(each.suit is suit for each in deal.marriages) or any(
        each.suit is suit for each in deal.melds
    )


def marriage(rules: Rules, deal: Deal, seat: int, card: Card) -> Declaration | None:
    """King or queen, both in hand: points at once, and a new trump (A12.2, A12.5)."""
    if not completes(card, deal.hands[seat]) or spent(deal, card.suit):
        return None
    marriages, suit = rules.marriages, card.suit
    return Declaration(
        (
            MarriageDeclared(seat, suit.value, marriages.worth(suit)),
            TrumpSet(seat, suit.value, marriages.next_trick),
        ),
        needs_trick=not marriages.on_first_lead,
    )


def counts(rules: Marriages, deal: Deal, declared: Marriage) -> bool:
    """At once, or only if its owner's tricks hold the king or the queen (B7.54)."""
    return not rules.needs_capture or any(
        card in PARTNER and card.suit is declared.suit
        for taken in deal.tricks
        if taken.seat == declared.seat
        for card in taken.cards
    )
