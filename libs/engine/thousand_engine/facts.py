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
    rests; there are two ``talons`` between two players. ``cut_fined`` cut nine after nine.
    """

    dealer: int
    deal: int
    attempt: int
    active: tuple[int, ...]
    deck: Cards
    hands: tuple[Cards, ...]
    talons: tuple[Cards, ...]
    golden: bool = False
    cut_fined: int | None = None

    @property
    def hidden_fields(self) -> tuple[str, ...]:
        """The cards."""
        return ("deck", "hands", "talons")


@dataclass(frozen=True, slots=True)
class BlindOffered(Fact):
    """The forehand, who has seen no card yet, is asked whether he plays blind."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardsLookedAt(Fact):
    """The forehand looked at his cards instead of playing blind."""

    seat: int


@dataclass(frozen=True, slots=True)
class BlindCalled(Fact):
    """The forehand plays blind."""

    seat: int


@dataclass(frozen=True, slots=True)
class BlindBroken(Fact):
    """A higher bid broke the blind game: nothing doubles, and the blind seat sees its cards."""

    seat: int


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
class AcesDeclared(Fact):
    """Four aces in one hand, declared by leading one of them."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class BedDeclared(Fact):
    """Queen and jack of a suit, declared by leading one of them: half a marriage."""

    seat: int
    suit: str
    points: int


@dataclass(frozen=True, slots=True)
class NinesDeclared(Fact):
    """Four nines in one hand, declared by leading the first of them."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class TrumpSet(Fact):
    """This suit is trump from here on, or from the next trick on (``next_trick``)."""

    seat: int
    suit: str
    next_trick: bool = False


@dataclass(frozen=True, slots=True)
class TrumpCancelled(Fact):
    """From here on there is no trump."""

    seat: int


@dataclass(frozen=True, slots=True)
class TrickTaken(Fact):
    """A trick is complete; its winner leads next."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class LeftoverTaken(Fact):
    """Between two players the winner of the last trick takes the cards left over as well."""

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
class ClaimRefused(Fact):
    """A third claim in one dealer's deal: it is played, and the dealer pays when it is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealCrossed(Fact):
    """The declarer took a cross; ``crosses`` counts those of his seat."""

    seat: int
    crosses: int


@dataclass(frozen=True, slots=True)
class DealWrittenOff(Fact):
    """The declarer gave the deal up; ``write_offs`` counts those of his seat."""

    seat: int
    write_offs: int


DealResult = Literal["played", "written_off", "crossed"]


@dataclass(frozen=True, slots=True)
class DealScored(Fact):
    """What the deal is worth: lists by seat. ``written`` goes into the totals, fines do not.

    ``marriages`` and ``melds`` (aces, beds, nines) are points, as far as they count; ``made`` says
    whether the contract was. The deck lies open; it is empty while it must stay closed
    (ARCHITECTURE 7, boards).
    """

    result: DealResult
    declarer: int
    contract: int
    made: bool
    card_points: tuple[int, ...]
    marriages: tuple[int, ...]
    melds: tuple[int, ...]
    tricks: tuple[int, ...]
    written: tuple[int, ...]
    deck: Cards
    next_dealer: int
    golden: bool = False
    blind: bool = False


@dataclass(frozen=True, slots=True)
class BoltMarked(Fact):
    """A seat got ``count`` bolts (two where they double); ``bolts`` stay marked after a fine.

    ``streak`` counts those of successive deals.
    """

    seat: int
    count: int
    bolts: int
    streak: int


@dataclass(frozen=True, slots=True)
class StreakBroken(Fact):
    """A trick ended a streak of bolts; ``bolts`` stay marked."""

    seat: int
    bolts: int


FineCause = Literal["bolts", "write_offs", "dealer", "cut"]


@dataclass(frozen=True, slots=True)
class Fined(Fact):
    """A flat fine, a ledger line of its own; ``amount`` is negative."""

    seat: int
    cause: FineCause
    amount: int


@dataclass(frozen=True, slots=True)
class BarrelAttempted(Fact):
    """A sitter did not win: the attempts he has used by now; ``amount`` sets him back."""

    seat: int
    attempts: int
    amount: int = 0


@dataclass(frozen=True, slots=True)
class BarrelEntered(Fact):
    """A total reached the threshold; ``amount`` sets it exactly there."""

    seat: int
    amount: int


FallCause = Literal["attempts", "thrown", "together", "contract", "bolts", "obligation"]


@dataclass(frozen=True, slots=True)
class BarrelLost(Fact):
    """A seat falls from the barrel by ``amount``; ``barrels_lost`` counts toward the zero."""

    seat: int
    cause: FallCause
    amount: int
    barrels_lost: int


@dataclass(frozen=True, slots=True)
class ReverseBarrelEntered(Fact):
    """A total fell to minus the threshold; ``amount`` sets it exactly there."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class ReverseBarrelAttempted(Fact):
    """A seat on the reverse barrel has used a deal; ``amount`` sets it back to the threshold."""

    seat: int
    attempts: int
    amount: int = 0


@dataclass(frozen=True, slots=True)
class ReverseBarrelLeft(Fact):
    """A seat is thrown back from the reverse barrel by ``amount``."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class DumpTruckHit(Fact):
    """A total landed exactly on the dump truck and is tipped out."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class GoldenRoundEnded(Fact):
    """A round of golden deals is over; ``next_round`` is the number of the next, 0 for none.

    ``reset``: nobody made his 120, and the sheet starts anew; ``amounts`` by seat wipe the totals.
    """

    next_round: int
    reset: bool
    amounts: tuple[int, ...] = ()


NAMES: Mapping[str, type[Fact]] = {
    "game_started": GameStarted,
    "game_won": GameWon,
    "cards_dealt": CardsDealt,
    "blind_offered": BlindOffered,
    "cards_looked_at": CardsLookedAt,
    "blind_called": BlindCalled,
    "blind_broken": BlindBroken,
    "bid_placed": BidPlaced,
    "bid_passed": BidPassed,
    "auction_won": AuctionWon,
    "talon_taken": TalonTaken,
    "talon_revealed": TalonRevealed,
    "cards_given": CardsGiven,
    "contract_set": ContractSet,
    "card_played": CardPlayed,
    "marriage_declared": MarriageDeclared,
    "aces_declared": AcesDeclared,
    "bed_declared": BedDeclared,
    "nines_declared": NinesDeclared,
    "trump_set": TrumpSet,
    "trump_cancelled": TrumpCancelled,
    "trick_taken": TrickTaken,
    "leftover_taken": LeftoverTaken,
    "redeal_claimed": RedealClaimed,
    "claim_refused": ClaimRefused,
    "deal_crossed": DealCrossed,
    "deal_written_off": DealWrittenOff,
    "deal_scored": DealScored,
    "bolt_marked": BoltMarked,
    "streak_broken": StreakBroken,
    "fined": Fined,
    "barrel_attempted": BarrelAttempted,
    "barrel_entered": BarrelEntered,
    "barrel_lost": BarrelLost,
    "reverse_barrel_entered": ReverseBarrelEntered,
    "reverse_barrel_attempted": ReverseBarrelAttempted,
    "reverse_barrel_left": ReverseBarrelLeft,
    "dump_truck_hit": DumpTruckHit,
    "golden_round_ended": GoldenRoundEnded,
}
"""Every fact by the name under which it is stored: a class may be renamed, a name never."""

FACTS: tuple[type[Fact], ...] = tuple(NAMES.values())
"""Every class of fact the engine makes."""
