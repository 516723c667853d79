"""What tokens are checked by, and the port to whoever says it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from chassis.callers import Role
from thousand_engine.errors import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """Keys, and what became of accounts since their tokens were issued.

    ``keys`` has the 32 bytes of each public key by its id, ``revoked`` an account's moment up to
    which issued tokens are void, ``roles`` the role that counts for those issued up to a moment.
    """

    keys: Mapping[str, bytes]
    revoked: Mapping[str, float] = field(default_factory=dict)
    roles: Mapping[str, tuple[Role, float]] = field(default_factory=dict)


class Keys(Protocol):
    """Asks the publisher."""

    async def published(self) -> Published:
        """What is published now; KeysUnreachable when nobody says."""


@dataclass(frozen=True, slots=True)
class StaticKeys:
    """Always the same: for tests, and for all services in one process."""

    always: Published

    async def published(self) -> Published:
        return self.always


class KeysUnreachable(Refusal):
    """Nobody can be known before keys are."""

    retry_after = 1.0

    def __init__(self) -> None:
        super().__init__("IDENTITY_UNREACHABLE", "the identity service does not answer; try again")
