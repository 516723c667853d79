"""The auction: who may bid what, and who becomes declarer (RULES A7, B4)."""

from collections.abc import Iterator
from dataclasses import dataclass

from thousand_engine.actions import Bid, Pass
from thousand_engine.cards import Hand
from thousand_engine.deal import Deal
from thousand_engine.errors import Reason, RuleBroken
from thousand_engine.facts import AuctionWon, BidPassed, BidPlaced, Fact
from thousand_engine.marriage import Marriages, held
from thousand_engine.options import Agreement, Option, number, number_or_none

OPTIONS = (
    Option(5, "bid_step", "the unit of bids", (5, 10), 5),
    Option(
        29,
        "forced_opener",
        "who is in at the opening number without being asked",
        ("forehand", "dealer", "none"),
        "forehand",
        played=("forehand",),
    ),
    Option(30, "opening_bid", "the number that opens the auction", (100, 60, 40, 120), 100),
    Option(31, "jump_bids", "bids more than one step higher", ("allowed", "forbidden"), "allowed"),
    Option(
        32,
        "bid_ceiling",
        "the limit from the marriages in hand",
        ("none", "only_120_without", "120_plus_marriages"),
        "120_plus_marriages",
    ),
    Option(33, "bid_absolute_max", "the limit for everybody", ("none", 300), "none"),
)

WITHOUT_MARRIAGE = 120
HIGHEST_LISTED = 420
"""Where no ceiling is agreed any number is accepted, but offers end here (J8)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionRules:
    """Numbers and limits of the auction."""

    step: int
    opening: int
    jumps: bool
    ceiling: str
    absolute_max: int | None

    @classmethod
    def agreed(cls, agreement: Agreement) -> "AuctionRules":
        return cls(
            step=number(agreement, "bid_step"),
            opening=number(agreement, "opening_bid"),
            jumps=agreement["jump_bids"] == "allowed",
            ceiling=str(agreement["bid_ceiling"]),
            absolute_max=number_or_none(agreement, "bid_absolute_max"),
        )


def ceiling(rules: AuctionRules, marriages: Marriages, hand: Hand) -> int | None:
    """The most a hand may bid: 120, more with marriages (A7.6); None without a limit."""
    worth = sum(marriages.worth(suit) for suit in held(hand))
    match rules.ceiling:
        case "120_plus_marriages":
            return WITHOUT_MARRIAGE + worth
        case "only_120_without" if not worth:
            return WITHOUT_MARRIAGE
        case _:
            return None


def highest(rules: AuctionRules, marriages: Marriages, hand: Hand) -> int:
    """The highest number worth offering to a hand."""
    limits = (ceiling(rules, marriages, hand), rules.absolute_max, HIGHEST_LISTED)
    return min(limit for limit in limits if limit is not None)


def check_amount(rules: AuctionRules, marriages: Marriages, hand: Hand, amount: int) -> None:
    """What holds for a bid and for a contract alike: a step, below both limits."""
    if amount % rules.step:
        raise RuleBroken(Reason.BID_NOT_A_STEP, step=rules.step)
    most = ceiling(rules, marriages, hand)
    if most is not None and amount > most:
        raise RuleBroken(Reason.BID_ABOVE_CEILING, ceiling=most)
    if rules.absolute_max is not None and amount > rules.absolute_max:
        raise RuleBroken(Reason.BID_ABOVE_MAXIMUM, maximum=rules.absolute_max)


def lowest(rules: AuctionRules, deal: Deal) -> int:
    """The least that beats the standing bid."""
    standing = deal.auction.standing
    if standing is None or standing.amount is None:
        return rules.opening
    return standing.amount + rules.step


def decide_bid(rules: AuctionRules, marriages: Marriages, deal: Deal, bid: Bid) -> tuple[Fact, ...]:
    """A voice; refused when too low, between steps, above a limit, or a jump."""
    least = lowest(rules, deal)
    if bid.amount < least:
        raise RuleBroken(Reason.BID_TOO_LOW, least=least)
    check_amount(rules, marriages, deal.hands[bid.seat], bid.amount)
    if bid.amount > least and not rules.jumps:
        raise RuleBroken(Reason.JUMP_BID, least=least)
    return (BidPlaced(bid.seat, bid.amount),)


def decide_pass(action: Pass) -> tuple[Fact, ...]:
    """A pass is final for this deal (A7.4)."""
    return (BidPassed(action.seat),)


def voices(
    rules: AuctionRules, marriages: Marriages, deal: Deal, seat: int
) -> Iterator[Bid | Pass]:
    """Everything the seat may say."""
    yield Pass(seat)
    least = lowest(rules, deal)
    most = highest(rules, marriages, deal.hands[seat]) if rules.jumps else least
    if most <= highest(rules, marriages, deal.hands[seat]):
        for amount in range(least, most + 1, rules.step):
            yield Bid(seat, amount)


def opening_voice(rules: AuctionRules, deal: Deal) -> Iterator[BidPlaced]:
    """The first seat sits on the opening number without being asked (A7.1)."""
    if not deal.auction.voices:
        yield BidPlaced(deal.auction.to_speak, rules.opening, forced=True)


def end_of_auction(rules: AuctionRules, deal: Deal) -> Iterator[AuctionWon]:
    """All but one have passed: the last bidder is declarer (A7.5)."""
    standing = deal.auction.standing
    if len(deal.auction.left) == 1 and standing is not None and standing.amount is not None:
        unopposed = standing.amount == rules.opening
        yield AuctionWon(standing.seat, standing.amount, unopposed)
