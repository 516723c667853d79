import asyncio
from collections import defaultdict
from contextlib import asynccontextmanager, suppress
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry

from chassis import bus
from chassis.bus import BusMetrics, Consumer, Page
from chassis.jetstream import Heard, StreamAway
from chassis.tasks import kept_running
from tests.unit.relay.streams import Watched, append, encode, parse
from thousand_log import MemoryLog

SHARDS = 2


class Away(Exception):
    pass


class Ledger(Watched):
    """Effects in memory, with all that may go wrong around a transaction."""

    def __init__(self):
        super().__init__()
        self.positions = defaultdict(int)
        self.done = []
        self.parked = []
        self.poisoned = set()
        self.random = Random(0)
        self.trouble = 0.0

    async def position(self, shard):
        return self.positions[shard]

    async def apply(self, steps):
        if any(step.game_id in self.poisoned and not self._is_parked(step) for step in steps):
            raise ZeroDivisionError
        return await self._move(steps)

    async def park(self, step, _error):
        return await self._move([step], guilty=step)

    def _is_parked(self, step):
        return any(parked.game_id == step.game_id for parked in self.parked)

    async def _move(self, steps, guilty=None):
        self._stumble()
        await asyncio.sleep(0)
        shard = steps[0].shard
        if self.positions[shard] == steps[0].previous_position:
            self.positions[shard] = steps[-1].position
            for step in steps:
                aside = step is guilty or self._is_parked(step)
                (self.parked if aside else self.done).append(step)
            self.moved()
            self._stumble()
        return self.positions[shard]

    def _stumble(self):
        if self.random.random() < self.trouble:
            raise Away


class Shelf:
    """A log to read steps from, few at a time, which may be out of reach."""

    def __init__(self):
        self.log = MemoryLog(SHARDS)
        self.asked = 0
        self.is_away = False

    async def read(self, shard, after):
        self.asked += 1
        if self.is_away:
            raise Away
        steps = await self.log.tail(shard, after, 3)
        return Page([parse(encode(placed)) for placed in steps], SHARDS)

    async def append(self, *game_ids):
        return [parse(encode(await append(self.log, game_id))) for game_id in game_ids]


@pytest.fixture
def shelf():
    return Shelf()


@pytest.fixture
def ledger():
    return Ledger()


def consumer_of(ledger, shelf, registry=None):
    return Consumer(
        ledger,
        shelf.read,
        parse=parse,
        away=Away,
        metrics=BusMetrics("test", registry or CollectorRegistry()),
    )


@pytest.fixture
def consumer(ledger, shelf):
    return consumer_of(ledger, shelf)


def positions(steps):
    return [step.position for step in steps]


async def test_steps_in_order_are_applied_without_asking_the_store(consumer, ledger, shelf):
    steps = await shelf.append(*["t1-1"] * 5)

    for step in steps:
        await consumer.take([step])

    assert (positions(ledger.done), shelf.asked) == ([1, 2, 3, 4, 5], 0)


async def test_what_is_known_already_is_ignored(consumer, ledger, shelf):
    steps = await shelf.append(*["t1-1"] * 3)

    for step in [*steps, *steps, steps[0]]:
        await consumer.take([step])

    assert positions(ledger.done) == [1, 2, 3]


async def test_a_gap_is_filled_from_the_store(consumer, ledger, shelf):
    steps = await shelf.append(*["t1-1"] * 9)

    await consumer.take([steps[0]])
    await consumer.take([steps[7]])

    assert positions(ledger.done) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


async def test_without_a_stream_everything_is_asked_for(consumer, ledger, shelf):
    await shelf.append(*["t1-1", "t2-1", "t3-1"] * 4)

    taken = await consumer.catch_up()

    assert (taken, len(ledger.done)) == (12, 12)


async def test_play_that_goes_on_while_the_store_is_asked_is_left_to_the_stream(ledger):
    class Endless(Shelf):
        async def read(self, shard, after):
            await self.append("t1-1")
            return await super().read(shard, after)

    shelf = Endless()
    consumer = consumer_of(ledger, shelf)
    asking = asyncio.create_task(consumer.catch_up(consumer._moved))
    await ledger.until(lambda: len(ledger.done) > 20)
    while not asking.done():
        await consumer.take(await shelf.append(*["t1-1"] * 9))

    await asking
    assert positions(ledger.done) == list(range(1, len(ledger.done) + 1))


async def test_a_shard_that_the_stream_moved_is_not_asked_for_until_the_next_poll(
    consumer, ledger, shelf, monkeypatch
):
    monkeypatch.setattr(bus, "POLL_SECONDS", 0.01)
    steps = await shelf.append(*["t1-1"] * 4)
    await consumer.take(steps[:3])

    await consumer.catch_up(consumer._moved)
    before = len(ledger.done)
    async with kept_running(consumer.run()):
        await ledger.until(lambda: len(ledger.done) == 4)

    assert before == 3


async def test_a_step_that_cannot_be_processed_parks_its_game_only(ledger, shelf):
    ledger.poisoned = {"t1-1"}
    registry = CollectorRegistry()
    consumer = consumer_of(ledger, shelf, registry)
    steps = await shelf.append(*["t1-1", "t1-2"] * 3)

    for step in steps:
        await consumer.take([step])

    assert {step.game_id for step in ledger.done} == {"t1-2"}
    assert positions(ledger.done) == [2, 4, 6]
    assert positions(ledger.parked) == [1, 3, 5]
    labels = {"service": "test", "reason": "parked"}
    assert registry.get_sample_value("thousand_bus_failures_total", labels) == 1


async def test_a_store_that_is_away_parks_nothing(consumer, ledger, shelf):
    [step] = await shelf.append("t1-1")
    ledger.trouble = 1.0

    with pytest.raises(Away):
        await consumer.take([step])
    ledger.trouble = 0.0
    await consumer.take([step])

    assert (positions(ledger.done), ledger.parked) == ([1], [])


class Inlet(Watched):
    """Brings what it is given, then nothing any more."""

    def __init__(self, *messages):
        super().__init__()
        self.messages = [list(messages)]
        self.acks = []

    @asynccontextmanager
    async def open(self):
        yield self

    async def fetch(self):
        if not self.messages:
            await asyncio.Event().wait()
        return [Heard(data, partial(self.ack, data)) for data in self.messages.pop(0)]

    async def ack(self, data):
        self.acks.append(data)
        self.moved()


async def test_a_message_is_acknowledged_after_its_effect_and_junk_as_well(consumer, ledger, shelf):
    steps = await shelf.append(*["t1-1"] * 3)
    message = encode((await shelf.log.tail(steps[0].shard, 0, 1))[0])
    off_the_shards = b'{"shard": 7, "position": 1, "previous_position": 0, "game_id": "t1-1"}'
    inlet = Inlet(b"\xff", off_the_shards, message)

    async with kept_running(consumer.run(inlet.open)):
        await inlet.until(lambda: len(inlet.acks) == 3)

    assert inlet.acks == [b"\xff", off_the_shards, message]
    assert positions(ledger.done) == [1, 2, 3]


async def test_an_effect_without_an_answer_is_not_acknowledged_and_not_repeated(
    consumer, ledger, shelf, monkeypatch
):
    monkeypatch.setattr(bus, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(bus, "LONGEST_PAUSE", 0.01)
    shelf.is_away = True
    ledger.trouble = 0.6
    inlet = Inlet()

    async with kept_running(consumer.run(inlet.open)):
        await shelf.append(*["t1-1"] * 8)
        shelf.is_away = False
        await ledger.until(lambda: len(ledger.done) == 8)

    assert positions(ledger.done) == list(range(1, 9))
    assert inlet.acks == []


async def test_a_stream_that_is_away_delays_only(consumer, ledger, shelf, monkeypatch):
    monkeypatch.setattr(bus, "POLL_SECONDS", 0.01)

    @asynccontextmanager
    async def away():
        raise StreamAway
        yield

    async with kept_running(consumer.run(away)):
        await shelf.append(*["t1-1"] * 4)
        await ledger.until(lambda: len(ledger.done) == 4)

    assert positions(ledger.done) == [1, 2, 3, 4]


@given(
    games=st.lists(st.sampled_from(["t1-1", "t1-2", "t2-1", "t3-1"]), max_size=30),
    poisoned=st.sets(st.sampled_from(["t1-1", "t2-1"])),
    trouble=st.sampled_from([0.0, 0.1, 0.4]),
    deliveries=st.lists(
        st.tuples(st.integers(0, 1), st.integers(0, 29), st.integers(1, 6)), max_size=90
    ),
    seed=st.integers(0, 2**32),
)
@settings(deadline=None, max_examples=100)
def test_no_stream_however_hostile_does_a_step_twice_or_leaves_one_out(
    games, poisoned, trouble, deliveries, seed
):
    """Lost, doubled and reordered, to two replicas at once, over a store that goes away."""

    async def scene():
        ledger, shelf = Ledger(), Shelf()
        ledger.poisoned, ledger.trouble, ledger.random = poisoned, trouble, Random(seed)
        replicas = [consumer_of(ledger, shelf), consumer_of(ledger, shelf)]
        steps, rearranged = await shelf.append(*games), Random(seed)

        async def deliver(replica):
            for to, number, size in deliveries:
                if to == replica and number < len(steps):
                    with suppress(Away):
                        heard = [
                            step
                            for step in steps[number : number + size]
                            if step.shard == steps[number].shard
                        ]
                        rearranged.shuffle(heard)
                        await replicas[replica].take(heard)

        await asyncio.gather(deliver(0), deliver(1))
        ledger.trouble = 0.0
        await asyncio.gather(*(replica.catch_up() for replica in replicas))
        return ledger, steps

    ledger, steps = asyncio.run(scene())

    in_order = sorted(steps, key=lambda step: (step.shard, step.position))
    done = sorted(ledger.done, key=lambda step: step.shard)
    parked = sorted(ledger.parked, key=lambda step: step.shard)
    assert done == [step for step in in_order if step.game_id not in poisoned]
    assert parked == [step for step in in_order if step.game_id in poisoned]
