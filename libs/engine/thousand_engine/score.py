"""What a finished deal is worth to each seat (RULES A13, A19.1-5, B8)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal, cast, get_args

from thousand_engine.house.lock import locked
from thousand_engine.house.on_the_barrel import is_frozen, sitter_amount
from thousand_engine.house.resting_seat import resting_amount
from thousand_engine.house.write_off import write_off_amount
from thousand_engine.options import Agreement, Option, switch
from thousand_engine.settling import Outcome, Settling

Rounding = Literal["nearest5", "nearest10", "floor5", "exact"]
Reward = Literal["contract", "actual", "contract_plus_raw"]

OPTIONS = (
    Option(
        69, "defender_rounding", "how defenders' points are rounded", get_args(Rounding), "nearest5"
    ),
    switch(70, "declarer_rounding", "the declarer's points are rounded before comparing", "off"),
    Option(71, "declarer_reward", "what a made contract pays", get_args(Reward), "contract"),
)


def nearest(unit: int, points: int) -> int:
    """The nearest multiple; half a unit goes up, below zero too."""
    return (2 * points + unit) // (2 * unit) * unit


ROUNDING: dict[Rounding, Callable[[int], int]] = {
    "nearest5": partial(nearest, 5),
    "nearest10": partial(nearest, 10),
    "floor5": lambda points: points // 5 * 5,
    "exact": lambda points: points,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRules:
    """How points are rounded, and what the declarer wins and loses by them."""

    defender_rounding: Rounding
    declarer_rounding: bool
    reward: Reward
    shortfall: bool
    """Between two players a failing declarer may lose no more than what he misses (128)."""

    @classmethod
    def agreed(cls, agreement: Agreement) -> "ScoreRules":
        return cls(
            defender_rounding=cast("Rounding", agreement["defender_rounding"]),
            declarer_rounding=agreement["declarer_rounding"] == "on",
            reward=cast("Reward", agreement["declarer_reward"]),
            shortfall=agreement["players"] == 2 and agreement["two_fail_score"] == "shortfall",
        )

    def rounded(self, points: int) -> int:
        """What a defender writes for points."""
        return ROUNDING[self.defender_rounding](points)

    def reaches(self, raw: int, contract: int) -> bool:
        """One missing point is enough to fail; rounding may help, never harm (A13.3, 70)."""
        if raw >= contract:
            return True
        unit = 10 if self.defender_rounding == "nearest10" else 5
        return self.declarer_rounding and nearest(unit, raw) >= contract


def made(rules: ScoreRules, outcome: Outcome, number: int) -> bool:
    """Whether the deal was played and its declarer has collected the number he had to."""
    return outcome.result == "played" and rules.reaches(outcome.raw(outcome.declarer), number)


Amounts = tuple[int, ...]
"""What each seat is to write, by seat."""


def written(settling: Settling) -> Amounts:
    """What each seat writes, fines apart; a cross changes nobody's points."""
    seats = range(len(settling.before.totals))
    if settling.outcome.result == "crossed":
        return (0,) * len(seats)
    frozen = is_frozen(settling)
    return tuple(allowed(settling, seat, amount(settling, seat, frozen=frozen)) for seat in seats)


def amount(settling: Settling, seat: int, *, frozen: bool) -> int:
    """What the deal brings a seat, doubled where it doubles (A19.3, A19.4)."""
    rules, outcome = settling.rules, settling.outcome
    if seat not in outcome.active:
        return resting_amount(settling)
    if outcome.result == "written_off" and rules.write_off is not None:
        return write_off_amount(settling, rules.write_off, seat)
    if seat == outcome.declarer:
        return reward(settling) if settling.made else -loss(settling)
    return 0 if frozen else defender_amount(settling, seat)


def reward(settling: Settling) -> int:
    """The contract, or what else was agreed; doubled deals have a reward of their own (71, 104)."""
    outcome = settling.outcome
    contract, raw = outcome.contract, outcome.raw(outcome.declarer)
    if settling.doubling is not None:
        return settling.doubling.of_success(contract, raw)
    match settling.rules.score.reward:
        case "contract":
            return contract
        case "actual":
            return raw
        case "contract_plus_raw":
            return contract + raw


def loss(settling: Settling) -> int:
    """The contract, or what was missing to it; doubled in a doubled deal (A13.3, 128)."""
    outcome = settling.outcome
    if not settling.rules.score.shortfall:
        return settling.stake
    missing = outcome.contract - outcome.raw(outcome.declarer)
    return missing if settling.doubling is None else 2 * missing


def defender_amount(settling: Settling, seat: int) -> int:
    """Card points rounded, then doubled, and what he declared (A13.2, A19.4)."""
    outcome = settling.outcome
    cards = settling.rules.score.rounded(outcome.card_points[seat])
    declared = outcome.declared(seat)
    if settling.doubling is None:
        return cards + declared
    return settling.doubling.of_defender(cards, declared)


def allowed(settling: Settling, seat: int, amount: int) -> int:
    """What may be written where the seat stood before: on a barrel, or locked (A19.5, 96, 97)."""
    rules, before = settling.rules, settling.before
    if rules.barrel is not None and before.on_barrel(seat):
        return sitter_amount(settling, rules.barrel, seat, amount)
    if seat != settling.outcome.declarer and locked(before.totals[seat], rules.lock):
        return 0
    if rules.reverse_barrel is not None and before.reverse_attempts[seat] is not None:
        return min(amount, 0)
    return amount
