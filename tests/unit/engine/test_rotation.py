"""No rule knows where a seat stands at the table: seats rotated give the rotated game."""

from dataclasses import fields, replace

from hypothesis import given

from tests.unit.engine.games import games
from thousand_engine import DealCards, act
from thousand_engine.actions import Give
from thousand_engine.facts import CardsDealt, GameStarted
from thousand_engine.game import begin
from thousand_engine.record import action_of
from thousand_engine.sheet import Sheet


def turned(seat, by, players):
    return (seat + by) % players


def turned_action(action, by, players):
    if isinstance(action, Give):
        gifts = tuple(
            (card, to if to == "T" else turned(to, by, players)) for card, to in action.gifts
        )
        action = replace(action, gifts=gifts)
    return replace(action, seat=turned(action.seat, by, players))


def turned_sheet(sheet, by):
    """The sheet with every list by seat moved on."""

    def moved(value):
        return (*value[-by:], *value[:-by])

    by_seat = [field.name for field in fields(Sheet) if not field.name.startswith("golden")]
    return sheet.but(**{name: moved(getattr(sheet, name)) for name in by_seat})


def actions_in(game):
    """What the table and the seats did, in order."""
    for facts, state in game:
        first = facts[0]
        if isinstance(first, CardsDealt):
            yield DealCards(first.dealer, first.deal, first.attempt, state.deal.deck), state
        elif not isinstance(first, GameStarted):
            yield action_of(first), state


@given(games)
def test_rotated_seats_give_the_rotated_game(game):
    (started,), _ = game[0]
    for by in range(1, game.players):
        dealer = turned(started.first_dealer, by, game.players)
        other = begin(replace(started, first_dealer=dealer))
        for action, state in actions_in(game):
            if isinstance(action, DealCards):
                dealer = turned(action.dealer, by, game.players)
                other = act(other, replace(action, dealer=dealer))[1]
            else:
                other = act(other, turned_action(action, by, game.players))[1]
            assert other.sheet == turned_sheet(state.sheet, by)
            assert other.phase == state.phase
            if state.to_act is not None:
                assert other.to_act == turned(state.to_act, by, game.players)
