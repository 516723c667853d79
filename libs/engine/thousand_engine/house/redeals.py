"""Redeals: cards so poor that a seat may ask for new ones (RULES A6, B3, J1, J8).

A claim names no reason. It holds when one of the agreed reasons holds now; when one held earlier
in this deal it is too late; when none ever did it is not justified.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from thousand_engine.actions import Claim
from thousand_engine.cards import Hand, Rank, card_points, codes
from thousand_engine.deal import Deal, Phase
from thousand_engine.errors import Reason, RuleBroken
from thousand_engine.facts import Fact, RedealClaimed
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
        played=("off",),
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
        played=False,
    ),
    switch(
        23,
        "redeal_four_jacks_late",
        "four jacks after the talon or after passing may be claimed",
        "off",
        played=False,
    ),
    switch(
        24, "redeal_low_hand_late", "a low hand after passing may be claimed", "off", played=False
    ),
    Option(
        25,
        "redeal_four_aces",
        "four aces in one hand are dealt again without being asked",
        ("off", "mandatory", "mandatory_incl_talon", "must_give_ace"),
        "off",
        played=("off",),
    ),
    switch(
        26,
        "redeal_dealer_fine",
        "the dealer is fined when nines are the reason",
        "off",
        played=False,
    ),
    switch(
        27,
        "redeal_third_in_row_fine",
        "a third claim in one dealer's deal is refused and the dealer fined",
        "off",
        played=False,
    ),
    Option(
        28,
        "redeal_scope",
        "who may claim at all",
        ("anyone", "hundred_only"),
        "anyone",
        played=("anyone",),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeals:
    """Which cards may be claimed: hands as they were dealt, and the talon."""

    low_hand: int | None
    four_nines: bool
    four_jacks: bool
    low_talon: int | None
    talon_two_nines: bool
    talon_three_nines: bool
    talon_three_jacks: bool
    talon_only_unopposed: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Redeals":
        return cls(
            low_hand=number_or_none(agreement, "redeal_low_hand"),
            four_nines=agreement["redeal_four_nines_hand"] == "on",
            four_jacks=agreement["redeal_four_jacks_hand"] == "on",
            low_talon=number_or_none(agreement, "redeal_talon_low"),
            talon_two_nines=agreement["redeal_talon_two_nines"] == "on",
            talon_three_nines=agreement["redeal_talon_three_nines"] == "on",
            talon_three_jacks=agreement["redeal_talon_three_jacks"] == "on",
            talon_only_unopposed=agreement["redeal_talon_only_on_100"] == "on",
        )


@dataclass(frozen=True, slots=True)
class Ground:
    """One reason for a redeal: whether it holds for the cards, and until when."""

    name: str
    holds: Callable[[Redeals, Deal, int], bool]
    is_open: Callable[[Deal, int], bool]


def before_own_voice(deal: Deal, seat: int) -> bool:
    """From the deal to the seat's first voice; without one, until the declarer gives (J1, J8)."""
    return deal.phase in (Phase.AUCTION, Phase.TALON) and not deal.auction.has_spoken(seat)


def with_the_talon(deal: Deal, seat: int) -> bool:
    """While the declarer holds the talon and has passed nothing on."""
    return deal.phase is Phase.TALON and seat == deal.declarer


def count(cards: Hand, rank: Rank) -> int:
    return sum(card.rank is rank for card in cards)


def low_hand(redeals: Redeals, deal: Deal, seat: int) -> bool:
    """Strictly fewer card points than agreed; marriages do not count (B3.13)."""
    return redeals.low_hand is not None and card_points(deal.dealt[seat]) < redeals.low_hand


def four_nines(redeals: Redeals, deal: Deal, seat: int) -> bool:
    return redeals.four_nines and count(deal.dealt[seat], Rank.NINE) == 4


def four_jacks(redeals: Redeals, deal: Deal, seat: int) -> bool:
    return redeals.four_jacks and count(deal.dealt[seat], Rank.JACK) == 4


def may_claim_talon(redeals: Redeals, deal: Deal, seat: int) -> bool:
    """The declarer; by 21 only when the winning bid is the opening number."""
    return seat == deal.declarer and (deal.unopposed or not redeals.talon_only_unopposed)


def weak_talon(redeals: Redeals, deal: Deal, seat: int) -> bool:
    return (
        redeals.low_talon is not None
        and may_claim_talon(redeals, deal, seat)
        and card_points(deal.talon) < redeals.low_talon
    )


def talon_nines(redeals: Redeals, deal: Deal, seat: int) -> bool:
    least = 2 if redeals.talon_two_nines else 3 if redeals.talon_three_nines else None
    return (
        least is not None
        and may_claim_talon(redeals, deal, seat)
        and count(deal.talon, Rank.NINE) >= least
    )


def talon_jacks(redeals: Redeals, deal: Deal, seat: int) -> bool:
    return (
        redeals.talon_three_jacks
        and may_claim_talon(redeals, deal, seat)
        and count(deal.talon, Rank.JACK) == 3
    )


GROUNDS = (
    Ground("low_hand", low_hand, before_own_voice),
    Ground("four_nines", four_nines, before_own_voice),
    Ground("four_jacks", four_jacks, before_own_voice),
    Ground("weak_talon", weak_talon, with_the_talon),
    Ground("talon_nines", talon_nines, with_the_talon),
    Ground("talon_jacks", talon_jacks, with_the_talon),
)


def claims(redeals: Redeals, deal: Deal, seat: int) -> Iterator[Claim]:
    """The claim, when one of its grounds holds now."""
    if any(ground.is_open(deal, seat) and ground.holds(redeals, deal, seat) for ground in GROUNDS):
        yield Claim(seat)


def decide_claim(redeals: Redeals, deal: Deal, claim: Claim) -> tuple[Fact, ...]:
    """The redeal; CLAIM_TOO_LATE for a ground that has passed, else CLAIM_NOT_JUSTIFIED."""
    grounds = [ground for ground in GROUNDS if ground.holds(redeals, deal, claim.seat)]
    for ground in grounds:
        if ground.is_open(deal, claim.seat):
            return (RedealClaimed(claim.seat, ground.name, codes(deal.deck)),)
    raise RuleBroken(Reason.CLAIM_TOO_LATE if grounds else Reason.CLAIM_NOT_JUSTIFIED)
