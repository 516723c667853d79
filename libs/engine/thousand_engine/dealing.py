"""From a deck to hands and talon (RULES A5.4, J2)."""

from thousand_engine.actions import DealCards
from thousand_engine.cards import Card, Hand, check_deck, codes, hand_of
from thousand_engine.deal import Auction, Deal
from thousand_engine.facts import CardsDealt
from thousand_engine.options import Option
from thousand_engine.seats import after, clockwise

OPTIONS = (Option(1, "players", "seats at the table", (2, 3, 4), 3, played=(3,)),)

TALON_AFTER_ROUNDS = (2, 3, 4)
"""One card goes to the talon after each of these rounds: cards 7, 11 and 15."""


def hands_and_talon(
    deck: tuple[Card, ...], active: tuple[int, ...]
) -> tuple[dict[int, Hand], Hand]:
    """Card by card to the active seats, forehand first, with the talon's on the way."""
    cards = iter(check_deck(deck))
    dealt: dict[int, list[Card]] = {seat: [] for seat in active}
    talon: list[Card] = []
    for lap in range(1, (len(deck) - len(TALON_AFTER_ROUNDS)) // len(active) + 1):
        for seat in active:
            dealt[seat].append(next(cards))
        if lap in TALON_AFTER_ROUNDS:
            talon.append(next(cards))
    return {seat: hand_of(held) for seat, held in dealt.items()}, hand_of(talon)


def distribute(action: DealCards, players: int) -> CardsDealt:
    """How a deck falls to the seats of a deal; BadAction when it is no deck."""
    active = clockwise(after(action.dealer, players), players)
    hands, talon = hands_and_talon(action.deck, active)
    return CardsDealt(
        dealer=action.dealer,
        deal=action.deal,
        attempt=action.attempt,
        active=active,
        deck=codes(action.deck),
        hands=tuple(codes(hands.get(seat, ())) for seat in range(players)),
        talons=(codes(talon),),
    )


def lay(fact: CardsDealt) -> Deal:
    """A deal right after its cards were dealt."""
    by_seat = tuple(hand_of(map(Card.parse, hand)) for hand in fact.hands)
    return Deal(
        dealer=fact.dealer,
        number=fact.deal,
        attempt=fact.attempt,
        active=fact.active,
        deck=tuple(map(Card.parse, fact.deck)),
        dealt=by_seat,
        hands=by_seat,
        talons=tuple(hand_of(map(Card.parse, talon)) for talon in fact.talons),
        auction=Auction(fact.active),
    )


def deck_of(hands: tuple[Hand, ...], talon: tuple[Card, ...], dealer: int) -> tuple[Card, ...]:
    """The deck that deals exactly these hands and this talon: the inverse of ``hands_and_talon``."""
    players = len(hands)
    active = clockwise(after(dealer, players), players)
    in_hand = {seat: iter(hands[seat]) for seat in active}
    in_talon = iter(talon)
    deck: list[Card] = []
    for lap in range(1, max(map(len, hands)) + 1):
        deck.extend(next(in_hand[seat]) for seat in active)
        if lap in TALON_AFTER_ROUNDS:
            deck.append(next(in_talon))
    return check_deck(tuple(deck))
