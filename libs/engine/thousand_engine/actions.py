"""Everything a seat can do, one class an action (RULES J3), and what the table does."""

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from thousand_engine.cards import Card


@dataclass(frozen=True, slots=True)
class Look:
    """Look at the cards instead of playing blind."""

    seat: int


@dataclass(frozen=True, slots=True)
class Blind:
    """Play blind: 120 without having seen a card."""

    seat: int


@dataclass(frozen=True, slots=True)
class Bid:
    """Undertake so many points for the talon."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the auction for this deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim a redeal. Names no reason: the cards have one or not."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChooseTalon:
    """Choose one of the two talons of a two-player deal."""

    seat: int
    number: int


LEFTOVER: Literal["T"] = "T"
"""Who gets a card that goes to no seat: the talon left over between two players."""

Recipient = int | Literal["T"]


@dataclass(frozen=True, slots=True)
class Give:
    """Pass cards on, all of them at once: each card with who gets it."""

    seat: int
    gifts: tuple[tuple[Card, Recipient], ...]


@dataclass(frozen=True, slots=True)
class WriteOff:
    """Give the deal up as lost instead of playing it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Cross:
    """Take a cross instead of playing the deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class SetContract:
    """Name the final contract; the winning bid keeps it."""

    seat: int
    amount: int


class Declare(Enum):
    """What a player says when he leads a card of a marriage."""

    DECLARE = "declare"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card."""

    seat: int
    card: Card
    declare: Declare | None = None


@dataclass(frozen=True, slots=True)
class DealCards:
    """The table's own action: lay a deck (24 cards, top first) for a deal and its attempt.

    ``cut_fined`` is the seat that cut nine after nine (RULES A4.5).
    """

    dealer: int
    deal: int
    attempt: int
    deck: tuple[Card, ...]
    cut_fined: int | None = None


SeatAction = (
    Look | Blind | Bid | Pass | Claim | ChooseTalon | Give | WriteOff | Cross | SetContract | Play
)
Action = SeatAction | DealCards
