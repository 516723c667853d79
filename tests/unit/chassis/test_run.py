import json
import os
import signal
import subprocess
import sys

import pytest

EMPTY_SERVICE = """
from chassis.run import run

async def bind(chassis):
    chassis.closing.callback(print, "closed")

run("table", bind)
"""


def service(*arguments, **environment):
    return subprocess.Popen(
        [sys.executable, "-c", EMPTY_SERVICE, *arguments],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_service_tells_its_addresses_and_ends_well_when_told_to(tmp_path, number):
    ready = tmp_path / "ready.json"
    with service(THOUSAND_READY_FILE=str(ready)) as process:
        started = json.loads(process.stdout.readline())
        addresses = json.loads(ready.read_text())

        process.send_signal(number)
        rest, errors = process.communicate()

    assert started["event"] == "started"
    assert started["service"] == "table"
    assert addresses == {"grpc": started["grpc"], "metrics": started["metrics"]}
    assert [line for line in rest.splitlines() if line[0] != "{"] == ["closed"]
    assert [json.loads(line)["event"] for line in rest.splitlines() if line[0] == "{"] == [
        "stopping",
        "stopped",
    ]
    assert errors == ""
    assert process.returncode == 0


def test_help_shows_the_variables():
    with service("--help") as process:
        text, _ = process.communicate()

    assert "THOUSAND_DATABASE_URL" in text
    assert process.returncode == 0


def test_a_bad_setting_ends_the_service_with_one_sentence():
    with service(THOUSAND_LOG_LEVEL="loud") as process:
        _, errors = process.communicate()

    assert errors == (
        "THOUSAND_LOG_LEVEL cannot be read; expected: debug, info, warning or error\n"
    )
    assert process.returncode == 2
