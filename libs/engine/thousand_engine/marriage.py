"""Marriages: when a pair may be declared, what it is worth, which trump it makes (RULES A12)."""

from collections.abc import Iterator
from dataclasses import dataclass

from thousand_engine.actions import Play
from thousand_engine.cards import Card, Hand, Rank, Suit
from thousand_engine.deal import Deal
from thousand_engine.facts import Fact, MarriageDeclared, TrumpSet
from thousand_engine.options import Agreement, Option, switch

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
        played=False,
    ),
    Option(
        55,
        "trump_switch_timing",
        "when the new trump starts",
        ("same_trick", "next_trick"),
        "same_trick",
        played=("same_trick",),
    ),
    Option(
        56,
        "marriage_declaration",
        "declared by leading the card, or by saying so",
        ("auto", "ask"),
        "auto",
        played=("auto",),
    ),
)

VALUES = {
    "standard": {Suit.SPADES: 40, Suit.CLUBS: 60, Suit.DIAMONDS: 80, Suit.HEARTS: 100},
    "clubs_high": {Suit.DIAMONDS: 40, Suit.HEARTS: 60, Suit.SPADES: 80, Suit.CLUBS: 100},
}
PARTNERS = {Rank.KING: Rank.QUEEN, Rank.QUEEN: Rank.KING}


@dataclass(frozen=True, slots=True, kw_only=True)
class Marriages:
    """What each suit is worth, and whether the first lead may declare."""

    values: tuple[tuple[Suit, int], ...]
    on_first_lead: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Marriages":
        return cls(
            values=tuple(VALUES[str(agreement["marriage_values"])].items()),
            on_first_lead=agreement["marriage_first_lead"] == "on",
        )

    def worth(self, suit: Suit) -> int:
        """Points of the suit's marriage."""
        return dict(self.values)[suit]


def completes(card: Card, hand: Hand) -> bool:
    """Whether the card is half of a marriage whose other half is in the hand too."""
    partner = PARTNERS.get(card.rank)
    return partner is not None and any(
        other.rank is partner and other.suit is card.suit for other in hand
    )


def held(hand: Hand) -> Iterator[Suit]:
    """Suits of which the hand has both king and queen."""
    for card in hand:
        if card.rank is Rank.KING and completes(card, hand):
            yield card.suit


def may_declare(rules: Marriages, tricks: int) -> bool:
    """You must already have taken a trick in this deal (A12.2)."""
    return rules.on_first_lead or tricks > 0


def declarable(rules: Marriages, hand: Hand, tricks: int) -> tuple[Suit, ...]:
    """The marriages a leader with so many tricks would declare by leading king or queen."""
    return tuple(held(hand)) if may_declare(rules, tricks) else ()


def declare(rules: Marriages, deal: Deal, play: Play) -> Iterator[Fact]:
    """What leading this card declares by itself: points at once, trump from this very trick."""
    hand = deal.hands[play.seat]
    if deal.trick.cards or not completes(play.card, hand):
        return
    if may_declare(rules, deal.tricks_of(play.seat)):
        suit = play.card.suit
        yield MarriageDeclared(play.seat, suit.value, rules.worth(suit))
        yield TrumpSet(play.seat, suit.value)
