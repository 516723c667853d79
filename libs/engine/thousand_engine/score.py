"""What a finished deal is worth to each seat (RULES A13, A10, B8)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from thousand_engine.house.write_off import credit_to_defender
from thousand_engine.options import Agreement, Option, switch
from thousand_engine.settling import Outcome, Settling

OPTIONS = (
    Option(
        69,
        "defender_rounding",
        "how defenders' points are rounded",
        ("nearest5", "nearest10", "floor5", "exact"),
        "nearest5",
    ),
    switch(
        70,
        "declarer_rounding",
        "the declarer's points are rounded before comparing",
        "off",
        played=False,
    ),
    Option(
        71,
        "declarer_reward",
        "what a made contract pays",
        ("contract", "actual", "contract_plus_raw"),
        "contract",
        played=("contract",),
    ),
)


def nearest(unit: int, points: int) -> int:
    """The nearest multiple; half a unit goes up, below zero too."""
    return (2 * points + unit) // (2 * unit) * unit


ROUNDING: dict[str, Callable[[int], int]] = {
    "nearest5": partial(nearest, 5),
    "nearest10": partial(nearest, 10),
    "floor5": lambda points: points // 5 * 5,
    "exact": lambda points: points,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRules:
    """How defenders round."""

    defender_rounding: str

    @classmethod
    def agreed(cls, agreement: Agreement) -> "ScoreRules":
        return cls(defender_rounding=str(agreement["defender_rounding"]))

    def rounded(self, points: int) -> int:
        return ROUNDING[self.defender_rounding](points)


Amounts = tuple[int, ...]
"""What each seat is to write, by seat."""


def made(outcome: Outcome) -> bool:
    """One missing point is enough to fail; nothing is rounded (A13.3)."""
    return outcome.result == "played" and outcome.raw(outcome.declarer) >= outcome.contract


def base_amounts(settling: Settling, nothing: Amounts) -> Amounts:
    """The declarer's contract, the defenders' points or their share of a write-off (A19.3)."""
    return tuple(
        base_amount(settling, seat) if seat in settling.outcome.active else amount
        for seat, amount in enumerate(nothing)
    )


def base_amount(settling: Settling, seat: int) -> int:
    rules, outcome = settling.rules, settling.outcome
    if seat == outcome.declarer:
        return outcome.contract if settling.made else -outcome.contract
    if outcome.result == "written_off" and rules.write_off is not None:
        return credit_to_defender(outcome.contract, rules.write_off)
    return rules.score.rounded(outcome.raw(seat))


def frozen_on_barrel(settling: Settling, amounts: Amounts) -> Amounts:
    """A sitter writes nothing but his own fulfilled contract (A15.2, A19.5, J5)."""
    own = settling.outcome.declarer if settling.made else None
    return tuple(
        0 if settling.before.on_barrel(seat) and seat != own else amount
        for seat, amount in enumerate(amounts)
    )


WRITING: tuple[Callable[[Settling, Amounts], Amounts], ...] = (base_amounts, frozen_on_barrel)
"""A19 steps 3 to 5: each makes new amounts of those before it."""


def written(settling: Settling) -> Amounts:
    """What each seat writes, fines apart."""
    amounts: Amounts = (0,) * len(settling.before.totals)
    for step in WRITING:
        amounts = step(settling, amounts)
    return amounts
