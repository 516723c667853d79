"""The talon: taking it, passing cards on, the final contract (RULES A8, A9, B5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from thousand_engine.actions import Give, SetContract
from thousand_engine.auction import AuctionRules, check_amount, highest
from thousand_engine.cards import codes
from thousand_engine.deal import Deal
from thousand_engine.errors import Reason, RuleBroken
from thousand_engine.facts import CardsGiven, ContractSet, Fact, TalonRevealed, TalonTaken
from thousand_engine.marriage import Marriages
from thousand_engine.options import Agreement, Option, switch

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


@dataclass(frozen=True, slots=True, kw_only=True)
class TalonRules:
    """What is shown, whether the contract may rise, and who leads then."""

    hidden_unopposed: bool
    gifts_shown: bool
    may_raise: bool
    first_lead: str

    @classmethod
    def agreed(cls, agreement: Agreement) -> "TalonRules":
        return cls(
            hidden_unopposed=agreement["talon_hidden_on_100"] == "on",
            gifts_shown=agreement["pass_visibility"] == "open",
            may_raise=agreement["raise_after_talon"] == "on",
            first_lead=str(agreement["first_lead"]),
        )

    def hidden(self, deal: Deal) -> bool:
        """Whether this deal's talon is not shown; its passed cards are then closed too (B5.37)."""
        return self.hidden_unopposed and deal.unopposed


def taking(rules: TalonRules, deal: Deal) -> Iterator[Fact]:
    """The declarer takes the talon, and it is shown to all unless agreed otherwise."""
    if deal.taken or deal.declarer is None:
        return
    yield TalonTaken(deal.declarer)
    if not rules.hidden(deal):
        yield TalonRevealed(codes(deal.talon))


def decide_give(rules: TalonRules, deal: Deal, give: Give) -> tuple[Fact, ...]:
    """One card to each defender, any cards he holds (A8.3)."""
    cards = [card for card, _ in give.gifts]
    recipients = tuple(recipient for _, recipient in give.gifts)
    for card in cards:
        if card not in deal.hands[give.seat]:
            raise RuleBroken(Reason.CARD_NOT_HELD, card=card.code)
    if len(set(cards)) < len(cards):
        raise RuleBroken(Reason.CARD_NAMED_TWICE)
    if sorted(recipients, key=str) != sorted(deal.defenders, key=str):
        raise RuleBroken(Reason.WRONG_RECIPIENTS, defenders=" ".join(map(str, deal.defenders)))
    shown = rules.gifts_shown and not rules.hidden(deal)
    return (CardsGiven(give.seat, recipients, codes(cards), shown),)


def gives(deal: Deal, seat: int) -> Iterator[Give]:
    """Every way to pass cards on."""
    for cards in permutations(deal.hands[seat], len(deal.defenders)):
        yield Give(seat, tuple(zip(cards, deal.defenders, strict=True)))


def decide_contract(
    talon: TalonRules, auction: AuctionRules, marriages: Marriages, deal: Deal, action: SetContract
) -> tuple[Fact, ...]:
    """The winning bid, or more within the ceiling of the cards now held (A9)."""
    if action.amount != deal.bid:
        check_amount(auction, marriages, deal.hands[action.seat], action.amount)
    if action.amount < deal.bid:
        raise RuleBroken(Reason.CONTRACT_BELOW_BID, bid=deal.bid)
    if action.amount > deal.bid and not talon.may_raise:
        raise RuleBroken(Reason.CONTRACT_CANNOT_RISE, bid=deal.bid)
    return (ContractSet(action.seat, action.amount, first_leader(talon, deal, action.seat)),)


def first_leader(rules: TalonRules, deal: Deal, declarer: int) -> int:
    """Who leads to the first trick (B5.40)."""
    match rules.first_lead:
        case "forehand":
            return deal.active[0]
        case "dealer":
            return deal.active[-1]
        case _:
            return declarer


def contracts(
    talon: TalonRules, auction: AuctionRules, marriages: Marriages, deal: Deal, seat: int
) -> Iterator[SetContract]:
    """Every contract the declarer may name; the bid itself always."""
    yield SetContract(seat, deal.bid)
    if talon.may_raise:
        most = highest(auction, marriages, deal.hands[seat])
        for amount in range(deal.bid + auction.step, most + 1, auction.step):
            yield SetContract(seat, amount)
