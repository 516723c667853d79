from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.unit.engine.games import before_deal, dealt, games, play
from thousand.table.v1 import table_pb2
from thousand_engine import (
    DealCards,
    Onlooker,
    act,
    agree,
    hand_of,
    parse_cards,
    start,
    view,
)
from thousand_engine.dealing import deck_of
from thousand_engine.game import begin
from thousand_wire.views import read_view, write_view

ACCOUNTS = ("ann", "bob", "cid", "dan")


def written(seen):
    """The view's message as it arrives."""
    message = write_view("t1-1", 9, ACCOUNTS[: seen.rules.players], seen)
    return table_pb2.View.FromString(message.SerializeToString())


def as_sent(seen):
    """The view without what the wire leaves out: hands that are not the viewer's."""
    if seen.deal is None:
        return seen
    hands = tuple(
        hand if seat == seen.viewer else None for seat, hand in enumerate(seen.deal.hands)
    )
    return replace(seen, deal=replace(seen.deal, hands=hands))


@pytest.mark.parametrize("place", [0, 1, 3, Onlooker.SPECTATOR])
@given(game=games)
@settings(deadline=None, max_examples=10)
def test_every_view_of_a_game_is_read_as_it_was_written(place, game):
    """The place is a seat where there are four, and one of fewer otherwise."""
    viewer = place % game.players if isinstance(place, int) else place
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


def dealt_to_two():
    """A first deal between two players: two talons of two cards, seat 1 is forehand."""
    rules = agree("classic_ru", {"players": 2, "two_layout": "2+2", "two_pass": "discard_two"})
    hands = map(parse_cards, ("9S JS QS KS TS AS 9C JC QC KC", "9D JD QD KD TD AD 9H JH QH KH"))
    deck = deck_of(rules, tuple(map(hand_of, hands)), tuple(map(parse_cards, TWO_TALONS)), 0)
    return act(begin(start(rules, 0)), DealCards(0, 1, 0, deck))[1]


TWO_TALONS = ("TC AC", "TH AH")


@pytest.mark.parametrize("viewer", [0, 1, Onlooker.SPECTATOR])
def test_who_lays_cards_away_between_two_players_alone_sees_them(viewer):
    game = play(dealt_to_two(), "0 pass", "1 talon 2", "1 give 9D>T JD>T")

    message = written(view(game, viewer))

    assert [gift.leftover for gift in message.gifts] == [True, True]
    assert [gift.card for gift in message.gifts] == (["9D", "JD"] if viewer == 1 else ["", ""])
    assert not message.leftover


@pytest.mark.parametrize("viewer", [0, 1, 2, Onlooker.SPECTATOR])
def test_nobody_sees_the_hand_of_a_seat_that_is_asked_for_a_blind_game(viewer):
    message = written(view(dealt(blind="on", blind_min_score="none"), viewer))

    assert message.phase == table_pb2.PHASE_BLIND_OFFER
    assert bool(message.hand) == (viewer in (0, 2))


def test_a_view_names_the_seats_and_who_sits_there():
    message = write_view("t1-1", 3, ("ann", None, "cid"), None)

    assert message.phase == table_pb2.PHASE_SEATING
    assert [(seat.number, seat.account) for seat in message.seats] == [
        (0, "ann"),
        (1, ""),
        (2, "cid"),
    ]


def test_before_the_start_there_is_nothing_to_read():
    message = write_view("t1-1", 3, ACCOUNTS[:3], None)

    with pytest.raises(ValueError, match="not started"):
        read_view(message, dealt().rules)


def test_a_view_holds_no_hand_but_the_viewers():
    for viewer in (0, 1, 2):
        message = written(view(dealt(), viewer))
        assert tuple(message.hand) == tuple(card.code for card in dealt().deal.hands[viewer])
    assert not written(view(dealt(), Onlooker.SPECTATOR)).hand
