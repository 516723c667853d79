import pytest

from thousand_engine import agree
from thousand_engine.house.cut import Cut, cutter


def agreed(**options):
    return agree("classic_ru", options)


def test_by_default_a_pack_is_shuffled_and_nobody_looks_at_the_cut():
    assert agreed().cut == Cut(ritual=None, by="right", stacked=False)


def test_a_house_has_the_ritual_its_cutter_and_its_stack():
    rules = agreed(
        cut_ritual="on", cut_jack_rule="reshuffle", cut_by="left", shuffle_mode="stacked"
    )

    assert rules.cut == Cut(ritual="reshuffle", by="left", stacked=True)


def test_a_jack_rule_alone_is_no_ritual():
    assert agreed(cut_jack_rule="reshuffle").cut.ritual is None


@pytest.mark.parametrize(
    ("side", "players", "dealer", "seat"),
    [
        pytest.param("right", 3, 1, 0, id="the seat before the dealer"),
        pytest.param("right", 3, 0, 2, id="before seat 0 sits the last"),
        pytest.param("left", 3, 1, 2, id="the seat after the dealer"),
        pytest.param("left", 4, 3, 0, id="after the last seat sits 0"),
        pytest.param("right", 2, 0, 1, id="one of two has the other on his right"),
        pytest.param("left", 2, 0, 1, id="and on his left"),
    ],
)
def test_the_dealers_neighbour_cuts(side, players, dealer, seat):
    rules = agreed(cut_by=side, players=players)

    assert cutter(rules.cut, dealer, players) == seat
