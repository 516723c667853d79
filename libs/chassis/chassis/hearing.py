"""Keys whose publisher tells what became of accounts change by change: each is heard once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol, TypeVar

from chassis.callers import Role
from chassis.keys import Published

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What an account's tokens, issued up to a moment, are worth: a role, or None."""

    position: int
    account: str
    role: Role | None
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some changes in their order, and whether there are more.

    No living token is hit by a change from before ``since``.
    """

    changes: Iterable[Change]
    more: bool
    since: float


class Publisher(Protocol):
    """Tells keys, and changes a page at a time; KeysUnreachable when it does not answer."""

    async def keys(self) -> Mapping[str, bytes]: ...

    async def changes(self, after: int) -> Page:
        """Those that follow a position."""


class HeardKeys:
    """All that a publisher has told.

    What it told before it went away counts at once, also in what was published earlier; but
    nothing is published before the first time that all of it was heard.
    """

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher
        self._position = 0
        # Both have their oldest first.
        self._revoked: dict[str, float] = {}
        self._roles: dict[str, tuple[Role, float]] = {}

    async def published(self) -> Published:
        """What is published now; KeysUnreachable. One call at a time."""
        keys = await self._publisher.keys()
        more = True
        while more:
            page = await self._publisher.changes(self._position)
            for change in page.changes:
                self._hear(change)
            more = page.more
        self._forget(page.since)
        return Published(keys=keys, revoked=self._revoked, roles=self._roles)

    def _hear(self, change: Change) -> None:
        account, self._position = change.account, change.position
        if change.role is None:
            self._revoked.pop(account, None)
            self._revoked[account] = change.at
        else:
            self._roles.pop(account, None)
            self._roles[account] = change.role, change.at

    def _forget(self, since: float) -> None:
        for account in first(self._revoked, lambda at: at < since):
            del self._revoked[account]
        for account in first(self._roles, lambda change: change[1] < since):
            del self._roles[account]


def first(heard: Mapping[str, T], is_old: Callable[[T], bool]) -> Sequence[str]:
    """The accounts at the front of what was heard, as far as it is old."""
    return [account for account, _ in takewhile(lambda item: is_old(item[1]), heard.items())]
