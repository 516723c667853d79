"""`thousand up` as a process, for tests of the whole platform."""

import json
import os
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import grpc.aio
import psutil

from tests.e2e.browsers import Web
from tests.e2e.reached import Reached


@contextmanager
def new_home():
    """A data folder. Not pytest's tmp_path: as root PostgreSQL runs as another account."""
    with tempfile.TemporaryDirectory(prefix="thousand-up-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder) / "home"


UP = ("-m", "thousand_cli", "up", "--json")
UNWATCHED = ("-m", "tests.e2e.unwatched")


@contextmanager
def platform(home, program=UP):
    """`thousand up`, ready: the process and what it said."""
    with subprocess.Popen(
        [sys.executable, *program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"THOUSAND_HOME": str(home)},
    ) as process:
        try:
            yield process, json.loads(process.stdout.readline())
        finally:
            if process.poll() is None:
                process.terminate()
                assert process.wait(60) == 0


@asynccontextmanager
async def reached(said, secret=""):
    """The platform where it said that it is, for who has its secret as a service, too."""
    async with AsyncExitStack() as channels:
        there = Reached(secret, Web(said["web"]))
        there.metrics = said["metrics"]
        for name, address in said["grpc"].items():
            channel = grpc.aio.insecure_channel(address)
            there.channels[name] = await channels.enter_async_context(channel)
        yield there


@asynccontextmanager
async def client(said):
    """Somebody new at the platform."""
    async with reached(said) as there:
        yield there.table(await there.guest())


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
