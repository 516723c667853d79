"""Going blind: the offer before the first look at the cards, and how it is broken (RULES B13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from thousand_engine.actions import Bid
from thousand_engine.facts import (
    AuctionWon,
    BidPlaced,
    BlindBroken,
    BlindCalled,
    BlindOffered,
    Fact,
)
from thousand_engine.house.ace_marriage import four_aces
from thousand_engine.house.blind import BLIND_CONTRACT
from thousand_engine.marriage import held

if TYPE_CHECKING:
    from thousand_engine.cards import Hand
    from thousand_engine.deal import Deal
    from thousand_engine.rules import Rules
    from thousand_engine.sheet import Sheet


def offer(rules: Rules, sheet: Sheet, deal: Deal) -> Iterator[BlindOffered]:
    """The forehand is asked once, if his total allows it and nobody sits on the barrel."""
    blind, forehand = rules.blind, deal.forehand
    if blind is None or deal.blind_answer or deal.auction.voices:
        return
    if blind.barrel_ban and sheet.sitters:
        return
    if blind.min_score is None or sheet.totals[forehand] >= blind.min_score:
        yield BlindOffered(forehand)


def decide_blind(rules: Rules, seat: int) -> tuple[Fact, ...]:
    """120 is said for the forehand; where it cannot be broken the auction is over (J8)."""
    voice = BidPlaced(seat, BLIND_CONTRACT, forced=True)
    if rules.blind and rules.blind.breakable:
        return (BlindCalled(seat), voice)
    unopposed = rules.auction.opening == BLIND_CONTRACT
    return (BlindCalled(seat), voice, AuctionWon(seat, BLIND_CONTRACT, unopposed))


def may_break(rules: Rules, hand: Hand) -> bool:
    """A marriage is needed, whatever the ceiling (B13.111); the aces' is one where agreed."""
    return bool(held(hand)) or (rules.aces is not None and four_aces(hand))


def breaks_blind(rules: Rules, deal: Deal, bid: Bid) -> tuple[Fact, ...]:
    """What a bid does to a blind game: it is one no more, and the breaker may have won at once."""
    if not deal.blind or rules.blind is None:
        return ()
    broken = BlindBroken(bid.seat)
    if rules.blind.immediate:
        return (broken, AuctionWon(bid.seat, bid.amount, unopposed=False))
    return (broken,)
