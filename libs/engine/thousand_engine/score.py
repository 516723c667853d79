"""What a finished deal is worth to each seat (RULES A13, A10, B8)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from thousand_engine.house.write_off import credit_to_defender
from thousand_engine.options import Agreement, Option, switch
from thousand_engine.settling import Settling

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


def written(settling: Settling) -> tuple[int, ...]:
    """What each seat writes, fines apart: A19 steps 2 to 5."""
    amounts = dict(base_amounts(settling))
    return tuple(
        frozen_on_barrel(settling, seat, amounts.get(seat, 0))
        for seat in range(len(settling.before.totals))
    )


def base_amounts(settling: Settling) -> Iterator[tuple[int, int]]:
    """Each active seat and its amount: the declarer's contract, the defenders' points."""
    rules, outcome = settling.rules, settling.outcome
    sign = 1 if outcome.made else -1
    yield outcome.declarer, sign * outcome.contract
    for seat in outcome.active:
        if seat == outcome.declarer:
            continue
        if outcome.result == "written_off" and rules.write_off is not None:
            yield seat, credit_to_defender(outcome.contract, rules.write_off)
        else:
            yield seat, rules.score.rounded(outcome.raw(seat))


def frozen_on_barrel(settling: Settling, seat: int, amount: int) -> int:
    """A sitter writes nothing but his own fulfilled contract (A15.2, J5)."""
    if not settling.before.on_barrel(seat):
        return amount
    return amount if seat == settling.outcome.declarer and settling.outcome.made else 0
