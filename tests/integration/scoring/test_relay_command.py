import asyncio
import json
import sys

import pytest

from services.scoring import application
from services.scoring.projection import project
from tests.integration.scoring.platform import platform
from tests.unit.scoring.told import a_game, added_up

POISONED = "t1-1"
STEPS_BEFORE = 9


@pytest.fixture
async def running(stores, secret_file):
    async with platform(stores, secret_file) as running:
        yield running


@pytest.fixture
def relay(running, secret_file):
    """The command as an operator calls it: its exit status, output and error."""

    async def relay(*words, secret=secret_file):
        where = [f"--{name}={address}" for name, address in running.addresses.items()]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "thousand_cli", "relay", *words, *where),
            f"--secret-file={secret}",
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        told, error = await process.communicate()
        return process.returncode, told.decode(), error.decode()

    return relay


def breaks(counted, step):
    """A scoring service with a bug that one step meets."""
    if step.game_id == POISONED and step.first_version >= FAILS_AT.first_version:
        raise ZeroDivisionError("a bug")
    return project(counted, step)


GAMES = [a_game(n, game_id=f"t{n}-1", most_deals=3) for n in range(3)]
FAILS_AT = GAMES[1].steps[STEPS_BEFORE]
LEFT = len(GAMES[1].steps) - STEPS_BEFORE
PARKED = {"game_id": POISONED, "steps": LEFT, "error": "ZeroDivisionError('a bug')"}


async def listed(relay):
    status, told, error = await relay("parked", "--json")
    assert (status, error) == (0, "")
    return json.loads(told)["games"]


async def test_a_parked_game_is_listed_and_once_mended_counted_once(running, relay, monkeypatch):
    monkeypatch.setattr(application, "project", breaks)
    await running.append(*GAMES)
    async with asyncio.timeout(60):
        while (await listed(relay)) != [PARKED]:
            pass

    told = await relay("parked")
    too_early = await relay("retry", POISONED)
    monkeypatch.undo()
    retried = await relay("retry", POISONED, "--json")
    again = await relay("retry", POISONED)
    left = await relay("parked")

    assert told == (0, f"{POISONED}: {LEFT} steps, ZeroDivisionError('a bug')\n", "")
    assert too_early[0] == 1
    assert too_early[2].startswith("error: STILL_PARKED: ")
    assert (retried[0], json.loads(retried[1])) == (0, {"game_id": POISONED, "steps": LEFT})
    assert again[0] == 1
    assert again[2].startswith("error: GAME_NOT_PARKED: ")
    assert left == (0, "no game is parked\n", "")
    await running.until_counted(added_up(GAMES))


async def test_only_who_has_the_secret_is_told(relay, tmp_path):
    wrong = tmp_path / "wrong"
    wrong.write_text("x" * 32)

    refused = await relay("parked", secret=wrong)
    missing = await relay("parked", secret=tmp_path / "none")

    assert (refused[0], refused[1]) == (1, "")
    assert refused[2].startswith("error: BAD_SECRET: ")
    assert missing[2].startswith("error: NO_SECRET: ")


async def test_a_service_that_is_not_there_is_named(running, relay):
    running.addresses["scoring"] = "127.0.0.1:1"

    status, told, error = await relay("parked")

    assert (status, told) == (1, "")
    assert error.startswith("error: UNAVAILABLE: ")
    assert "127.0.0.1:1" in error
