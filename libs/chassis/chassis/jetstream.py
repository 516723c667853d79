"""NATS JetStream: the only file that knows it. A connection lasts until it breaks (ARCHITECTURE 5).

What is lost with it is made up for by whoever uses it, who opens the next one.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import nats.errors
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig, DeliverPolicy
from nats.js.errors import NotFoundError

PATIENCE = 5.0
"""Seconds that the server gets for an answer."""
MOST_BYTES = 256 * 2**20
"""What a stream keeps: it is transport, and whoever needs older steps asks the store."""
BATCH = 256
SECONDS_TO_ACK = 30.0
"""After so long without a word about it a message comes again."""

log = structlog.get_logger()


class StreamAway(Exception):
    """The server does not answer, went away before it did, or refused."""


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream of all messages whose subjects begin with ``root``."""

    root: str

    @property
    def name(self) -> str:
        return self.root.replace(".", "_")

    @property
    def subjects(self) -> str:
        return f"{self.root}.>"


class Heard(NamedTuple):
    """A message, and how to say that it need not come again."""

    data: bytes
    ack: Callable[[], Awaitable[None]]


class Outlet:
    """A stream to publish to."""

    def __init__(self, context: JetStreamContext, stream: Stream) -> None:
        self._context = context
        self._stream = stream

    async def last(self, subjects: str) -> Mapping[str, str] | None:
        """The headers of the last message under subjects; None when there is none."""
        with _answered():
            try:
                message = await self._context.get_last_msg(self._stream.name, subjects)
            except NotFoundError:
                return None
        return message.headers or {}

    async def publish(self, messages: Sequence[tuple[str, bytes, dict[str, str]]]) -> None:
        """Publish messages (subject, data, headers) in order; the stream has them all at the end."""
        with _answered():
            acknowledged = [
                await self._context.publish_async(
                    subject, data, stream=self._stream.name, headers=headers
                )
                for subject, data, headers in messages
            ]
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*acknowledged)

    async def forget(self) -> None:
        """Take away the whole stream; it is made again with the next connection."""
        with _answered():
            await self._context.delete_stream(self._stream.name)


class Inlet:
    """A stream to hear from its newest message on, shared by all that use the same name."""

    def __init__(self, subscription: JetStreamContext.PullSubscription) -> None:
        self._subscription = subscription

    async def fetch(self) -> list[Heard]:
        """The next messages in the order of the stream; none when nothing comes for a while."""
        with _answered():
            try:
                messages = await self._subscription.fetch(BATCH, timeout=PATIENCE)
            except TimeoutError:  # of the client's own kind or not
                return []
        return [Heard(message.data, partial(self._ack, message)) for message in messages]

    async def _ack(self, message: Msg) -> None:
        with _answered():
            await message.ack()


@asynccontextmanager
async def open_outlet(url: str, stream: Stream) -> AsyncIterator[Outlet]:
    """The stream to publish to, made if need be; StreamAway when the server does not answer."""
    async with connected(url) as context:
        await _ensure(context, stream)
        yield Outlet(context, stream)


@asynccontextmanager
async def open_inlet(url: str, stream: Stream, name: str) -> AsyncIterator[Inlet]:
    """The stream to hear, made if need be; StreamAway when the server does not answer."""
    async with connected(url) as context:
        await _ensure(context, stream)
        with _answered():
            subscription = await context.pull_subscribe(
                stream.subjects,
                durable=name,
                stream=stream.name,
                config=ConsumerConfig(deliver_policy=DeliverPolicy.NEW, ack_wait=SECONDS_TO_ACK),
            )
        yield Inlet(subscription)


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[JetStreamContext]:
    """A server's streams, through a connection of their own; StreamAway when it does not answer."""
    client = Client()
    try:
        with _answered():
            async with asyncio.timeout(PATIENCE):
                await client.connect(
                    url.split(","),
                    # A new connection is a new beginning: what came between is compared anew.
                    allow_reconnect=False,
                    max_reconnect_attempts=1,
                    reconnect_time_wait=0,
                    error_cb=_noted,
                )
        yield client.jetstream(timeout=PATIENCE)
    finally:
        await client.close()


async def _ensure(context: JetStreamContext, stream: Stream) -> None:
    with _answered():
        try:
            # An operator may have made it otherwise, for instance with more replicas.
            await context.stream_info(stream.name)
        except NotFoundError:
            await context.add_stream(
                name=stream.name, subjects=[stream.subjects], max_bytes=MOST_BYTES
            )


@contextmanager
def _answered() -> Iterator[None]:
    try:
        yield
    except (nats.errors.Error, OSError, TimeoutError) as error:
        raise StreamAway(repr(error)) from error


async def _noted(error: Exception) -> None:
    log.debug("nats_error", error=repr(error))
