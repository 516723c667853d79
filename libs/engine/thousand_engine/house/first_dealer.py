"""Who deals first in the next game of a table; in the first game the lot says it (RULES A3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from thousand_engine.options import Agreement, Option
from thousand_engine.seats import after

if TYPE_CHECKING:
    from thousand_engine.rules import Rules

OPTIONS = (
    Option(
        11,
        "next_game_first_dealer",
        "who deals first in the next game of the table",
        ("winner", "lot", "rotate"),
        "winner",
        "table",
    ),
)

FirstDealer = Literal["winner", "lot", "rotate"]


def agreed(agreement: Agreement) -> FirstDealer:
    return cast("FirstDealer", agreement["next_game_first_dealer"])


def next_first_dealer(rules: Rules, winner: int, last_first_dealer: int, lot: int) -> int:
    """The winner, the seat that was drawn, or the one after whoever dealt first last time."""
    match rules.next_first_dealer:
        case "winner":
            return winner
        case "lot":
            return lot
        case "rotate":
            return after(last_first_dealer, rules.players)
