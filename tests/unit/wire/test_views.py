from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.unit.engine.games import before_deal, dealt, games, play
from thousand.table.v1 import table_pb2
from thousand_engine import Onlooker, view
from thousand_wire.views import read_view, write_view

ACCOUNTS = ("ann", "bob", "cid")


def written(seen):
    """The view's message as it arrives."""
    message = write_view("t1-1", 9, ACCOUNTS, seen)
    return table_pb2.View.FromString(message.SerializeToString())


def as_sent(seen):
    """The view without what the wire leaves out: hands that are not the viewer's."""
    if seen.deal is None:
        return seen
    hands = tuple(
        hand if seat == seen.viewer else None for seat, hand in enumerate(seen.deal.hands)
    )
    return replace(seen, deal=replace(seen.deal, hands=hands))


@pytest.mark.parametrize("viewer", [0, 1, 2, Onlooker.SPECTATOR])
@given(game=games)
@settings(deadline=None, max_examples=10)
def test_every_view_of_a_game_is_read_as_it_was_written(viewer, game):
    for _, state in game:
        seen = view(state, viewer)

        assert read_view(written(seen), seen.rules) == as_sent(seen)


@pytest.mark.parametrize(
    "game",
    [
        before_deal(),
        before_deal(totals=(-240, 880, 0), attempts=(None, 2, None), barrels_lost=(1, 2, 0)),
        before_deal(bolts=(2, 0, 1), write_offs=(1, 0, 3)),
        dealt(pass_visibility="open"),
        play(dealt(pass_visibility="open"), "2 bid 105", "0 pass", "1 pass", "2 give AH>0 KH>1"),
    ],
    ids=["before the first deal", "on the barrel", "bolts", "auction", "open gifts"],
)
@pytest.mark.parametrize("viewer", [0, 1, 2, Onlooker.SPECTATOR])
def test_the_rarer_views_are_read_as_they_were_written(game, viewer):
    seen = view(game, viewer)

    assert read_view(written(seen), seen.rules) == as_sent(seen)


def test_a_view_names_the_seats_and_who_sits_there():
    message = write_view("t1-1", 3, ("ann", None, "cid"), None)

    assert message.phase == table_pb2.PHASE_SEATING
    assert [(seat.number, seat.account) for seat in message.seats] == [
        (0, "ann"),
        (1, ""),
        (2, "cid"),
    ]


def test_before_the_start_there_is_nothing_to_read():
    message = write_view("t1-1", 3, ACCOUNTS, None)

    with pytest.raises(ValueError, match="not started"):
        read_view(message, dealt().rules)


def test_a_view_holds_no_hand_but_the_viewers():
    for viewer in (0, 1, 2):
        message = written(view(dealt(), viewer))
        assert tuple(message.hand) == tuple(card.code for card in dealt().deal.hands[viewer])
    assert not written(view(dealt(), Onlooker.SPECTATOR)).hand
