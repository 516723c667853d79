"""Random legal play under any agreement, as a state machine that shrinks to the few moves that fail."""

import os
from dataclasses import fields

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.unit.engine.games import agreements
from thousand_engine import (
    DECK,
    DealCards,
    Reason,
    RuleBroken,
    act,
    agree,
    fold_game,
    legal_actions,
    safe_action,
    view,
)
from thousand_engine.actions import Pass
from thousand_engine.game import begin, start

decks = st.permutations(DECK).map(tuple)


def is_won(table):
    return table.game.winner is not None


def awaits_deal(table):
    return table.game.awaits_deal


def awaits_a_seat(table):
    return not is_won(table) and not awaits_deal(table)


class Table(RuleBasedStateMachine):
    """A game between seats that do anything legal, and a table that deals any deck."""

    @initialize(agreement=agreements, data=st.data())
    def opens(self, agreement, data):
        rules = agree("classic_ru", agreement)
        started = start(rules, data.draw(st.integers(0, rules.players - 1), label="first dealer"))
        self.facts = [started]
        self.game = begin(started)

    def does(self, action):
        facts, self.game = act(self.game, action)
        self.facts.extend(facts)

    def deal(self, deck):
        coming = self.game.coming
        return DealCards(coming.dealer, coming.deal, coming.attempt, deck)

    @precondition(awaits_deal)
    @rule(deck=decks)
    def deals(self, deck):
        self.does(self.deal(deck))

    @precondition(awaits_a_seat)
    @rule(data=st.data())
    def acts(self, data):
        seats = range(self.game.rules.players)
        legal = [action for seat in seats for action in legal_actions(self.game, seat)]
        self.does(data.draw(st.sampled_from(legal)))

    @precondition(awaits_a_seat)
    @rule()
    def acts_safely_to_the_end_of_the_deal(self):
        while awaits_a_seat(self):
            self.does(safe_action(view(self.game, self.game.to_act)))

    @precondition(is_won)
    @rule(seat=st.integers(0, 3), deck=decks)
    def is_asked_for_more_after_the_end(self, seat, deck):
        for action in (Pass(seat), self.deal(deck)):
            with pytest.raises(RuleBroken) as broken:
                act(self.game, action)
            assert broken.value.rule is Reason.GAME_OVER

    @invariant()
    def exactly_one_seat_is_to_act_and_has_something_to_do(self):
        if awaits_a_seat(self):
            assert self.game.to_act in self.game.deal.active
            assert legal_actions(self.game, self.game.to_act)

    @invariant()
    def states_have_their_fields_and_no_others(self):
        """``Value.but`` does not check the names it is given."""
        for state in (self.game, self.game.sheet, self.game.deal):
            if state is not None:
                assert vars(state).keys() == {field.name for field in fields(state)}

    @invariant()
    def totals_are_whole_numbers(self):
        assert all(type(total) is int for total in self.game.sheet.totals)

    def teardown(self):
        """The facts folded are the state; at the end only, since it takes as long as the game."""
        assert fold_game(self.facts) == self.game


Table.TestCase.settings = settings(
    deadline=None,
    max_examples=40 * int(os.environ.get("THOUSAND_SOAK", "1")),
    stateful_step_count=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestTable = Table.TestCase
