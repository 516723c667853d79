"""What the game moves between accounts when it is over (RULES A18, G6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, cast

from thousand_engine.options import Agreement, Option, number

if TYPE_CHECKING:  # Rules gathers this one too
    from thousand_engine.rules import Rules

OPTIONS = (
    Option(
        129,
        "settlement",
        "how account points change hands after a game",
        ("none", "deficit", "bank", "proportional"),
        "none",
        "table",
    ),
    Option(
        130,
        "bank_size",
        "the stake of a game that the bank settles",
        range(1_000_001),
        100,
        "table",
    ),
)

Way = Literal["deficit", "bank", "proportional"]
DEFICIT_RATE = 1
"""Account points for a point of the game: no option names another rate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The way of settling, and the stake: for a deficit its rate."""

    way: Way
    stake: int

    @classmethod
    def agreed(cls, agreement: Agreement) -> Settlement | None:
        if agreement["settlement"] == "none":
            return None
        way = cast("Way", agreement["settlement"])
        stake = DEFICIT_RATE if way == "deficit" else number(agreement, "bank_size")
        return cls(way=way, stake=stake)


Payments = tuple[Fraction, ...]
"""What each seat receives, negative when it pays; a game that is settled adds up to nothing."""


def payments(
    rules: Rules, totals: tuple[int, ...], stake: int | None = None, winner: int | None = None
) -> Payments:
    """What changes hands at these totals; the highest is the winner's unless another is named.

    Without a stake the agreed one. What a loser has on his account is not asked here (G6).
    """
    rule = rules.settlement
    if rule is None:
        return (Fraction(),) * len(totals)
    stake = rule.stake if stake is None else stake
    winner = totals.index(max(totals)) if winner is None else winner
    losers = {seat: total for seat, total in enumerate(totals) if seat != winner}
    match rule.way:
        case "bank":
            lost = bank(losers, stake)
        case "deficit":
            lost = {seat: Fraction(stake * lack(rules, losers[seat])) for seat in losers}
        case "proportional":
            lost = {seat: Fraction(share(rules, losers[seat], stake)) for seat in losers}
    received = sum(lost.values(), Fraction())
    return tuple(-lost[seat] if seat in lost else received for seat in range(len(totals)))


def bank(losers: Mapping[int, int], stake: int) -> dict[int, Fraction]:
    """The last pays the bank; who are level for last share it, unrounded (J8)."""
    least = min(losers.values())
    last = [seat for seat, total in losers.items() if total == least]
    return {seat: Fraction(stake, len(last)) if seat in last else Fraction() for seat in losers}


def lack(rules: Rules, total: int) -> int:
    """What a loser misses to the target; nothing when he has reached it as well."""
    return max(rules.win_score - total, 0)


def share(rules: Rules, total: int, stake: int) -> int:
    """So much of the stake as of the target is missing, halves rounded up (J8)."""
    return (2 * stake * lack(rules, total) + rules.win_score) // (2 * rules.win_score)
