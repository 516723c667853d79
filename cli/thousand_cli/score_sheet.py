"""The sheet as players draw it: a column a seat, a row a deal, marks beside the totals (G7)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rich import box
from rich.table import Table
from rich.text import Text

from thousand_engine.facts import (
    BarrelLost,
    BoltMarked,
    DealWrittenOff,
    DumpTruckHit,
    Fact,
    Fined,
    GameWon,
)
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
        sheet = enter(sheet, fact)
        cells = [
            after(cell, fact, seat, total(sheet, seat, rules)) for seat, cell in enumerate(cells)
        ]
    return tuple(cells)


def after(cell: Cell, fact: Fact, seat: int, total: str) -> Cell:
    """The cell when a fact has changed the seat's total to this."""
    if getattr(fact, "seat", seat) != seat:
        return cell
    match fact:
        case Fined(amount=amount):
            return replace(crossed(cell, total), marks=(*cell.marks, f"{amount}"))
        case BarrelLost():
            return crossed(cell, total)
        case DumpTruckHit():
            return replace(crossed(cell, total), marks=(*cell.marks, "dump truck"))
        case BoltMarked(count=count):
            return replace(cell, total=total, marks=(*cell.marks, "|" * count))
        case DealWrittenOff():
            return replace(cell, total=total, marks=(*cell.marks, "R"))
        case GameWon():
            return replace(cell, total=total, marks=(*cell.marks, "won"))
        case _:
            return replace(cell, total=total)


def crossed(cell: Cell, total: str) -> Cell:
    return replace(cell, total=total, crossed=(*cell.crossed, cell.total))


def total(sheet: Sheet, seat: int, rules: Rules) -> str:
    """A total; on the barrel with a line around it, and the attempts that are used."""
    used = sheet.attempts[seat]
    if used is None:
        return f"{sheet.totals[seat]}"
    most = f"/{rules.barrel.attempts}" if rules.barrel and rules.barrel.attempts else ""
    return f"({sheet.totals[seat]})" + (f" {used}{most}" if used else "")


def score_sheet(rows: Mapping[int, Row], players: int, most: int | None = None) -> Table:
    """The rows by the numbers of their deals, under the seats; the ``most`` newest if it is set."""
    table = Table("deal", *(f"seat {seat}" for seat in range(players)), box=box.SIMPLE_HEAD)
    newest = list(rows.items())[-(most or len(rows)) :]
    if len(newest) < len(rows):
        table.add_row("...")
    for number, cells in newest:
        table.add_row(f"{number}", *(cell.drawn() for cell in cells))
    return table
