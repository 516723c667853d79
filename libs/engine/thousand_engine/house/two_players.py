"""How two play: talons, what is given away, the leftover (RULES B14.123-128, C1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from thousand_engine.options import Agreement, Option, switch

OPTIONS = (
    Option(123, "two_layout", "the two talons of a game for two", ("2+2", "3+3"), "2+2"),
    Option(
        124,
        "two_talon_choice",
        "which talon the declarer of a game for two gets",
        ("choose_unseen", "random"),
        "choose_unseen",
    ),
    Option(
        125,
        "two_pass",
        "what the declarer of a game for two gives away",
        (
            "one_to_opponent",
            "one_to_opponent_one_to_talon",
            "discard_two",
            "one_to_talon",
            "nothing",
        ),
        "one_to_opponent",
    ),
    Option(
        126,
        "two_leftover",
        "who gets the leftover talon of a game for two",
        ("last_trick_winner", "dead"),
        "last_trick_winner",
    ),
    switch(127, "two_barrel", "whether there is a barrel in a game for two", "off"),
    Option(
        128,
        "two_fail_score",
        "what a failing declarer of a game for two loses",
        ("contract", "shortfall"),
        "contract",
    ),
)

Layout = tuple[tuple[int, ...], ...]
"""For each talon the rounds of dealing after which it gets a card (RULES J2)."""

LAYOUTS: Mapping[str, Layout] = {"2+2": ((2, 3), (4, 5)), "3+3": ((2, 3, 4), (5, 6, 7))}

To = Literal["opponent", "leftover"]
GIVEN_AWAY: Mapping[str, tuple[To, ...]] = {
    "one_to_opponent": ("opponent",),
    "one_to_opponent_one_to_talon": ("opponent", "leftover"),
    "discard_two": ("leftover", "leftover"),
    "one_to_talon": ("leftover",),
    "nothing": (),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoPlayers:
    """How the cards lie, whether a talon is chosen, who gets which card, who the rest."""

    layout: Layout
    chooses_talon: bool
    given_away: tuple[To, ...]
    leftover_to_winner: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> "TwoPlayers | None":
        if agreement["players"] != 2:
            return None
        return cls(
            layout=LAYOUTS[str(agreement["two_layout"])],
            chooses_talon=agreement["two_talon_choice"] == "choose_unseen",
            given_away=GIVEN_AWAY[str(agreement["two_pass"])],
            leftover_to_winner=agreement["two_leftover"] == "last_trick_winner",
        )
