"""One deal as it stands: the phases, the auction, the cards, the play – values, no rules."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from thousand_engine.cards import Card, Hand, Suit, card_points, hand_of
from thousand_engine.values import Value


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


@dataclass(frozen=True)
class Auction(Value):
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


MeldKind = Literal["aces", "bed", "nines"]


@dataclass(frozen=True, slots=True)
class Meld:
    """Something else declared by leading a card: four aces, a bed marriage, four nines."""

    seat: int
    kind: MeldKind
    points: int
    suit: Suit | None = None
    """Of a bed marriage."""


@dataclass(frozen=True, slots=True)
class TakenTrick:
    """A complete trick: who took it, who led to it, the leader's card first."""

    seat: int
    leader: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Gift:
    """A card the declarer passed on; no seat means the leftover talon."""

    card: Card
    seat: int | None
    shown: bool


@dataclass(frozen=True, slots=True)
class Trump:
    """The trump suit, and whose marriage made it."""

    suit: Suit
    owner: int


@dataclass(frozen=True)
class Deal(Value):
    """Everything about one distribution of cards."""

    dealer: int
    number: int
    attempt: int
    active: tuple[int, ...]
    """The seats that play, forehand first."""
    deck: tuple[Card, ...]
    dealt: tuple[Hand, ...]
    hands: tuple[Hand, ...]
    talons: tuple[Hand, ...]
    auction: Auction
    golden: bool = False
    cut_fined: int | None = None
    phase: Phase = Phase.AUCTION
    blind: bool = False
    """Whether it is a blind game by now: called, and not broken."""
    blind_answer: Literal["", "called", "looked"] = ""
    """What the forehand said to the offer of a blind game."""
    claim_refused: bool = False
    taken: int = 0
    """Which talon the declarer took, from 1; 0 before."""
    talon_shown: bool = False
    declarer: int | None = None
    bid: int = 0
    unopposed: bool = False
    gifts: tuple[Gift, ...] = ()
    contract: int = 0
    leader: int = 0
    trick: tuple[Card, ...] = ()
    """The cards on the table, the leader's first."""
    tricks: tuple[TakenTrick, ...] = ()
    trump: Trump | None = None
    coming_trump: Trump | None = None
    """Becomes trump when the trick on the table is taken (option 55)."""
    marriages: tuple[Marriage, ...] = ()
    melds: tuple[Meld, ...] = ()
    given_up: Literal["", "written_off", "crossed"] = ""
    """How the declarer gave the deal up instead of playing it."""
    leftover_taker: int | None = None
    """Who took the cards left over between two players."""

    @property
    def forehand(self) -> int:
        return self.active[0]

    def has_looked(self, seat: int) -> bool:
        """Whether a seat has seen its cards: not while it may go blind, nor blind without a talon.

        A blind declarer sees them with the talon, and at once when the game is broken (H).
        """
        unseen = self.phase is Phase.BLIND_OFFER or (self.blind and not self.taken)
        return not unseen or seat != self.forehand

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; nobody's in DONE."""
        phase = self.phase
        if phase is Phase.PLAY:
            active = self.active
            return active[(active.index(self.leader) + len(self.trick)) % len(active)]
        if phase is Phase.AUCTION:
            return self.auction.to_speak
        if phase is Phase.DONE:
            return None
        return self.forehand if phase is Phase.BLIND_OFFER else self.declarer

    @property
    def talon(self) -> Hand:
        """The talon that was taken; before that the first."""
        return self.talons[max(self.taken, 1) - 1]

    @property
    def leftover(self) -> Hand:
        """What lies face down between two players: the talon not taken, and discards."""
        if not self.taken:
            return ()
        left = [
            card
            for number, talon in enumerate(self.talons, 1)
            if number != self.taken
            for card in talon
        ]
        return hand_of([*left, *(gift.card for gift in self.gifts if gift.seat is None)])

    @property
    def unplayed(self) -> Hand:
        """The cards in no trick: what lies face down, and what is left in the hands (C1)."""
        return hand_of([*self.leftover, *(card for hand in self.hands for card in hand)])

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
        """What the cards in a seat's tricks are worth, with what was left over if he took it."""
        points = sum(card_points(taken.cards) for taken in self.tricks if taken.seat == seat)
        return points + (card_points(self.unplayed) if seat == self.leftover_taker else 0)
