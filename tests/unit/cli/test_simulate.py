import json
import os
import subprocess
import sys
from itertools import product

import pytest

from thousand_engine.policy import POLICIES
from thousand_engine.presets import PRESETS
from thousand_engine.record import play_record
from thousand_engine.text import read_text

SIMULATE = (sys.executable, "-m", "thousand_cli", "simulate")


def records(result):
    assert result.exit_code == 0
    return list(map(json.loads, result.stdout.splitlines()))


def test_a_seed_always_plays_the_same_games():
    def printed(hash_seed):
        return subprocess.run(
            [
                *SIMULATE,
                "--games",
                "2",
                "--deals",
                "20",
                "--policy",
                "random",
                "--format",
                "record",
            ],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        ).stdout

    assert printed("1") == printed("2") != b""


def test_another_seed_plays_another_game(thousand):
    one, other = (
        records(thousand("simulate", "--seed", seed, "--format", "record"))[0]["deals"][0]
        for seed in (1, 2)
    )

    assert one["deck"] != other["deck"]


def test_a_game_among_many_can_be_played_alone(thousand):
    many = thousand("simulate", "--games", 3, "--seed", 5, "--format", "record")

    alone = thousand("simulate", "--games", 1, "--seed", 7, "--format", "record")

    assert records(many)[2] == records(alone)[0]
    assert records(alone)[0]["game_id"] == "simulated-7"


@pytest.mark.parametrize("policy", sorted(POLICIES))
def test_a_record_plays_to_its_own_results(thousand, policy):
    printed = thousand(
        *("simulate", "--games", 2, "--deals", 30, "--policy", policy, "--format", "record")
    )

    for record in records(printed):
        *_, (_, end) = play_record(record)
        assert end.winner == record["winner"]


@pytest.mark.parametrize(("preset", "players"), list(product(PRESETS, (2, 3, 4))))
def test_every_preset_is_written_and_played_again(thousand, preset, players):
    agreement = ("--preset", preset, "--players", players)
    games = ("--policy", "random", "--games", 2, "--deals", 6, "--seed", players)

    text = thousand("simulate", *agreement, *games, "--format", "text")
    printed = records(thousand("simulate", *agreement, *games, "--format", "record"))

    assert [read_text(each) for each in text.stdout.strip().split("\n\n")] == printed
    for record in printed:
        *_, (_, end) = play_record(record)
        assert (end.rules.players, end.winner) == (players, record["winner"])


SOAK = int(os.environ.get("THOUSAND_SOAK", "1"))
GAMES, DEALS = (5, 20) if SOAK == 1 else (200, 200)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("preset", PRESETS)
def test_random_players_meet_no_dead_end(thousand, preset):
    games = ("--policy", "random", "--games", GAMES, "--deals", DEALS, "--seed", 100)

    ended = thousand("simulate", "--preset", preset, *games)

    assert ended.exit_code == 0
    assert f"games {GAMES}, deals" in ended.stdout


def test_text_and_record_say_the_same(thousand):
    text = thousand("simulate", "--seed", 3, "--format", "text")

    record = thousand("simulate", "--seed", 3, "--format", "record")

    assert [read_text(text.stdout)] == records(record)


def test_texts_are_parted_by_an_empty_line(thousand):
    printed = thousand("simulate", "--games", 2, "--seed", 3, "--format", "text")

    first, second = printed.stdout.split("\n\n", maxsplit=1)
    assert read_text(first)["game_id"] == "simulated-3"
    assert read_text(second)["game_id"] == "simulated-4"


def test_the_summary_counts_what_the_records_hold(thousand):
    played = records(thousand("simulate", "--games", 3, "--format", "record"))

    *lines, closing = thousand("simulate", "--games", 3).stdout.splitlines()

    deals = [len(record["deals"]) for record in played]
    won = [record["winner"] for record in played]
    assert [line.partition(",")[0] for line in lines] == [
        f"simulated-{seed}: {count} deals" for seed, count in enumerate(deals)
    ]
    assert closing.startswith(f"games 3, deals {sum(deals)}, won by ")
    assert f"seat 0 {won.count(0)}, seat 1 {won.count(1)}, seat 2 {won.count(2)}," in closing
    assert closing.endswith(" deals/s")


def test_a_game_cut_short_is_reported_beside_the_output(thousand):
    result = thousand("simulate", "--deals", 2, "--format", "record")

    assert records(result)[0]["winner"] is None
    assert result.stderr == "simulated-0 has no winner after 2 deals\n"


def test_options_are_agreed_as_written(thousand):
    result = thousand(
        *("simulate", "--option", "win_score=1001", "--option", "dump_truck=off"),
        *("--players", 3, "--deals", 1, "--format", "record"),
    )

    options = records(result)[0]["options"]
    assert (options["win_score"], options["dump_truck"], options["players"]) == (1001, "off", 3)


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("no_such=1", "error: BAD_AGREEMENT: there is no option 'no_such' (option=no_such)"),
        ("writeoff=maybe", "error: BAD_AGREEMENT: writeoff is off or on, not 'maybe' "),
        ("blind=[]", "error: BAD_AGREEMENT: blind is off or on, not '[]' "),
        ("two_layout=4+4", "error: BAD_AGREEMENT: two_layout is 2+2 or 3+3, not '4+4' "),
        ("redeal_four_aces=maybe", "error: BAD_AGREEMENT: redeal_four_aces is "),
        ("players=5", "error: BAD_AGREEMENT: players is 2 or 3 or 4, not 5 "),
        ("win_score=7", "error: BAD_AGREEMENT: win_score is 1000 or 1001 or 1005, not 7 "),
    ],
)
def test_what_cannot_be_agreed_is_refused_in_a_line(thousand, option, line):
    result = thousand("simulate", "--option", option)

    assert result.exit_code == 1
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1


def test_an_option_has_a_value(thousand):
    result = thousand("simulate", "--option", "writeoff")

    assert result.exit_code == 2
    assert "--option is ID=VALUE, not 'writeoff'" in result.stderr


def test_a_closed_pipe_ends_it_quietly():
    with subprocess.Popen(
        [*SIMULATE, "--games", "500", "--deals", "20", "--format", "record"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        running.stdout.readline()
        running.stdout.close()
        complaints = [
            line for line in running.stderr.readlines() if b"has no winner after" not in line
        ]

    assert complaints == []
