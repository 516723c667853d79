"""Flat fines: ledger lines of their own, in the order of RULES J5."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thousand_engine.facts import FineCause, Fined
from thousand_engine.sheet import Sheet

if TYPE_CHECKING:  # the house rules that Rules gathers fine
    from thousand_engine.rules import Rules
    from thousand_engine.settling import Settling


def doubled_in_gold(rules: Rules, amount: int, *, golden: bool) -> int:
    """Golden deals double flat fines where option 106 says so; falls never."""
    return 2 * amount if golden and rules.golden and rules.golden.double_fines else amount


def fines(
    rules: Rules, sheet: Sheet, seat: int, cause: FineCause, *, golden: bool
) -> tuple[Fined, ...]:
    """The fine of a dealer, a cutter, a third write-off: none for a seat on the barrel (J8)."""
    amount = doubled_in_gold(rules, rules.penalty, golden=golden)
    return () if sheet.on_barrel(seat) or not amount else (Fined(seat, cause, -amount),)


def fine_dealer_and_cutter(settling: Settling) -> None:
    """The dealer of a claim that was refused (option 27), and who cut nine after nine (A4)."""
    outcome = settling.outcome
    if outcome.claim_refused:
        settling.fine(outcome.dealer, "dealer")
    if outcome.cut_fined is not None:
        settling.fine(outcome.cut_fined, "cut")
