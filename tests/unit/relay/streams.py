"""A stream in memory that does what a server may do: repeat, lose its end, go away."""

import asyncio
import json
from contextlib import asynccontextmanager
from types import SimpleNamespace

from eventsourcing.persistence import StoredEvent

from chassis.jetstream import StreamAway
from thousand_evidence.chain import first_head
from thousand_log import Step, chained
from thousand_log.relay import MESSAGE_ID

ROOT = "test.steps"


class Watched:
    """Something whose changes a test waits for."""

    def __init__(self):
        self._moved = asyncio.Event()

    def moved(self):
        self._moved.set()

    async def until(self, holds):
        async with asyncio.timeout(10):
            while not holds():
                self._moved.clear()
                await self._moved.wait()


class MemoryStream(Watched):
    def __init__(self):
        super().__init__()
        self.messages = []
        self.arrived = 0
        self.is_away = False
        self.loses_answers = 0

    @asynccontextmanager
    async def open(self):
        if self.is_away:
            raise StreamAway
        yield self

    async def last(self, subjects):
        root = subjects.removesuffix(">")
        of_shard = [message for message in self.messages if message.subject.startswith(root)]
        return of_shard[-1].headers if of_shard else None

    async def publish(self, messages):
        await asyncio.sleep(0)
        if self.is_away:
            raise StreamAway
        known = {message.headers.get(MESSAGE_ID) for message in self.messages}
        self.arrived += len(messages)
        self.messages += [new for new in messages if new.headers[MESSAGE_ID] not in known]
        self.moved()
        if self.loses_answers:
            self.loses_answers -= 1
            raise StreamAway

    async def forget(self):
        self.messages.clear()

    def steps(self, shard=0):
        read = [parse(message.data) for message in self.messages]
        return [step for step in read if step.shard == shard]


class Gauges(Watched):
    def __init__(self):
        super().__init__()
        self.lags = {}
        self.steps = 0

    def lag(self, shard, positions):
        self.lags[shard] = positions
        self.moved()

    def published(self, steps):
        self.steps += steps


def encode(placed):
    return json.dumps(
        {
            "shard": placed.shard,
            "previous_position": placed.previous_position,
            "position": placed.position,
            "game_id": placed.step.game_id,
            "first_version": placed.step.first_version,
        }
    ).encode()


def parse(data):
    return SimpleNamespace(**json.loads(data))


async def append(log, game_id, *, facts=1, said="{}"):
    """One more step of a game: where it was placed."""
    before = await log.read(game_id)
    first = before[-1].last_version + 1 if before else 1
    events = [
        StoredEvent(game_id, first + place, "game.said", said.encode()) for place in range(facts)
    ]
    head = before[-1].head if before else first_head(game_id)
    return await log.append(Step(game_id, chained(events, head), f"c{first}", "anna"))
