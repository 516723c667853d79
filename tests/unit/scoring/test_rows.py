"""What is kept of a game between two distributions comes back as it was."""

from dataclasses import fields

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from services.scoring.rows import read_progress, write_progress
from thousand_engine import Game, NextDeal, Rules
from thousand_engine.sheet import Sheet

SEATS = 3
OF_A_SEAT = {int: st.integers(-2000, 2000), bool: st.booleans(), type(None): st.none()}


def values_of(kind):
    """Any value of a field; for a kind of field that nobody thought of the test fails."""
    if kind is int:
        return OF_A_SEAT[int]
    members = getattr(kind.__args__[0], "__args__", (kind.__args__[0],))
    item = st.one_of(*(OF_A_SEAT[member] for member in members))
    return st.lists(item, min_size=SEATS, max_size=SEATS).map(tuple)


def any_of(kind):
    return st.builds(kind, **{field.name: values_of(field.type) for field in fields(kind)})


games = st.builds(
    Game,
    st.sampled_from((1, 7)).map(lambda version: Rules.stored({"win_score": 1001}, version)),
    any_of(Sheet),
    any_of(NextDeal),
)
doubts = st.lists(st.text(alphabet="abc;,()= ")).map(tuple)


@given(games, st.none() | st.integers(0, 3), doubts)
def test_every_field_of_a_game_survives(game, winner, doubts):
    game = game.but(winner=winner)

    text = msgspec.json.encode(write_progress(game, doubts)).decode()

    assert read_progress(text, winner) == (game, doubts)
