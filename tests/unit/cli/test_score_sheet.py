from dataclasses import replace

import pytest

from thousand_cli.score_sheet import row, score_sheet
from thousand_engine import agree
from thousand_engine.facts import (
    BarrelAttempted,
    BarrelEntered,
    BarrelLost,
    BoltMarked,
    DealScored,
    DealWrittenOff,
    DumpTruckHit,
    Fined,
    GameWon,
)
from thousand_engine.sheet import Sheet


def column(total, *facts, written=0, attempts=None, **options):
    """The cell of seat 0, who had this total and wrote so much, and whom these facts concern."""
    before = replace(Sheet.blank(3), totals=(total, 0, 0), attempts=(attempts, None, None))
    scored = DealScored(
        result="played",
        declarer=1,
        contract=100,
        made=True,
        card_points=(0, 120, 0),
        marriages=(0, 0, 0),
        tricks=(0, 8, 0),
        written=(written, 100, 0),
        deck=(),
        next_dealer=1,
    )
    cells = row((scored, *facts), before, agree(options=options))
    return cells[0].drawn().plain


@pytest.mark.parametrize(
    ("drawn", "cell"),
    [
        pytest.param("155", column(120, written=35), id="a running total"),
        pytest.param("-100", column(0, written=-100), id="a total below zero"),
        pytest.param("120 |", column(120, BoltMarked(0, 1, 1)), id="the first bolt"),
        pytest.param("120 ||", column(120, BoltMarked(0, 2, 2)), id="the second bolt"),
        pytest.param(
            "~120~ 0 ||| -120",
            column(120, BoltMarked(0, 3, 0), Fined(0, "bolts", -120)),
            id="the third bolt and its fine",
        ),
        pytest.param("0 R", column(100, DealWrittenOff(0, 1), written=-100), id="a write-off"),
        pytest.param("(880)", column(870, BarrelEntered(0, -25), written=35), id="onto the barrel"),
        pytest.param("(880)", column(880, attempts=0), id="a sitter"),
        pytest.param(
            "(880) 2/3",
            column(880, BarrelAttempted(0, 2, -35), written=35, attempts=1),
            id="attempts used",
        ),
        pytest.param(
            "(880) 2",
            column(880, BarrelAttempted(0, 2), attempts=1, barrel_attempts="unlimited"),
            id="attempts without an end",
        ),
        pytest.param(
            "~(880) 3/3~ 760",
            column(880, BarrelAttempted(0, 3), BarrelLost(0, "attempts", -120, 1), attempts=2),
            id="a fall",
        ),
        pytest.param("~555~ 0 dump truck", column(555, DumpTruckHit(0, -555)), id="dump truck"),
        pytest.param("1000 won", column(880, GameWon(0), written=120, attempts=1), id="the end"),
        pytest.param("120", column(120, BoltMarked(1, 1, 1)), id="the bolt of another seat"),
    ],
)
def test_a_seat_s_column_has(drawn, cell):
    assert cell == drawn


def test_only_the_newest_rows_are_drawn_when_there_are_many():
    cells = row((), Sheet.blank(3), agree())

    table = score_sheet(dict.fromkeys(range(1, 6), cells), 3, most=2)

    assert list(table.columns[0].cells) == ["...", "4", "5"]
