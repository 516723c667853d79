"""What is true of games on any platform whose NATS is away for a while."""

import asyncio
import time
import urllib.request
from contextlib import contextmanager

from prometheus_client.parser import text_string_to_metric_families

from chassis import jetstream
from services.table.publishing import ROOT
from tests.e2e.proof import bot_games, check_games, counted, pages
from tests.e2e.tables import SOAK

SECONDS_AWAY = 6 if SOAK == 1 else 60
"""Nobody waits as long as the shorter one for an answer of NATS."""


async def check_without_nats(there, nats, away):
    """Passes games that go on while NATS is away, each step of which is told and counted once.

    ``away`` is the block in which it is.
    """
    games = await bot_games(there, 3)
    while not await heard(there, "stream"):  # noqa: ASYNC110 - a metric tells nobody
        await asyncio.sleep(0.1)
    with away(nats):
        until = time.monotonic() + SECONDS_AWAY
        assert await pages(there.web, {"state": "GAME_STATE_PLAYING"})
        await counted(there, len(games))
        while time.monotonic() < until:
            games += await one_more(there, games)
        before = await heard(there, "stream")

    while await heard(there, "stream") == before or not await all_published(there, nats):
        games += await one_more(there, games)

    steps = len(await there.steps())
    assert await published(nats) == steps
    assert await heard(there, "stream") + await heard(there, "store") == steps
    await check_games(there, games)


@contextmanager
def standing_still(nats):
    nats.suspend()
    try:
        yield
    finally:
        nats.resume()


async def one_more(there, games):
    """A game that is played and counted."""
    more = await bot_games(there, 1, f"open-after-{len(games)}")
    await counted(there, len(games) + 1)
    return more


async def all_published(there, nats):
    return await published(nats) >= len(await there.steps())


async def published(nats):
    """How many steps the stream has."""
    async with jetstream.connected(nats.url) as context:
        stream = await context.stream_info(jetstream.Stream(ROOT).name)
        return stream.state.messages


async def heard(there, way):
    """How many steps scoring has taken that came this way."""
    url = f"http://{there.metrics['scoring']}/metrics"
    text = await asyncio.to_thread(lambda: urllib.request.urlopen(url).read().decode())
    [value] = [
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == "thousand_bus_steps_total" and sample.labels["way"] == way
    ]
    return value
