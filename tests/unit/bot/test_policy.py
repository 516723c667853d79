"""What bots choose from what the wire shows them, under every agreement and in every phase."""

import os
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Phases
from hypothesis import strategies as st

from services.bot.bind import choose
from tests.unit.engine.games import RandomGame, agreements
from thousand_engine import Phase, safe_action, view
from thousand_engine.actions import ChooseTalon, Declare, Play
from thousand_wire.views import read_view, write_view

SOAK = int(os.environ.get("THOUSAND_SOAK", "1"))
"""How many times as much is tried as in a quick run."""


def on_the_wire(game):
    """What a bot whose turn it is gets to see."""
    accounts = ("a", "b", "c", "d")[: game.rules.players]
    return read_view(write_view("t1-1", 1, accounts, view(game, game.to_act)), game.rules)


def turns(agreement, seed, policy="random"):
    """The views of everybody whose turn it was in a random game."""
    for _, game in RandomGame(agreement, seed, policy):
        if game.to_act is not None:
            yield on_the_wire(game)


@given(agreements, st.integers(0, 2**32))
@settings(
    deadline=None,
    max_examples=15 * SOAK,
    phases=[Phases.explicit, Phases.reuse, Phases.generate],
    suppress_health_check=list(HealthCheck),
)
def test_what_a_bot_chooses_is_legal(agreement, seed):
    random = Random(seed)
    for seen in turns(agreement, seed):
        assert choose(random, seen) in seen.legal
        assert safe_action(seen) in seen.legal


EVERYTHING = {"players": 2, "blind": "on", "blind_min_score": "none", "marriage_declaration": "ask"}


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.DONE])
def test_a_bot_knows_what_to_do_in(phase):
    random = Random(0)
    chosen = [
        choose(random, seen)
        for seed in range(5)
        for seen in turns(EVERYTHING, seed)
        if seen.phase is phase
    ]

    assert chosen
    if phase is Phase.TALON:
        assert any(isinstance(action, ChooseTalon) for action in chosen)


def test_a_bot_says_a_marriage_where_that_takes_a_word():
    random = Random(0)
    chosen = [
        choose(random, seen) for seed in range(10) for seen in turns(EVERYTHING, seed, "simple")
    ]

    assert any(isinstance(one, Play) and one.declare is Declare.DECLARE for one in chosen)
