"""The cut and the shuffle: how the table makes a deck before a deal (RULES A4, B2)."""

from dataclasses import dataclass
from typing import Literal, cast

from thousand_engine.options import Agreement, Option
from thousand_engine.seats import after, before

OPTIONS = (
    Option(
        6,
        "cut_ritual",
        "nine and jack at the bottom of the cut deck have consequences",
        ("off", "on"),
        "off",
        "table",
    ),
    Option(7, "cut_by", "the dealer's neighbour who cuts", ("right", "left"), "right", "table"),
    Option(
        8,
        "cut_jack_rule",
        "what a jack at the bottom of the cut deck does",
        ("to_middle_no_cut", "dealer_cuts_once", "reshuffle"),
        "to_middle_no_cut",
        "table",
    ),
    Option(
        10,
        "exposed_card_penalty",
        "what a dealer pays for exposing a card at a live table",
        ("none", "fine_next_dealer", "fine_and_share"),
        "none",
        "live",
    ),
    Option(
        12,
        "shuffle_mode",
        "a full shuffle, or tricks stacked and cut once",
        ("full", "stacked"),
        "full",
        "table",
    ),
)

JackRule = Literal["to_middle_no_cut", "dealer_cuts_once", "reshuffle"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """``ritual`` is what a jack at the bottom does, None where nobody looks at the bottom.

    ``by`` is the dealer's neighbour who cuts; a ``stacked`` deck is not shuffled between deals.
    """

    ritual: JackRule | None
    by: Literal["right", "left"]
    stacked: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Cut":
        ritual = cast("JackRule", agreement["cut_jack_rule"])
        return cls(
            ritual=ritual if agreement["cut_ritual"] == "on" else None,
            by=cast('Literal["right", "left"]', agreement["cut_by"]),
            stacked=agreement["shuffle_mode"] == "stacked",
        )


def cutter(rule: Cut, dealer: int, players: int) -> int:
    """Who cuts: on the dealer's right sits the seat before him, on his left the one after."""
    return before(dealer, players) if rule.by == "right" else after(dealer, players)
