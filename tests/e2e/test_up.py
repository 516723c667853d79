import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import grpc.aio
import pytest

from thousand_client import TableClient, guest


@pytest.fixture
def home():
    # Not pytest's tmp_path: as root PostgreSQL runs as another account, who may not enter there.
    with tempfile.TemporaryDirectory(prefix="thousand-up-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder) / "home"


@contextmanager
def platform(home):
    """`thousand up`, ready: the process and what it said."""
    with subprocess.Popen(
        [sys.executable, "-m", "thousand_cli", "up", "--json"],
        stdout=subprocess.PIPE,
        env=os.environ | {"THOUSAND_HOME": str(home)},
    ) as process:
        yield process, json.loads(process.stdout.readline())
        if process.poll() is None:
            process.terminate()
            assert process.wait(30) == 0


async def open_table(said):
    async with client(said) as anna:
        return await anna.create_table("open")


@asynccontextmanager
async def client(said):
    """Somebody new at the platform."""
    async with (
        grpc.aio.insecure_channel(said["grpc"]["table"]) as channel,
        grpc.aio.insecure_channel(said["grpc"]["identity"]) as door,
    ):
        yield TableClient(channel, await guest(door))


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
