"""The reverse barrel: the mirror of the barrel below zero (RULES B10.96, J8).

A seat that falls to minus the threshold is set exactly there and writes only losses. It loses the
game at minus the target; after three deals it is thrown back.
"""

from dataclasses import dataclass

from thousand_engine.facts import (
    ReverseBarrelAttempted,
    ReverseBarrelEntered,
    ReverseBarrelLeft,
)
from thousand_engine.options import Agreement, Option, number_or_none
from thousand_engine.settling import Settling

OPTIONS = (
    Option(
        96,
        "reverse_barrel",
        "below zero: three deals to reach minus the target, else thrown back",
        ("off", "to_minus_760", "to_minus_500"),
        "off",
    ),
)

DEALS = 3
THRESHOLD = -880
"""Where it stands when no barrel is agreed that it could mirror."""
BACK_TO = {"to_minus_760": -760, "to_minus_500": -500}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReverseBarrel:
    """Where it stands, and where three deals on it end."""

    threshold: int
    back_to: int

    @classmethod
    def agreed(cls, agreement: Agreement) -> "ReverseBarrel | None":
        back_to = BACK_TO.get(str(agreement["reverse_barrel"]))
        if back_to is None:
            return None
        barrel = number_or_none(agreement, "barrel_score")
        return cls(threshold=THRESHOLD if barrel is None else -barrel, back_to=back_to)


def settle_reverse_barrel(settling: Settling) -> None:
    """Who was on it has used a deal, whatever deal it was (J9); who has fallen to it enters."""
    rule = settling.rules.reverse_barrel
    if rule is None:
        return
    for seat, used in enumerate(settling.before.reverse_attempts):
        back = rule.threshold - settling.sheet.totals[seat]
        if used is not None:
            settling.enter(ReverseBarrelAttempted(seat, used + 1, back))
            if used + 1 >= DEALS:
                settling.enter(ReverseBarrelLeft(seat, rule.back_to - rule.threshold))
        elif back >= 0:
            settling.enter(ReverseBarrelEntered(seat, back))


def lost_on_it(settling: Settling) -> tuple[int, ...]:
    """The seats that were on it and have reached minus the target: the game is lost for them."""
    if settling.rules.reverse_barrel is None:
        return ()
    lost = -settling.rules.win_score
    return tuple(
        seat
        for seat, used in enumerate(settling.before.reverse_attempts)
        if used is not None and settling.sheet.totals[seat] <= lost
    )
