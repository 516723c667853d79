"""Hears the steps of a log, each once and in order, whatever the way they come (ARCHITECTURE 5).

The stream is quick and may lose, repeat and reorder; the store is asked for what is missing. What
a step does and the position of its shard are kept in one transaction, so that nothing happens
twice and nothing is left out.
"""

import asyncio
from collections.abc import Awaitable, Callable, Container, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from operator import attrgetter
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import structlog
from prometheus_client import CollectorRegistry, Counter

from chassis.jetstream import Heard
from chassis.tasks import is_told_to_end

POLL_SECONDS = 2.0
"""The store is asked for shards that the stream has not moved for so long."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0

log = structlog.get_logger()


class Step(Protocol):
    """A step as it is told."""

    @property
    def shard(self) -> int: ...
    @property
    def previous_position(self) -> int: ...
    @property
    def position(self) -> int: ...
    @property
    def game_id(self) -> str: ...


S = TypeVar("S", bound=Step)
S_contra = TypeVar("S_contra", bound=Step, contravariant=True)
S_co = TypeVar("S_co", bound=Step, covariant=True)


class Effects(Protocol[S_contra]):
    """What steps do to a service; every method is one transaction."""

    async def position(self, shard: int) -> int:
        """Where the shard stands: the position of the last step that was applied or parked."""

    async def apply(self, steps: Sequence[S_contra]) -> int:
        """Do what follows from steps that follow one another in a shard: where it stands then.

        All is done or, unless the shard stands where the first begins, nothing. Steps of a parked
        game are moved aside with the others.
        """

    async def park(self, step: S_contra, error: str) -> int:
        """Move aside a step that cannot be applied, and all of its game that come after it."""


class Page(NamedTuple, Generic[S_co]):
    """Steps that follow a position in a shard, and how many shards there are."""

    steps: Sequence[S_co]
    shards: int


ReadSteps: TypeAlias = Callable[[int, int], Awaitable[Page[S]]]
"""Asks the store for the steps of a shard after a position."""


class Inlet(Protocol):
    """A stream that brings steps, as long as it answers."""

    async def fetch(self) -> Sequence[Heard]:
        """The next messages; none when nothing comes for a while."""


class BusMetrics:
    """How a service hears, for Prometheus."""

    def __init__(self, service: str, registry: CollectorRegistry) -> None:
        steps = Counter(
            "thousand_bus_steps",
            "Steps taken, by the way they came.",
            ["service", "way"],
            registry=registry,
        )
        self.streamed = steps.labels(service, "stream")
        self.asked_for = steps.labels(service, "store")
        failures = Counter(
            "thousand_bus_failures",
            "What could not be processed: steps that parked their game, unreadable messages.",
            ["service", "reason"],
            registry=registry,
        )
        self.parked = failures.labels(service, "parked")
        self.unreadable = failures.labels(service, "unreadable")


class Consumer(Generic[S]):
    """Takes the steps of all shards. ``away`` is what `Effects` raise to be asked again later."""

    def __init__(
        self,
        effects: Effects[S],
        read_steps: ReadSteps[S],
        *,
        parse: Callable[[bytes], S],
        away: type[Exception],
        metrics: BusMetrics,
    ) -> None:
        self._effects = effects
        self._read_steps = read_steps
        self._parse = parse
        self._away = away
        self._stands: dict[int, int] = {}
        self._moved: set[int] = set()  # by the stream, since the store was last asked
        self._turn = asyncio.Lock()
        self._shards = 0
        self._metrics = metrics

    async def run(
        self, open_inlet: Callable[[], AbstractAsyncContextManager[Inlet]] | None = None
    ) -> None:
        """Until cancelled: hear the stream if there is one, and ask the store now and then."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(_keep_on(self._ask))
            if open_inlet:
                tasks.create_task(_keep_on(partial(self._hear, open_inlet)))

    async def _ask(self) -> None:
        while not is_told_to_end():
            await self.catch_up(self._moved)
            self._moved.clear()
            await asyncio.sleep(POLL_SECONDS)

    async def _hear(self, open_inlet: Callable[[], AbstractAsyncContextManager[Inlet]]) -> None:
        async with open_inlet() as inlet:
            await self.catch_up()  # the stream may begin later than what we have ends
            while not is_told_to_end():
                await self._take_messages(await inlet.fetch())

    async def _take_messages(self, messages: Sequence[Heard]) -> None:
        steps: dict[int, list[S]] = {}
        for heard in messages:
            try:
                step = self._read(heard.data)
            except Exception as error:  # noqa: BLE001 - the store has what it should have been
                log.warning("message_unreadable", error=repr(error))
                self._metrics.unreadable.inc()
            else:
                steps.setdefault(step.shard, []).append(step)
        for of_shard in steps.values():
            await self.take(of_shard)
        for heard in messages:
            await heard.ack()

    def _read(self, data: bytes) -> S:
        step = self._parse(data)
        if not 0 <= step.shard < self._shards:
            raise LookupError(f"there is no shard {step.shard}")
        return step

    async def take(self, steps: Sequence[S]) -> None:
        """Take steps of one shard that were heard, after those that are missing before them."""
        shard, ordered = steps[0].shard, sorted(steps, key=attrgetter("position"))
        async with self._turn:
            if run := following(ordered, await self._standing(shard)):
                await self._take(run)
                self._metrics.streamed.inc(len(run))
                self._moved.add(shard)
            while await self._standing(shard) < ordered[-1].position:
                if not await self._ask_for(shard):
                    break

    async def catch_up(self, but: Container[int] = ()) -> int:
        """Take all that the store has, but of some shards: how many steps that were.

        In between others may take what they have heard, and then add its shard to these.
        """
        taken = shard = 0
        while shard == 0 or shard < self._shards:
            more = 1
            while more and shard not in but:
                async with self._turn:
                    more = await self._ask_for(shard)
                taken += more
            shard += 1
        return taken

    async def _ask_for(self, shard: int) -> int:
        """Take the steps that come next in the store: how many it has."""
        stands = await self._standing(shard)
        page = await self._read_steps(shard, stands)
        self._shards = page.shards
        if not page.steps:
            self._stands.pop(shard, None)  # a rebuild may have set it back
            return 0
        run = following(page.steps, stands)
        if not run:
            raise LookupError(f"shard {shard} stands at {stands}, where no step ends")
        await self._take(run)
        self._metrics.asked_for.inc(len(run))
        return len(run)

    async def _take(self, run: Sequence[S]) -> int:
        """Apply steps that follow one another, or park the guilty: where their shard stands then."""
        shard = run[0].shard
        self._stands.pop(shard, None)  # unknown until the answer is there
        try:
            stands = await self._effects.apply(run)
        except self._away:
            raise
        except Exception as error:  # noqa: BLE001 - whatever one step breaks, the others go on
            if len(run) == 1:
                stands = await self._park(run[0], error)
            else:  # one by one, so that only the guilty are parked
                for step in run:
                    stands = await self._take([step])
                    if stands != step.position:
                        break
        self._stands[shard] = stands
        return stands

    async def _park(self, step: S, error: Exception) -> int:
        log.error(
            "step_parked",
            game_id=step.game_id,
            shard=step.shard,
            position=step.position,
            exc_info=error,
        )
        self._metrics.parked.inc()
        return await self._effects.park(step, repr(error))

    async def _standing(self, shard: int) -> int:
        if shard not in self._stands:
            self._stands[shard] = await self._effects.position(shard)
        return self._stands[shard]


def following(steps: Sequence[S], position: int) -> list[S]:
    """Those of the steps, which are in order, that follow one another from a position on."""
    run: list[S] = []
    for step in steps:
        if step.previous_position == position:
            run.append(step)
            position = step.position
    return run


async def _keep_on(work: Callable[[], Awaitable[None]]) -> None:
    """Work that begins again, a little later each time, whatever ends it."""
    pause = FIRST_PAUSE
    while not is_told_to_end():
        began = asyncio.get_running_loop().time()
        try:
            await work()
        except Exception as error:  # nothing may end it but cancellation
            log.warning("bus_interrupted", pause=pause, exc_info=error)
        if asyncio.get_running_loop().time() - began > LONGEST_PAUSE:
            pause = FIRST_PAUSE
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
