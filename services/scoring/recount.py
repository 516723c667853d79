"""Counts a distribution again, from what everybody may know of it by then (ARCHITECTURE 5)."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import msgspec

from services.scoring.facts import PublicFact
from thousand_engine import Card, DealCards, Fact, Game, Refusal, SeatAction, act, legal_actions
from thousand_engine.actions import Give
from thousand_engine.facts import CardPlayed, CardsDealt, CardsGiven
from thousand_engine.record import action_of

Cards = Sequence[str]


def dispute(before: Game, told: Sequence[PublicFact], deck: Cards) -> str:
    """What is wrong with a distribution: where the rules differ from the facts; empty when nowhere.

    ``told`` are the facts from the cards on, ``before`` the game as the facts have it. What was
    passed on in secret and never seen is not known: one way in which all comes out as told is
    enough. Cards that stay closed (no deck) cannot be counted yet.
    """
    if not deck:
        return ""
    said = [fact for fact in map(open_fact, told) if isinstance(fact, Fact)]
    first = ""
    try:
        for facts in play_again(before, told, deck):
            # What has hidden fields was told without them.
            differing = difference(said, [fact for fact in facts if not fact.hidden_fields])
            if not differing:
                return ""
            first = first or differing
    except Refusal as refused:
        return f"the rules refuse what was done: {refused.reason}, {refused}"
    return first


def difference(said: Sequence[Fact], ruled: Sequence[Fact]) -> str:
    """The first fact that is not as the rules have it, and how; empty when all are."""
    for fact, by_rules in zip_longest(said, ruled):
        if fact == by_rules:
            continue
        if fact is None or type(fact) is not type(by_rules):
            return f"{fact}, by the rules {by_rules}"
        words, ruled_words = msgspec.to_builtins(fact), msgspec.to_builtins(by_rules)
        differing = [
            f"{name} {word}, by the rules {ruled_words[name]}"
            for name, word in words.items()
            if word != ruled_words[name]
        ]
        return f"{type(fact).__name__}: {'; '.join(differing)}"
    return ""


def play_again(before: Game, told: Sequence[PublicFact], deck: Cards) -> Iterator[list[Fact]]:
    """The facts of a distribution as the rules play it, in each way it may have been.

    Refusal, that of the last way tried, when they allow none.
    """
    played = [fact for fact in map(open_fact, told) if isinstance(fact, CardPlayed)]
    facts, game = list[Fact](), before
    for place, one in enumerate(told):
        if is_secret_gift(one):
            yield from played_on(facts, game, told[place + 1 :], played)
            return
        facts, game = followed(facts, game, one, deck)
    yield facts


def played_on(
    facts: Sequence[Fact], game: Game, told: Sequence[PublicFact], played: Sequence[CardPlayed]
) -> Iterator[list[Fact]]:
    """The facts so far, and what follows on each gift that may have been made."""
    refusal = Refusal("NO_SUCH_GIFT", "nobody can have played so whatever was passed on")
    allowed = False
    for give in possible_gifts(game, played):
        try:
            step, then = act(game, give)
            made = [*facts, *step]
            for one in told:
                made, then = followed(made, then, one)
        except Refusal as refused:
            refusal = refused
        else:
            allowed = True
            yield made
    if not allowed:
        raise refusal


def followed(
    facts: list[Fact], game: Game, one: PublicFact, deck: Cards = ()
) -> tuple[list[Fact], Game]:
    """The facts and the game after whatever follows from the action that a fact tells of."""
    action: DealCards | SeatAction | None
    if one.kind is CardsDealt:
        action = dealing(one, deck)
    else:
        fact = open_fact(one)
        action = action_of(fact) if isinstance(fact, Fact) else None
    if action is None:
        return facts, game
    step, game = act(game, action)
    return [*facts, *step], game


def is_sealed(one: PublicFact) -> bool:
    return "hidden" in one.members


def is_secret_gift(one: PublicFact) -> bool:
    """Whether cards were passed on that not everybody saw; nothing at all is no gift."""
    return one.kind is CardsGiven and is_sealed(one) and bool(one.members["recipients"])


def open_fact(one: PublicFact) -> object:
    return None if is_sealed(one) else one.fact()


def dealing(one: PublicFact, deck: Cards) -> DealCards:
    """The table's action, with the deck that is known by now."""
    members = one.members
    return DealCards(
        members["dealer"],
        members["deal"],
        members["attempt"],
        tuple(map(Card.parse, deck)),
        cut_fined=members.get("cut_fined"),
    )


def possible_gifts(game: Game, played: Sequence[CardPlayed]) -> Iterator[Give]:
    """The gifts after which everybody had what he then played.

    A card that a seat played and was not dealt was given to it, and what the declarer played he
    kept. With three or four players that leaves one way, when the deal was played out.
    """
    deal = game.deal
    if deal is None or deal.declarer is None:
        return
    cards = {(Card.parse(fact.card), fact.seat) for fact in played}
    given = {(card, seat) for card, seat in cards if card not in deal.hands[seat]}
    kept = {card for card, seat in cards if seat == deal.declarer}
    for action in legal_actions(game, deal.declarer):
        if isinstance(action, Give):
            gifts = set(action.gifts)
            if given <= gifts and kept.isdisjoint(card for card, _ in gifts):
                yield action
