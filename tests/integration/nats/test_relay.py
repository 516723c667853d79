import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import psycopg
import pytest

from chassis.jetstream import Outlet, open_inlet, open_outlet
from chassis.tasks import kept_running
from tests.unit.relay.streams import Gauges, append, encode, parse
from thousand_log.migrate import migrate
from thousand_log.postgres import PostgresLog
from thousand_log.relay import Relay


@pytest.fixture
async def log(database):
    migrate(database)
    async with PostgresLog.open(database) as log:
        yield log


def relay_of(log, url, stream, gauges=None, opened=open_outlet):
    outlet = partial(opened, url, stream)
    return Relay(log, outlet, root=stream.root, encode=encode, gauges=gauges or Gauges())


async def positions(inlet, last):
    """The positions that are heard, up to one."""
    heard = []
    while last not in heard:
        for message in await inlet.fetch():
            heard.append(parse(message.data).position)
            await message.ack()
    return heard


async def test_steps_are_heard_in_the_order_of_their_commits(log, nats, stream):
    async with (
        open_inlet(nats, stream, "test") as inlet,
        kept_running(relay_of(log, nats, stream).run()),
    ):
        games = [f"t{number}-1" for number in range(8)]
        for _ in range(25):
            await asyncio.gather(*(append(log, game_id, facts=2) for game_id in games))
        heard = await positions(inlet, 400)

    assert heard == list(range(2, 401, 2))


async def test_a_relay_killed_between_publication_and_answer_leaves_no_gap_and_no_double(
    log, nats, stream
):
    stopped = asyncio.Event()

    @asynccontextmanager
    async def never_answering(url, stream):
        class NeverAnswering(Outlet):
            async def publish(self, messages):
                await super().publish(messages)
                stopped.set()
                await asyncio.Event().wait()

        async with open_outlet(url, stream) as outlet:
            yield NeverAnswering(outlet._context, stream)

    async with open_inlet(nats, stream, "test") as inlet:
        placed = [await append(log, "t1-1") for _ in range(5)]
        async with kept_running(relay_of(log, nats, stream, opened=never_answering).run()):
            await stopped.wait()
        placed += [await append(log, "t1-1") for _ in range(5)]
        async with kept_running(relay_of(log, nats, stream).run()):
            heard = await positions(inlet, 10)

    assert heard == [step.position for step in placed]


async def test_one_replica_relays_and_another_takes_over_when_it_loses_its_session(
    log, nats, stream, database
):
    gauges = [Gauges(), Gauges()]
    async with AsyncExitStack() as running:
        inlet = await running.enter_async_context(open_inlet(nats, stream, "test"))
        other = await running.enter_async_context(PostgresLog.open(database))
        for replica, shown in zip((log, other), gauges, strict=True):
            relay = relay_of(replica, nats, stream, shown)
            await running.enter_async_context(kept_running(relay.run()))
        await append(log, "t1-1")
        heard = await positions(inlet, 1)
        for _ in range(3):
            with psycopg.connect(database, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
                )
            last = await append(log, "t1-1")
            heard += await positions(inlet, last.position)

    assert heard == [1, 2, 3, 4]
    assert sum(shown.steps for shown in gauges) == 4


async def test_two_relays_at_once_do_no_harm(log, nats, stream):
    @asynccontextmanager
    async def everything():
        async def claim(shards):
            return frozenset(shards)

        yield claim

    log.claiming = everything  # each believes that it is alone
    async with (
        open_inlet(nats, stream, "test") as inlet,
        kept_running(relay_of(log, nats, stream).run()),
        kept_running(relay_of(log, nats, stream).run()),
    ):
        for _ in range(100):
            last = await append(log, "t1-1")
        heard = await positions(inlet, last.position)

    assert heard == list(range(1, 101))


async def test_a_relay_goes_on_when_its_server_is_back(log, own_nats, stream):
    gauges = Gauges()
    async with kept_running(relay_of(log, own_nats.url, stream, gauges).run()):
        for number in range(3):
            own_nats.kill()
            await append(log, "t1-1")
            own_nats.start()
            await gauges.until(lambda steps=number + 1: gauges.steps == steps)

        async with open_outlet(own_nats.url, stream) as outlet:
            last = await outlet.last(f"{stream.root}.0.>")

    assert last["Nats-Msg-Id"].endswith("-0-3")
