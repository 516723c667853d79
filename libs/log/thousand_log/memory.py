"""A log in memory, for simulation and tests."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import replace

from thousand_log.errors import VersionTaken
from thousand_log.port import NEWEST, Claim, Listed
from thousand_log.shards import shard_of
from thousand_log.step import PlacedStep, Step

GAME_OPENED, GAME_WON = "game.game_opened", "game.game_won"  # as in schema.sql


class MemoryLog:
    """A `Log` that lasts as long as the object."""

    def __init__(self, shards: int = 1) -> None:
        self._games: dict[str, list[Step]] = defaultdict(list)
        self._shards: list[list[PlacedStep]] = [[] for _ in range(shards)]
        self._secrets: dict[tuple[str, str], bytes] = {}
        self._over: dict[str, bool] = {}  # in the order in which they were opened
        self._claimed: set[int] = set()
        self._listeners: list[Callable[[int], None]] = []

    @property
    def shards(self) -> int:
        return len(self._shards)

    async def append(self, step: Step) -> PlacedStep:
        game = self._games[step.game_id]
        if game and step.first_version <= game[-1].last_version:
            raise VersionTaken(step.game_id, step.first_version)
        for secret in step.secrets:
            self._secrets[step.game_id, secret.commitment] = secret.value
        kept = replace(step, secrets=())
        game.append(kept)
        topics = {fact.topic for fact in step.facts}
        if GAME_OPENED in topics:
            self._over[step.game_id] = False
        if GAME_WON in topics:
            self._over[step.game_id] = True
        number = shard_of(step.game_id, self.shards)
        shard = self._shards[number]
        previous = shard[-1].position if shard else 0
        placed = PlacedStep(kept, number, previous, previous + len(step.facts))
        shard.append(placed)
        for hear in self._listeners:
            hear(number)
        return placed

    async def read(self, game_id: str, after: int = 0) -> tuple[Step, ...]:
        return tuple(step for step in self._games.get(game_id, ()) if step.last_version > after)

    async def tail(self, shard: int, after: int, limit: int) -> tuple[PlacedStep, ...]:
        steps = self._shards[shard]
        start = bisect_right(steps, after, key=lambda placed: placed.position)
        return tuple(steps[start : start + limit])

    async def secret(self, game_id: str, commitment: str) -> bytes | None:
        return self._secrets.get((game_id, commitment))

    async def games(self, *, over: bool, before: int = NEWEST, limit: int) -> tuple[Listed, ...]:
        listed = [
            Listed(number, game_id)
            for number, (game_id, is_over) in enumerate(self._over.items(), 1)
            if is_over is over and number < before
        ]
        return tuple(reversed(listed))[:limit]

    async def end(self, shard: int) -> int:
        steps = self._shards[shard]
        return steps[-1].position if steps else 0

    @asynccontextmanager
    async def claiming(self) -> AsyncIterator[Claim]:
        own: set[int] = set()

        async def claim(shards: Collection[int]) -> frozenset[int]:
            free = frozenset(shards) - self._claimed
            self._claimed |= free
            own.update(free)
            return free

        try:
            yield claim
        finally:
            self._claimed -= own

    def listen(self, hear: Callable[[int], None]) -> None:
        self._listeners.append(hear)
