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


TOPICS = Topics(
    Topic(name=name, fact=fact)
    for name, fact in {
        "game.game_opened": GameOpened,
        "game.seat_taken": SeatTaken,
        "game.deal_committed": DealCommitted,
        "game.secret_revealed": SecretRevealed,
        "game.game_started": facts.GameStarted,
        "game.game_won": facts.GameWon,
        "game.cards_dealt": facts.CardsDealt,
        "game.bid_placed": facts.BidPlaced,
        "game.bid_passed": facts.BidPassed,
        "game.auction_won": facts.AuctionWon,
        "game.talon_taken": facts.TalonTaken,
        "game.talon_revealed": facts.TalonRevealed,
        "game.cards_given": facts.CardsGiven,
        "game.contract_set": facts.ContractSet,
        "game.card_played": facts.CardPlayed,
        "game.marriage_declared": facts.MarriageDeclared,
        "game.trump_set": facts.TrumpSet,
        "game.trick_taken": facts.TrickTaken,
        "game.redeal_claimed": facts.RedealClaimed,
        "game.deal_written_off": facts.DealWrittenOff,
        "game.deal_scored": facts.DealScored,
        "game.bolt_marked": facts.BoltMarked,
        "game.fined": facts.Fined,
        "game.barrel_attempted": facts.BarrelAttempted,
        "game.barrel_entered": facts.BarrelEntered,
        "game.barrel_lost": facts.BarrelLost,
        "game.dump_truck_hit": facts.DumpTruckHit,
    }.items()
)
"""Stored names are written out: a class may be renamed, a topic never."""
