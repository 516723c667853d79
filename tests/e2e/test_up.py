import os
import signal
import subprocess
import sys

import pytest

from tests.e2e.platforms import client, new_home, platform


@pytest.fixture
def home():
    with new_home() as folder:
        yield folder


async def open_table(said):
    async with client(said) as anna:
        return await anna.create_table("open")


async def test_the_platform_killed_and_started_again_has_every_game_at_the_same_address(home):
    with platform(home) as (process, said):
        assert said["ready"] is True
        address = said["grpc"]["table"]
        game_id = await open_table(said)
        process.send_signal(signal.SIGKILL)
        process.wait()

    with platform(home) as (_, said):
        assert said["grpc"]["table"] == address
        async with client(said) as boris:
            look = await boris.look(game_id)

    assert look.version == 1


def test_one_folder_has_one_platform(home):
    with platform(home):
        second = subprocess.run(
            [sys.executable, "-m", "thousand_cli", "up"],
            capture_output=True,
            check=False,
            env=os.environ | {"THOUSAND_HOME": str(home)},
            text=True,
        )

    assert second.returncode == 1
    assert second.stderr.splitlines()[-1].startswith("error: ALREADY_RUNNING: ")
