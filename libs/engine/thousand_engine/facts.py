"""What happened in a game, as plain words and numbers: the whole vocabulary of the engine.

A fact carries its outcome, so folding never asks a rule. Its field names and meanings are stored
for ever (ARCHITECTURE 3): rearrange the engine, not these.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from thousand_engine.actions import Recipient
from thousand_engine.options import OptionValue

Cards = tuple[str, ...]


class Fact:
    """Something that happened."""

    __slots__ = ()

    @property
    def hidden_fields(self) -> tuple[str, ...]:
        """The fields that not everybody may see, by the agreement at that moment."""
        return ()


# --- the game


@dataclass(frozen=True, slots=True)
class GameStarted(Fact):
    """The agreement (every option), the version of the rules that judges it, who deals first."""

    options: Mapping[str, OptionValue]
    rules_version: int
    first_dealer: int


@dataclass(frozen=True, slots=True)
class GameWon(Fact):
    """A seat has reached the target; the game is over."""

    seat: int


# --- a deal, from the cards to the contract


@dataclass(frozen=True, slots=True)
class CardsDealt(Fact):
    """A distribution: the deck (24 cards, top first), and how it fell to the seats (RULES J2).

    ``active`` are the seats that play, forehand first; ``hands`` are by seat, empty for one that
    sits out; there are two ``talons`` between two players.
    """

    dealer: int
    deal: int
    attempt: int
    active: tuple[int, ...]
    deck: Cards
    hands: tuple[Cards, ...]
    talons: tuple[Cards, ...]

    @property
    def hidden_fields(self) -> tuple[str, ...]:
        """The cards."""
        return ("deck", "hands", "talons")


@dataclass(frozen=True, slots=True)
class BidPlaced(Fact):
    """A voice; ``forced`` when the engine said it for the seat."""

    seat: int
    amount: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class BidPassed(Fact):
    """A pass, final for this deal; ``forced`` for a silenced seat."""

    seat: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class AuctionWon(Fact):
    """The declarer is found. ``unopposed``: nobody bid beside the opening number."""

    seat: int
    amount: int
    unopposed: bool


@dataclass(frozen=True, slots=True)
class TalonTaken(Fact):
    """The declarer takes a talon into his hand (``talon`` 1, between two players also 2).

    ``chosen`` when it was his own choice.
    """

    seat: int
    talon: int = 1
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class TalonRevealed(Fact):
    """The talon that was taken is shown to everybody."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class CardsGiven(Fact):
    """The declarer passed cards on: ``cards[i]`` went to ``recipients[i]``."""

    seat: int
    recipients: tuple[Recipient, ...]
    cards: Cards
    shown: bool

    @property
    def hidden_fields(self) -> tuple[str, ...]:
        """The cards, unless they travel open (option 38)."""
        return () if self.shown else ("cards",)


@dataclass(frozen=True, slots=True)
class ContractSet(Fact):
    """The final contract; play begins, and ``leader`` leads."""

    seat: int
    amount: int
    leader: int


# --- the play


@dataclass(frozen=True, slots=True)
class CardPlayed(Fact):
    """A card on the table; ``said`` is the word the player added where the agreement asks."""

    seat: int
    card: str
    said: Literal["", "declare", "silent"] = ""


@dataclass(frozen=True, slots=True)
class MarriageDeclared(Fact):
    """King and queen of a suit, declared by leading one of them."""

    seat: int
    suit: str
    points: int


@dataclass(frozen=True, slots=True)
class TrumpSet(Fact):
    """From here on this suit is trump."""

    seat: int
    suit: str


@dataclass(frozen=True, slots=True)
class TrickTaken(Fact):
    """A trick is complete; its winner leads next."""

    seat: int
    points: int


# --- how a distribution ends, and what is written (RULES A19)


@dataclass(frozen=True, slots=True)
class RedealClaimed(Fact):
    """A claim held: the cards are dealt again by the same dealer, nobody scores.

    ``forced`` when the agreement makes the redeal compulsory and nobody claimed. The deck lies
    open; it is empty while it must stay closed (ARCHITECTURE 7, boards).
    """

    seat: int
    reason: str
    deck: Cards
    forced: bool = False


@dataclass(frozen=True, slots=True)
class DealWrittenOff(Fact):
    """The declarer gave the deal up; ``write_offs`` counts those of his seat."""

    seat: int
    write_offs: int


DealResult = Literal["played", "written_off", "crossed"]


@dataclass(frozen=True, slots=True)
class DealScored(Fact):
    """What the deal is worth: lists by seat. ``written`` goes into the totals, fines do not.

    ``marriages`` are points, as far as they count; ``made`` says whether the contract was. The deck
    lies open; it is empty while it must stay closed (ARCHITECTURE 7, boards).
    """

    result: DealResult
    declarer: int
    contract: int
    made: bool
    card_points: tuple[int, ...]
    marriages: tuple[int, ...]
    tricks: tuple[int, ...]
    written: tuple[int, ...]
    deck: Cards
    next_dealer: int


@dataclass(frozen=True, slots=True)
class BoltMarked(Fact):
    """A deal without a trick: the seat's ``count``-th bolt, of which ``bolts`` stay marked.

    They differ when a fine wipes them.
    """

    seat: int
    count: int
    bolts: int


@dataclass(frozen=True, slots=True)
class Fined(Fact):
    """A flat fine, a ledger line of its own; ``amount`` is negative."""

    seat: int
    cause: Literal["bolts", "write_offs", "dealer", "cut"]
    amount: int


@dataclass(frozen=True, slots=True)
class BarrelAttempted(Fact):
    """A sitter has used an attempt; ``amount`` sets him back to the threshold."""

    seat: int
    attempts: int
    amount: int = 0


@dataclass(frozen=True, slots=True)
class BarrelEntered(Fact):
    """A total reached the threshold; ``amount`` sets it exactly there."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class BarrelLost(Fact):
    """A seat falls from the barrel by ``amount``; ``barrels_lost`` counts toward the zero."""

    seat: int
    cause: Literal["attempts", "thrown", "together"]
    amount: int
    barrels_lost: int


@dataclass(frozen=True, slots=True)
class DumpTruckHit(Fact):
    """A total landed exactly on the dump truck and is tipped out."""

    seat: int
    amount: int


FACTS: tuple[type[Fact], ...] = (
    GameStarted,
    GameWon,
    CardsDealt,
    BidPlaced,
    BidPassed,
    AuctionWon,
    TalonTaken,
    TalonRevealed,
    CardsGiven,
    ContractSet,
    CardPlayed,
    MarriageDeclared,
    TrumpSet,
    TrickTaken,
    RedealClaimed,
    DealWrittenOff,
    DealScored,
    BoltMarked,
    Fined,
    BarrelAttempted,
    BarrelEntered,
    BarrelLost,
    DumpTruckHit,
)
"""Every class of fact the engine makes."""
