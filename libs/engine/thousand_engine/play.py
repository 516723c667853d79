"""Card by card: playing, taking tricks, and what a played deal brought (RULES A11)."""

from collections.abc import Iterator

from thousand_engine.actions import Play
from thousand_engine.cards import card_points
from thousand_engine.deal import Deal
from thousand_engine.errors import RuleBroken
from thousand_engine.facts import CardPlayed, DealResult, Fact, TrickTaken
from thousand_engine.marriage import Marriages, declare
from thousand_engine.settling import Outcome
from thousand_engine.trick import Duties, Turn, legal_cards, refusal


def turn(deal: Deal, seat: int) -> Turn:
    """What decides about the seat's card."""
    return Turn(deal.hands[seat], deal.trick, deal.trump, owns_trump=deal.trump_owner == seat)


def decide_play(duties: Duties, marriages: Marriages, deal: Deal, play: Play) -> tuple[Fact, ...]:
    """A card, and the marriage it declares; refused when a duty binds to another card.

    With automatic declaration the words change nothing (J8), so the fact has none.
    """
    if reason := refusal(duties, turn(deal, play.seat), play.card):
        raise RuleBroken(reason, card=play.card.code)
    return (CardPlayed(play.seat, play.card.code), *declare(marriages, deal, play))


def plays(duties: Duties, deal: Deal, seat: int) -> Iterator[Play]:
    """Every card the seat may play."""
    return (Play(seat, card) for card in legal_cards(duties, turn(deal, seat)))


def taking_trick(deal: Deal) -> Iterator[TrickTaken]:
    """A complete trick goes to its best card."""
    cards = deal.trick.cards
    if len(cards) == len(deal.active):
        winner = deal.from_seat(deal.leader)[deal.trick.winning(deal.trump)]
        yield TrickTaken(winner, card_points(cards))


def outcome(deal: Deal, result: DealResult) -> Outcome:
    """What the deal brought so far; without a contract the winning bid stands for it."""
    seats = range(len(deal.hands))
    return Outcome(
        result=result,
        active=deal.active,
        declarer=-1 if deal.declarer is None else deal.declarer,
        contract=deal.contract or deal.bid,
        card_points=tuple(map(deal.card_points_of, seats)),
        tricks=tuple(map(deal.tricks_of, seats)),
        marriages=tuple(
            sum(marriage.points for marriage in deal.marriages if marriage.seat == seat)
            for seat in seats
        ),
    )
