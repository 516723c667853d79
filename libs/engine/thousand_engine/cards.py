"""Suits, ranks, cards and the deck (RULES A1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from thousand_engine.errors import BadAction


class Suit(StrEnum):
    """A suit, by its letter, in the order in which decks are laid out (ARCHITECTURE 7)."""

    SPADES = "S"
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"


class Rank(IntEnum):
    """A rank by its strength in a trick: the ten stands above the king."""

    NINE = 0
    JACK = 1
    QUEEN = 2
    KING = 3
    TEN = 4
    ACE = 5


RANK_LETTERS = "9JQKTA"
RANK_POINTS = (0, 2, 3, 4, 10, 11)


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of the 24 cards. There is one object for each, so cards compare by identity."""

    rank: Rank
    suit: Suit
    code: str
    points: int

    @staticmethod
    def parse(code: str) -> "Card":
        """The card written as rank and suit, ``TS``; BadAction for anything else."""
        try:
            return _CARDS[code]
        except KeyError:
            raise BadAction(f"{code!r:.12} is no card", card=f"{code:.8}") from None

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card.parse({self.code!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Copies and pickles are the same object again."""
        return Card.parse, (self.code,)


DECK: tuple[Card, ...] = tuple(
    Card(rank, suit, RANK_LETTERS[rank] + suit, RANK_POINTS[rank]) for suit in Suit for rank in Rank
)
"""The deck before shuffling: suits S C D H, each 9 J Q K T A."""

_CARDS = {card.code: card for card in DECK}
_PLACE = {card: place for place, card in enumerate(DECK)}

Hand = tuple[Card, ...]
"""Cards a seat holds, always in the order of the deck, so that equal hands are equal values."""


def hand_of(cards: Iterable[Card]) -> Hand:
    """The cards as a hand."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards and spaces, in the order written; BadAction when one is no card."""
    return tuple(Card.parse(code) for code in text.split())


def codes(cards: Iterable[Card]) -> tuple[str, ...]:
    """Cards as the words that stand in facts."""
    return tuple(card.code for card in cards)


def card_points(cards: Iterable[Card]) -> int:
    """What cards are worth in tricks; the deck has 120."""
    return sum(card.points for card in cards)


def of_suit(cards: Iterable[Card], suit: Suit | None) -> Hand:
    """The cards of one suit, in their order."""
    return tuple(card for card in cards if card.suit is suit)


def count(cards: Iterable[Card], rank: Rank) -> int:
    """How many cards have the rank."""
    return sum([card.rank is rank for card in cards])


def without(hand: Hand, *cards: Card) -> Hand:
    """The hand after cards that it held have left it."""
    for card in cards:
        place = hand.index(card)
        hand = hand[:place] + hand[place + 1 :]
    return hand


def check_deck(deck: tuple[Card, ...]) -> tuple[Card, ...]:
    """The same deck; BadAction unless it has each of the 24 cards once."""
    if len(deck) != len(DECK) or set(deck) != set(DECK):
        raise BadAction("a deck has each of the 24 cards once", cards=len(set(deck)))
    return deck
