"""All services in this process, each by its own bind, on a real PostgreSQL and a real NATS."""

from contextlib import AsyncExitStack, asynccontextmanager

import grpc.aio

import services.bot.bind
import services.gateway.bind
import services.identity.bind
import services.identity.migrate
import services.matchmaking.bind
import services.scoring.bind
import services.scoring.migrate
import services.table.bind
from chassis.run import serve
from chassis.settings import Settings
from tests.accounts import SECRET, secret_in
from tests.e2e.browsers import Web
from tests.e2e.reached import Reached
from thousand_cli.embedded_nats import EmbeddedNats
from thousand_log.migrate import migrate

BOTS_AFTER = 0.5

SERVICES = {
    "identity": (services.identity.bind.bind, services.identity.migrate.migrate),
    "table": (services.table.bind.bind, migrate),
    "scoring": (services.scoring.bind.bind, services.scoring.migrate.migrate),
    "bot": (services.bot.bind.bind, None),
    "matchmaking": (services.matchmaking.bind.bind, migrate),
    "gateway": (services.gateway.bind.bind, None),
}
"""In the order in which they start: each finds those it asks."""

PEERS = ("identity", "table", "scoring", "bot", "matchmaking")


class Services(Reached):
    """The services and channels to them; each may be stopped and started again."""

    def __init__(self, secret_file, nats, closing):
        super().__init__(SECRET)
        self.secret_file = secret_file
        self.nats = nats
        self.closing = closing
        self.running = {}
        self.addresses = {}
        self.metrics = {}

    async def start(self, name, bind, database="", *, replica="", at="127.0.0.1:0"):
        """Starts a service; calls go to the last one of a name."""
        settings = Settings(
            listen=at,
            database_url=database,
            nats_url=self.nats.url,
            bootstrap_secret_file=self.secret_file,
            bots_after=BOTS_AFTER,
            **{peer: at for peer, at in self.addresses.items() if peer in PEERS},
        )
        stack = self.running[name + replica] = AsyncExitStack()
        running = await stack.enter_async_context(serve(name, bind, settings))
        self.closing.push_async_callback(stack.aclose)
        self.addresses[name] = running.grpc
        self.metrics[name] = running.metrics
        self.channels[name] = await stack.enter_async_context(
            grpc.aio.insecure_channel(running.grpc)
        )
        if web := running.others.get("web"):
            self.web = Web(web)

    async def start_bots(self, **how):
        await self.start("bot", services.bot.bind.bind, **how)

    async def stop(self, name):
        await self.running[name].aclose()


@asynccontextmanager
async def services_on(postgres, folder):
    """All services, each that keeps something with a database of its own."""
    nats = EmbeddedNats(folder / "nats")
    async with AsyncExitStack() as closing:
        closing.callback(nats.stop)
        nats.start()
        here = Services(secret_in(folder), nats, closing)
        for name, (bind, ready) in SERVICES.items():
            database = ""
            if ready:
                database = postgres.create_database(f"{folder.name}_{name}")
                ready(database)
            await here.start(name, bind, database)
        yield here
