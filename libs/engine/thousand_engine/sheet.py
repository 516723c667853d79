"""The sheet (запись): what stands against each seat, between deals."""

from dataclasses import dataclass, replace

from thousand_engine.facts import (
    BarrelAttempted,
    BarrelEntered,
    BarrelLost,
    BoltMarked,
    DealScored,
    DealWrittenOff,
    DumpTruckHit,
    Fact,
    Fined,
    GameWon,
)
from thousand_engine.seats import with_seat


@dataclass(frozen=True, slots=True)
class Sheet:
    """By seat: totals, attempts used on the barrel (None: not on it), marks."""

    totals: tuple[int, ...]
    attempts: tuple[int | None, ...]
    barrels_lost: tuple[int, ...]
    bolts: tuple[int, ...]
    write_offs: tuple[int, ...]

    @classmethod
    def blank(cls, players: int) -> "Sheet":
        zeros = (0,) * players
        return cls(zeros, (None,) * players, zeros, zeros, zeros)

    def on_barrel(self, seat: int) -> bool:
        return self.attempts[seat] is not None

    @property
    def sitters(self) -> tuple[int, ...]:
        """The seats on the barrel."""
        return tuple(seat for seat in range(len(self.totals)) if self.on_barrel(seat))

    def add(self, seat: int, amount: int) -> "Sheet":
        return replace(self, totals=with_seat(self.totals, seat, self.totals[seat] + amount))


def enter(sheet: Sheet, fact: Fact) -> Sheet:
    """The sheet after a fact; facts that do not concern it leave it as it is."""
    match fact:
        case DealScored(written=written):
            totals = tuple(map(sum, zip(sheet.totals, written, strict=True)))
            return replace(sheet, totals=totals)
        case DealWrittenOff(seat=seat, write_offs=count):
            return replace(sheet, write_offs=with_seat(sheet.write_offs, seat, count))
        case BoltMarked(seat=seat, bolts=bolts):
            return replace(sheet, bolts=with_seat(sheet.bolts, seat, bolts))
        case Fined(seat=seat, amount=amount) | DumpTruckHit(seat=seat, amount=amount):
            return sheet.add(seat, amount)
        case BarrelAttempted(seat=seat, attempts=attempts, amount=amount):
            marked = replace(sheet, attempts=with_seat(sheet.attempts, seat, attempts))
            return marked.add(seat, amount)
        case BarrelEntered(seat=seat, amount=amount):
            return replace(sheet, attempts=with_seat(sheet.attempts, seat, 0)).add(seat, amount)
        case BarrelLost(seat=seat, amount=amount, barrels_lost=lost):
            off = replace(
                sheet,
                attempts=with_seat(sheet.attempts, seat, None),
                barrels_lost=with_seat(sheet.barrels_lost, seat, lost),
            )
            return off.add(seat, amount)
        case GameWon(seat=seat):
            return replace(sheet, attempts=with_seat(sheet.attempts, seat, None))
        case _:
            return sheet


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
        case DumpTruckHit(seat=seat, amount=amount):
            lines = (LedgerLine(seat, "dump truck", amount),)
        case _:
            return ()
    return tuple(line for line in lines if line.amount)
