from pathlib import Path

import pytest

from thousand_engine import PRESETS
from thousand_engine.record import BadRecord, play_record
from thousand_engine.text import BadText, read_text, write_text

GAMES = Path(__file__).parents[2] / "games"
RECORDED = sorted(GAMES.glob("*.1000"))


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_a_recorded_game_comes_out_as_it_was_written_down(file):
    text = file.read_text()
    record = read_text(text)

    *_, (_, last) = play_record(record)

    assert last.winner == record["winner"]
    assert write_text(record) == text


def test_every_preset_has_a_recorded_game():
    assert {file.stem for file in RECORDED} == set(PRESETS)


@pytest.fixture
def record():
    return read_text(RECORDED[0].read_text())


@pytest.mark.parametrize(
    ("key", "value"),
    [("totals", [0, 0, 0]), ("written", [5, 5, 5]), ("result", "crossed"), ("card_points", [])],
)
def test_a_result_that_the_rules_do_not_give_is_found(record, key, value):
    record["deals"][3][key] = value

    with pytest.raises(BadRecord, match=f"distribution 4 does not come out as recorded: {key}"):
        list(play_record(record))


def test_an_action_that_the_rules_refuse_is_named(record):
    record["deals"][1]["actions"][0] = "0 play 9S"

    with pytest.raises(BadRecord, match="distribution 2, action 1:"):
        list(play_record(record))


@pytest.mark.parametrize(
    "damage",
    [
        {"format": "thousand-record/2"},
        {"options": None},
        {"players": 4},
        {"first_dealer": 3},
        {"first_dealer": "0"},
        {"deals": {}},
        {"deals": [{"dealer": 0, "deck": "TS", "actions": []}]},
        {"deals": [{"dealer": 0, "deck": ["TS"], "actions": []}]},
        {"deals": [{"dealer": 0, "deck": [7], "actions": []}]},
        {"deals": [None]},
        {"deals": [{"dealer": 7, "deck": [], "actions": []}]},
        {"deals": [{"dealer": 0, "deck": [], "actions": [], "cut_fined": 3}]},
        {"deals": [{"dealer": 0, "deck": [], "actions": [], "cut_fined": -1}]},
        {"deals": [{"dealer": 0, "deck": [], "actions": [], "cut_fined": "0"}]},
        {"deals": [{"dealer": 0, "deck": [], "actions": [], "cut_fined": [0]}]},
        {"deals": [{"dealer": True, "deck": [], "actions": []}]},
        {"deals": [{"dealer": 0, "deck": [], "actions": [], "cut_fined": True}]},
        {"first_dealer": False},
        {"rules_version": True},
        {"rules_version": 0},
        {"winer": 1},
        {"winner": 0},
    ],
)
def test_what_is_no_record_is_refused(record, damage):
    with pytest.raises(BadRecord):
        list(play_record({**record, **damage}))


def test_a_record_of_another_program_need_not_name_the_version_of_the_rules(record):
    del record["rules_version"]

    assert list(play_record(record))


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        pytest.param("thousand-text/2\n", 1, id="another format"),
        pytest.param("thousand-text/1\nwhat is this\n", 2, id="an unknown line"),
        pytest.param("thousand-text/1\nrules\n  golde=on\n", 3, id="an unknown option"),
        pytest.param("thousand-text/1\nrules\n  players=many\n", 3, id="a bad value"),
        pytest.param("thousand-text/1\ndeal 2, dealer 0\n", 2, id="a missing deal"),
        pytest.param("thousand-text/1\ngame t1-1\nseats 3\n", 3, id="the text breaks off"),
        pytest.param("", 0, id="nothing"),
        pytest.param("thousand-text/1\ngame a\ngame b\n", 3, id="two names"),
        pytest.param("thousand-text/1\nrules\n  bid_step=10 bid_step=5\n", 3, id="a value twice"),
        pytest.param("thousand-text/1\ndeal 1, dealer 0\n  deck 9S\n", 3, id="no totals before"),
        pytest.param(
            "thousand-text/1\ngame a\nseats 3\nfirst dealer 0\nrules version 1\nrules\n"
            "  redeal_four_aces=mandatory ace_marriage=on\n",
            6,
            id="options that exclude each other",
        ),
    ],
)
def test_what_is_no_text_is_refused_by_its_line(wrong, line):
    with pytest.raises(BadText, match=f"line {line}:"):
        read_text(wrong)
