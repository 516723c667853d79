"""One game in memory: what its log says, its newest steps, and who waits for the next."""

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from services.table.facts import TOPICS, GameOpened
from services.table.seated_game import SeatedGame, fold
from thousand_evidence.chain import first_head
from thousand_log.mapper import Entry, FactMapper
from thousand_log.step import Step

MAPPER = FactMapper(TOPICS)
MOMENTS_KEPT = 32


@dataclass(frozen=True, slots=True)
class Moment:
    """A stored step, what its facts say, and the game after it."""

    step: Step
    entries: tuple[Entry, ...]
    after: SeatedGame

    @property
    def facts(self) -> tuple[object, ...]:
        return tuple(entry.fact for entry in self.entries)

    @property
    def actor(self) -> str:
        return self.entries[0].actor


@dataclass(frozen=True, slots=True)
class Done:
    """What a command did: the step's last version and its first fact, which says the action."""

    version: int
    fact: object


def moments(game_id: str, steps: Iterable[Step], before: SeatedGame | None) -> Iterator[Moment]:
    """The steps folded one after the other, from the game before them (None: from the first)."""
    state = before
    for step in steps:
        entries = tuple(MAPPER.to_domain_event(fact.stored_event(game_id)) for fact in step.facts)
        state = fold(state, (entry.fact for entry in entries))
        yield Moment(step, entries, state)


class Live:
    """A game that this replica has in memory. Only whoever holds ``turn`` changes it."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.turn = asyncio.Lock()
        self.state: SeatedGame | None = None
        self.version = 0
        self.head = first_head(game_id)
        self.heads: set[bytes] = {self.head}
        self.secrets: dict[str, bytes] = {}
        self.done: dict[tuple[str, str], Done] = {}
        self.newest: deque[Moment] = deque(maxlen=MOMENTS_KEPT)
        self._moved = asyncio.Event()
        self._waiting = 0

    def swap_in(self, moment: Moment) -> None:
        """The game after one more stored step; everybody who waits is told."""
        step = moment.step
        self.state = moment.after
        self.version = step.last_version
        self.head = step.head
        self.heads.add(step.head)
        self.newest.append(moment)
        fact = moment.facts[0]
        # The id of what opened the game belongs to its account, not to the game.
        if step.account and not isinstance(fact, GameOpened):
            self.done[step.account, step.command_id] = Done(step.last_version, fact)
        self.wake()

    def wake(self) -> None:
        """Let everybody look again."""
        self._moved.set()
        self._moved = asyncio.Event()

    async def wait(self) -> None:
        """Until the game has moved, or is no longer kept here."""
        self._waiting += 1
        try:
            await self._moved.wait()
        finally:
            self._waiting -= 1

    @property
    def in_use(self) -> bool:
        """Whether somebody has its turn or waits for it; then it is not thrown away for room."""
        return self.turn.locked() or self._waiting > 0

    def stands_at(self, version: int) -> bool:
        """Whether nothing came after this version; one inside the last step is rounded up."""
        first = self.newest[-1].step.first_version if self.newest else 0
        return first <= version <= self.version

    def since(self, version: int) -> tuple[Moment, ...] | None:
        """The steps after a version; None when they are not in memory.

        A version inside a step is rounded up (ARCHITECTURE 3).
        """
        if version >= self.version:
            return ()
        if not self.newest or self.newest[0].step.first_version > version + 1:
            return None
        later = takewhile(lambda moment: moment.step.first_version > version, reversed(self.newest))
        return tuple(later)[::-1]
