"""Card by card: playing, declaring, taking tricks, and what a played deal brought (RULES A11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from thousand_engine.actions import Declare, Play
from thousand_engine.cards import DECK, Card, Rank, card_points
from thousand_engine.deal import Deal
from thousand_engine.declaring import Declaration
from thousand_engine.errors import Reason, RuleBroken
from thousand_engine.facts import CardPlayed, DealResult, Fact, LeftoverTaken, TrickTaken
from thousand_engine.house.ace_marriage import aces, declared_aces, fourth_ace
from thousand_engine.house.bed_marriage import bed
from thousand_engine.house.four_nines import nines
from thousand_engine.marriage import counts, marriage
from thousand_engine.settling import Outcome
from thousand_engine.trick import Turn, legal_cards, refusal, winning

if TYPE_CHECKING:
    from thousand_engine.rules import Rules

Kind = Callable[["Rules", Deal, int, Card], Declaration | None]
"""What a seat that holds such a card would declare by leading it, or None."""

DECLARED_BY: Mapping[Rank, tuple[Kind, ...]] = {
    Rank.NINE: (nines,),
    Rank.JACK: (bed,),
    Rank.QUEEN: (marriage, bed),
    Rank.KING: (marriage,),
    Rank.TEN: (),
    Rank.ACE: (aces,),
}
"""What each rank may declare; the first that is held counts: Q with K and J is the marriage (J8)."""

PLAIN = tuple({card: Play(seat, card) for card in DECK} for seat in range(4))
"""Every card from every seat without a word: plays are listed for each move, and made once."""


def turn(deal: Deal, seat: int) -> Turn:
    """What decides about the seat's card."""
    trump, melds = deal.trump, deal.melds
    return Turn(
        deal.hands[seat],
        deal.trick,
        trump.suit if trump else None,
        trump is not None and trump.owner == seat,
        bool(melds) and declared_aces(deal, seat),
    )


def decide_play(rules: Rules, deal: Deal, play: Play) -> tuple[Fact, ...]:
    """A card, and what it declares; refused when a duty binds to another card."""
    seat, card = play.seat, play.card
    if reason := refusal(rules.duties, turn(deal, seat), card):
        raise RuleBroken(reason, card=card.code)
    said = play.declare if rules.marriages.asked else None
    played = CardPlayed(seat, card.code, said.value if said else "")
    return (played, *declares(rules, deal, play), *fourth_ace(rules, deal, seat, card))


def declares(rules: Rules, deal: Deal, play: Play) -> tuple[Fact, ...]:
    """What the card declares: led, where words change nothing; else by the word (B7.56)."""
    asked = rules.marriages.asked
    if asked and play.declare is not Declare.DECLARE:
        return ()
    if deal.trick and not asked:  # as most cards are: not worth a look
        return ()
    found = declaration(rules, deal, play.seat, play.card)
    if isinstance(found, Declaration):
        return found.facts
    if asked:
        raise RuleBroken(found, card=play.card.code)
    return ()


def declaration(rules: Rules, deal: Deal, seat: int, card: Card) -> Declaration | Reason:
    """What the seat declares with the card, or why nothing, by the first reason in J4."""
    for kind in DECLARED_BY[card.rank]:
        if found := kind(rules, deal, seat, card):
            if found.needs_trick and not deal.tricks_of(seat):
                return Reason.MARRIAGE_NEEDS_TRICK
            return Reason.NOT_THE_LEADER if deal.trick else found
    return Reason.MARRIAGE_NOT_HELD


def plays(rules: Rules, deal: Deal, seat: int) -> list[Play]:
    """Every card the seat may play; where declaring takes a word, with and without it."""
    cards = legal_cards(rules.duties, turn(deal, seat))
    listed = [PLAIN[seat][card] for card in cards]
    if rules.marriages.asked and not deal.trick:
        listed += [
            Play(seat, card, Declare.DECLARE)
            for card in cards
            if isinstance(declaration(rules, deal, seat, card), Declaration)
        ]
    return listed


def taking_trick(rules: Rules, deal: Deal) -> tuple[Fact, ...]:
    """A complete trick goes to its best card; between two the last brings what is left over."""
    cards = deal.trick
    if len(cards) < len(deal.active):
        return ()
    trump = deal.trump.suit if deal.trump else None
    winner = deal.from_seat(deal.leader)[winning(cards, trump)]
    taken = TrickTaken(winner, card_points(cards))
    if rules.two_players and rules.two_players.leftover_to_winner and out_of_cards(deal):
        return (taken, LeftoverTaken(winner, card_points(deal.unplayed)))
    return (taken,)


def out_of_cards(deal: Deal) -> bool:
    """Whether a seat has no card left; between two players hands may differ in length (C1)."""
    return not all(map(deal.hands.__getitem__, deal.active))


def is_over(deal: Deal) -> bool:
    """Whether the last trick has been taken."""
    return not deal.trick and out_of_cards(deal)


def outcome(rules: Rules, deal: Deal, result: DealResult) -> Outcome:
    """What the deal brought so far; without a contract the winning bid stands for it."""
    seats = range(len(deal.hands))
    counting = [each for each in deal.marriages if counts(rules.marriages, deal, each)]
    return Outcome(
        result=result,
        dealer=deal.dealer,
        active=deal.active,
        declarer=-1 if deal.declarer is None else deal.declarer,
        contract=deal.contract or deal.bid,
        card_points=tuple(map(deal.card_points_of, seats)),
        tricks=tuple(map(deal.tricks_of, seats)),
        marriages=tuple(sum(m.points for m in counting if m.seat == seat) for seat in seats),
        melds=tuple(sum(m.points for m in deal.melds if m.seat == seat) for seat in seats),
        talon=deal.talons[0] if len(deal.active) < len(seats) else (),
        blind=deal.blind,
        golden=deal.golden,
        claim_refused=deal.claim_refused,
        cut_fined=deal.cut_fined,
    )
