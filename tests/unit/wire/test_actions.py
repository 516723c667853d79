from contextlib import suppress
from random import Random
from typing import get_args

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.engine.games import dealt, games, play
from thousand.cards.v1 import cards_pb2
from thousand.table.v1 import table_pb2
from thousand_engine import (
    DECK,
    BadAction,
    Refusal,
    SeatAction,
    act,
    legal_actions,
    parse_action,
)
from thousand_wire.actions import read_action, write_action

KINDS = [field.name for field in table_pb2.Action.DESCRIPTOR.oneofs_by_name["action"].fields]


def sent(message):
    """The message as it arrives."""
    return type(message).FromString(message.SerializeToString())


EVERY_KIND = [
    "0 look",
    "2 blind",
    "1 bid 105",
    "2 pass",
    "0 claim",
    "1 talon 2",
    "1 give 9C>2 JD>0",
    "1 give 9C>T JD>0",
    "0 give 9C>1",
    "2 writeoff",
    "1 cross",
    "1 contract 300",
    "1 play KH",
    "1 play KH declare",
    "1 play QS silent",
    *(f"0 play {card}" for card in DECK),
]


@pytest.mark.parametrize("words", EVERY_KIND)
def test_an_action_is_read_as_it_was_written(words):
    action = parse_action(words)

    assert read_action(sent(write_action(action)))(action.seat) == action


def test_every_kind_of_action_is_above_and_has_its_message():
    actions = [parse_action(words) for words in EVERY_KIND]

    assert {type(action) for action in actions} == set(get_args(SeatAction))
    assert {write_action(action).WhichOneof("action") for action in actions} == set(KINDS)


@given(games)
@settings(deadline=None, max_examples=10)
def test_every_legal_action_of_a_game_is_read_as_it_was_written(game):
    for _, state in game:
        for seat in range(3):
            for action in legal_actions(state, seat):
                assert read_action(sent(write_action(action)))(seat) == action


def test_whose_action_it_is_stands_not_in_the_message():
    assert write_action(parse_action("0 bid 105")) == write_action(parse_action("2 bid 105"))


@pytest.mark.parametrize(
    "message",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"play": {}}, id="no card"),
        pytest.param({"play": {"card": "10S"}}, id="a card of another pack"),
        pytest.param({"play": {"card": "ks"}}, id="a card in small letters"),
        pytest.param({"play": {"card": "KS "}}, id="a card and a space"),
        pytest.param({"play": {"card": "KS\0"}}, id="a card and a NUL"),
        pytest.param({"play": {"card": "К♠" * 10_000}}, id="a long word"),
        pytest.param({"play": {"card": "KS", "declaration": 3}}, id="an unknown declaration"),
        pytest.param({"play": {"card": "KS", "declaration": -1}}, id="a negative declaration"),
        pytest.param({"give": {"gifts": [{}]}}, id="an empty gift"),
        pytest.param({"give": {"gifts": [{"card": "KS"}]}}, id="a gift for nobody"),
        pytest.param({"give": {"gifts": [{"seat": 1}]}}, id="a gift of nothing"),
        pytest.param({"give": {"gifts": [{"card": "?", "seat": 1}]}}, id="a gift of no card"),
        pytest.param({"give": {"gifts": [{"card": "KS", "leftover": False}]}}, id="not leftover"),
    ],
)
def test_a_message_that_says_no_action_is_refused(message):
    with pytest.raises(BadAction) as refused:
        read_action(sent(table_pb2.Action(**message)))

    assert len(str(refused.value)) < 100


numbers = st.integers(-(2**31), 2**31 - 1) | st.sampled_from([0, 1, 2, 3, 99, 100, 105, 120])
cards = st.sampled_from([card.code for card in DECK]) | st.text(max_size=3)
gifts = st.builds(cards_pb2.Gift, card=cards, seat=numbers) | st.builds(
    cards_pb2.Gift, card=cards, leftover=st.booleans()
)
messages = st.one_of(
    st.builds(lambda name: table_pb2.Action(**{name: {}}), st.sampled_from(KINDS)),
    st.builds(lambda n: table_pb2.Action(bid={"amount": n}), numbers),
    st.builds(lambda n: table_pb2.Action(set_contract={"amount": n}), numbers),
    st.builds(lambda n: table_pb2.Action(choose_talon={"number": n}), numbers),
    st.builds(lambda many: table_pb2.Action(give={"gifts": many}), st.lists(gifts, max_size=4)),
    st.builds(lambda c, n: table_pb2.Action(play={"card": c, "declaration": n}), cards, numbers),
)
EVERY_PHASE = [
    dealt(),
    play(dealt(), "2 pass", "0 pass"),
    play(dealt(), "2 pass", "0 pass", "1 give TH>0 JH>2"),
    play(dealt(), "2 pass", "0 pass", "1 give TH>0 JH>2", "1 contract 100"),
]


@given(messages, st.sampled_from(EVERY_PHASE), st.integers(0, 2))
@settings(deadline=None, max_examples=300)
def test_whatever_is_sent_is_done_or_refused(message, game, seat):
    with suppress(Refusal):
        act(game, read_action(sent(message))(seat))


def test_random_bytes_are_no_message_or_one_that_is_done_or_refused():
    random = Random(1)
    for _ in range(5000):
        game = random.choice(EVERY_PHASE)
        try:
            message = table_pb2.Action.FromString(random.randbytes(random.randrange(12)))
            act(game, read_action(message)(game.to_act))
        except (DecodeError, Refusal):
            continue
