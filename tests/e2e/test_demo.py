import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager

import pytest
from click.testing import CliRunner

from tests.e2e.platforms import kill_tree, new_home, parts_of
from thousand_cli import up
from thousand_cli.errors import Failed
from thousand_cli.main import main


@contextmanager
def demo(home, pace, *options):
    """`thousand up --demo` as a process, stopped at the end if it still runs."""
    with subprocess.Popen(
        [sys.executable, "-m", "thousand_cli", "up", "--demo", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"THOUSAND_HOME": str(home), "THOUSAND_BOT_PACE": pace},
        text=True,
    ) as process:
        yield process
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=60)


def games_of(told):
    """The games as they come."""
    for line in told:
        if found := re.search(r" Game (\S+), as a spectator", line):
            yield found[1]


def test_when_a_game_is_over_the_next_one_is_there_to_watch():
    with new_home() as home, demo(home, "0") as process:
        games = games_of(process.stdout)
        first, second = next(games), next(games)

        process.terminate()
        process.communicate(timeout=60)

    assert first != second
    assert process.returncode == 0


def test_beside_the_line_of_json_it_is_shown_on_stderr():
    with new_home() as home, demo(home, "60", "--json") as process:
        next(games_of(process.stderr))

        process.terminate()
        said, _ = process.communicate(timeout=60)

    assert json.loads(said)["ready"] is True


def test_a_part_that_ends_ends_the_demo():
    with new_home() as home, demo(home, "60") as process:
        next(games_of(process.stdout))

        kill_tree(parts_of(process)["bot"])
        _, errors = process.communicate(timeout=60)

    assert process.returncode == 1
    assert errors.splitlines()[-1].startswith("error: PART_ENDED: bot ")


@pytest.mark.parametrize(("given", "expected"), [({}, "1"), ({"THOUSAND_BOT_PACE": "0"}, "0")])
def test_its_bots_play_at_a_pace_that_people_can_follow_unless_told_otherwise(
    monkeypatch, tmp_path, given, expected
):
    paces = []

    def platform(_home, _say):
        paces.append(os.environ["THOUSAND_BOT_PACE"])
        raise Failed("NOT_STARTED", "enough is seen")

    monkeypatch.setattr(up.signal, "signal", lambda *_: None)  # that of the tests stays
    monkeypatch.setattr(up, "platform", platform)
    monkeypatch.setattr(os, "environ", {**given, "THOUSAND_HOME": str(tmp_path)})
    CliRunner().invoke(main, ["up", "--demo"])

    assert paces == [expected]
