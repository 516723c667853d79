"""Counts a finished deal again, from what everybody may know of it by then (ARCHITECTURE 5)."""

from collections.abc import Iterator, Sequence
from dataclasses import fields

from services.scoring.facts import PublicFact
from thousand_engine import Card, DealCards, Fact, Game, Refusal, SeatAction, act
from thousand_engine.actions import Give
from thousand_engine.facts import CardPlayed, CardsDealt, CardsGiven, DealScored
from thousand_engine.record import action_of
from thousand_engine.sheet import Sheet

Cards = Sequence[str]

RESULT = [field.name for field in fields(DealScored)]
SHEET = [field.name for field in fields(Sheet)]


def dispute(before: Game, told: Sequence[PublicFact], scored: DealScored, after: Game) -> str:
    """What is wrong with a result: where the rules differ from the facts; empty when they agree.

    ``told`` are the facts from the cards on, ``before`` and ``after`` the game as the facts have
    it. A deal whose cards stay closed cannot be counted yet.
    """
    if not scored.deck:
        return ""
    try:
        facts, again = play_again(before, told, scored.deck)
    except Refusal as refused:
        return f"the rules refuse what was done: {refused.reason}, {refused}"
    result = next((fact for fact in facts if isinstance(fact, DealScored)), None)
    if result is None:
        return "the deal is not over"
    pairs = [
        *((name, getattr(scored, name), getattr(result, name)) for name in RESULT),
        *((name, getattr(after.sheet, name), getattr(again.sheet, name)) for name in SHEET),
        ("winner", after.winner, again.winner),
    ]
    differing = [
        f"{name} {told}, by the rules {ruled}" for name, told, ruled in pairs if told != ruled
    ]
    return "; ".join(differing)


def play_again(before: Game, told: Sequence[PublicFact], deck: Cards) -> tuple[list[Fact], Game]:
    """The deal as the rules play it: everything that follows from what was done.

    Refusal when they do not allow it.
    """
    played = [fact for fact in map(open_fact, told) if isinstance(fact, CardPlayed)]
    facts: list[Fact] = []
    game = before
    for one in told:
        action: DealCards | SeatAction | None
        if one.kind is CardsDealt:
            action = dealing(one, deck)
        elif one.kind is CardsGiven and is_sealed(one):
            action = giving(one, game, played)
        else:
            fact = one.fact()
            action = action_of(fact) if isinstance(fact, Fact) else None
        if action:
            step, game = act(game, action)
            facts += step
    return facts, game


def is_sealed(one: PublicFact) -> bool:
    return "hidden" in one.members


def open_fact(one: PublicFact) -> object:
    return None if is_sealed(one) else one.fact()


def dealing(one: PublicFact, deck: Cards) -> DealCards:
    """The table's action, with the deck that is known by now."""
    members = one.members
    cards = tuple(map(Card.parse, deck))
    return DealCards(members["dealer"], members["deal"], members["attempt"], cards)


def giving(one: PublicFact, game: Game, played: Sequence[CardPlayed]) -> Give:
    """The declarer's gifts: a seat was given the card that it played and was not dealt.

    In a deal that was not played out nothing depends on them, and any other cards will do.
    """
    members = one.members
    declarer: int = members["seat"]
    others = keepable(game, declarer, played)
    gifts = []
    for seat in members["recipients"]:
        card = next(foreign(game, seat, played), None) or next(others, None)
        if card is None:
            raise Refusal("NO_CARD_LEFT", "what was played leaves no card to give")
        gifts.append((card, seat))
    return Give(declarer, tuple(gifts))


def foreign(game: Game, seat: int, played: Sequence[CardPlayed]) -> Iterator[Card]:
    """The cards that a seat played and was not dealt."""
    dealt = game.deal.dealt[seat] if game.deal else ()
    cards = (Card.parse(fact.card) for fact in played if fact.seat == seat)
    return (card for card in cards if card not in dealt)


def keepable(game: Game, declarer: int, played: Sequence[CardPlayed]) -> Iterator[Card]:
    """The cards in the declarer's hand that nobody is known to have played."""
    hand = game.deal.hands[declarer] if game.deal else ()
    known = {fact.card for fact in played}
    return (card for card in hand if card.code not in known)
