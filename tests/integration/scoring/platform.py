"""Identity, table and scoring in this process, on real databases and a real bus."""

import asyncio
import urllib.request
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import grpc.aio
from prometheus_client.parser import text_string_to_metric_families

from chassis.run import serve
from chassis.settings import Settings
from services.identity import bind as identity
from services.identity import migrate as identity_tables
from services.scoring import bind as scoring
from services.scoring import migrate as scoring_tables
from services.table import bind as table
from thousand.scoring.v1 import scoring_pb2, scoring_pb2_grpc
from thousand_log import migrate as table_tables
from thousand_log.postgres import PostgresLog

SHARDS = 2


@dataclass
class Databases:
    """One for each service."""

    identity: str
    table: str
    scoring: str

    def migrate(self):
        identity_tables.migrate(self.identity)
        table_tables.migrate(self.table, SHARDS)
        scoring_tables.migrate(self.scoring)


@dataclass
class Platform:
    log: PostgresLog
    scoring: scoring_pb2_grpc.ScoringServiceStub
    metrics: str
    addresses: dict

    async def append(self, *games):
        """Lets games be played, all at once."""

        async def play(game):
            for step in game.steps:
                await self.log.append(step)

        await asyncio.gather(*map(play, games))

    async def tallies(self):
        answer = await self.scoring.ListLeaderboard(
            scoring_pb2.ListLeaderboardRequest(page_size=200)
        )
        return {
            player.account: {
                field: getattr(player, field)
                for field in scoring_pb2.Player.DESCRIPTOR.fields_by_name
                if field != "account" and (getattr(player, field) or field == "written")
            }
            for player in answer.players
        }

    async def until_counted(self, expected):
        """Asks until the answer is right."""
        async with asyncio.timeout(60):
            while await self.tallies() != expected:  # noqa: ASYNC110 - the store tells nobody
                await asyncio.sleep(0.05)

    async def counter(self, name, **labels):
        """The value of a metric of the scoring service."""
        url = f"http://{self.metrics}/metrics"
        text = await asyncio.to_thread(lambda: urllib.request.urlopen(url).read().decode())
        return sum(
            sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )


@asynccontextmanager
async def platform(databases, secret_file, nats_url=""):
    """All three services until the end of the block."""
    async with AsyncExitStack() as running:

        async def started(name, bind, **settings):
            made = Settings(bootstrap_secret_file=secret_file, nats_url=nats_url, **settings)
            return await running.enter_async_context(serve(name, bind, made))

        known = await started("identity", identity.bind, database_url=databases.identity)
        played = await started(
            "table", table.bind, database_url=databases.table, identity=known.grpc
        )
        counted = await started(
            "scoring",
            scoring.bind,
            database_url=databases.scoring,
            identity=known.grpc,
            table=played.grpc,
        )
        channel = await running.enter_async_context(grpc.aio.insecure_channel(counted.grpc))
        yield Platform(
            await running.enter_async_context(PostgresLog.open(databases.table)),
            scoring_pb2_grpc.ScoringServiceStub(channel),
            counted.metrics,
            {"identity": known.grpc, "scoring": counted.grpc},
        )
