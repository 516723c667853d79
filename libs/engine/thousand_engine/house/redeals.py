"""Redeals: which cards are so poor that a seat may ask for new ones (RULES A6, B3)."""

from dataclasses import dataclass
from typing import Literal, cast

from thousand_engine.options import Agreement, Option, number_or_none, switch

OPTIONS = (
    Option(
        13,
        "redeal_low_hand",
        "a dealt hand with fewer card points may be claimed",
        ("off", 13, 14, 15),
        14,
    ),
    switch(14, "redeal_four_nines_hand", "four nines in a dealt hand may be claimed", "on"),
    Option(
        15,
        "redeal_three_nines_hand",
        "three nines in a dealt hand may be claimed",
        ("off", "anyone", "forehand_only"),
        "off",
    ),
    switch(16, "redeal_four_jacks_hand", "four jacks in a dealt hand may be claimed", "off"),
    Option(
        17,
        "redeal_talon_low",
        "a talon worth fewer points may be claimed by the declarer",
        ("off", 4, 5, 6),
        5,
    ),
    switch(18, "redeal_talon_two_nines", "two nines in the talon may be claimed", "off"),
    switch(19, "redeal_talon_three_nines", "three nines in the talon may be claimed", "off"),
    switch(20, "redeal_talon_three_jacks", "three jacks in the talon may be claimed", "off"),
    switch(
        21,
        "redeal_talon_only_on_100",
        "a talon is claimed only by a forced opener whom nobody drove higher",
        "on",
    ),
    switch(
        22,
        "redeal_four_nines_late",
        "four nines after the talon or after passing may be claimed",
        "off",
    ),
    switch(
        23,
        "redeal_four_jacks_late",
        "four jacks after the talon or after passing may be claimed",
        "off",
    ),
    switch(24, "redeal_low_hand_late", "a low hand after passing may be claimed", "off"),
    Option(
        25,
        "redeal_four_aces",
        "four aces in one hand are dealt again without being asked",
        ("off", "mandatory", "mandatory_incl_talon", "must_give_ace"),
        "off",
    ),
    switch(
        26,
        "redeal_dealer_fine",
        "the dealer is fined for a redeal whose reason is nines",
        "off",
    ),
    switch(
        27,
        "redeal_third_in_row_fine",
        "a third claim in one dealer's deal is refused and the dealer fined",
        "off",
    ),
    Option(
        28,
        "redeal_scope",
        "who may claim a redeal at all",
        ("anyone", "hundred_only"),
        "anyone",
    ),
)

LATE_LOW_HAND = 14
"""The number of option 24 where 13 is off (J8)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeals:
    """Which cards may be claimed, by whom, and what it costs the dealer."""

    low_hand: int | None
    four_nines: bool
    three_nines: Literal["off", "anyone", "forehand_only"]
    four_jacks: bool
    low_talon: int | None
    talon_two_nines: bool
    talon_three_nines: bool
    talon_three_jacks: bool
    talon_only_unopposed: bool
    late_four_nines: bool
    late_four_jacks: bool
    late_low_hand: int | None
    four_aces: Literal["off", "mandatory", "mandatory_incl_talon", "must_give_ace"]
    nines_cost_the_dealer: bool
    third_is_refused: bool
    only_the_hundred: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Redeals":
        low_hand = number_or_none(agreement, "redeal_low_hand")
        late = agreement["redeal_low_hand_late"] == "on"
        return cls(
            low_hand=low_hand,
            four_nines=agreement["redeal_four_nines_hand"] == "on",
            three_nines=cast(
                'Literal["off", "anyone", "forehand_only"]', agreement["redeal_three_nines_hand"]
            ),
            four_jacks=agreement["redeal_four_jacks_hand"] == "on",
            low_talon=number_or_none(agreement, "redeal_talon_low"),
            talon_two_nines=agreement["redeal_talon_two_nines"] == "on",
            talon_three_nines=agreement["redeal_talon_three_nines"] == "on",
            talon_three_jacks=agreement["redeal_talon_three_jacks"] == "on",
            talon_only_unopposed=agreement["redeal_talon_only_on_100"] == "on",
            late_four_nines=agreement["redeal_four_nines_late"] == "on",
            late_four_jacks=agreement["redeal_four_jacks_late"] == "on",
            late_low_hand=(low_hand or LATE_LOW_HAND) if late else None,
            four_aces=cast(
                'Literal["off", "mandatory", "mandatory_incl_talon", "must_give_ace"]',
                agreement["redeal_four_aces"],
            ),
            nines_cost_the_dealer=agreement["redeal_dealer_fine"] == "on",
            third_is_refused=agreement["redeal_third_in_row_fine"] == "on",
            only_the_hundred=agreement["redeal_scope"] == "hundred_only",
        )

    @property
    def must_give_ace(self) -> bool:
        """Whether a declarer whom the talon brought the fourth ace has to give one away."""
        return self.four_aces == "must_give_ace"
