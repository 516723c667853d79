import json
import os
import pty
import subprocess
import sys

import pytest

from thousand_engine.text import write_text


@pytest.fixture
def told(thousand, record):
    """The lines of the complete deal."""
    result = thousand("replay", "-", given=json.dumps(record))
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


@pytest.mark.parametrize(
    "line",
    [
        "Deal 1, dealer seat 0",
        "  seat 1     AS 9S JC KD QD TH JH",
        "  seat 2     QS AC TC 9D AH KH QH",
        "  talon      KS 9C JD",
        "  auction    seat 1 bids 100, without being asked",
        "  auction    seat 2 bids 105",
        "  auction    seat 1 passes",
        "  declarer   seat 2, bid 120",
        "  talon      KS 9C JD to seat 2, shown to all",
        "  gives      9C to seat 1, JD to seat 0, face down",
        "  contract   120",
        "  trick 1     QC       9C      >AC*      14",
        "  marriage   seat 2 declares hearts for 100",
        "  trump      hearts",
        "  trick 3     JS       TH*     >KH       16",
        "  marriage   seat 1 declares diamonds for 80",
        "  trick 8     TS       AS*     >KS       25",
        "  result     contract 120 made: seat 2 collected 143",
        "               seat 0   +35 =    35  card points 36",
        "               seat 1  +120 =   120  card points 41, marriages 80",
        "               seat 2  +120 =   120  the contract of 120",
    ],
)
def test_the_complete_deal_is_told_as_the_rule_book_plays_it(told, line):
    assert line in told


def test_the_sheet_follows_the_deal(told):
    below_the_head = next(place for place, line in enumerate(told) if "deal   seat 0" in line)

    assert told[below_the_head + 2].split() == ["1", "35", "120", "120"]


def test_every_card_of_the_deal_is_played_once(told, record):
    tricks = [line.split()[2:5] for line in told if line.startswith("  trick ")]

    cards = [card.strip(">*") for trick in tricks for card in trick]
    assert sorted(cards) == sorted(record["deals"][0]["deck"])


def test_a_text_is_told_like_the_record(thousand, told, record, tmp_path):
    (tmp_path / "game.1000").write_text(write_text(record))

    assert thousand("replay", tmp_path / "game.1000").stdout.splitlines() == told


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(lambda game: f"{json.dumps(game)}\n{{}}\n", id="lines of JSON"),
        pytest.param(lambda game: json.dumps(game, indent=2), id="JSON on many lines"),
        pytest.param(lambda game: f"{write_text(game)}\n{write_text(game)}", id="two texts"),
    ],
)
def test_the_first_game_of_a_file_is_told(thousand, told, record, written):
    assert thousand("replay", "-", given=written(record)).stdout.splitlines() == told


def test_a_deal_that_is_given_up_is_told_so(thousand, record_of):
    record = record_of(["2 pass", "0 pass", "1 writeoff"])

    lines = thousand("replay", "-", given=json.dumps(record)).stdout.splitlines()

    assert "  talon      KS 9C JD to seat 1, hidden from the others" in lines
    assert "  result     seat 1 writes the deal off, 1 so far" in lines
    assert "               seat 0   +50 =    50  the deal was written off" in lines
    assert "               seat 1  -100 =  -100  the contract of 100" in lines


def test_an_unfinished_deal_ends_with_what_is_on_the_table(thousand, complete_deal, record_of):
    record = record_of(complete_deal["actions"][:9])

    result = thousand("replay", "-", given=json.dumps(record))

    assert result.stdout.splitlines()[-1] == (
        "The game is not over: seat 1 is to act, phase play. On the table: AC QC."
    )


def test_one_deal_is_told_alone_with_the_sheet_so_far(thousand):
    games = thousand("simulate", "--seed", 7, "--format", "record").stdout

    result = thousand("replay", "-", "--deal", 3, given=games)

    lines = result.stdout.splitlines()
    assert [line for line in lines if line.startswith("Deal ")] == ["Deal 3, dealer seat 0"]
    assert [line.split()[0] for line in lines[-4:-1]] == ["1", "2", "3"]


def test_a_whole_game_ends_with_its_winner(thousand):
    games = thousand("simulate", "--seed", 7, "--format", "record").stdout

    result = thousand("replay", "-", given=games)

    assert f"             seat {json.loads(games)['winner']} wins the game\n" in result.stdout
    assert " won " in result.stdout.splitlines()[-2]


def test_step_does_not_wait_without_a_terminal(thousand, record):
    assert thousand("replay", "-", "--step", given=json.dumps(record)).exit_code == 0


def test_step_waits_for_enter_on_a_terminal(record, tmp_path):
    (tmp_path / "game.json").write_text(json.dumps(record))
    terminal, seat = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "thousand_cli", "replay", tmp_path / "game.json", "--step"],
        stdin=seat,
        stdout=seat,
        stderr=seat,
        start_new_session=True,
    ) as running:
        before = read_until(terminal, b"every option as usual")
        os.write(terminal, b"\n")
        after = read_until(terminal, b"without being asked")
        running.kill()
    os.close(terminal)
    os.close(seat)

    assert b"Deal 1" not in before
    assert b"Deal 1" in after


def read_until(terminal, words):
    seen = b""
    while words not in seen:
        seen += os.read(terminal, 4096)
    return seen


def test_a_deal_that_is_not_there_is_refused(thousand, record):
    result = thousand("replay", "-", "--deal", 2, given=json.dumps(record))

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == ("error: NO_SUCH_DEAL: the game has no deal of that number (deal=2)\n")


@pytest.mark.parametrize(
    ("written", "line"),
    [
        pytest.param("", "error: BAD_RECORD: neither a record nor a text", id="nothing"),
        pytest.param('{"format": 1', "error: BAD_RECORD: neither a record", id="half an object"),
        pytest.param("[" * 100000, "error: BAD_RECORD: no record: ", id="no bottom"),
        pytest.param("[]", "error: BAD_RECORD: a record is a JSON object", id="a list"),
        pytest.param("{}", "error: BAD_RECORD: this is no thousand-record/1", id="no format"),
        pytest.param("thousand-text/1\nhello\n", "error: BAD_TEXT: line 2: ", id="text"),
        pytest.param(b"\xff\xff", "error: CANNOT_READ: - is no text in UTF-8", id="no text"),
    ],
)
def test_what_is_no_game_is_refused_in_a_line(thousand, written, line):
    result = thousand("replay", "-", given=written)

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1


@pytest.fixture
def two(thousand, tmp_path):
    """A file with a deal between two players, as text."""
    agreement = ("--preset", "tysiac_pl", "--players", 2)
    file = tmp_path / "game.1000"
    file.write_text(thousand("simulate", *agreement, "--deals", 1, "--format", "text").stdout)
    return file


@pytest.mark.parametrize(
    ("there", "instead", "reason"),
    [
        (" golden=off", " golden=maybe", "golden is off or on, not 'maybe'"),
        ("seats 2", "seats two", "two is no number"),
        ("first dealer 1", "first dealer -", "- is no number"),
        ("  0 talon 1", "  0 talon 3", "a talon must be chosen first"),
        ("  0 talon 1", "  0 talon", "one number stands behind this word"),
        ("  0 give 9S>T 9D>T", "  0 give 9S>T 9D>1", "exactly one card goes to each"),
        ("  0 give 9S>T 9D>T", "  0 give 9S>T", "exactly one card goes to each"),
        ("  0 give 9S>T 9D>T", "  0 give 9S>L 9D>T", "L is no number"),
        ("  0 contract 140", "  7 contract 140", "another seat is to act"),
        ("  deck JD JS", "  deck JD JD", "a deck has each of the 24 cards once"),
        ("  deck JD JS", "  deck JD", "a deck has each of the 24 cards once"),
        ("  result played", "  cut_fined x\n  result played", "x is no number"),
        ("deal 1, dealer 1", "deal 1, dealer 7", "another deal is next"),
        ("deal 1, dealer 1", "deal 2, dealer 1", "deal 1 is next"),
    ],
)
def test_a_text_that_is_wrong_is_refused_with_its_line(thousand, two, there, instead, reason):
    two.write_text(two.read_text().replace(there, instead, 1))
    lines = two.read_text().splitlines()
    (place,) = [number for number, line in enumerate(lines, 1) if instead.split("\n")[0] in line][
        :1
    ]
    if reason.startswith("another deal"):
        place += 2  # it is the deck that cannot be dealt

    result = thousand("replay", two)

    assert (result.exit_code, result.stdout) == (1, "")
    assert f"game.1000: line {place}: " in result.stderr
    assert reason in result.stderr


@pytest.mark.parametrize(
    ("there", "instead", "reason"),
    [
        ("seats 2", "seats 3", "these are not the totals before this deal"),
        ("  players=2", "  players=3", "players is what the options say"),
        ("first dealer 1", "first dealer 2", "the first dealer is a seat of the game"),
        ("  result played", "  cut_fined 7\n  result played", "has cut_fined, a seat"),
        ("  result played", "  cut_fined 0\n  result played", "does not come out as recorded"),
    ],
)
def test_nothing_is_told_of_a_text_that_contradicts_itself(thousand, two, there, instead, reason):
    two.write_text(two.read_text().replace(there, instead, 1))

    result = thousand("replay", two)

    assert (result.exit_code, result.stdout) == (1, "")
    assert "game.1000: " in result.stderr
    assert reason in result.stderr


def test_a_game_that_does_not_come_out_as_written_is_an_error(thousand, record):
    record["deals"][0]["written"] = [35, 120, 125]

    result = thousand("replay", "-", given=json.dumps(record))

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "error: BAD_RECORD: distribution 1 does not come out as recorded: written (distribution=1)\n"
    )


def test_a_name_cannot_steer_the_terminal(thousand, record):
    result = thousand("replay", "-", given=json.dumps(record | {"game_id": "\x1b[31mred"}))

    assert result.stdout.startswith("Game ?[31mred\n")


def test_a_name_that_is_no_file_needs_a_server(thousand):
    result = thousand("replay", "t1-1")

    assert result.exit_code == 1
    assert result.stderr.startswith("error: NO_SERVER: t1-1 is no file here; ")


def test_a_deal_of_two_players_is_told_with_what_is_left_over(thousand):
    agreement = (
        "--preset",
        "tysiac_pl",
        "--players",
        2,
        "--option",
        "two_leftover=last_trick_winner",
    )
    game = thousand("simulate", *agreement, "--deals", 1, "--format", "text").stdout

    told = thousand("replay", "-", given=game).stdout

    assert "  talon 2    " in told
    assert ", chosen: talon 1" in told
    assert " to the talon left over" in told
    assert "  left over  " in told
