"""The auction: who may bid what, and who becomes declarer (RULES A7, B4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from thousand_engine.actions import Bid, Pass, SeatAction
from thousand_engine.cards import Hand
from thousand_engine.deal import Deal
from thousand_engine.errors import Reason, RuleBroken
from thousand_engine.facts import AuctionWon, BidPassed, BidPlaced, Fact
from thousand_engine.house.ace_marriage import four_aces
from thousand_engine.house.going_blind import breaks_blind, may_break
from thousand_engine.marriage import held
from thousand_engine.options import Agreement, Option, number, number_or_none

if TYPE_CHECKING:
    from thousand_engine.rules import Rules

OPTIONS = (
    Option(5, "bid_step", "the unit of bids", (5, 10), 5),
    Option(
        29,
        "forced_opener",
        "who is in at the opening number without being asked",
        ("forehand", "dealer", "none"),
        "forehand",
    ),
    Option(30, "opening_bid", "the number that opens the auction", (100, 60, 40, 120), 100),
    Option(31, "jump_bids", "bids more than one step higher", ("allowed", "forbidden"), "allowed"),
    Option(
        32,
        "bid_ceiling",
        "how high the marriages in hand let a seat bid",
        ("none", "only_120_without", "120_plus_marriages"),
        "120_plus_marriages",
    ),
    Option(33, "bid_absolute_max", "the highest bid that anybody may make", ("none", 300), "none"),
)

WITHOUT_MARRIAGE = 120
HIGHEST_LISTED = 420
"""Where no ceiling is agreed any number is accepted, but offers end here (J8)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionRules:
    """Numbers and limits of the auction."""

    step: int
    opener: Literal["forehand", "dealer", "none"]
    opening: int
    jumps: bool
    ceiling: Literal["none", "only_120_without", "120_plus_marriages"]
    absolute_max: int | None

    @classmethod
    def agreed(cls, agreement: Agreement) -> AuctionRules:
        return cls(
            step=number(agreement, "bid_step"),
            opener=cast('Literal["forehand", "dealer", "none"]', agreement["forced_opener"]),
            opening=number(agreement, "opening_bid"),
            jumps=agreement["jump_bids"] == "allowed",
            ceiling=cast(
                'Literal["none", "only_120_without", "120_plus_marriages"]',
                agreement["bid_ceiling"],
            ),
            absolute_max=number_or_none(agreement, "bid_absolute_max"),
        )


def forced_opener(rules: AuctionRules, active: tuple[int, ...]) -> int | None:
    """The seat that is in at the opening number unasked (B4.29).

    With four players the last active seat stands for the dealer, who rests (J8).
    """
    match rules.opener:
        case "forehand":
            return active[0]
        case "dealer":
            return active[-1]
        case "none":
            return None


def ceiling(rules: Rules, hand: Hand) -> int | None:
    """The most a hand may bid: 120, more with marriages (A7.6); None without a limit."""
    if rules.auction.ceiling == "none":
        return None
    worth = sum(map(rules.marriages.worth, held(hand)))
    if rules.aces and four_aces(hand):
        worth += rules.aces.points
    if rules.auction.ceiling == "only_120_without" and worth:
        return None
    return WITHOUT_MARRIAGE + worth


def highest(rules: Rules, hand: Hand) -> int | None:
    """The highest number a hand may say; None without a limit."""
    limits = [
        limit for limit in (ceiling(rules, hand), rules.auction.absolute_max) if limit is not None
    ]
    return min(limits, default=None)


def listed(rules: Rules, hand: Hand, least: int) -> range:
    """The numbers worth offering to a hand, from the least on."""
    most = highest(rules, hand)
    return range(least, (HIGHEST_LISTED if most is None else most) + 1, rules.auction.step)


def check_amount(rules: Rules, hand: Hand, amount: int) -> None:
    """What holds for a bid and for a contract alike: a step, below both limits."""
    auction = rules.auction
    if amount % auction.step:
        raise RuleBroken(Reason.BID_NOT_A_STEP, step=auction.step)
    most = ceiling(rules, hand)
    if most is not None and amount > most:
        raise RuleBroken(Reason.BID_ABOVE_CEILING, ceiling=most)
    if auction.absolute_max is not None and amount > auction.absolute_max:
        raise RuleBroken(Reason.BID_ABOVE_MAXIMUM, maximum=auction.absolute_max)


def next_step(rules: AuctionRules, amount: int) -> int:
    """The first number above another; 121 is followed by 125."""
    return (amount // rules.step + 1) * rules.step


def lowest(rules: AuctionRules, deal: Deal) -> int:
    """The least that beats the standing bid."""
    return next_step(rules, deal.bid) if deal.bid else rules.opening


def decide_bid(rules: Rules, deal: Deal, bid: Bid, at_least: int) -> tuple[Fact, ...]:
    """A voice; refused when too low, between steps, above a limit, or a jump.

    ``at_least`` is what this seat may not go below for a reason of its own. In a blind game any
    legal bid breaks it (B13.111).
    """
    hand, least = deal.hands[bid.seat], lowest(rules.auction, deal)
    if bid.amount < max(least, at_least):
        raise RuleBroken(Reason.BID_TOO_LOW, least=max(least, at_least))
    check_amount(rules, hand, bid.amount)
    if bid.amount > least and not rules.auction.jumps:
        raise RuleBroken(Reason.JUMP_BID, least=least)
    if deal.blind and not may_break(rules, hand):
        raise RuleBroken(Reason.BREAK_NEEDS_MARRIAGE)
    return (BidPlaced(bid.seat, bid.amount), *breaks_blind(rules, deal, bid))


def decide_pass(action: Pass) -> tuple[Fact, ...]:
    """A pass is final for this deal (A7.4)."""
    return (BidPassed(action.seat),)


def voices(rules: Rules, deal: Deal, seat: int, at_least: int) -> list[SeatAction]:
    """Everything the seat may say."""
    said: list[SeatAction] = [Pass(seat)]
    hand = deal.hands[seat]
    if deal.blind and not may_break(rules, hand):
        return said
    least = lowest(rules.auction, deal)
    for amount in listed(rules, hand, least):
        if amount >= at_least:
            said.append(Bid(seat, amount))
        if not rules.auction.jumps:
            break
    return said


def opening_voice(rules: AuctionRules, deal: Deal) -> tuple[BidPlaced, ...]:
    """Who sits on the opening number is in without being asked (A7.1)."""
    seat = forced_opener(rules, deal.active)
    return () if seat is None else (BidPlaced(seat, rules.opening, forced=True),)


def voice_of_the_last(rules: AuctionRules, deal: Deal) -> tuple[BidPlaced, ...]:
    """A seat that is left alone without a bid plays the opening number unasked (J8)."""
    if deal.bid or len(deal.auction.left) > 1:
        return ()
    return (BidPlaced(deal.auction.left[0], rules.opening, forced=True),)


def end_of_auction(rules: AuctionRules, deal: Deal) -> tuple[AuctionWon, ...]:
    """All but one have passed: the last bidder is declarer (A7.5)."""
    if not deal.bid or len(deal.auction.left) > 1:
        return ()
    return (AuctionWon(deal.auction.left[0], deal.bid, unopposed=deal.bid == rules.opening),)
