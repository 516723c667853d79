"""The platform on this machine: a real database and every service as a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from thousand_cli.embedded_postgres import EmbeddedPostgres, PostgresError
from thousand_cli.errors import Failed
from thousand_cli.home import Home

SERVICES = ("identity", "table")
SECONDS_TO_START = 30.0
SECONDS_TO_STOP = 10.0

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Service:
    """A running service and where it answers, each as host:port."""

    name: str
    process: subprocess.Popen[bytes]
    grpc: str
    metrics: str


@contextmanager
def platform(home: Home, say: Say) -> Iterator[Mapping[str, Service]]:
    """Every service by its name, ready, for as long as the block lasts; then all stop in order.

    ``say`` hears what is being done. Failed when a part does not start.
    """
    with home.locked(), ExitStack() as running:
        say("starting PostgreSQL")
        database = EmbeddedPostgres(home.postgres)
        try:
            database.start()
        except PostgresError as error:
            raise Failed("NO_DATABASE", str(error)) from error
        running.callback(database.stop)
        services: dict[str, Service] = {}
        identity = ""
        for name in SERVICES:
            say(f"starting {name}")
            dsn = database.create_database(f"thousand_{name}")
            services[name] = running.enter_context(service(home, name, dsn, identity))
            identity = services["identity"].grpc
        yield services
        say("stopping")


@contextmanager
def service(home: Home, name: str, dsn: str, identity: str) -> Iterator[Service]:
    """A service, ready; it is told to stop at the end of the block."""
    ready_file = home.ready_file_of(name)
    end_leftover(name, ready_file)
    ready_file.unlink(missing_ok=True)
    environment = os.environ | {
        f"THOUSAND_{name.upper()}_DATABASE_URL": dsn,
        f"THOUSAND_{name.upper()}_LISTEN": home.address_for(name),
        "THOUSAND_IDENTITY": identity,
        "THOUSAND_BOOTSTRAP_SECRET_FILE": str(home.bootstrap_secret()),
        ready_file_variable(name): str(ready_file),
    }
    program = [sys.executable, "-m", f"services.{name}"]
    with home.log_of(name).open("ab") as log:
        made = subprocess.run(
            [*program, "--migrate"], stdout=log, stderr=log, env=environment, check=False
        )
        if made.returncode:
            raise Failed("NOT_MIGRATED", f"{name} has no database; its log is {home.log_of(name)}")
        process = subprocess.Popen(
            program,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=environment,
            start_new_session=True,  # Ctrl-C is for us: we stop them in order
        )
    try:
        deadline = time.monotonic() + SECONDS_TO_START
        while not ready_file.exists():
            if process.poll() is not None or time.monotonic() > deadline:
                raise Failed("NOT_STARTED", f"{name} did not start; its log is {home.log_of(name)}")
            time.sleep(0.02)
        where = json.loads(ready_file.read_text())
        yield Service(name, process, where["grpc"], where["metrics"])
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def end_leftover(name: str, ready_file: Path) -> None:
    """End a service of this folder that survived whoever started it: it would hold the port."""
    for process in psutil.process_iter():
        try:
            ours = process.cmdline()[-2:] == ["-m", f"services.{name}"]
            if ours and process.environ().get(ready_file_variable(name)) == str(ready_file):
                process.terminate()
                process.wait(SECONDS_TO_STOP)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue


def ready_file_variable(name: str) -> str:
    return f"THOUSAND_{name.upper()}_READY_FILE"


def until_one_ends(services: Iterable[Service]) -> Service:
    """Wait until a service has ended, which none does by itself: the one that did."""
    ended: Service | None = None
    while ended is None:
        time.sleep(0.2)
        ended = next((service for service in services if service.process.poll() is not None), None)
    return ended
