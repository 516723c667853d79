"""The end of a deal explained: what happened to each seat, and every change of a total."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from thousand_cli.lines import line
from thousand_engine.deal import Deal
from thousand_engine.facts import (
    BarrelAttempted,
    BarrelEntered,
    BarrelLost,
    BoltMarked,
    DealScored,
    DealWrittenOff,
    DumpTruckHit,
    Fact,
    GameWon,
)
from thousand_engine.game import Game
from thousand_engine.sheet import LedgerLine, Sheet, enter, ledger

FALLS = {
    "attempts": "the attempts are used up",
    "thrown": "thrown by a newcomer",
    "together": "others arrived in the same deal",
}


def explained(facts: Iterable[Fact], sheet: Sheet, game: Game) -> Iterator[Text]:
    """The lines for the facts that end a deal; ``sheet`` is the one before them."""
    label = "result"
    for fact in facts:
        before, sheet = sheet, enter(sheet, fact)
        if sentence := said(fact, before, game):
            yield line(label, sentence)
            label = ""
        for change in changes(fact):
            total = sheet.totals[change.seat]
            why = reason(change, fact, before, game.deal)
            yield line("", f"  seat {change.seat} {change.amount:+5} = {total:5}  {why}")


def said(fact: Fact, before: Sheet, game: Game) -> str | None:
    """What happened, as a sentence; None for a fact that is no part of an ending."""
    match fact:
        case DealWrittenOff(seat=seat, write_offs=count):
            return f"seat {seat} writes the deal off, {count} so far"
        case DealScored(result="played", declarer=seat, contract=contract):
            outcome = "made" if fact.made else "not made"
            collected = fact.card_points[seat] + marriages_of(game.deal, seat)
            return f"contract {contract} {outcome}: seat {seat} collected {collected}"
        case DealScored(result=result, contract=contract):
            return f"contract {contract} {result.replace('_', ' ')}"
        case BoltMarked(seat=seat, count=count):
            return f"seat {seat} took no trick: bolt {count}"
        case BarrelAttempted(seat=seat, attempts=used):
            most = game.rules.barrel and game.rules.barrel.attempts
            return f"seat {seat} has used attempt {used}" + (f" of {most}" if most else "")
        case BarrelEntered(seat=seat):
            return f"seat {seat} is on the barrel"
        case BarrelLost(seat=seat, cause=cause):
            return f"seat {seat} falls from the barrel: {FALLS[cause]}"
        case DumpTruckHit(seat=seat):
            return f"seat {seat} landed on {before.totals[seat]}: the dump truck"
        case GameWon(seat=seat):
            return f"seat {seat} wins the game"
        case _:
            return None


def changes(fact: Fact) -> tuple[LedgerLine, ...]:
    """The ledger's lines; of a deal's score also the seats that wrote nothing."""
    if isinstance(fact, DealScored):
        return tuple(
            LedgerLine(seat, fact.result, amount) for seat, amount in enumerate(fact.written)
        )
    return ledger(fact)


def reason(change: LedgerLine, fact: Fact, before: Sheet, deal: Deal | None) -> str:
    """Why a total changes."""
    if not isinstance(fact, DealScored):
        return change.cause
    if change.seat == fact.declarer:
        why = f"the contract of {fact.contract}"
    elif fact.result == "played":
        marriages = marriages_of(deal, change.seat)
        why = f"card points {fact.card_points[change.seat]}"
        why += f", marriages {marriages}" if marriages else ""
    else:
        why = f"the deal was {fact.result.replace('_', ' ')}"
    return f"on the barrel; {why}" if before.on_barrel(change.seat) else why


def marriages_of(deal: Deal | None, seat: int) -> int:
    """What the seat declared."""
    declared = deal.marriages if deal else ()
    return sum(marriage.points for marriage in declared if marriage.seat == seat)
