from fractions import Fraction

import pytest

from tests.unit.engine.endings import agreed
from thousand_engine.house.settlement import payments


def test_three_who_are_last_together_share_the_bank_exactly():
    rules = agreed(settlement="bank")

    assert payments(rules, (1000, 300, 300, 300), 100) == (100, *(Fraction(-100, 3),) * 3)


def test_the_stake_is_the_agreed_one_unless_another_is_named():
    rules = agreed(settlement="bank", bank_size=70)

    assert payments(rules, (1000, 500, 300)) == (70, 0, -70)
    assert payments(rules, (1000, 500, 300), 20) == (20, 0, -20)


def test_a_deficit_is_paid_point_for_point_whatever_the_bank():
    rules = agreed(settlement="deficit", bank_size=70)

    assert payments(rules, (1000, 990, 1000), winner=0) == (10, -10, 0)


def test_halves_are_rounded_up():
    rules = agreed(settlement="proportional")

    assert payments(rules, (1000, 995, 1000), 100, winner=2) == (0, -1, 1)


@pytest.mark.parametrize("way", ["none", "deficit", "bank", "proportional"])
def test_what_is_paid_is_received(way):
    assert sum(payments(agreed(settlement=way), (1000, -345, 230, 230))) == 0
