"""Ends of deals for the tests of scoring: an agreement, a sheet, what came out."""

from thousand_engine.cards import parse_cards
from thousand_engine.catalogue import defaults
from thousand_engine.house.resting_seat import resting
from thousand_engine.pipeline import settle
from thousand_engine.rules import Rules
from thousand_engine.seats import after, clockwise
from thousand_engine.settling import Outcome
from thousand_engine.sheet import Sheet, enter


def agreed(**options):
    """The default agreement with these options, whoever else still has to learn them."""
    return Rules.stored({**defaults(), **options})


def sheet(totals, **marks):
    return Sheet.blank(len(totals)).but(totals=tuple(totals), **marks)


def deal(rules, dealer=0, *, declarer=1, contract=100, result="played", talon="", **brought):
    """What a deal brought; without other words the declarer takes everything."""
    players = rules.players
    seats = clockwise(after(dealer, players), players)
    rests = resting(rules.resting_seat, dealer, players)
    alone = tuple(120 * (seat == declarer) for seat in range(players))
    nothing = (0,) * players
    played = result == "played"
    return Outcome(
        result=result,
        dealer=dealer,
        active=tuple(seat for seat in seats if seat != rests),
        declarer=declarer,
        contract=contract,
        card_points=brought.pop("points", alone if played else nothing),
        tricks=brought.pop("tricks", tuple(map(bool, alone)) if played else nothing),
        marriages=brought.pop("marriages", nothing),
        melds=brought.pop("melds", nothing),
        talon=parse_cards(talon),
        **brought,
    )


def ended(rules, before, dealer=0, **brought):
    """The facts that end such a deal, and the sheet after them."""
    facts = tuple(
        settle(rules, before, deal(rules, dealer, **brought), deck=(), next_dealer=dealer)
    )
    for fact in facts:
        before = enter(before, fact)
    return facts, before
