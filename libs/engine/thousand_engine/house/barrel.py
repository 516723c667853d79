"""The barrel (бочка): from 880 on a seat wins by a contract of its own, or falls (RULES A15, B10).

A *sitter* is a seat that was on the barrel when the deal began, a *newcomer* one that arrives.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from thousand_engine.facts import BarrelAttempted, BarrelEntered, BarrelLost, Fact
from thousand_engine.options import Agreement, Option, number, number_or_none, switch
from thousand_engine.settling import Settling

OPTIONS = (
    Option(
        80,
        "barrel_score",
        "the total from which a seat is on the barrel",
        (880, 900, "none"),
        880,
        played=(880, 900),
    ),
    Option(81, "barrel_attempts", "deals a sitter has to win in", (1, 2, 3, 4, 5, "unlimited"), 3),
    Option(
        82,
        "barrel_attempt_counting",
        "what uses an attempt",
        ("every_deal", "own_contract_only", "own_turn_only"),
        "every_deal",
        played=("every_deal",),
    ),
    Option(
        83,
        "barrel_auction",
        "how a sitter gets the talon",
        ("normal", "auto_bid_121", "auto_take", "own_talon"),
        "normal",
        played=("normal",),
    ),
    Option(
        84,
        "barrel_failed_contract",
        "what a sitter's lost contract costs",
        ("attempt_only", "lose_contract_and_leave", "attempt_only_unless_raised", "penalty_each"),
        "attempt_only",
        played=("attempt_only",),
    ),
    Option(
        85,
        "barrel_knock_off",
        "a newcomer throws the sitters down",
        ("off", "on", "third_throws_two"),
        "on",
        played=("off", "on"),
    ),
    Option(
        86,
        "barrel_simultaneous",
        "what newcomers of one deal do to each other",
        ("all_fall", "all_stay"),
        "all_fall",
        played=("all_fall",),
    ),
    switch(87, "barrel_three_falls", "the third lost barrel sets the total to zero", "on"),
    Option(
        88,
        "barrel_fall_to",
        "where a fallen seat lands",
        ("minus_penalty", "to_500", "to_zero"),
        "minus_penalty",
    ),
    switch(
        89,
        "barrel_obligation",
        "on the third barrel the third deal must be played open",
        "off",
        played=False,
    ),
    Option(90, "barrel_need", "the contract that wins from the barrel", ("derived",), "derived"),
    switch(
        91,
        "barrel_defenders_frozen",
        "defenders write nothing while a sitter plays his 121",
        "off",
        played=False,
    ),
    Option(
        92,
        "barrel_skip",
        "a contract from below the barrel to the target",
        ("never", "wins"),
        "never",
        played=("never",),
    ),
    Option(93, "barrel_entry", "the total on arrival", ("set_to_threshold",), "set_to_threshold"),
    switch(
        94,
        "barrel_raw_scoring",
        "a sitter collects raw card points instead of bidding",
        "off",
        played=False,
    ),
    switch(95, "barrel_min_bid", "a sitter may not bid below his need", "off", played=False),
)

FALLS_TO_ZERO = 3
FIXED_LANDING = {"to_500": 500, "to_zero": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Barrel:
    """Where it stands, how long a seat may sit, who throws whom, and where the fallen land."""

    threshold: int
    attempts: int | None
    knock_off: bool
    three_falls: bool
    penalty: int
    lands_at: int

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Barrel | None":
        threshold = number_or_none(agreement, "barrel_score")
        if threshold is None:
            return None
        penalty = number(agreement, "penalty_amount")
        return cls(
            threshold=threshold,
            attempts=number_or_none(agreement, "barrel_attempts"),
            knock_off=agreement["barrel_knock_off"] == "on",
            three_falls=agreement["barrel_three_falls"] == "on",
            penalty=penalty,
            lands_at=FIXED_LANDING.get(str(agreement["barrel_fall_to"]), threshold - penalty),
        )


def settle_barrel(settling: Settling) -> Iterator[Fact]:
    """A19.9 in its order: attempts, newcomers, those arriving together, knocking off."""
    barrel = settling.rules.barrel
    if barrel is None:
        return
    for seat in settling.before.sitters:
        if seat in settling.outcome.active:
            yield from attempt(settling, barrel, seat)
    newcomers = [
        seat
        for seat, total in enumerate(settling.sheet.totals)
        if not settling.before.on_barrel(seat) and total >= barrel.threshold
    ]
    for seat in newcomers:
        yield BarrelEntered(seat, barrel.threshold - settling.sheet.totals[seat])
    if len(newcomers) > 1:
        for seat in newcomers:
            yield fall_together(settling, barrel, seat)
    elif newcomers and barrel.knock_off:
        for seat in settling.before.sitters:
            if settling.sheet.on_barrel(seat):
                yield fall(settling, barrel, seat, "thrown")


def attempt(settling: Settling, barrel: Barrel, seat: int) -> Iterator[Fact]:
    """A sitter who did not win is back at the threshold, one attempt poorer (J5)."""
    used = (settling.before.attempts[seat] or 0) + 1
    yield BarrelAttempted(seat, used, barrel.threshold - settling.sheet.totals[seat])
    if used == barrel.attempts:
        yield fall(settling, barrel, seat, "attempts")


def fall(
    settling: Settling, barrel: Barrel, seat: int, cause: Literal["attempts", "thrown"]
) -> Fact:
    """One lost barrel; the third sets the total to zero and the count too (option 87)."""
    total = settling.sheet.totals[seat]
    lost = settling.sheet.barrels_lost[seat] + 1
    if barrel.three_falls and lost == FALLS_TO_ZERO:
        return BarrelLost(seat, cause, -total, 0)
    return BarrelLost(seat, cause, barrel.lands_at - total, lost)


def fall_together(settling: Settling, barrel: Barrel, seat: int) -> Fact:
    """Who arrives together falls together: the penalty, but no used barrel (J5)."""
    return BarrelLost(seat, "together", -barrel.penalty, settling.sheet.barrels_lost[seat])
