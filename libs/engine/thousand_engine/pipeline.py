"""The end of a deal, in the order that RULES A19 fixes."""

from collections.abc import Iterator

from thousand_engine.cards import Card, codes
from thousand_engine.facts import DealScored, Fact, GameWon
from thousand_engine.house.bolts import mark_bolts
from thousand_engine.house.dump_truck import tip_out
from thousand_engine.house.falls import settle_barrel
from thousand_engine.house.fines import fine_dealer_and_cutter
from thousand_engine.house.golden import end_golden_round
from thousand_engine.house.on_the_barrel import number_to_reach
from thousand_engine.house.reverse_barrel import settle_reverse_barrel
from thousand_engine.house.write_off import fine_third_write_off
from thousand_engine.rules import Rules
from thousand_engine.score import made, written
from thousand_engine.settling import Outcome, Settling
from thousand_engine.sheet import Sheet
from thousand_engine.winning import winner


def settle(
    rules: Rules, sheet: Sheet, outcome: Outcome, *, deck: tuple[Card, ...], next_dealer: int
) -> Iterator[Fact]:
    """Every fact that ends a deal, each ledger line its own.

    A write-off or a cross is on the sheet already. When somebody wins, nothing else happens.
    """
    number = number_to_reach(rules.barrel, sheet, outcome)
    settling = Settling(
        rules, outcome, made(rules.score, outcome, number), before=sheet, sheet=sheet
    )
    settling.enter(scored(settling, deck, next_dealer))
    mark_bolts(settling)
    fine_third_write_off(settling)
    fine_dealer_and_cutter(settling)
    seat = winner(settling)
    if seat is not None:
        settling.enter(GameWon(seat))
    else:
        settle_barrel(settling)
        settle_reverse_barrel(settling)
        tip_out(settling)
        end_golden_round(settling)
    return iter(settling.facts)


def scored(settling: Settling, deck: tuple[Card, ...], next_dealer: int) -> DealScored:
    """The result, the cards, and what each seat writes."""
    outcome = settling.outcome
    return DealScored(
        result=outcome.result,
        declarer=outcome.declarer,
        contract=outcome.contract,
        made=settling.made,
        card_points=outcome.card_points,
        marriages=outcome.marriages,
        melds=outcome.melds,
        tricks=outcome.tricks,
        written=written(settling),
        deck=codes(deck),
        next_dealer=next_dealer,
        golden=outcome.golden,
        blind=outcome.blind,
    )
