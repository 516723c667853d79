import pytest

from thousand_cli.score_sheet import row, score_sheet
from thousand_engine import agree
from thousand_engine.facts import (
    BarrelAttempted,
    BarrelEntered,
    BarrelLost,
    BoltMarked,
    DealCrossed,
    DealScored,
    DealWrittenOff,
    DumpTruckHit,
    Fined,
    GameWon,
    GoldenRoundEnded,
    ReverseBarrelAttempted,
    ReverseBarrelEntered,
    ReverseBarrelLeft,
)
from thousand_engine.sheet import Sheet


def column(total, *facts, written=0, attempts=None, reverse=None, bolts=0, **options):
    """The cell of seat 0, who had this total and wrote so much, and whom these facts concern."""
    before = Sheet.blank(3).but(
        totals=(total, 0, 0),
        attempts=(attempts, None, None),
        reverse_attempts=(reverse, None, None),
        bolts=(bolts, 0, 0),
    )
    scored = DealScored(
        result="played",
        declarer=1,
        contract=100,
        made=True,
        card_points=(0, 120, 0),
        marriages=(0, 0, 0),
        melds=(0, 0, 0),
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
        pytest.param("120 |", column(120, BoltMarked(0, 1, 1, 1)), id="the first bolt"),
        pytest.param("120 ||", column(120, BoltMarked(0, 1, 2, 1), bolts=1), id="the second bolt"),
        pytest.param("120 ||", column(120, BoltMarked(0, 2, 2, 2)), id="two bolts at once"),
        pytest.param(
            "~120~ 0 ||| -120",
            column(120, BoltMarked(0, 1, 0, 0), Fined(0, "bolts", -120), bolts=2),
            id="the third bolt and its fine",
        ),
        pytest.param("120 X", column(120, DealCrossed(0, 1)), id="a cross"),
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
        pytest.param(
            "~-240~ 0",
            column(-240, GoldenRoundEnded(2, reset=True, amounts=(240, 0, 0))),
            id="a golden round in vain",
        ),
        pytest.param(
            "240", column(240, GoldenRoundEnded(0, reset=False)), id="the end of a golden round"
        ),
        pytest.param(
            "[-880]",
            column(-800, ReverseBarrelEntered(0, 20), written=-100),
            id="onto the reverse barrel",
        ),
        pytest.param(
            "[-880] 1/3",
            column(-880, ReverseBarrelAttempted(0, 1), reverse=0),
            id="a deal on the reverse barrel",
        ),
        pytest.param(
            "~[-880] 3/3~ -760",
            column(-880, ReverseBarrelAttempted(0, 3), ReverseBarrelLeft(0, 120), reverse=2),
            id="back from the reverse barrel",
        ),
        pytest.param("1000 won", column(880, GameWon(0), written=120, attempts=1), id="the end"),
        pytest.param("120", column(120, BoltMarked(1, 1, 1, 1)), id="the bolt of another seat"),
    ],
)
def test_a_seat_s_column_has(drawn, cell):
    assert cell == drawn


def test_only_the_newest_rows_are_drawn_when_there_are_many():
    cells = row((), Sheet.blank(3), agree())

    table = score_sheet(dict.fromkeys(range(1, 6), cells), 3, most=2)

    assert list(table.columns[0].cells) == ["...", "4", "5"]
