"""One trick: who may play what, and who takes it (RULES A11)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from thousand_engine.cards import Card, Hand, Rank, Suit
from thousand_engine.errors import Reason
from thousand_engine.options import Agreement, switch

OPTIONS = (
    switch(
        57,
        "lead_trump_restriction",
        "trumps are led only by the owner of the last marriage, or from trumps alone",
        "off",
    ),
    switch(66, "must_beat", "who follows suit must play a higher card if he can", "off"),
    switch(
        67,
        "must_overtrump",
        "who trumps must beat a trump already played if he can",
        "off",
    ),
)


def winning(cards: tuple[Card, ...], trump: Suit | None) -> int:
    """Place of the card that takes the trick: highest trump, else highest of the led suit (A11.4).

    Card by card: the best so far is beaten by a higher one of its suit, and by a trump.
    """
    best, place = cards[0], 0
    for at, card in enumerate(cards):
        if card.rank > best.rank if card.suit is best.suit else card.suit is trump:
            best, place = card, at
    return place


class Turn(NamedTuple):
    """What decides about a card. One is made for every move, and a tuple is made fast."""

    hand: Hand
    trick: tuple[Card, ...] = ()
    trump: Suit | None = None
    owns_trump: bool = False
    """Whether it was this seat that made the trump."""
    declared_aces: bool = False


Cards = Sequence[Card]
Duty = Callable[[Turn, Cards], Cards]
"""Of the cards that the duties before it leave, those that fulfil it; none: it does not bind."""


def follow_suit(turn: Turn, cards: Cards) -> Cards:
    """Follow the led suit (A11.2)."""
    led = turn.trick[0].suit
    return [card for card in cards if card.suit is led]


def trump_when_void(turn: Turn, cards: Cards) -> Cards:
    """Void in the led suit, trump (A11.2)."""
    if cards[0].suit is turn.trick[0].suit:  # he follows suit, so all of them are of it
        return ()
    trump = turn.trump
    return [card for card in cards if card.suit is trump]


def beat(turn: Turn, cards: Cards) -> Cards:
    """Following suit, play higher, also in trumps; not when a plain trick is trumped (B7.66)."""
    best = turn.trick[winning(turn.trick, turn.trump)]
    return higher(cards, best) if best.suit is turn.trick[0].suit else ()


def overtrump(turn: Turn, cards: Cards) -> Cards:
    """Trumping, beat the trump that is taking the trick (B7.67)."""
    best = turn.trick[winning(turn.trick, turn.trump)]
    return () if best.suit is turn.trick[0].suit else higher(cards, best)


def higher(cards: Cards, best: Card) -> Cards:
    return [card for card in cards if card.suit is best.suit and card.rank > best.rank]


def spare_foreign_trumps(turn: Turn, cards: Cards) -> Cards:
    """Lead no trump that somebody else made, while another card is there (B7.57)."""
    return () if turn.owns_trump else [card for card in cards if card.suit is not turn.trump]


def lead_the_aces(turn: Turn, cards: Cards) -> Cards:
    """Whoever declared four aces leads them as long as he is on lead (B7.61)."""
    return [card for card in cards if card.rank is Rank.ACE] if turn.declared_aces else ()


LEADING: tuple[tuple[str, Reason, Duty], ...] = (
    ("lead_trump_restriction", Reason.TRUMP_LEAD_RESTRICTED, spare_foreign_trumps),
    ("ace_marriage_must_continue", Reason.MUST_LEAD_ACE, lead_the_aces),
)
ALWAYS_FOLLOWING: tuple[tuple[Reason, Duty], ...] = (
    (Reason.MUST_FOLLOW_SUIT, follow_suit),
    (Reason.MUST_TRUMP, trump_when_void),
)
FOLLOWING: tuple[tuple[str, Reason, Duty], ...] = (
    ("must_beat", Reason.MUST_BEAT, beat),
    ("must_overtrump", Reason.MUST_OVERTRUMP, overtrump),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Duties:
    """What binds who leads and who follows, each with its reason, in the order of RULES J4."""

    leading: tuple[tuple[Reason, Duty], ...]
    following: tuple[tuple[Reason, Duty], ...]

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Duties":
        def chosen(rows: tuple[tuple[str, Reason, Duty], ...]) -> tuple[tuple[Reason, Duty], ...]:
            return tuple((reason, duty) for id, reason, duty in rows if agreement[id] == "on")

        return cls(leading=chosen(LEADING), following=ALWAYS_FOLLOWING + chosen(FOLLOWING))


def legal_cards(duties: Duties, turn: Turn) -> Hand:
    """What the duties leave: usually follow suit, else trump, else play anything."""
    cards: Cards = turn.hand
    for _, duty in duties.following if turn.trick else duties.leading:
        cards = duty(turn, cards) or cards
    return tuple(cards)


def refusal(duties: Duties, turn: Turn, card: Card) -> Reason | None:
    """Why a card may not be played; None when it may."""
    cards: Cards = turn.hand
    if card not in cards:
        return Reason.CARD_NOT_HELD
    for reason, duty in duties.following if turn.trick else duties.leading:
        if bound := duty(turn, cards):
            if card not in bound:
                return reason
            cards = bound
    return None
