"""The one folder in which a platform on this machine keeps everything (``THOUSAND_HOME``)."""

import fcntl
import json
import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from thousand_cli.errors import Failed
from thousand_cli.files import write_at_once

DEFAULT = ".thousand"


@dataclass(frozen=True, slots=True)
class Home:
    """Where the parts of a platform lie."""

    folder: Path

    @classmethod
    def of_environment(cls) -> "Home":
        """The folder named by THOUSAND_HOME, else ``.thousand`` here."""
        return cls(Path(os.environ.get("THOUSAND_HOME") or DEFAULT).absolute())

    @property
    def postgres(self) -> Path:
        return self.folder / "postgres"

    @property
    def nats(self) -> Path:
        return self.folder / "nats"

    def log_of(self, service: str) -> Path:
        """The file a service writes its log lines to."""
        return self.folder / "logs" / f"{service}.log"

    def ready_file_of(self, service: str) -> Path:
        """Where a service says that it is ready."""
        return self.folder / "run" / f"{service}.json"

    @property
    def secret_file(self) -> Path:
        return self.folder / "bootstrap_secret"

    def bootstrap_secret(self) -> Path:
        """The file with the secret by which the services know each other, made once."""
        file = self.secret_file
        if not file.exists():
            write_at_once(file, secrets.token_hex(32), mode=0o600)
        return file

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else's, for as long as the block lasts; Failed when it is somebody's already."""
        for folder in (self.folder, self.log_of("").parent, self.ready_file_of("").parent):
            folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Failed(
                    "ALREADY_RUNNING",
                    f"a platform is running in {self.folder}; stop it, or name another folder "
                    "in THOUSAND_HOME",
                ) from None
            yield

    def address_of(self, service: str) -> str:
        """Where a service of the platform that runs in this folder answers; Failed when none does."""
        try:
            where: dict[str, str] = json.loads(self.ready_file_of(service).read_text())
        except FileNotFoundError:
            raise Failed(
                "NOT_RUNNING",
                f"no {service} service runs in {self.folder}; start `thousand up` first",
            ) from None
        return where["grpc"]

    def address_for(self, service: str) -> str:
        """Where a service listened last time, so that clients find it again after a restart.

        A free port when there is no last time, or somebody else has taken that port.
        """
        file = self.folder / "ports.json"
        ports: dict[str, int] = json.loads(file.read_text()) if file.exists() else {}
        ports[service] = free_port(ports.get(service, 0))
        write_at_once(file, json.dumps(ports))
        return f"127.0.0.1:{ports[service]}"


def free_port(wanted: int) -> int:
    """The port itself if it is free, else any."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            name: tuple[str, int] = probe.getsockname()
            return name[1]
    raise Failed("NO_FREE_PORT", "no port is free on 127.0.0.1")
