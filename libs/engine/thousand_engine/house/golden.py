"""Golden deals (золотой кон): each seat once at a compulsory 120, doubled (RULES B12)."""

from dataclasses import dataclass
from typing import Literal, cast, get_args

from thousand_engine.facts import GoldenRoundEnded
from thousand_engine.house.doubling import Doubling, Reward, Scope
from thousand_engine.options import Agreement, Option, switch
from thousand_engine.settling import Settling

Nobody = Literal[
    "zero_and_normal", "zero_and_replay", "replay_keep", "keep", "zero_and_replay_max3"
]

OPTIONS = (
    switch(100, "golden", "the game opens with a round of golden deals", "off"),
    switch(101, "golden_raise", "the declarer of a golden deal may raise over 120", "off"),
    Option(
        102,
        "golden_talon_and_pass",
        "whether talon and passed cards are seen in golden deals",
        ("open", "hidden"),
        "hidden",
    ),
    Option(
        103,
        "golden_double_scope",
        "what doubles in golden deals beside the declarer",
        get_args(Scope),
        "cards_only",
    ),
    Option(104, "golden_reward", "what a made golden deal pays", get_args(Reward), "contract_x2"),
    Option(
        105,
        "golden_nobody",
        "what follows a golden round in which nobody made his 120",
        get_args(Nobody),
        "zero_and_replay",
    ),
    switch(106, "golden_penalties_doubled", "flat fines double in golden deals", "off"),
    switch(107, "golden_redeals", "redeals may be claimed in golden deals", "on"),
)

MOST_FRUITLESS_ROUNDS = 3

GOLDEN_CONTRACT = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden(Doubling):
    """How golden deals are played and written, and what follows a fruitless round."""

    may_raise: bool
    hidden: bool
    redeals: bool
    nobody: Nobody
    double_fines: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Golden | None":
        if agreement["golden"] == "off":
            return None
        return cls(
            scope=cast("Scope", agreement["golden_double_scope"]),
            reward=cast("Reward", agreement["golden_reward"]),
            may_raise=agreement["golden_raise"] == "on",
            hidden=agreement["golden_talon_and_pass"] == "hidden",
            redeals=agreement["golden_redeals"] == "on",
            nobody=cast("Nobody", agreement["golden_nobody"]),
            double_fines=agreement["golden_penalties_doubled"] == "on",
        )


def end_golden_round(settling: Settling) -> None:
    """A round has as many golden deals as there are players (A19.11)."""
    rule, sheet = settling.rules.golden, settling.sheet
    if rule is None or not settling.outcome.golden or len(sheet.golden_made) < len(sheet.totals):
        return
    if any(sheet.golden_made):
        settling.enter(GoldenRoundEnded(next_round=0, reset=False))
    else:
        settling.enter(fruitless(rule, sheet.golden_round, sheet.totals))


def fruitless(rule: Golden, number: int, totals: tuple[int, ...]) -> GoldenRoundEnded:
    """Nobody made his 120: whether the sheet starts anew, and what is played next (option 105)."""
    wiped = tuple(-total for total in totals)
    match rule.nobody:
        case "zero_and_normal":
            return GoldenRoundEnded(next_round=0, reset=True, amounts=wiped)
        case "zero_and_replay":
            return GoldenRoundEnded(next_round=number + 1, reset=True, amounts=wiped)
        case "zero_and_replay_max3" if number < MOST_FRUITLESS_ROUNDS:
            return GoldenRoundEnded(next_round=number + 1, reset=True, amounts=wiped)
        case "replay_keep":
            return GoldenRoundEnded(next_round=number + 1, reset=False)
        case _:
            return GoldenRoundEnded(next_round=0, reset=False)
