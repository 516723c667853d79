"""From a deck to hands and talons, and back (RULES A5.4, J2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from thousand_engine.actions import DealCards
from thousand_engine.cards import DECK, Card, Hand, check_deck, codes, hand_of
from thousand_engine.deal import Auction, Deal
from thousand_engine.facts import CardsDealt
from thousand_engine.house.resting_seat import resting
from thousand_engine.house.two_players import Layout
from thousand_engine.rules import Rules
from thousand_engine.seats import after, clockwise

ONE_TALON: Layout = ((2, 3, 4),)
"""One card after each of these rounds: cards 7, 11 and 15."""


def active_seats(rules: Rules, dealer: int) -> tuple[int, ...]:
    """The seats that play a deal, forehand first: all but a resting one (J1)."""
    rests = resting(rules.resting_seat, dealer, rules.players)
    seats = clockwise(after(dealer, rules.players), rules.players)
    return tuple(seat for seat in seats if seat != rests)


@dataclass(frozen=True, slots=True)
class Places:
    """Where in the deck each hand and each talon lies."""

    hands: tuple[tuple[int, ...], ...]
    talons: tuple[tuple[int, ...], ...]


@cache
def places(layout: Layout, hands: int) -> Places:
    """Card by card to the hands, forehand first, with the talons' on the way."""
    in_hands: list[list[int]] = [[] for _ in range(hands)]
    in_talons: list[list[int]] = [[] for _ in layout]
    place, lap = 0, 0
    while place < len(DECK):
        lap += 1
        for hand in in_hands:
            hand.append(place)
            place += 1
        for talon, laps in zip(in_talons, layout, strict=True):
            if lap in laps:
                talon.append(place)
                place += 1
    return Places(tuple(map(tuple, in_hands)), tuple(map(tuple, in_talons)))


def layout_of(rules: Rules) -> Layout:
    return rules.two_players.layout if rules.two_players else ONE_TALON


def distribute(rules: Rules, action: DealCards, *, golden: bool) -> CardsDealt:
    """How a deck falls to the seats of a deal; BadAction when it is no deck."""
    deck = check_deck(action.deck)
    active = active_seats(rules, action.dealer)
    lie = places(layout_of(rules), len(active))

    def picked(where: tuple[int, ...]) -> tuple[str, ...]:
        return codes(hand_of([deck[place] for place in where]))

    hands = dict(zip(active, lie.hands, strict=True))
    return CardsDealt(
        dealer=action.dealer,
        deal=action.deal,
        attempt=action.attempt,
        active=active,
        deck=codes(deck),
        hands=tuple(picked(hands.get(seat, ())) for seat in range(rules.players)),
        talons=tuple(map(picked, lie.talons)),
        golden=golden,
        cut_fined=action.cut_fined,
    )


def lay(fact: CardsDealt) -> Deal:
    """A deal right after its cards were dealt."""
    by_seat = tuple(tuple(map(Card.parse, hand)) for hand in fact.hands)
    return Deal(
        dealer=fact.dealer,
        number=fact.deal,
        attempt=fact.attempt,
        active=fact.active,
        deck=tuple(map(Card.parse, fact.deck)),
        dealt=by_seat,
        hands=by_seat,
        talons=tuple(tuple(map(Card.parse, talon)) for talon in fact.talons),
        auction=Auction(fact.active),
        golden=fact.golden,
        cut_fined=fact.cut_fined,
    )


def deck_of(
    rules: Rules, hands: Sequence[Hand], talons: Sequence[Sequence[Card]], dealer: int
) -> tuple[Card, ...]:
    """The deck that deals exactly these hands, by seat, and these talons."""
    active = active_seats(rules, dealer)
    lie = places(layout_of(rules), len(active))
    parts = [
        *zip((hands[seat] for seat in active), lie.hands, strict=True),
        *zip(talons, lie.talons, strict=True),
    ]
    placed = {
        place: card for cards, where in parts for card, place in zip(cards, where, strict=True)
    }
    return check_deck(tuple(placed[place] for place in sorted(placed)))
