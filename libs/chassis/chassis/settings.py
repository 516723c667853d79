"""The environment of one service, read once at start (ARCHITECTURE 12)."""

import os
import re
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

SHORTEST_SECRET = 32


class SettingsError(ValueError):
    """A variable is missing or cannot be read; names it and what is expected, never its value."""


def _expect(form: str, pattern: str, read: Callable[[str], object] = str) -> dict[str, Any]:
    """What is expected of a variable: for people, and for the reader."""
    return {"form": form, "pattern": pattern, "read": read}


_ADDRESS = r"(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d+"


def _address(text: str) -> str:
    if int(text.rpartition(":")[2]) >= 2**16:  # grpc would take the remainder
        raise ValueError
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every variable of a service, by its name without ``THOUSAND_``."""

    database_url: str = field(
        default="",
        repr=False,  # may hold a password
        metadata=_expect(
            "postgresql://user@host/name or host=… dbname=…",
            r"postgres(ql)?://\S+|\s*\w+\s*=.+",
        ),
    )
    nats_url: str = field(
        default="",
        repr=False,  # may hold a token
        metadata=_expect(
            "nats://token@host:port, several with commas", r"((nats|tls)://[^\s,]+,?)+"
        ),
    )
    listen: str = field(
        default="127.0.0.1:0",
        metadata=_expect("host:port for gRPC, port 0 for a free one", _ADDRESS, _address),
    )
    metrics_listen: str = field(
        default="127.0.0.1:0",
        metadata=_expect("host:port for Prometheus, port 0 for a free one", _ADDRESS, _address),
    )
    web_listen: str = field(
        default="127.0.0.1:0",
        metadata=_expect("host:port for browsers, port 0 for a free one", _ADDRESS, _address),
    )
    identity: str = field(
        default="",
        metadata=_expect("host:port of the identity service", _ADDRESS, _address),
    )
    bootstrap_secret_file: Path | None = field(
        default=None,
        metadata=_expect("file with the secret that services share, mode 0600", r".+", Path),
    )
    log_level: str = field(
        default="info",
        metadata=_expect("debug, info, warning or error", "debug|info|warning|error"),
    )
    grace: float = field(
        default=5.0,
        metadata=_expect("seconds that running calls get at the end", r"\d+(\.\d+)?", float),
    )
    ready_file: Path | None = field(
        default=None,
        metadata=_expect("file to write the addresses to once all is ready", r".+", Path),
    )

    table: str = field(
        default="",
        metadata=_expect(
            "host:port of the table service, which tells the facts", _ADDRESS, _address
        ),
    )
    scoring: str = field(
        default="",
        metadata=_expect("host:port of the scoring service", _ADDRESS, _address),
    )
    matchmaking: str = field(
        default="",
        metadata=_expect("host:port of the matchmaking service", _ADDRESS, _address),
    )
    bot: str = field(
        default="",
        metadata=_expect("host:port of the bot service, which fills seats", _ADDRESS, _address),
    )
    bot_pace: float = field(
        default=0.0,
        metadata=_expect(
            "seconds that a bot waits before each action, so that people can follow",
            r"\d+(\.\d+)?",
            float,
        ),
    )
    bots_after: float = field(
        default=5.0,
        metadata=_expect(
            "seconds that a player waits for people before bots join", r"\d+(\.\d+)?", float
        ),
    )
    guests_per_hour: int = field(
        default=1000,
        metadata=_expect("guests an hour from one address", r"[1-9]\d{0,8}", int),
    )

    def require_database_url(self) -> str:
        """The DSN, for a service that keeps something; SettingsError when none is set."""
        if not self.database_url:
            raise SettingsError("THOUSAND_DATABASE_URL must be set: it says where PostgreSQL is")
        return self.database_url

    def require_table(self) -> str:
        """The table service's address, for a service that asks it; SettingsError when unset."""
        if not self.table:
            raise SettingsError("THOUSAND_TABLE must be set: it says where the table service is")
        return self.table

    def require_bot(self) -> str:
        """The bot service's address, for a service that asks it; SettingsError when unset."""
        if not self.bot:
            raise SettingsError("THOUSAND_BOT must be set: it says where the bot service is")
        return self.bot

    def require_bootstrap_secret(self) -> str:
        """The secret by which services of one platform know each other.

        SettingsError when no file is named, it cannot be read, others could read it too, or what
        it holds can be guessed.
        """
        name = "THOUSAND_BOOTSTRAP_SECRET_FILE"
        if not self.bootstrap_secret_file:
            raise SettingsError(f"{name} must be set: services know each other by it")
        try:
            with self.bootstrap_secret_file.open() as file:
                mode = os.fstat(file.fileno()).st_mode
                secret = file.read().strip()
        except (OSError, UnicodeDecodeError):
            raise SettingsError(f"{name} names a file that cannot be read") from None
        if stat.S_IMODE(mode) & 0o077:
            raise SettingsError(f"{name} names a file that others can read; chmod 600 mends it")
        if len(secret) < SHORTEST_SECRET:
            raise SettingsError(f"{name} names a file with less than {SHORTEST_SECRET} characters")
        return secret


def read_settings(service: str, environment: Mapping[str, str]) -> Settings:
    """The settings of one service: ``THOUSAND_TABLE_LISTEN`` wins over ``THOUSAND_LISTEN``.

    An empty variable counts as unset. SettingsError for the first that cannot be read.
    """
    values: dict[str, Any] = {}
    for variable in fields(Settings):
        own, common = _name(variable.name, service), _name(variable.name)
        name = own if environment.get(own) else common
        if text := environment.get(name):
            try:
                values[variable.name] = _read(text, **variable.metadata)
            except ValueError:
                form = variable.metadata["form"]
                raise SettingsError(f"{name} cannot be read; expected: {form}") from None
    return Settings(**values)


def describe_settings(service: str) -> str:
    """The table of variables that ``--help`` prints."""
    lines = [
        f"  {_name(variable.name):<32}{variable.metadata['form']} [{_shown(variable.default)}]"
        for variable in fields(Settings)
    ]
    own = _name("listen", service)
    return "\n".join(["environment:", *lines, f"For this service alone: {own} and so on."])


def _shown(default: object) -> object:
    return "unset" if default in {"", None} else default


def _read(text: str, *, pattern: str, read: Callable[[str], object], form: str) -> object:
    if not re.fullmatch(pattern, text):
        raise ValueError(form)
    return read(text)


def _name(variable: str, service: str = "") -> str:
    return "_".join(filter(None, ("thousand", service, variable))).upper()
