"""The sheet as players draw it: a column a seat, a row a deal, marks beside the totals (G7)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rich import box
from rich.table import Table
from rich.text import Text

from thousand_engine.facts import (
    BarrelLost,
    BoltMarked,
    DealCrossed,
    DealWrittenOff,
    DumpTruckHit,
    Fact,
    Fined,
    GameWon,
    GoldenRoundEnded,
    ReverseBarrelLeft,
)
from thousand_engine.house.reverse_barrel import DEALS
from thousand_engine.rules import Rules
from thousand_engine.sheet import Sheet, enter


@dataclass(frozen=True, slots=True)
class Cell:
    """What one deal left in a seat's column: the total, what it was before it was crossed out."""

    total: str
    crossed: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()

    def drawn(self) -> Text:
        """Crossed out numbers first, then the one that counts, then the marks."""
        crossed = ((f"~{number}~ ", "strike dim") for number in self.crossed)
        marks = ((f" {mark}", "yellow") for mark in self.marks)
        return Text.assemble(*crossed, self.total, *marks)


Row = tuple[Cell, ...]


def row(facts: Iterable[Fact], sheet: Sheet, rules: Rules) -> Row:
    """The row that a deal's facts write below a sheet."""
    cells = [Cell(total(sheet, seat, rules)) for seat in range(rules.players)]
    for fact in facts:
        before, sheet = sheet, enter(sheet, fact)
        cells = [
            after(cell, fact, seat, before, total(sheet, seat, rules))
            for seat, cell in enumerate(cells)
        ]
    return tuple(cells)


def after(cell: Cell, fact: Fact, seat: int, before: Sheet, total: str) -> Cell:
    """The cell when a fact has changed the seat's total to this; ``before`` is the sheet till then."""
    if getattr(fact, "seat", seat) != seat:
        return cell
    match fact:
        case Fined(amount=amount):
            return replace(crossed(cell, total), marks=(*cell.marks, f"{amount}"))
        case BarrelLost() | ReverseBarrelLeft() | GoldenRoundEnded(reset=True):
            return crossed(cell, total)
        case DumpTruckHit():
            return replace(crossed(cell, total), marks=(*cell.marks, "dump truck"))
        case BoltMarked(count=count):
            bolts = "|" * (before.bolts[seat] + count)
            return replace(cell, total=total, marks=(*cell.marks, bolts))
        case DealWrittenOff():
            return replace(cell, total=total, marks=(*cell.marks, "R"))
        case DealCrossed():
            return replace(cell, total=total, marks=(*cell.marks, "X"))
        case GameWon():
            return replace(cell, total=total, marks=(*cell.marks, "won"))
        case _:
            return replace(cell, total=total)


def crossed(cell: Cell, total: str) -> Cell:
    return replace(cell, total=total, crossed=(*cell.crossed, cell.total))


def total(sheet: Sheet, seat: int, rules: Rules) -> str:
    """A total; on a barrel with a line around it, and the attempts that are used."""
    used, reverse = sheet.attempts[seat], sheet.reverse_attempts[seat]
    if used is not None:
        most = rules.barrel.attempts if rules.barrel else None
        return f"({sheet.totals[seat]})" + attempts(used, most)
    if reverse is not None:
        return f"[{sheet.totals[seat]}]" + attempts(reverse, DEALS)
    return f"{sheet.totals[seat]}"


def attempts(used: int, most: int | None) -> str:
    if not used:
        return ""
    return f" {used}/{most}" if most else f" {used}"


def score_sheet(rows: Mapping[int, Row], players: int, most: int | None = None) -> Table:
    """The rows by the numbers of their deals, under the seats; the ``most`` newest if it is set."""
    table = Table("deal", *(f"seat {seat}" for seat in range(players)), box=box.SIMPLE_HEAD)
    newest = list(rows.items())[-(most or len(rows)) :]
    if len(newest) < len(rows):
        table.add_row("...")
    for number, cells in newest:
        table.add_row(f"{number}", *(cell.drawn() for cell in cells))
    return table
