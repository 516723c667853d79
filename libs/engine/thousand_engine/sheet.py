"""The sheet (запись): what stands against each seat, between deals."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import add
from typing import Any

from thousand_engine.facts import (
    BarrelAttempted,
    BarrelEntered,
    BarrelLost,
    BoltMarked,
    DealCrossed,
    DealScored,
    DealWrittenOff,
    DumpTruckHit,
    Fact,
    Fined,
    GameWon,
    GoldenRoundEnded,
    ReverseBarrelAttempted,
    ReverseBarrelEntered,
    ReverseBarrelLeft,
    StreakBroken,
)
from thousand_engine.seats import with_seat
from thousand_engine.values import Value


@dataclass(frozen=True)
class Sheet(Value):
    """By seat: totals, attempts used on the barrel (None: not on it), marks.

    ``golden_round`` is the round of golden deals in progress from 1, 0 when it is over, and
    ``golden_made`` says of each of its deals so far whether the contract was made.
    """

    totals: tuple[int, ...]
    attempts: tuple[int | None, ...]
    barrels_lost: tuple[int, ...]
    bolts: tuple[int, ...]
    """Marks toward the next fine."""
    streaks: tuple[int, ...]
    """Bolts of successive deals."""
    write_offs: tuple[int, ...]
    crosses: tuple[int, ...]
    reverse_attempts: tuple[int | None, ...]
    """As ``attempts``, on the reverse barrel."""
    golden_round: int = 0
    golden_made: tuple[bool, ...] = ()

    @classmethod
    def blank(cls, players: int, golden_round: int = 0) -> "Sheet":
        """A sheet on which nothing is written."""
        zeros, nowhere = (0,) * players, (None,) * players
        return cls(zeros, nowhere, zeros, zeros, zeros, zeros, zeros, nowhere, golden_round)

    def on_barrel(self, seat: int) -> bool:
        return self.attempts[seat] is not None

    @property
    def sitters(self) -> tuple[int, ...]:
        """The seats on the barrel."""
        return tuple(seat for seat, used in enumerate(self.attempts) if used is not None)

    def add(self, seat: int, amount: int, **marks: tuple[int | None, ...]) -> "Sheet":
        """The sheet with an amount more for a seat, and other marks that change with it."""
        total = self.totals[seat] + amount
        return self.but(totals=with_seat(self.totals, seat, total), **marks)


def deal_scored(sheet: Sheet, fact: DealScored) -> Sheet:
    totals = tuple(map(add, sheet.totals, fact.written))
    if fact.golden:
        return sheet.but(totals=totals, golden_made=(*sheet.golden_made, fact.made))
    return sheet.but(totals=totals)


def deal_written_off(sheet: Sheet, fact: DealWrittenOff) -> Sheet:
    return sheet.but(write_offs=with_seat(sheet.write_offs, fact.seat, fact.write_offs))


def deal_crossed(sheet: Sheet, fact: DealCrossed) -> Sheet:
    return sheet.but(crosses=with_seat(sheet.crosses, fact.seat, fact.crosses))


def bolt_marked(sheet: Sheet, fact: BoltMarked) -> Sheet:
    return sheet.but(
        bolts=with_seat(sheet.bolts, fact.seat, fact.bolts),
        streaks=with_seat(sheet.streaks, fact.seat, fact.streak),
    )


def streak_broken(sheet: Sheet, fact: StreakBroken) -> Sheet:
    return sheet.but(
        bolts=with_seat(sheet.bolts, fact.seat, fact.bolts),
        streaks=with_seat(sheet.streaks, fact.seat, 0),
    )


def total_changed(sheet: Sheet, fact: Fined | DumpTruckHit) -> Sheet:
    return sheet.add(fact.seat, fact.amount)


def barrel_attempted(sheet: Sheet, fact: BarrelAttempted) -> Sheet:
    used = with_seat(sheet.attempts, fact.seat, fact.attempts)
    return sheet.add(fact.seat, fact.amount, attempts=used)


def barrel_entered(sheet: Sheet, fact: BarrelEntered) -> Sheet:
    return sheet.add(fact.seat, fact.amount, attempts=with_seat(sheet.attempts, fact.seat, 0))


def barrel_lost(sheet: Sheet, fact: BarrelLost) -> Sheet:
    return sheet.add(
        fact.seat,
        fact.amount,
        attempts=with_seat(sheet.attempts, fact.seat, None),
        barrels_lost=with_seat(sheet.barrels_lost, fact.seat, fact.barrels_lost),
    )


def reverse_barrel_entered(sheet: Sheet, fact: ReverseBarrelEntered) -> Sheet:
    used = with_seat(sheet.reverse_attempts, fact.seat, 0)
    return sheet.add(fact.seat, fact.amount, reverse_attempts=used)


def reverse_barrel_attempted(sheet: Sheet, fact: ReverseBarrelAttempted) -> Sheet:
    used = with_seat(sheet.reverse_attempts, fact.seat, fact.attempts)
    return sheet.add(fact.seat, fact.amount, reverse_attempts=used)


def reverse_barrel_left(sheet: Sheet, fact: ReverseBarrelLeft) -> Sheet:
    off = with_seat(sheet.reverse_attempts, fact.seat, None)
    return sheet.add(fact.seat, fact.amount, reverse_attempts=off)


def golden_round_ended(sheet: Sheet, fact: GoldenRoundEnded) -> Sheet:
    if fact.reset:
        return Sheet.blank(len(sheet.totals), fact.next_round)
    return sheet.but(golden_round=fact.next_round, golden_made=())


def game_won(sheet: Sheet, fact: GameWon) -> Sheet:
    """The winner is no longer listed on the barrel (J8)."""
    return sheet.but(attempts=with_seat(sheet.attempts, fact.seat, None))


ON_THE_SHEET: Mapping[type[Fact], Callable[[Sheet, Any], Sheet]] = {
    DealScored: deal_scored,
    DealWrittenOff: deal_written_off,
    DealCrossed: deal_crossed,
    BoltMarked: bolt_marked,
    StreakBroken: streak_broken,
    Fined: total_changed,
    BarrelAttempted: barrel_attempted,
    BarrelEntered: barrel_entered,
    BarrelLost: barrel_lost,
    ReverseBarrelEntered: reverse_barrel_entered,
    ReverseBarrelAttempted: reverse_barrel_attempted,
    ReverseBarrelLeft: reverse_barrel_left,
    DumpTruckHit: total_changed,
    GoldenRoundEnded: golden_round_ended,
    GameWon: game_won,
}


def enter(sheet: Sheet, fact: Fact) -> Sheet:
    """The sheet after a fact; facts that do not concern it leave it as it is."""
    how = ON_THE_SHEET.get(type(fact))
    return how(sheet, fact) if how else sheet


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One change of one total, and why; a total is the sum of its lines."""

    seat: int
    cause: str
    amount: int


def ledger(fact: Fact) -> tuple[LedgerLine, ...]:
    """The lines a fact writes, none for most facts; amounts of zero are no lines."""
    match fact:
        case DealScored(result=result, written=written):
            lines = tuple(LedgerLine(seat, result, points) for seat, points in enumerate(written))
        case Fined(seat=seat, cause=cause, amount=amount):
            lines = (LedgerLine(seat, f"fine: {cause}", amount),)
        case BarrelAttempted(seat=seat, amount=amount):
            lines = (LedgerLine(seat, "back to the barrel", amount),)
        case BarrelEntered(seat=seat, amount=amount):
            lines = (LedgerLine(seat, "onto the barrel", amount),)
        case BarrelLost(seat=seat, cause=cause, amount=amount):
            lines = (LedgerLine(seat, f"off the barrel: {cause}", amount),)
        case ReverseBarrelAttempted(seat=seat, amount=amount):
            lines = (LedgerLine(seat, "back to the reverse barrel", amount),)
        case ReverseBarrelEntered(seat=seat, amount=amount):
            lines = (LedgerLine(seat, "onto the reverse barrel", amount),)
        case ReverseBarrelLeft(seat=seat, amount=amount):
            lines = (LedgerLine(seat, "off the reverse barrel", amount),)
        case DumpTruckHit(seat=seat, amount=amount):
            lines = (LedgerLine(seat, "dump truck", amount),)
        case GoldenRoundEnded(amounts=amounts):
            lines = tuple(
                LedgerLine(seat, "golden round", wiped) for seat, wiped in enumerate(amounts)
            )
        case _:
            return ()
    return tuple(line for line in lines if line.amount)
