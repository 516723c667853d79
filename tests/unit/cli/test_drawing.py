from itertools import product
from random import Random

import pytest

from thousand_cli.drawing import Narrator, told
from thousand_cli.explaining import explained
from thousand_engine import agree, begin, start
from thousand_engine.facts import (
    BarrelAttempted,
    BarrelEntered,
    BarrelLost,
    BlindCalled,
    BoltMarked,
    CardPlayed,
    CardsGiven,
    DealCrossed,
    DumpTruckHit,
    Fined,
    GoldenRoundEnded,
    RedealClaimed,
    ReverseBarrelEntered,
    TrumpCancelled,
)
from thousand_engine.game import evolve
from thousand_engine.policy import POLICIES
from thousand_engine.presets import PRESETS
from thousand_engine.sheet import enter, ledger
from thousand_engine.simulation import play_game


def games():
    """Games of every preset between two, three and four, which walk every branch.

    Besides, games of simple players: these come to an end.
    """
    for seed, (preset, players) in enumerate(product(PRESETS, (2, 3, 4))):
        rules = agree(preset, {"players": players})
        yield list(play_game(rules, POLICIES["random"], Random(seed), most_deals=8))
    for seed in range(3):
        yield list(play_game(agree(), POLICIES["simple"], Random(seed), most_deals=60))


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

    assert {type(fact) for facts in silent for fact in facts} == {CardPlayed}


@pytest.fixture
def game():
    return begin(start(agree(), 0))


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (RedealClaimed(1, "four_nines", ()), "redeal     claimed by seat 1: four nines"),
        (CardsGiven(1, ("T",), ("9C",), shown=True), "gives      9C to the talon left over"),
        (BlindCalled(1), "blind      seat 1 plays blind"),
        (TrumpCancelled(1), "trump      none from here on"),
    ],
)
def test_a_rare_fact_is_told(game, fact, line):
    assert [text.plain for text in told(fact, game, game)] == [f"  {line}"]


@pytest.mark.parametrize(
    ("fact", "lines"),
    [
        (BoltMarked(1, 1, 2, 2), ["seat 1 gets a bolt, 2 marked now, 2 in a row"]),
        (DealCrossed(1, 1), ["seat 1 takes a cross, 1 so far"]),
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
            BarrelLost(1, "obligation", -880, 0),
            [
                "seat 1 falls from the barrel: the obligation of the last barrel was not made",
                "  seat 1  -880 =  -880  off the barrel: obligation",
            ],
        ),
        (
            GoldenRoundEnded(2, reset=True, amounts=(0, -240, 0)),
            [
                (
                    "the golden round is over, nobody made the contract: the sheet starts anew; "
                    "round 2 follows"
                ),
                "  seat 1  -240 =     0  golden round",
            ],
        ),
        (
            ReverseBarrelEntered(1, -880),
            [
                "seat 1 is on the reverse barrel",
                "  seat 1  -880 =  -880  onto the reverse barrel",
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


def lines(facts, game):
    return [text.plain.strip() for text in Narrator().tell(facts, game) if hasattr(text, "plain")]


def test_two_talons_lie_between_two_players(dealt):
    facts, game = dealt(
        ["9S JS QS KS TS AS 9C JC QC KC", "9D JD QD KD TD AD 9H JH QH KH"],
        "TC AC",
        "TH AH",
        players=2,
    )

    told_lines = lines(facts, game)

    assert "talon 1    TC AC" in told_lines
    assert "talon 2    TH AH" in told_lines


def test_who_rests_is_said_in_the_heading_and_beside_what_he_writes():
    rules = agree("club_3_4", {"players": 4})
    steps = list(play_game(rules, POLICIES["simple"], Random(0), most_deals=1))
    narrator = Narrator()
    told_lines = [
        text.plain
        for facts, game in steps
        for text in narrator.tell(facts, game)
        if hasattr(text, "plain")
    ]

    dealer = steps[-1][1].deal.dealer
    assert f"Deal 1, dealer seat {dealer}, seat {dealer} rests" in told_lines
    (resting,) = [line for line in told_lines if "rests; what the talon brings" in line]
    assert f"  seat {dealer} " in resting


def test_a_fine_of_a_deal_dealt_again_stands_in_the_row_of_that_deal():
    steps = list(play_game(agree(), POLICIES["simple"], Random(0), most_deals=1))
    narrator = Narrator()
    for facts, game in steps[:-1]:
        list(narrator.tell(facts, game))
    fined = Fined(0, "dealer", -120)
    list(narrator.tell([fined], evolve(steps[-2][1], fined)))

    facts, game = steps[-1]
    list(narrator.tell(facts, fold([*facts], evolve(steps[-2][1], fined))))

    assert narrator.rows[1][0].drawn().plain.startswith("~0~ ")


def fold(facts, game):
    for fact in facts:
        game = evolve(game, fact)
    return game
