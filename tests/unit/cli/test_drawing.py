from random import Random

import pytest

from thousand_cli.drawing import Narrator, told
from thousand_cli.explaining import explained
from thousand_engine import agree, begin, start
from thousand_engine.facts import (
    BarrelAttempted,
    BarrelEntered,
    BarrelLost,
    BoltMarked,
    CardsGiven,
    DumpTruckHit,
    Fined,
    RedealClaimed,
)
from thousand_engine.policy import POLICIES
from thousand_engine.sheet import enter, ledger
from thousand_engine.simulation import play_game


def games():
    """Games that walk every branch, and games that come to an end."""
    for policy in sorted(POLICIES):
        for seed in range(4):
            yield list(play_game(agree(), POLICIES[policy], Random(seed), most_deals=60))


def changes(facts, sheet):
    """Every line of the ledger, with the total it leads to."""
    for fact in facts:
        sheet = enter(sheet, fact)
        for line in ledger(fact):
            yield f"seat {line.seat} {line.amount:+5} = {sheet.totals[line.seat]:5}  "


def test_every_line_of_the_ledger_is_explained():
    unexplained = []
    for steps in games():
        sheet = steps[0][1].sheet
        for facts, game in steps:
            lines = "\n".join(line.plain for line in explained(facts, sheet, game))
            unexplained += [line for line in changes(facts, sheet) if line not in lines]
            sheet = game.sheet

    assert unexplained == []


def test_a_narrator_has_something_to_say_of_every_step_but_a_card_on_the_table():
    silent = []
    for steps in games():
        narrator = Narrator()
        silent += [facts for facts, game in steps if not list(narrator.tell(facts, game))]

    assert {type(fact).__name__ for facts in silent for fact in facts} == {"CardPlayed"}


@pytest.fixture
def game():
    return begin(start(agree(), 0))


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (RedealClaimed(1, "four_nines", ()), "redeal     claimed by seat 1: four nines"),
        (CardsGiven(1, ("T",), ("9C",), True), "gives      9C to the talon left over"),
    ],
)
def test_a_rare_fact_is_told(game, fact, line):
    assert [text.plain for text in told(fact, game, game)] == [f"  {line}"]


@pytest.mark.parametrize(
    ("fact", "lines"),
    [
        (BoltMarked(1, 2, 2), ["seat 1 took no trick: bolt 2"]),
        (BoltMarked(1, 3, 0), ["seat 1 took no trick: bolt 3"]),
        (Fined(1, "bolts", -120), ["  seat 1  -120 =  -120  fine: bolts"]),
        (BarrelAttempted(1, 2), ["seat 1 has used attempt 2 of 3"]),
        (
            BarrelEntered(1, 880),
            ["seat 1 is on the barrel", "  seat 1  +880 =   880  onto the barrel"],
        ),
        (
            BarrelLost(1, "thrown", -120, 1),
            [
                "seat 1 falls from the barrel: thrown by a newcomer",
                "  seat 1  -120 =  -120  off the barrel: thrown",
            ],
        ),
        (
            DumpTruckHit(1, -5),
            ["seat 1 landed on 0: the dump truck", "  seat 1    -5 =    -5  dump truck"],
        ),
    ],
)
def test_what_befalls_a_seat_is_a_sentence(game, fact, lines):
    told_lines = [text.plain[13:] for text in explained([fact], game.sheet, game)]

    assert told_lines == lines
