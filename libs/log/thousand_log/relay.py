"""Tells a stream what the log has, step by step and shard by shard (ARCHITECTURE 5)."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from typing import NamedTuple, Protocol, TypeAlias

import structlog

from thousand_log.port import Claim, Log
from thousand_log.step import PlacedStep

BATCH = 256
"""Steps in flight at most."""
POLL_SECONDS = 0.5
"""How long what other replicas append may go unnoticed."""
CLAIM_SECONDS = 1.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0

MESSAGE_ID = "Nats-Msg-Id"
HEAD = "Thousand-Head"

logger = structlog.get_logger()


class Message(NamedTuple):
    """What is published."""

    subject: str
    data: bytes
    headers: dict[str, str]


class Outlet(Protocol):
    """A stream to publish to, as long as it answers. Every method may raise."""

    async def last(self, subjects: str) -> Mapping[str, str] | None:
        """The headers of the last message under subjects; None when there is none."""

    async def publish(self, messages: Sequence[Message]) -> None:
        """Publish in order, and return when the stream has them all."""

    async def forget(self) -> None:
        """Take away the whole stream."""


class Gauges(Protocol):
    """Where it is shown how the relay does."""

    def lag(self, shard: int, positions: int) -> None:
        """So many positions of a shard are not known to be published."""

    def published(self, steps: int) -> None:
        """So many more steps are published."""


OpenOutlet: TypeAlias = Callable[[], AbstractAsyncContextManager[Outlet]]


class Relay:
    """Publishes every step of a log under ``<root>.<shard>.<game id>``.

    One relay is active for a shard; the others stand by. Nothing that others rely on depends on
    it: two at once, repetitions and a stream that lost its end do no harm, since a message says
    where its step lies. ``encode`` makes the message of a step.
    """

    def __init__(
        self,
        log: Log,
        open_outlet: OpenOutlet,
        *,
        root: str,
        encode: Callable[[PlacedStep], bytes],
        gauges: Gauges,
    ) -> None:
        self._log = log
        self._open_outlet = open_outlet
        self._root = root
        self._encode = encode
        self._gauges = gauges
        self._reached = [0] * log.shards  # positions that are known to be published
        self._appended = [asyncio.Event() for _ in range(log.shards)]
        self._pause = FIRST_PAUSE
        log.listen(lambda shard: self._appended[shard].set())

    async def run(self) -> None:
        """Relay until cancelled, whatever goes away and comes back meanwhile."""
        while not _is_told_to_end():
            try:
                async with self._log.claiming() as claim:
                    await self._lead(claim)
            except Exception as error:  # nothing may end it but cancellation
                logger.warning("relay_interrupted", pause=self._pause, exc_info=error)
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, LONGEST_PAUSE)

    async def _lead(self, claim: Claim) -> None:
        """Relay the shards that fall to us, as long as store and stream answer."""
        own: set[int] = set()
        # Claimed before the stream is opened, so that the lag is seen when it cannot be.
        claimed = await self._claim(claim, own)
        async with self._open_outlet() as outlet, asyncio.TaskGroup() as tasks:
            while not _is_told_to_end():
                for shard in claimed:
                    tasks.create_task(self._relay(outlet, shard))
                await asyncio.sleep(CLAIM_SECONDS)
                claimed = await self._claim(claim, own)

    async def _claim(self, claim: Claim, own: set[int]) -> frozenset[int]:
        shards = range(self._log.shards)
        # Asked even when all are ours: it tells whether they still are.
        claimed = await claim([shard for shard in shards if shard not in own])
        own |= claimed
        for shard in shards:
            lag = await self._log.end(shard) - self._reached[shard] if shard in own else 0
            self._gauges.lag(shard, lag)
        return claimed

    async def _relay(self, outlet: Outlet, shard: int) -> None:
        appended = self._appended[shard]
        self._reached[shard] = await self._resume(outlet, shard)
        self._pause = FIRST_PAUSE
        while not _is_told_to_end():
            appended.clear()
            steps = await self._log.tail(shard, self._reached[shard], BATCH)
            if steps:
                await outlet.publish([self._message(placed) for placed in steps])
                self._reached[shard] = steps[-1].position
                self._gauges.published(len(steps))
            else:
                await _set_within(appended, POLL_SECONDS)

    async def _resume(self, outlet: Outlet, shard: int) -> int:
        """The position after which to publish: that of the stream's last message.

        A stream that goes on differently from the store tells of a history that is lost. It is
        taken away, since the server would take what we publish for repetitions of it.
        """
        last = await outlet.last(f"{self._root}.{shard}.>")
        if last is None:
            return 0
        position = last.get(MESSAGE_ID, "").rpartition("-")[2]
        if position.isdecimal():
            for placed in await self._log.tail(shard, int(position) - 1, 1):
                if self._message(placed).headers.items() <= last.items():
                    return placed.position
        logger.error("stream_differs", shard=shard, position=position)
        await outlet.forget()
        raise LookupError("the stream was taken away and is to be made again")

    def _message(self, placed: PlacedStep) -> Message:
        step = placed.step
        return Message(
            f"{self._root}.{placed.shard}.{step.game_id}",
            self._encode(placed),
            {
                MESSAGE_ID: f"{self._root}-{placed.shard}-{placed.position}",
                HEAD: step.head.hex(),
            },
        )


async def _set_within(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


def _is_told_to_end() -> bool:
    # Libraries and groups of tasks lose a cancellation that meets an answer or an error.
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
