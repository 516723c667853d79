"""One trick: who may play what, and who takes it (RULES A11)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from thousand_engine.cards import Card, Hand, Suit, of_suit
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
    """What decides about a card: the hand, the trick so far, the trump and whose it is."""

    hand: Hand
    trick: Trick
    trump: Suit | None
    owns_trump: bool = False


Duty = Callable[[Turn, Hand], Hand]
"""Of the cards that the duties before it leave, those that fulfil it; none: it does not bind."""


def follow_suit(turn: Turn, cards: Hand) -> Hand:
    """Follow the led suit (A11.2)."""
    return of_suit(cards, turn.trick.led)


def trump_when_void(turn: Turn, cards: Hand) -> Hand:
    """Void in the led suit, trump (A11.2)."""
    return () if of_suit(turn.hand, turn.trick.led) else of_suit(cards, turn.trump)


def beat(turn: Turn, cards: Hand) -> Hand:
    """Following suit, play higher; not against a trump, unless trumps are led (B7.66)."""
    winning = turn.trick.cards[turn.trick.winning(turn.trump)]
    if winning.suit is not turn.trick.led:
        return ()
    return tuple(card for card in of_suit(cards, winning.suit) if card.rank > winning.rank)


def overtrump(turn: Turn, cards: Hand) -> Hand:
    """Trumping, beat a trump already played (B7.67)."""
    winning = turn.trick.cards[turn.trick.winning(turn.trump)]
    if winning.suit is not turn.trump or turn.trick.led is turn.trump:
        return ()
    return tuple(card for card in of_suit(cards, turn.trump) if card.rank > winning.rank)


def spare_foreign_trumps(turn: Turn, cards: Hand) -> Hand:
    """Lead no trump that somebody else made, while another card is there (B7.57)."""
    return () if turn.owns_trump else tuple(card for card in cards if card.suit is not turn.trump)


@dataclass(frozen=True, slots=True, kw_only=True)
class Duties:
    """What binds who leads and who follows, each with its reason, in the order of RULES J4."""

    leading: tuple[tuple[Reason, Duty], ...]
    following: tuple[tuple[Reason, Duty], ...]

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Duties":
        return cls(
            leading=tuple((reason, duty) for id, reason, duty in LEADING if agreement[id] == "on"),
            following=(
                (Reason.MUST_FOLLOW_SUIT, follow_suit),
                (Reason.MUST_TRUMP, trump_when_void),
                *((reason, duty) for id, reason, duty in FOLLOWING if agreement[id] == "on"),
            ),
        )


LEADING = (("lead_trump_restriction", Reason.TRUMP_LEAD_RESTRICTED, spare_foreign_trumps),)
FOLLOWING = (
    ("must_beat", Reason.MUST_BEAT, beat),
    ("must_overtrump", Reason.MUST_OVERTRUMP, overtrump),
)


def narrowed(duties: Duties, turn: Turn) -> Iterator[tuple[Reason, Hand]]:
    """Each duty that binds, and the cards it leaves of those that were left before."""
    cards = turn.hand
    for reason, duty in duties.following if turn.trick.cards else duties.leading:
        if bound := duty(turn, cards):
            cards = bound
            yield reason, cards


def legal_cards(duties: Duties, turn: Turn) -> Hand:
    """What the duties leave: usually follow suit, else trump, else play anything."""
    left = turn.hand
    for _, cards in narrowed(duties, turn):
        left = cards
    return left


def refusal(duties: Duties, turn: Turn, card: Card) -> Reason | None:
    """Why a card may not be played; None when it may."""
    if card not in turn.hand:
        return Reason.CARD_NOT_HELD
    return next((reason for reason, left in narrowed(duties, turn) if card not in left), None)
