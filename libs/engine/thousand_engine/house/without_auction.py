"""Deals whose declarer is found without an auction, and voices said for a sitter (RULES B10, B12).

Their order: a golden deal, the obligation, then a sitter who takes the talon at once (J8).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from thousand_engine.facts import AuctionWon, BidPassed, BidPlaced
from thousand_engine.house.barrel import MORE_THAN_120, first_sitter, obliged
from thousand_engine.house.golden import GOLDEN_CONTRACT

if TYPE_CHECKING:
    from thousand_engine.deal import Deal
    from thousand_engine.rules import Rules
    from thousand_engine.sheet import Sheet


def without_auction(rules: Rules, sheet: Sheet, deal: Deal) -> Iterator[AuctionWon]:
    """The declarer of a deal that has no auction."""
    if deal.auction.voices:
        return
    if deal.golden:
        yield AuctionWon(deal.forehand, GOLDEN_CONTRACT, unopposed=False)
    elif (seat := obliged(rules.barrel, sheet, deal.active)) is not None:
        yield AuctionWon(seat, MORE_THAN_120, unopposed=False)
    elif rules.barrel and (seat := taker_of_talon(rules, sheet, deal)) is not None:
        yield AuctionWon(seat, rules.barrel.need, unopposed=False)


def taker_of_talon(rules: Rules, sheet: Sheet, deal: Deal) -> int | None:
    """The sitter who has the talon at once (B10.83), of several the one nearer after the dealer."""
    barrel = rules.barrel
    if barrel is None or barrel.raw_scoring:
        return None
    match barrel.auction:
        case "auto_take":
            return first_sitter(sheet, deal.active)
        case "own_talon" if sheet.on_barrel(deal.forehand):
            return deal.forehand
        case _:
            return None


def speaker_of_121(rules: Rules, sheet: Sheet, deal: Deal) -> int | None:
    """The sitter for whom 121 is said (B10.83): the first to whom the turn comes."""
    barrel = rules.barrel
    if barrel is None or barrel.raw_scoring or barrel.auction != "auto_bid_121":
        return None
    return first_sitter(sheet, deal.active)


def voice_of_a_sitter(
    rules: Rules, sheet: Sheet, deal: Deal, seat: int
) -> Iterator[BidPlaced | BidPassed]:
    """What the engine says for a sitter whose turn it is.

    121 unless as much was said before (J8); a pass for one who collects raw points (B10.94).
    """
    barrel = rules.barrel
    if barrel is None or not sheet.on_barrel(seat):
        return
    if barrel.raw_scoring:
        yield BidPassed(seat, forced=True)
    elif barrel.auction == "auto_bid_121" and deal.bid < barrel.need:
        yield BidPlaced(seat, barrel.need, forced=True)


def least_of_a_sitter(rules: Rules, sheet: Sheet, seat: int) -> int:
    """What a sitter may not bid below (B10.95); 0 for anybody else."""
    barrel = rules.barrel
    return barrel.need if barrel and barrel.min_bid and sheet.on_barrel(seat) else 0
