"""One trick: who may play what, and who takes it (RULES A11)."""

from collections.abc import Callable
from dataclasses import dataclass

from thousand_engine.cards import Card, Hand, Suit, of_suit
from thousand_engine.errors import Reason
from thousand_engine.options import switch

OPTIONS = (
    switch(
        57,
        "lead_trump_restriction",
        "trumps are led only by the owner of the last marriage, or from trumps alone",
        "off",
        played=False,
    ),
    switch(
        66, "must_beat", "who follows suit must play a higher card if he can", "off", played=False
    ),
    switch(
        67,
        "must_overtrump",
        "who trumps must beat a trump already played if he can",
        "off",
        played=False,
    ),
)


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in the order they were played, from the leader's."""

    cards: tuple[Card, ...] = ()

    @property
    def led(self) -> Suit | None:
        return self.cards[0].suit if self.cards else None

    def winning(self, trump: Suit | None) -> int:
        """Place of the card that takes it: highest trump, else highest of the led suit."""
        led = self.led

        def strength(place: int) -> tuple[bool, bool, int]:
            card = self.cards[place]
            return card.suit is trump, card.suit is led, card.rank

        return max(range(len(self.cards)), key=strength)


NO_CARDS = Trick()


@dataclass(frozen=True, slots=True)
class Turn:
    """What decides about a card: the hand, the trick so far and the trump."""

    hand: Hand
    trick: Trick
    trump: Suit | None


Duty = Callable[[Turn], Hand]
"""A duty names the cards that fulfil it; none means it does not bind."""


def follow_suit(turn: Turn) -> Hand:
    """Follow the led suit."""
    return of_suit(turn.hand, turn.trick.led)


def trump_when_void(turn: Turn) -> Hand:
    """Void in the led suit, trump."""
    return () if follow_suit(turn) else of_suit(turn.hand, turn.trump)


DUTIES: tuple[tuple[Reason, Duty], ...] = (
    (Reason.MUST_FOLLOW_SUIT, follow_suit),
    (Reason.MUST_TRUMP, trump_when_void),
)
"""In the order of RULES J4. Each binds only as far as the duties before it leave a choice."""


def legal_cards(turn: Turn) -> Hand:
    """Lead anything; then follow suit, else trump, else play anything."""
    if not turn.trick.cards:
        return turn.hand
    for _, duty in DUTIES:
        if bound := duty(turn):
            return bound
    return turn.hand


def refusal(turn: Turn, card: Card) -> Reason | None:
    """Why a card may not be played; None when it may."""
    if card not in turn.hand:
        return Reason.CARD_NOT_HELD
    if turn.trick.cards:
        for reason, duty in DUTIES:
            if (bound := duty(turn)) and card not in bound:
                return reason
    return None
