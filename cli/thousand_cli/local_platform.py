"""The platform on this machine: real servers and every service as a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

import psutil

from thousand_cli.embedded_nats import EmbeddedNats, NatsError
from thousand_cli.embedded_postgres import EmbeddedPostgres, PostgresError
from thousand_cli.errors import Failed
from thousand_cli.home import Home

SECONDS_TO_START = 30.0
SECONDS_TO_STOP = 10.0

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Part:
    """A service, and whether it keeps a database of its own."""

    name: str
    keeps: bool = True


PARTS = (
    Part("identity"),
    Part("table"),
    Part("scoring"),
    Part("bot", keeps=False),
    Part("matchmaking"),
    Part("gateway", keeps=False),
)
"""In the order in which they start: each finds those it asks."""


@dataclass(frozen=True, slots=True)
class Service:
    """A running service and where it answers: host:port, and a URL for browsers."""

    name: str
    process: subprocess.Popen[bytes]
    metrics: str
    grpc: str = ""
    web: str = ""


@dataclass(frozen=True, slots=True)
class Platform:
    """What runs: the services by name, and the servers below them."""

    services: Mapping[str, Service]
    servers: Mapping[str, EmbeddedPostgres | EmbeddedNats]

    def ended(self) -> str | None:
        """A part that has ended, which none does by itself."""
        for name, service in self.services.items():
            if service.process.poll() is not None:
                return name
        return next((name for name, server in self.servers.items() if not server.is_running), None)


@contextmanager
def platform(home: Home, say: Say) -> Iterator[Platform]:
    """Everything, ready, for as long as the block lasts; then all stop in order.

    ``say`` hears what is being done. Failed when a part does not start, or a server does not stop.
    From the stop on this process hears neither Ctrl-C nor SIGTERM.
    """
    with home.locked(), ExitStack() as running:
        end_leftovers(home)
        try:
            yield started(home, say, running)
        finally:
            ignore_signals()
            say("stopping")


def started(home: Home, say: Say, running: ExitStack) -> Platform:
    """Everything, ready, which ``running`` stops in order."""
    say("starting PostgreSQL")
    database = EmbeddedPostgres(home.postgres)
    running.enter_context(server(database))
    say("starting NATS")
    nats = EmbeddedNats(home.nats)
    where = {
        "THOUSAND_NATS_URL": running.enter_context(server(nats)),
        "THOUSAND_BOOTSTRAP_SECRET_FILE": str(home.bootstrap_secret()),
    }
    services: dict[str, Service] = {}
    for part in PARTS:
        say(f"starting {part.name}")
        environment = dict(where)
        if part.keeps:
            dsn = database.create_database(f"thousand_{part.name}")
            environment["THOUSAND_DATABASE_URL"] = dsn
        ready = running.enter_context(service(home, part, environment))
        services[part.name] = ready
        if ready.grpc:
            where[f"THOUSAND_{part.name.upper()}"] = ready.grpc
    return Platform(services, {"PostgreSQL": database, "NATS": nats})


@contextmanager
def server(embedded: EmbeddedPostgres | EmbeddedNats) -> Iterator[str]:
    """A server, running: where it is reached. It is stopped at the end of the block."""
    try:
        with failing("NOT_STARTED"):
            where = embedded.start()
        yield where
    finally:
        with failing("NOT_STOPPED"):
            embedded.stop()


@contextmanager
def failing(reason: str) -> Iterator[None]:
    """What an embedded server cannot do, the command cannot."""
    try:
        yield
    except (PostgresError, NatsError) as error:
        raise Failed(reason, str(error)) from error


@contextmanager
def service(home: Home, part: Part, where: Mapping[str, str]) -> Iterator[Service]:
    """A service, ready; it is told to stop at the end of the block.

    ``where`` is its environment beside ours: what it needs to find.
    """
    name, ready_file = part.name, home.ready_file_of(part.name)
    environment = {
        **os.environ,
        **where,
        f"THOUSAND_{name.upper()}_LISTEN": home.address_for(name),
        f"THOUSAND_{name.upper()}_WEB_LISTEN": home.address_for(f"{name} web"),
        ready_file_variable(name): str(ready_file),
    }
    program = [sys.executable, "-m", f"services.{name}"]
    with home.log_of(name).open("ab") as log:
        if part.keeps:
            made = subprocess.run(
                [*program, "--migrate"], stdout=log, stderr=log, env=environment, check=False
            )
            if made.returncode:
                raise Failed(
                    "NOT_MIGRATED",
                    f"{name} cannot use its database; its log, {home.log_of(name)}, says why. "
                    f"If it is of an older version, delete {home.folder} to begin anew: nothing "
                    "is carried over before the first release",
                )
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
        yield Service(name, process, **json.loads(ready_file.read_text()))
    finally:
        ready_file.unlink(missing_ok=True)
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def end_leftovers(home: Home) -> None:
    """End the services of this folder that survived whoever started them: they hold the ports."""
    leftovers = [process for process in psutil.process_iter() if is_of(home, process)]
    for process in leftovers:
        with suppress(psutil.NoSuchProcess):
            process.terminate()
    _, hanging = psutil.wait_procs(leftovers, SECONDS_TO_STOP)
    for process in hanging:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(hanging, SECONDS_TO_STOP)
    for part in PARTS:
        home.ready_file_of(part.name).unlink(missing_ok=True)


def is_of(home: Home, process: psutil.Process) -> bool:
    """Whether a process is a service of this folder."""
    try:
        program, environment = process.cmdline()[-2:], process.environ()
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False
    return any(
        program == ["-m", f"services.{part.name}"]
        and environment.get(ready_file_variable(part.name)) == str(home.ready_file_of(part.name))
        for part in PARTS
    )


def ignore_signals() -> None:
    """Hear neither Ctrl-C nor SIGTERM from now on: a stop is not left half-way."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)


def ready_file_variable(name: str) -> str:
    return f"THOUSAND_{name.upper()}_READY_FILE"
