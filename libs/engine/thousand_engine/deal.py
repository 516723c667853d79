"""One deal as it stands: the phases, the auction, the cards, the play – values, no rules."""

from dataclasses import dataclass
from enum import StrEnum

from thousand_engine.cards import Card, Hand, Suit, card_points
from thousand_engine.trick import NO_CARDS, Trick


class Phase(StrEnum):
    """Where a deal stands, and so who may do what (RULES J1)."""

    BLIND_OFFER = "blind_offer"
    AUCTION = "auction"
    TALON = "talon"
    CONTRACT = "contract"
    PLAY = "play"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Voice:
    """What a seat said in the auction: an amount, or None for a pass."""

    seat: int
    amount: int | None
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Auction:
    """Every voice so far; ``order`` is the active seats, the first to speak first."""

    order: tuple[int, ...]
    voices: tuple[Voice, ...] = ()

    @property
    def standing(self) -> Voice | None:
        """The highest voice so far."""
        return next((voice for voice in reversed(self.voices) if voice.amount is not None), None)

    @property
    def passed(self) -> frozenset[int]:
        """Seats that are out of it."""
        return frozenset(voice.seat for voice in self.voices if voice.amount is None)

    @property
    def left(self) -> tuple[int, ...]:
        """Seats still in, in their order."""
        passed = self.passed
        return tuple(seat for seat in self.order if seat not in passed)

    @property
    def to_speak(self) -> int:
        """The next seat clockwise that is still in."""
        if not self.voices:
            return self.order[0]
        last, passed = self.order.index(self.voices[-1].seat), self.passed
        ahead = self.order[last + 1 :] + self.order[: last + 1]
        return next(seat for seat in ahead if seat not in passed)

    def has_spoken(self, seat: int) -> bool:
        """Whether the seat has had a voice of its own.

        What the engine bid for it is none, but a silenced seat's pass is (J8).
        """
        return any(
            voice.seat == seat and not (voice.forced and voice.amount is not None)
            for voice in self.voices
        )


@dataclass(frozen=True, slots=True)
class Marriage:
    """A declared marriage and its owner."""

    seat: int
    suit: Suit
    points: int


@dataclass(frozen=True, slots=True)
class TakenTrick:
    """A complete trick: who took it, who led to it."""

    seat: int
    leader: int
    trick: Trick


@dataclass(frozen=True, slots=True)
class Gift:
    """A card the declarer passed on; no seat means the leftover talon."""

    card: Card
    seat: int | None
    shown: bool


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything about one distribution of cards."""

    dealer: int
    number: int
    attempt: int
    active: tuple[int, ...]
    deck: tuple[Card, ...]
    dealt: tuple[Hand, ...]
    hands: tuple[Hand, ...]
    talons: tuple[Hand, ...]
    auction: Auction
    phase: Phase = Phase.AUCTION
    taken: int = 0
    """Which talon the declarer took, from 1; 0 before."""
    talon_shown: bool = False
    declarer: int | None = None
    bid: int = 0
    unopposed: bool = False
    gifts: tuple[Gift, ...] = ()
    contract: int = 0
    leader: int = 0
    trick: Trick = NO_CARDS
    tricks: tuple[TakenTrick, ...] = ()
    trump: Suit | None = None
    trump_owner: int | None = None
    marriages: tuple[Marriage, ...] = ()

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; nobody's in DONE."""
        match self.phase:
            case Phase.PLAY:
                return self.from_seat(self.leader)[len(self.trick.cards) % len(self.active)]
            case Phase.AUCTION:
                return self.auction.to_speak
            case Phase.TALON | Phase.CONTRACT:
                return self.declarer
            case Phase.BLIND_OFFER:
                return self.active[0]
            case _:
                return None

    @property
    def talon(self) -> Hand:
        """The talon that was taken; before that the first."""
        return self.talons[max(self.taken, 1) - 1]

    def from_seat(self, first: int) -> tuple[int, ...]:
        """The active seats in their order, beginning with one of them."""
        place = self.active.index(first)
        return self.active[place:] + self.active[:place]

    @property
    def defenders(self) -> tuple[int, ...]:
        """The active seats beside the declarer, clockwise from him."""
        return () if self.declarer is None else self.from_seat(self.declarer)[1:]

    def tricks_of(self, seat: int) -> int:
        """How many tricks a seat has taken."""
        return sum(taken.seat == seat for taken in self.tricks)

    def card_points_of(self, seat: int) -> int:
        """What the cards in a seat's tricks are worth."""
        return sum(card_points(taken.trick.cards) for taken in self.tricks if taken.seat == seat)
