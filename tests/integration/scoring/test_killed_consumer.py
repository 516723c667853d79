import asyncio
import uuid
from contextlib import asynccontextmanager

from prometheus_client import CollectorRegistry

from chassis import jetstream
from chassis.bus import BusMetrics, Page
from chassis.jetstream import Heard, Stream, open_inlet, open_outlet
from chassis.tasks import kept_running
from services.scoring import consumers
from services.table.publishing import encode, step_message
from tests.unit.relay.streams import Gauges
from tests.unit.scoring.told import a_game, added_up
from thousand_log import MemoryLog
from thousand_log.relay import Relay


async def test_a_consumer_killed_between_effect_and_answer_counts_nothing_twice(
    counting, standings, nats, monkeypatch
):
    monkeypatch.setattr(jetstream, "SECONDS_TO_ACK", 0.5)
    log, stream, game = MemoryLog(), Stream(f"test{uuid.uuid4().hex}.steps"), a_game(most_deals=3)
    effect_done, heard_again, is_quick = asyncio.Event(), asyncio.Event(), False

    async def read_steps(shard, after):
        placed = await log.tail(shard, after, 100)
        return Page([consumers.read_step(step_message(step)) for step in placed], 1)

    @asynccontextmanager
    async def inlet():
        class Slow:
            async def fetch(self):
                messages = await real.fetch()
                return [Heard(message.data, lambda m=message: answer(m)) for message in messages]

        async def answer(message):
            effect_done.set()
            if not is_quick:
                await asyncio.Event().wait()
            await message.ack()
            heard_again.set()

        async with open_inlet(nats, stream, "scoring") as real:
            yield Slow()

    def consumer():
        metrics = BusMetrics("scoring", CollectorRegistry())
        return consumers.consumer_of(counting, read_steps, metrics)

    relay = Relay(
        log,
        lambda: open_outlet(nats, stream),
        root=stream.root,
        encode=encode,
        gauges=Gauges(),
    )
    async with open_inlet(nats, stream, "scoring"):
        pass  # from here on nothing is missed
    async with kept_running(relay.run()):
        async with kept_running(consumer().run(inlet)):
            for step in game.steps:
                await log.append(step)
            await effect_done.wait()
        is_quick = True
        async with kept_running(consumer().run(inlet)):
            await heard_again.wait()
            await consumer().catch_up()

    player = await standings.player("ann")
    expected = added_up([game])["ann"]
    assert (player.tally.deals, player.tally.written) == (expected["deals"], expected["written"])
