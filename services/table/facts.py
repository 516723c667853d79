"""The facts of a table, and the stored form of all that stands in a game's log."""

from collections.abc import Mapping
from dataclasses import dataclass

from thousand_engine import facts
from thousand_engine.options import OptionValue
from thousand_log.topics import Topic, Topics


@dataclass(frozen=True, slots=True)
class GameOpened:
    """Seats may be taken for a game under this agreement; it is frozen when the game starts.

    ``preset`` and ``changed`` are what the account asked for, ``options`` what that meant then: the
    same request is the same command for ever, whatever becomes of the preset. ``accounts`` were
    seated in the same step.
    """

    account: str
    preset: str
    changed: Mapping[str, OptionValue]
    options: Mapping[str, OptionValue]
    accounts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """An account has sat down."""

    seat: int
    account: str


@dataclass(frozen=True, slots=True)
class DealCommitted:
    """What the table is bound to for the next distribution (ARCHITECTURE 7, step 1)."""

    commitment: str


@dataclass(frozen=True, slots=True)
class SecretRevealed:
    """The secret behind a commitment, in hex, once nothing depends on it any more (step 6)."""

    commitment: str
    secret: str


@dataclass(frozen=True, slots=True)
class DeckCut:
    """A seat cut the deck, and everybody saw the card that then lay at the bottom (step 5)."""

    seat: int
    card: str


TOPICS = Topics(
    Topic(name=name, fact=fact)
    for name, fact in {
        "game.game_opened": GameOpened,
        "game.seat_taken": SeatTaken,
        "game.deal_committed": DealCommitted,
        "game.secret_revealed": SecretRevealed,
        "game.deck_cut": DeckCut,
        **{f"game.{name}": fact for name, fact in facts.NAMES.items()},
    }.items()
)
"""Stored names are written out: a class may be renamed, a topic never."""
