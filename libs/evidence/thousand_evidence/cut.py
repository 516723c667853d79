"""The cut: what becomes of a shuffled or stacked deck before it is dealt (ARCHITECTURE 7, step 5).

A pure lottery, carried on by the words that shuffled: who knows the key knows every cut.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from thousand_engine.house.cut import JackRule
from thousand_evidence.fair import UNSHUFFLED, below, shuffle, words

NINES_FINED = 3
"""So many nines in a row, and the seat that cut them is fined (RULES A4.3)."""
MIDDLE = 12
"""Where in the deck a jack comes to lie that is put into its middle (RULES A4.4)."""


@dataclass(frozen=True, slots=True)
class ShownCut:
    """A cut after which the bottom card was shown, and who of the two made it."""

    by: Literal["cutter", "dealer"]
    bottom: str


@dataclass(frozen=True, slots=True)
class CutDeck:
    """A deck ready to be dealt, top first, and the ritual that it went through.

    ``fined``: the cutter cut nine after nine.
    """

    deck: tuple[str, ...]
    shown: tuple[ShownCut, ...] = ()
    fined: bool = False


def cut_deck(
    key: bytes, *, stack: Sequence[str] | None = None, ritual: JackRule | None = None
) -> CutDeck:
    """The deck that a key stands for; ValueError when the stack is no deck.

    ``stack`` is the last distribution's deck where it is not shuffled again, ``ritual`` what a jack
    does where the cut has consequences. A shuffled deck without a ritual is not cut, a stacked one
    is cut once, and nobody looks at the bottom.
    """
    stream = words(key)
    if stack is not None and sorted(stack) != sorted(UNSHUFFLED):
        raise ValueError("a stack has each of the 24 cards once")
    deck = shuffle(stream) if stack is None else tuple(stack)
    if ritual is not None:
        return cut_with_ritual(deck, stream, ritual)
    return CutDeck(deck if stack is None else cut(deck, stream))


def cut(deck: tuple[str, ...], stream: Iterator[int]) -> tuple[str, ...]:
    """One to 23 cards from the top go under the rest."""
    lifted = 1 + below(len(deck) - 1, stream)
    return deck[lifted:] + deck[:lifted]


def cut_with_ritual(deck: tuple[str, ...], stream: Iterator[int], jack_rule: JackRule) -> CutDeck:
    """A nine at the bottom is cut again, a jack as agreed, any other card ends it (RULES A4)."""
    shown: list[ShownCut] = []
    nines_in_row = 0
    fined = False

    def cut_by(who: Literal["cutter", "dealer"], deck: tuple[str, ...]) -> tuple[str, ...]:
        deck = cut(deck, stream)
        shown.append(ShownCut(who, deck[-1]))
        return deck

    while not fined:
        deck = cut_by("cutter", deck)
        match deck[-1][0], jack_rule:
            case "9", _:
                nines_in_row += 1
                if nines_in_row == NINES_FINED:
                    fined = True
                    deck = cut_by("cutter", shuffle(stream, deck))
            case "J", "to_middle_no_cut":
                deck = (*deck[:MIDDLE], deck[-1], *deck[MIDDLE:-1])
                break
            case "J", "dealer_cuts_once":
                deck = cut_by("dealer", deck)
                break
            case "J", "reshuffle":
                nines_in_row = 0
                deck = shuffle(stream, deck)
            case _:
                break
    return CutDeck(deck, tuple(shown), fined)
