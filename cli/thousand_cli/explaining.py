"""The end of a deal explained: what happened to each seat, and every change of a total."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from thousand_cli import telling
from thousand_cli.lines import line
from thousand_engine.deal import Deal
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
    GameWon,
    GoldenRoundEnded,
    ReverseBarrelAttempted,
    ReverseBarrelEntered,
    ReverseBarrelLeft,
    StreakBroken,
)
from thousand_engine.game import Game
from thousand_engine.sheet import LedgerLine, Sheet, enter, ledger

ENDINGS = (
    BarrelAttempted,
    BarrelEntered,
    BarrelLost,
    BoltMarked,
    DealCrossed,
    DealScored,
    DealWrittenOff,
    DumpTruckHit,
    GameWon,
    GoldenRoundEnded,
    ReverseBarrelAttempted,
    ReverseBarrelEntered,
    ReverseBarrelLeft,
    StreakBroken,
)
"""What is told here; of a fine its line in the ledger says all."""


RESTS = "rests"
"""The cause of what a resting seat writes."""


def explained(facts: Iterable[Fact], sheet: Sheet, game: Game) -> Iterator[Text]:
    """The lines for the facts that end a deal; ``sheet`` is the one before them."""
    label = "result"
    for fact in facts:
        before, sheet = sheet, enter(sheet, fact)
        if sentence := said(fact, before, game):
            yield line(label, sentence)
            label = ""
        for change in changes(fact, game):
            total = sheet.totals[change.seat]
            why = reason(change, fact, before)
            yield line("", f"  seat {change.seat} {change.amount:+5} = {total:5}  {why}")


def said(fact: Fact, before: Sheet, game: Game) -> str | Text | None:
    """What happened, with all that is known about it; None for a fact that is no part of it."""
    match fact:
        case DealScored(result="played", declarer=seat, contract=contract):
            outcome = "made" if fact.made else "not made"
            return f"{telling.kind_of(fact)} {contract} {outcome}: seat {seat} {collected(fact)}"
        case DealScored(result=result, contract=contract):
            return f"{telling.kind_of(fact)} {contract} {result.replace('_', ' ')}"
        case BarrelAttempted():
            most = game.rules.barrel and game.rules.barrel.attempts
            return f"{telling.told(fact)[1]}" + (f" of {most}" if most else "")
        case DumpTruckHit(seat=seat):
            return f"seat {seat} landed on {before.totals[seat]}: the dump truck"
        case _:
            return telling.told(fact)[1] if isinstance(fact, ENDINGS) else None


def collected(fact: DealScored) -> str:
    """What the declarer has brought together."""
    seat = fact.declarer
    points = fact.card_points[seat] + fact.marriages[seat] + fact.melds[seat]
    return f"collected {points}"


def changes(fact: Fact, game: Game) -> tuple[LedgerLine, ...]:
    """The ledger's lines; of a deal's score also the seats that wrote nothing."""
    if not isinstance(fact, DealScored):
        return ledger(fact)
    return tuple(
        LedgerLine(seat, RESTS if rests(game.deal, seat) else fact.result, amount)
        for seat, amount in enumerate(fact.written)
    )


def rests(deal: Deal | None, seat: int) -> bool:
    """Whether the seat sits the deal out."""
    return deal is not None and seat not in deal.active


def reason(change: LedgerLine, fact: Fact, before: Sheet) -> str:
    """Why a total changes."""
    if not isinstance(fact, DealScored):
        return change.cause.replace("_", " ")
    why = why_written(change, fact)
    return f"on the barrel; {why}" if before.on_barrel(change.seat) else why


def why_written(change: LedgerLine, fact: DealScored) -> str:
    """What a seat writes by a deal's score."""
    seat = change.seat
    if change.cause == RESTS:
        return "rests; what the talon brings"
    if seat == fact.declarer:
        return f"the {telling.kind_of(fact)} of {fact.contract}"
    if fact.result != "played":
        return f"the deal was {fact.result.replace('_', ' ')}"
    parts = {
        "card points": fact.card_points[seat],
        "marriages": fact.marriages[seat],
        "aces, beds, nines": fact.melds[seat],
    }
    named = (
        f"{name} {points}" for name, points in parts.items() if points or name == "card points"
    )
    return ", ".join(named)
