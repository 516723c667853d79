import asyncio
from contextlib import asynccontextmanager
from random import Random

import pytest

from chassis.tasks import kept_running
from tests.unit.relay.streams import ROOT, Gauges, MemoryStream, append, encode
from thousand_log import MemoryLog, relay
from thousand_log.relay import MESSAGE_ID, Message, Relay


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    for seconds in ("POLL_SECONDS", "CLAIM_SECONDS", "FIRST_PAUSE", "LONGEST_PAUSE"):
        monkeypatch.setattr(relay, seconds, 0.01)


@pytest.fixture
def log():
    return MemoryLog()


@pytest.fixture
def stream():
    return MemoryStream()


@pytest.fixture
def gauges():
    return Gauges()


@pytest.fixture
def relaying(log, stream, gauges):
    @asynccontextmanager
    async def relaying():
        made = Relay(log, stream.open, root=ROOT, encode=encode, gauges=gauges)
        async with kept_running(made.run()):
            yield

    return relaying


def has(stream, *placed):
    return lambda: {step.position for step in stream.steps()} >= {step.position for step in placed}


async def test_each_step_is_one_message_under_its_shard_and_game(log, stream, relaying):
    placed = await append(log, "t1-1", facts=3)

    async with relaying():
        await stream.until(has(stream, placed))

    [message] = stream.messages
    assert message.subject == f"{ROOT}.0.t1-1"
    assert message.headers[MESSAGE_ID] == f"{ROOT}-0-3"
    assert message.data == encode(placed)


async def test_the_steps_of_every_shard_come_in_the_order_of_its_log(stream, gauges):
    log = MemoryLog(shards=3)
    running = Relay(log, stream.open, root=ROOT, encode=encode, gauges=gauges)

    async with kept_running(running.run()):
        placed = [await append(log, f"t{n % 7}-1", facts=1 + n % 3) for n in range(700)]
        await stream.until(lambda: len(stream.messages) == len(placed))

    for shard in range(3):
        steps = stream.steps(shard)
        of_shard = [step for step in placed if step.shard == shard]
        assert [(step.previous_position, step.position) for step in steps] == [
            (step.previous_position, step.position) for step in of_shard
        ]
    assert gauges.steps == len(placed)


async def test_a_relay_goes_on_after_the_last_message(log, stream, relaying):
    async with relaying():
        await stream.until(has(stream, await append(log, "t1-1")))

    last = await append(log, "t1-1")
    async with relaying():
        await stream.until(has(stream, last))

    assert stream.arrived == 2


async def test_a_stream_that_lost_its_end_gets_it_again(log, stream, relaying):
    placed = [await append(log, "t1-1") for _ in range(10)]
    async with relaying():
        await stream.until(has(stream, *placed))
    del stream.messages[4:]

    async with relaying():
        await stream.until(has(stream, *placed))

    assert len(stream.messages) == 10


async def test_a_stream_that_was_deleted_gets_everything_again(log, stream, relaying):
    placed = [await append(log, "t1-1") for _ in range(10)]
    async with relaying():
        await stream.until(has(stream, *placed))
    stream.messages.clear()

    async with relaying():
        await stream.until(has(stream, *placed))

    assert len(stream.messages) == 10


@pytest.mark.parametrize("shorter", [0, 5], ids=["another history", "one that went further"])
async def test_the_store_wins_over_a_stream_with(log, stream, gauges, relaying, shorter):
    lost = MemoryLog()
    for _ in range(10):
        await append(lost, "t1-1", said='{"lost":true}')
    old = Relay(lost, stream.open, root=ROOT, encode=encode, gauges=gauges)
    async with kept_running(old.run()):
        await stream.until(lambda: len(stream.messages) == 10)
    placed = [await append(log, "t1-1") for _ in range(10 - shorter)]

    async with relaying():
        await stream.until(lambda: len(stream.messages) == len(placed) < stream.arrived - 9)

    heads = [message.headers[relay.HEAD] for message in stream.messages]
    assert heads == [step.step.head.hex() for step in placed]


@pytest.mark.parametrize("headers", [{}, {MESSAGE_ID: "nonsense"}, {MESSAGE_ID: f"{ROOT}-0-1"}])
async def test_a_message_that_is_none_of_ours_does_not_stop_it(log, stream, relaying, headers):
    stream.messages.append(Message(f"{ROOT}.0.t1-1", b"?", headers))
    placed = [await append(log, "t1-1") for _ in range(3)]

    async with relaying():
        await stream.until(lambda: len(stream.messages) == 3 == stream.arrived)

    assert [step.position for step in stream.steps()] == [step.position for step in placed]


async def test_nothing_is_lost_or_doubled_when_the_answer_to_a_publication_is(
    log, stream, relaying
):
    stream.loses_answers = 3

    async with relaying():
        placed = [await append(log, "t1-1") for _ in range(50)]
        await stream.until(has(stream, *placed))

    assert [step.position for step in stream.steps()] == [step.position for step in placed]


async def test_play_goes_on_while_the_stream_is_away_and_the_lag_is_seen(
    log, stream, gauges, relaying
):
    stream.is_away = True

    async with relaying():
        placed = [await append(log, "t1-1", facts=2) for _ in range(5)]
        await gauges.until(lambda: gauges.lags.get(0) == 10)
        stream.is_away = False
        await stream.until(has(stream, *placed))
        await gauges.until(lambda: gauges.lags[0] == 0)

    assert len(stream.messages) == 5


async def test_one_of_two_relays_is_active_and_the_other_takes_over(log, stream):
    first, second = Gauges(), Gauges()
    standby = Relay(log, stream.open, root=ROOT, encode=encode, gauges=second)
    active = Relay(log, stream.open, root=ROOT, encode=encode, gauges=first)

    async with kept_running(active.run()):
        await stream.until(has(stream, await append(log, "t1-1")))
        standing_by = asyncio.create_task(standby.run())
        await stream.until(has(stream, await append(log, "t1-1")))
    await stream.until(has(stream, await append(log, "t1-1")))
    standing_by.cancel()

    assert (first.steps, second.steps, stream.arrived) == (2, 1, 3)


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_happens_the_stream_ends_as_the_store_does(log, stream, relaying, seed):
    random = Random(seed)
    placed = []

    for _ in range(10):
        async with relaying():
            for _ in range(random.randrange(6)):
                placed.append(await append(log, f"t{random.randrange(3)}-1"))
                await asyncio.sleep(0)
                stream.is_away = random.random() < 0.2
            stream.loses_answers = random.randrange(3)
        if random.random() < 0.5:
            del stream.messages[random.randrange(len(stream.messages) + 1) :]
    stream.is_away = False
    placed.append(await append(log, "t1-1"))
    async with relaying():
        await stream.until(has(stream, *placed))

    assert [step.position for step in stream.steps()] == [step.position for step in placed]
