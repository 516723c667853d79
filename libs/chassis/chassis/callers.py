"""Who is calling, and what he may."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

import grpc.aio

from thousand_engine.errors import Refusal

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]


class Unauthenticated(Refusal):
    """Nobody is known to be calling."""


class RoleNeeded(Refusal):
    """The caller may not do this."""

    def __init__(self, role: "Role") -> None:
        super().__init__("ROLE_NEEDED", f"this needs the role {role.word}", role=role.word)


class Role(IntEnum):
    """What an account may: each role all that those before it may. Numbers are the wire's."""

    ANYBODY = 0  # also who has no account
    PLAYER = 1
    DIRECTOR = 2
    OPERATOR = 3
    SERVICE = 4

    @property
    def word(self) -> str:
        """The role as tokens and people say it."""
        return self.name.lower()

    @classmethod
    def of_word(cls, word: str) -> "Role":
        return cls[word.upper()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """An account, what it may at this moment, and when the token it calls with was issued."""

    account: str
    role: Role
    issued_at: float

    def need(self, role: Role) -> None:
        """RoleNeeded unless the caller has the role, or one above it."""
        if self.role < role:
            raise RoleNeeded(role)


_callers: dict[Context, Caller] = {}


def caller(context: Context) -> Caller:
    """Who is calling. A call that anybody may make has no caller: LookupError."""
    return _callers[context]


@contextmanager
def called_by(who: Caller, context: Context) -> Iterator[None]:
    """The call is this caller's, for as long as the block lasts."""
    _callers[context] = who
    try:
        yield
    finally:
        del _callers[context]
