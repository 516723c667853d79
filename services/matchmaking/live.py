"""One preset's queue in memory: folded from the log, changed by one command at a time."""

import asyncio
from collections.abc import Callable, Sequence

from services.matchmaking.facts import TOPICS, QueueFact
from services.matchmaking.queue import Queue
from thousand_engine import RULES_VERSION
from thousand_evidence.chain import first_head
from thousand_log.errors import VersionTaken
from thousand_log.mapper import Entry, FactMapper
from thousand_log.port import Log
from thousand_log.step import Step, chained

MAPPER = FactMapper(TOPICS)

Decide = Callable[[Queue], Sequence[QueueFact]]


class LiveQueue:
    """A queue and the log it is folded from. ``now`` gives milliseconds since 1970 UTC."""

    def __init__(self, log: Log, now: Callable[[], int], preset: str) -> None:
        self.preset = preset
        self.queue = Queue()
        self._id = f"queue{preset.replace('_', '')}-1"
        self._log = log
        self._now = now
        self._turn = asyncio.Lock()
        self._version = 0
        self._head = first_head(self._id)
        self._moved = asyncio.Event()

    @property
    def moved(self) -> asyncio.Event:
        """Set when there is something new from now on."""
        return self._moved

    async def catch_up(self) -> None:
        """Fold what others have written since; may raise StoreUnreachable."""
        async with self._turn:
            await self._catch_up()

    async def change(self, decide: Decide, command_id: str = "", account: str = "") -> bool:
        """Keep what follows from the newest state there is: whether anything did.

        ``decide`` is asked again when another replica was faster. After a failure, or a caller who
        hangs up, nobody knows what is stored; the next one reads it before he decides.
        """
        async with self._turn:
            while True:
                await self._catch_up()
                facts = decide(self.queue)
                if not facts:
                    return False
                try:
                    await self._append(facts, command_id, account)
                except VersionTaken:
                    continue
                return True

    async def _catch_up(self) -> None:
        for step in await self._log.read(self._id, after=self._version):
            entries = [MAPPER.to_domain_event(fact.stored_event(self._id)) for fact in step.facts]
            self._swap_in(step, entries)

    async def _append(self, facts: Sequence[QueueFact], command_id: str, account: str) -> None:
        at, first = self._now(), self._version + 1
        entries = [
            Entry(
                originator_id=self._id,
                originator_version=version,
                last=self._version + len(facts),
                at=at,
                actor="player" if account else "engine",
                rules=RULES_VERSION,
                fact=fact,
            )
            for version, fact in enumerate(facts, first)
        ]
        stored = chained(map(MAPPER.to_stored_event, entries), self._head)
        step = Step(self._id, stored, command_id or f"engine:{first}", account)
        await self._log.append(step)
        self._swap_in(step, entries)

    def _swap_in(self, step: Step, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.queue.apply(entry.fact, entry.at)  # type: ignore[arg-type]  # TOPICS has no other
        self._version, self._head = step.last_version, step.head
        self.wake()

    def wake(self) -> None:
        """Let everybody who waits look again."""
        self._moved.set()
        self._moved = asyncio.Event()
