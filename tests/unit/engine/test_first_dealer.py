import pytest

from thousand_engine import agree
from thousand_engine.house.first_dealer import next_first_dealer


@pytest.mark.parametrize(
    ("rule", "last_first_dealer", "dealer"),
    [
        pytest.param("winner", 0, 1, id="the winner"),
        pytest.param("lot", 0, 2, id="the seat that was drawn"),
        pytest.param("rotate", 1, 2, id="the seat after the last first dealer"),
        pytest.param("rotate", 2, 0, id="after the last seat comes 0"),
    ],
)
def test_the_next_game_is_first_dealt_by(rule, last_first_dealer, dealer):
    rules = agree("classic_ru", {"next_game_first_dealer": rule})

    assert next_first_dealer(rules, 1, last_first_dealer, lot=2) == dealer


def test_by_default_it_is_the_winner():
    assert next_first_dealer(agree(), 1, 0, lot=2) == 1
