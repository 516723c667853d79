"""The end of a deal, in the order that RULES A19 fixes."""

from collections.abc import Callable, Iterator

from thousand_engine.cards import Card, codes
from thousand_engine.facts import DealScored, Fact, GameWon
from thousand_engine.house.barrel import settle_barrel
from thousand_engine.house.bolts import mark_bolts
from thousand_engine.house.dump_truck import tip_out
from thousand_engine.rules import Rules
from thousand_engine.score import made, written
from thousand_engine.settling import Outcome, Settling
from thousand_engine.sheet import Sheet, enter


def declarer_wins(settling: Settling) -> Iterator[Fact]:
    """A sitter wins by a fulfilled contract that reaches the target; nobody else can (A17)."""
    rules, seat = settling.rules, settling.outcome.declarer
    if (
        settling.made
        and settling.before.on_barrel(seat)
        and settling.sheet.totals[seat] >= rules.win_score
    ):
        yield GameWon(seat)


STEPS: tuple[Callable[[Settling], Iterator[Fact]], ...] = (
    mark_bolts,
    declarer_wins,
    settle_barrel,
    tip_out,
)
"""What follows the written amounts; when somebody wins, the steps after it are left out."""


def settle(
    rules: Rules, sheet: Sheet, outcome: Outcome, *, deck: tuple[Card, ...], next_dealer: int
) -> Iterator[Fact]:
    """Every fact that ends a deal, each ledger line its own."""
    settling = Settling(rules, outcome, made(outcome), before=sheet, sheet=sheet)
    scored = DealScored(
        result=outcome.result,
        declarer=outcome.declarer,
        contract=outcome.contract,
        made=settling.made,
        card_points=outcome.card_points,
        marriages=outcome.marriages,
        tricks=outcome.tricks,
        written=written(settling),
        deck=codes(deck),
        next_dealer=next_dealer,
    )
    settling.sheet = enter(settling.sheet, scored)
    yield scored
    for step in STEPS:
        for fact in step(settling):
            settling.sheet = enter(settling.sheet, fact)
            yield fact
            if isinstance(fact, GameWon):
                return
