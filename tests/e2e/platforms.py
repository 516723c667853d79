"""`thousand up` as a process, for tests of the whole platform."""

import json
import os
import subprocess
import sys
import tempfile
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import grpc.aio
import psutil

from thousand_client import TableClient, guest


@contextmanager
def new_home():
    """A data folder. Not pytest's tmp_path: as root PostgreSQL runs as another account."""
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
            assert process.wait(60) == 0


def parts_of(process):
    """The processes of a platform: its services by name, and its servers."""
    children = psutil.Process(process.pid).children()
    services = {child.cmdline()[-1].removeprefix("services."): child for child in children}
    servers = {child.name(): child for child in children if "-m" not in child.cmdline()}
    return services | servers


def kill(process, part):
    """Kill one part with all that belongs to it: the platform says so and stops the others."""
    kill_tree(parts_of(process)[part])
    assert process.wait(60) == 1


def kill_all(process):
    """Kill the platform, its services and its servers, all at once."""
    kill_tree(psutil.Process(process.pid))
    process.wait()


def kill_tree(root):
    doomed = [root, *root.children(recursive=True)]
    for process in doomed:
        process.kill()
    psutil.wait_procs(doomed[1:])


@asynccontextmanager
async def client(said):
    """Somebody new at the platform."""
    async with (
        grpc.aio.insecure_channel(said["grpc"]["table"]) as channel,
        grpc.aio.insecure_channel(said["grpc"]["identity"]) as door,
    ):
        yield TableClient(channel, await guest(door))
