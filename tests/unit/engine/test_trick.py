import pytest

from thousand_engine import Suit, agree, hand_of, parse_cards
from thousand_engine.trick import Trick, Turn, legal_cards


def played(codes):
    return Trick(parse_cards(codes))


@pytest.mark.parametrize(
    ("hand", "on_table", "expected"),
    [
        pytest.param("AS 9S KH", "TS", "AS 9S", id="the led suit must be followed"),
        pytest.param("9C KH QH", "TS", "KH QH", id="void in the led suit, trump"),
        pytest.param("9C JD", "TS", "9C JD", id="void in both, anything goes"),
        pytest.param("9C KH", "", "9C KH", id="the leader is free"),
        pytest.param("9S KH", "TS AH", "9S", id="a trumped trick is still followed"),
    ],
)
def test_with_hearts_trumps(hand, on_table, expected):
    legal = legal_cards(
        agree().duties, Turn(hand_of(parse_cards(hand)), played(on_table), Suit.HEARTS)
    )

    assert legal == hand_of(parse_cards(expected))


def test_a_ten_beats_a_king():
    assert played("KS TS JS").winning(trump=None) == 1


def test_a_discard_never_wins():
    assert played("9S AC JS").winning(trump=Suit.HEARTS) == 2


def test_the_highest_trump_wins_not_the_last():
    assert played("9S AH JH").winning(trump=Suit.HEARTS) == 1
