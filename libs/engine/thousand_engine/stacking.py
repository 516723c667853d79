"""The deck as it is taken up after a deal where nobody shuffles it (RULES A3.3, B2.12)."""

from collections.abc import Iterable

from thousand_engine.cards import Card
from thousand_engine.deal import Deal


def stacked(deal: Deal) -> tuple[Card, ...]:
    """The 24 cards, top first: the tricks each as it was played, then what was not played.

    That is the hands from forehand on, the talons not taken, what was laid away – each as it was
    dealt (ARCHITECTURE 7, step 5).
    """
    place = {card: at for at, card in enumerate(deal.deck)}

    def as_dealt(cards: Iterable[Card]) -> list[Card]:
        return sorted(cards, key=place.__getitem__)

    tricks = [card for taken in deal.tricks for card in taken.cards]
    hands = [card for seat in deal.active for card in as_dealt(deal.hands[seat])]
    talons = [
        card
        for number, talon in enumerate(deal.talons, 1)
        if number != deal.taken
        for card in as_dealt(talon)
    ]
    laid_away = as_dealt(gift.card for gift in deal.gifts if gift.seat is None)
    return (*tricks, *deal.trick, *hands, *talons, *laid_away)
