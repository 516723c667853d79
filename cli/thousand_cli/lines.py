"""What every drawing is made of: labelled lines, cards in their colours, hands in order."""

from collections.abc import Iterable

from rich.text import Text

from thousand_engine.cards import Card, Suit

SUITS = list(Suit)
RED = (Suit.DIAMONDS, Suit.HEARTS)


def line(label: str, *pieces: str | Text) -> Text:
    """A line below a deal's heading; the label says what it is about."""
    return Text.assemble(("  " + label.ljust(10) + " ", "dim"), *pieces)


def drawn(card: Card, mark: str = "") -> Text:
    """A card as everywhere in text, in the colour of its suit."""
    return Text(card.code + mark, style="red" if card.suit in RED else "")


def listed(cards: Iterable[Card]) -> Text:
    """Cards in the order given."""
    return Text(" ").join(map(drawn, cards))


def hand(cards: Iterable[Card]) -> Text:
    """Cards as a player holds them: by suit, the strongest first."""
    return listed(sorted(cards, key=lambda card: (SUITS.index(card.suit), -card.rank)))
