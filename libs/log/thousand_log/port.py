"""The port to where facts are kept (ARCHITECTURE 5)."""

from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager
from typing import NamedTuple, Protocol, TypeAlias

from thousand_log.step import PlacedStep, Step

Claim: TypeAlias = Callable[[Collection[int]], Awaitable[frozenset[int]]]
"""Asks for shards; answers with those that are the session's own from now on."""


NEWEST = 2**63 - 1
"""No game has this number, nor one above it."""


class Listed(NamedTuple):
    """A game, and its number in the order in which games were opened."""

    number: int
    game_id: str


class Log(Protocol):
    """Steps of many games, each game in the order of its versions, each shard in log order.

    Every method may raise StoreUnreachable.
    """

    @property
    def shards(self) -> int:
        """How many shards there are, fixed when the log was made."""

    async def append(self, step: Step) -> PlacedStep:
        """Keep a step and its secrets, whole or not at all.

        VersionTaken when another step with its first version is stored. That it follows the
        game's last version and head is the caller's duty.

        After StoreUnreachable, or a cancellation, nobody knows whether the step is stored: the
        caller reads the game again and looks for its own command id.
        """

    async def read(self, game_id: str, after: int = 0) -> tuple[Step, ...]:
        """The steps of a game that end after a version; none for an unknown game."""

    async def tail(self, shard: int, after: int, limit: int) -> tuple[PlacedStep, ...]:
        """The first ``limit`` steps of a shard that end after a position, in log order.

        No step appears later at a position that was passed already.
        """

    async def secret(self, game_id: str, commitment: str) -> bytes | None:
        """The secret kept with a commitment, or None."""

    async def games(self, *, over: bool, before: int = NEWEST, limit: int) -> tuple[Listed, ...]:
        """The newest games with a number below ``before``, newest first: those that somebody has
        won, or those that nobody has.
        """

    async def end(self, shard: int) -> int:
        """The position of the last step of a shard; 0 when it has none."""

    def claiming(self) -> AbstractAsyncContextManager[Claim]:
        """A session that claims shards: none is another session's too, all are free at its end.

        A claim that raises StoreUnreachable has lost every shard of the session.
        """

    def listen(self, hear: Callable[[int], None]) -> None:
        """Call ``hear`` with the shard of every step that is appended through this object."""
