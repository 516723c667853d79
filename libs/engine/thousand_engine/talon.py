"""The talon, the cards passed on, and the final contract (RULES A8, A9, B5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Literal, cast

from thousand_engine.actions import LEFTOVER, ChooseTalon, Give, Recipient, SetContract
from thousand_engine.auction import check_amount, listed, next_step
from thousand_engine.cards import DECK, Card, Hand, Rank, codes
from thousand_engine.deal import Deal
from thousand_engine.errors import Reason, RuleBroken
from thousand_engine.facts import CardsGiven, ContractSet, Fact, TalonRevealed, TalonTaken
from thousand_engine.house.ace_marriage import four_aces
from thousand_engine.options import Agreement, Option, switch

if TYPE_CHECKING:
    from thousand_engine.rules import Rules

OPTIONS = (
    switch(37, "talon_hidden_on_100", "the talon of an unopposed opening bid is not shown", "on"),
    Option(
        38, "pass_visibility", "whether passed cards are seen by all", ("closed", "open"), "closed"
    ),
    switch(39, "raise_after_talon", "the declarer may raise after the talon", "on"),
    Option(
        40,
        "first_lead",
        "who leads to the first trick",
        ("declarer", "forehand", "dealer"),
        "declarer",
    ),
)

FirstLead = Literal["declarer", "forehand", "dealer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TalonRules:
    """What is shown, whether the contract may rise, and who leads then."""

    hidden_unopposed: bool
    gifts_shown: bool
    may_raise: bool
    first_lead: FirstLead

    @classmethod
    def agreed(cls, agreement: Agreement) -> TalonRules:
        return cls(
            hidden_unopposed=agreement["talon_hidden_on_100"] == "on",
            gifts_shown=agreement["pass_visibility"] == "open",
            may_raise=agreement["raise_after_talon"] == "on",
            first_lead=cast("FirstLead", agreement["first_lead"]),
        )


def is_hidden(rules: Rules, deal: Deal) -> bool:
    """Whether the talon is not shown; the passed cards are then closed too (B5.37, 102, 113)."""
    return (
        (deal.unopposed and rules.talon.hidden_unopposed)
        or (deal.golden and rules.golden is not None and rules.golden.hidden)
        or (deal.blind and rules.blind is not None and rules.blind.hidden)
    )


def must_choose(rules: Rules, deal: Deal) -> bool:
    """Whether the declarer has to choose one of two talons first (B14.124)."""
    return rules.two_players is not None and rules.two_players.chooses_talon and not deal.taken


def taking(rules: Rules, deal: Deal) -> Iterator[Fact]:
    """The declarer takes the talon, where there is nothing to choose."""
    if not deal.taken and deal.declarer is not None and not must_choose(rules, deal):
        yield TalonTaken(deal.declarer)
        yield from showing(rules, deal, 1)


def showing(rules: Rules, deal: Deal, number: int) -> Iterator[Fact]:
    """A talon is shown to all, unless it is hidden."""
    if not is_hidden(rules, deal):
        yield TalonRevealed(codes(deal.talons[number - 1]))


def decide_choice(rules: Rules, deal: Deal, action: ChooseTalon) -> tuple[Fact, ...]:
    """One of two talons, unseen."""
    if not must_choose(rules, deal):
        raise RuleBroken(Reason.WRONG_PHASE)
    if action.number not in (1, 2):
        raise RuleBroken(Reason.TALON_NOT_CHOSEN)
    taken = TalonTaken(action.seat, action.number, chosen=True)
    return (taken, *showing(rules, deal, action.number))


def recipients(rules: Rules, deal: Deal) -> tuple[Recipient, ...]:
    """Who gets a card: each defender; between two players as agreed (A8.3, C1)."""
    if rules.two_players is None:
        return deal.defenders
    (opponent,) = deal.defenders
    return tuple(opponent if to == "opponent" else LEFTOVER for to in rules.two_players.given_away)


def must_give_ace(rules: Rules, hand: Hand) -> bool:
    """Whether the talon made it four aces, and one of them must go (B3.25)."""
    return rules.redeals.must_give_ace and four_aces(hand)


def has_ace(cards: Iterable[Card]) -> bool:
    return any(card.rank is Rank.ACE for card in cards)


def decide_give(rules: Rules, deal: Deal, give: Give) -> tuple[Fact, ...]:
    """One card to each who gets one, any cards the declarer holds (A8.3)."""
    cards = [card for card, _ in give.gifts]
    to = tuple(recipient for _, recipient in give.gifts)
    due = recipients(rules, deal)
    for card in cards:
        if card not in deal.hands[give.seat]:
            raise RuleBroken(Reason.CARD_NOT_HELD, card=card.code)
    if len(set(cards)) < len(cards):
        raise RuleBroken(Reason.CARD_NAMED_TWICE)
    if sorted(map(str, to)) != sorted(map(str, due)):
        raise RuleBroken(Reason.WRONG_RECIPIENTS, recipients=" ".join(map(str, due)))
    if must_give_ace(rules, deal.hands[give.seat]) and not has_ace(cards):
        raise RuleBroken(Reason.WRONG_RECIPIENTS, cards="one of the four aces must go")
    if must_choose(rules, deal):
        raise RuleBroken(Reason.TALON_NOT_CHOSEN)
    shown = rules.talon.gifts_shown and not is_hidden(rules, deal)
    return (CardsGiven(give.seat, to, codes(cards), shown),)


@cache
def ways_to_give(seat: int, due: tuple[Recipient, ...]) -> Mapping[tuple[Card, ...], Give]:
    """Every way to pass on any cards: a hand has ninety of them, and each is made once."""
    ways = permutations(DECK, len(due))
    return {cards: Give(seat, tuple(zip(cards, due, strict=True))) for cards in ways}


def gives(rules: Rules, deal: Deal, seat: int) -> list[Give]:
    """Every way to pass cards on; the order of two cards that are laid away means nothing."""
    due, hand = recipients(rules, deal), deal.hands[seat]
    choose = permutations if len(set(due)) == len(due) else combinations
    chosen = choose(hand, len(due))
    ways = ways_to_give(seat, due)
    if must_give_ace(rules, hand):
        return [ways[cards] for cards in chosen if has_ace(cards)]
    return [ways[cards] for cards in chosen]


def giving_nothing(rules: Rules, deal: Deal) -> Iterator[Fact]:
    """Where no card is passed on the contract follows at once (B14.125)."""
    if deal.taken and deal.declarer is not None and not recipients(rules, deal):
        yield CardsGiven(deal.declarer, (), (), shown=False)


def may_raise(rules: Rules, deal: Deal, *, obliged: bool) -> bool:
    """Whether the contract may rise over the bid (39, 101, 110; not in the obligation, J9)."""
    return (
        rules.talon.may_raise
        and not obliged
        and not (deal.golden and rules.golden is not None and not rules.golden.may_raise)
        and not (deal.blind and rules.blind is not None and not rules.blind.may_raise)
    )


def decide_contract(
    rules: Rules, deal: Deal, action: SetContract, *, obliged: bool
) -> tuple[Fact, ...]:
    """The winning bid, or more within the ceiling of the cards now held (A9)."""
    if action.amount != deal.bid:
        check_amount(rules, deal.hands[action.seat], action.amount)
    if action.amount < deal.bid:
        raise RuleBroken(Reason.CONTRACT_BELOW_BID, bid=deal.bid)
    if action.amount > deal.bid and not may_raise(rules, deal, obliged=obliged):
        raise RuleBroken(Reason.CONTRACT_CANNOT_RISE, bid=deal.bid)
    leader = first_leader(rules.talon.first_lead, deal, action.seat)
    return (ContractSet(action.seat, action.amount, leader),)


def first_leader(first_lead: FirstLead, deal: Deal, declarer: int) -> int:
    """Who leads to the first trick (B5.40); with four players the last seat for the dealer (J8)."""
    match first_lead:
        case "declarer":
            return declarer
        case "forehand":
            return deal.forehand
        case "dealer":
            return deal.active[-1]


def contracts(rules: Rules, deal: Deal, seat: int, *, obliged: bool) -> list[SetContract]:
    """Every contract the declarer may name; the bid itself always."""
    named = [SetContract(seat, deal.bid)]
    if may_raise(rules, deal, obliged=obliged):
        higher = listed(rules, deal.hands[seat], next_step(rules.auction, deal.bid))
        named += [SetContract(seat, amount) for amount in higher]
    return named
