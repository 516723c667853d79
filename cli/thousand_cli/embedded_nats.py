"""A real NATS server with JetStream in a folder of ours: no root, no container (ARCHITECTURE 11)."""

import json
import secrets
import signal
import socket
import subprocess
import sysconfig
import time
from pathlib import Path

import psutil

from thousand_cli.files import write_at_once

HOST = "127.0.0.1"
FREE_PORT = -1  # the server's own word for it
SECONDS = 30.0

CONFIGURATION = """\
listen: "{host}:{port}"
pid_file: {pid_file}
ports_file_dir: {folder}
authorization {{ token: "{token}" }}
jetstream {{ store_dir: {store} }}
"""


class NatsError(RuntimeError):
    """The embedded server cannot be started or stopped; the text says why."""


class EmbeddedNats:
    """One server with its streams in one folder, on a port of the loopback that it keeps.

    Whoever knows the token in the folder may publish and listen; it is part of the URL. The server
    is not tied to the life of this process: `stop` ends it. When this process is killed the server
    goes on, and the next `start` on the same folder takes it over.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        self._log = self._folder / "server.log"
        self._configuration = self._folder / "server.conf"
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Run the server; gives its URL.

        The port of the last time is taken again unless somebody else has it by now. NatsError when
        it cannot run, with the end of the server's log.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._server() is None:
            self._launch(self._last_port())
        self._wait_until_it_answers()
        return self.url

    def stop(self) -> None:
        """End the server in good order; nothing happens when none runs."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End the server at once, as a crash does."""
        self._end(signal.SIGKILL)

    def suspend(self) -> None:
        """Let the server stand still: it takes connections and bytes, and answers nothing."""
        if server := self._server():
            server.suspend()

    def resume(self) -> None:
        """Let a server go on that stands still."""
        if server := self._server():
            server.resume()

    @property
    def is_running(self) -> bool:
        """Whether the server runs."""
        return self._server() is not None

    @property
    def url(self) -> str:
        """Where the server was reached last."""
        return f"nats://{self._token()}@{HOST}:{self._last_port()}"

    def _launch(self, port: int) -> None:
        for stale in self._folder.glob("nats-server_*.ports"):
            stale.unlink()
        text = CONFIGURATION.format(
            host=HOST,
            port=port if _is_free(port) else FREE_PORT,
            token=self._token(),
            folder=json.dumps(str(self._folder)),
            pid_file=json.dumps(str(self._folder / "pid")),
            store=json.dumps(str(self._folder / "jetstream")),
        )
        write_at_once(self._configuration, text, mode=0o600)
        with self._log.open("ab") as log:
            try:
                self._child = subprocess.Popen(
                    [installed_program(), "--config", self._configuration],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,  # Ctrl-C is for us: services stop before their bus
                )
            except OSError as error:
                raise self._error(f"NATS cannot be run ({error})") from error

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + SECONDS
        while not self._answers():
            if self._server() is None and (self._child is None or self._child.poll() is not None):
                self._forget_child()
                raise self._error("NATS did not start")
            if time.monotonic() > deadline:
                raise self._error(f"NATS did not answer in {SECONDS:.0f} s")
            time.sleep(0.01)

    def _answers(self) -> bool:
        """Whether the server says its first words, and remember where."""
        server = self._server()
        if server is None:
            return False
        try:
            ports = json.loads((self._folder / f"nats-server_{server.pid}.ports").read_text())
            port = int(ports["nats"][0].rpartition(":")[2])
            with socket.create_connection((HOST, port), timeout=2) as connection:
                greeted = connection.recv(4) == b"INFO"
        except (OSError, ValueError):  # no such file yet, or half of it
            return False
        if port != self._last_port():
            write_at_once(self._folder / "port", str(port))
        return greeted

    def _server(self) -> psutil.Process | None:
        """The process that serves our folder, whoever started it."""
        try:
            process = psutil.Process(int((self._folder / "pid").read_text()))
            alive = process.status() != psutil.STATUS_ZOMBIE
            # Its number may belong to somebody else's by now.
            ours = str(self._configuration) in process.cmdline()
        except (FileNotFoundError, ValueError, psutil.NoSuchProcess):
            return None
        return process if alive and ours else None

    def _end(self, number: signal.Signals) -> None:
        if server := self._server():
            server.send_signal(number)
            try:
                server.wait(SECONDS)
            except psutil.TimeoutExpired:
                raise self._error(f"NATS did not stop within {SECONDS:.0f} s") from None
        self._forget_child()

    def _forget_child(self) -> None:
        if self._child:
            self._child.terminate()  # it may have no pid file yet
            self._child.wait()
            self._child = None

    def _last_port(self) -> int:
        try:
            return int((self._folder / "port").read_text())
        except FileNotFoundError:
            return FREE_PORT

    def _token(self) -> str:
        file = self._folder / "token"
        if not file.exists():
            write_at_once(file, secrets.token_hex(16), mode=0o600)
        return file.read_text()

    def _error(self, sentence: str) -> NatsError:
        tail = self._log.read_text(errors="replace").splitlines()[-10:]
        return NatsError("\n".join([f"{sentence}; its log is {self._log}.", *tail]))


def installed_program() -> Path:
    """The server's program, from the package that brings it."""
    return Path(sysconfig.get_path("scripts")) / "nats-server"


def _is_free(port: int) -> bool:
    if port == FREE_PORT:
        return False
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True
