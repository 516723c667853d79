"""The barrel (бочка): from 880 on a seat wins by a contract of its own, or falls (RULES A15, B10).

A *sitter* is a seat that was on the barrel when the deal began, a *newcomer* one that arrives.
What a sitter writes stands in ``on_the_barrel``, attempts, newcomers and falls in ``falls``.
"""

from dataclasses import dataclass
from typing import Literal, cast, get_args

from thousand_engine.options import Agreement, Option, number, number_or_none, switch
from thousand_engine.sheet import Sheet

Counting = Literal["every_deal", "own_contract_only", "own_turn_only"]
Auction = Literal["normal", "auto_bid_121", "auto_take", "own_talon"]
Failed = Literal[
    "attempt_only", "lose_contract_and_leave", "attempt_only_unless_raised", "penalty_each"
]
KnockOff = Literal["off", "on", "third_throws_two"]
Simultaneous = Literal["all_fall", "all_stay"]

OPTIONS = (
    Option(
        80, "barrel_score", "the total from which a seat is on the barrel", (880, 900, "none"), 880
    ),
    Option(81, "barrel_attempts", "deals a sitter has to win in", (1, 2, 3, 4, 5, "unlimited"), 3),
    Option(
        82,
        "barrel_attempt_counting",
        "what uses an attempt on the barrel",
        get_args(Counting),
        "every_deal",
    ),
    Option(83, "barrel_auction", "how a sitter gets the talon", get_args(Auction), "normal"),
    Option(
        84,
        "barrel_failed_contract",
        "what a sitter's lost contract costs",
        get_args(Failed),
        "attempt_only",
    ),
    Option(85, "barrel_knock_off", "a newcomer throws the sitters down", get_args(KnockOff), "on"),
    Option(
        86,
        "barrel_simultaneous",
        "what newcomers of one deal do to each other",
        get_args(Simultaneous),
        "all_fall",
    ),
    switch(87, "barrel_three_falls", "the third lost barrel sets the total to zero", "on"),
    Option(
        88,
        "barrel_fall_to",
        "where a seat lands that falls from the barrel",
        ("minus_penalty", "to_500", "to_zero"),
        "minus_penalty",
    ),
    switch(
        89,
        "barrel_obligation",
        "on the third barrel the third deal must be played open",
        "off",
    ),
    Option(90, "barrel_need", "the contract that wins from the barrel", ("derived",), "derived"),
    switch(
        91,
        "barrel_defenders_frozen",
        "defenders write nothing while a sitter plays his 121",
        "off",
    ),
    Option(
        92,
        "barrel_skip",
        "what a contract does that lifts a seat from below the barrel to the target",
        ("never", "wins"),
        "never",
    ),
    Option(
        93,
        "barrel_entry",
        "the total on arrival at the barrel",
        ("set_to_threshold",),
        "set_to_threshold",
    ),
    switch(
        94,
        "barrel_raw_scoring",
        "a sitter collects raw card points instead of bidding",
        "off",
    ),
    switch(95, "barrel_min_bid", "a sitter may not bid below his need", "off"),
)

MORE_THAN_120 = 121
"""What a sitter says by himself (option 90), and must collect when he is obliged to play (J8)."""
THIRD = 3
"""The third lost barrel sets to zero; the third deal of the third barrel may be an obligation."""
FIXED_LANDING = {"to_500": 500, "to_zero": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Barrel:
    """Where it stands, how a sitter plays, who throws whom, and where the fallen land."""

    threshold: int
    need: int
    """The contract a sitter wants; a higher one is *raised*."""
    attempts: int | None
    counting: Counting
    auction: Auction
    min_bid: bool
    failed: Failed
    knock_off: KnockOff
    simultaneous: Simultaneous
    three_falls: bool
    penalty: int
    lands_at: int
    obligation: bool
    defenders_frozen: bool
    skip_wins: bool
    raw_scoring: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Barrel | None":
        """None as well between two players who do not agree on one (option 127)."""
        threshold = number_or_none(agreement, "barrel_score")
        two_without = agreement["players"] == 2 and agreement["two_barrel"] == "off"
        if threshold is None or two_without:
            return None
        penalty = number(agreement, "penalty_amount")
        return cls(
            threshold=threshold,
            need=need(agreement, threshold),
            attempts=number_or_none(agreement, "barrel_attempts"),
            counting=cast("Counting", agreement["barrel_attempt_counting"]),
            auction=cast("Auction", agreement["barrel_auction"]),
            min_bid=agreement["barrel_min_bid"] == "on",
            failed=cast("Failed", agreement["barrel_failed_contract"]),
            knock_off=cast("KnockOff", agreement["barrel_knock_off"]),
            simultaneous=cast("Simultaneous", agreement["barrel_simultaneous"]),
            three_falls=agreement["barrel_three_falls"] == "on",
            penalty=penalty,
            lands_at=FIXED_LANDING.get(str(agreement["barrel_fall_to"]), threshold - penalty),
            obligation=agreement["barrel_obligation"] == "on",
            defenders_frozen=agreement["barrel_defenders_frozen"] == "on",
            skip_wins=agreement["barrel_skip"] == "wins",
            raw_scoring=agreement["barrel_raw_scoring"] == "on",
        )

    def charges(self, contract: int) -> bool:
        """Whether a sitter's lost contract is taken from his total (option 84)."""
        return self.failed == "lose_contract_and_leave" or (
            self.failed == "attempt_only_unless_raised" and contract > self.need
        )


def need(agreement: Agreement, threshold: int) -> int:
    """What is missing to the target, rounded up to a legal contract; 121 in the automatic modes."""
    if agreement["barrel_auction"] in ("auto_bid_121", "auto_take"):
        return MORE_THAN_120
    step = number(agreement, "bid_step")
    return -((threshold - number(agreement, "win_score")) // step) * step


def first_sitter(sheet: Sheet, active: tuple[int, ...]) -> int | None:
    """The sitter nearest after the dealer."""
    return next((seat for seat in active if sheet.on_barrel(seat)), None)


def is_obliged(barrel: Barrel | None, sheet: Sheet, seat: int, *, golden: bool) -> bool:
    """Whether a sitter must play this deal: the third one of his third barrel (option 89).

    A golden deal goes before it (J8).
    """
    return (
        barrel is not None
        and barrel.obligation
        and not golden
        and sheet.attempts[seat] == THIRD - 1
        and sheet.barrels_lost[seat] == THIRD - 1
    )


def obliged(barrel: Barrel | None, sheet: Sheet, active: tuple[int, ...]) -> int | None:
    """The seat for which that holds, of several the one nearest after the dealer."""
    due = (seat for seat in active if is_obliged(barrel, sheet, seat, golden=False))
    return next(due, None)
