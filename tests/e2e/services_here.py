"""Identity, table, bot and matchmaking in this process, on a real PostgreSQL."""

from contextlib import AsyncExitStack, asynccontextmanager

import grpc.aio

import services.bot.bind
import services.identity.bind
import services.identity.migrate
import services.matchmaking.bind
import services.table.bind
from chassis.run import serve
from chassis.settings import Settings
from thousand.bot.v1 import bot_pb2, bot_pb2_grpc
from thousand.matchmaking.v1 import matchmaking_pb2, matchmaking_pb2_grpc
from thousand_client import ServiceSession, TableClient, guest
from thousand_log.migrate import migrate

SECRET = "swordfish" * 4
BOTS_AFTER = 0.5


class Services:
    """The services and channels to them; bot and matchmaking may be stopped and started again."""

    def __init__(self, settings, closing):
        self.settings = settings
        self.closing = closing
        self.running = {}
        self.addresses = {}
        self.channels = {}

    async def start(self, name, bind, database="", *, replica="", at="127.0.0.1:0"):
        """Starts a service; the first of a name has a channel."""
        settings = Settings(
            listen=at,
            database_url=database,
            bootstrap_secret_file=self.settings,
            bots_after=BOTS_AFTER,
            **{peer: at for peer, at in self.addresses.items() if peer in PEERS},
        )
        stack = self.running[name + replica] = AsyncExitStack()
        running = await stack.enter_async_context(serve(name, bind, settings))
        self.closing.push_async_callback(stack.aclose)
        self.addresses[name] = running.grpc
        self.channels[name] = await stack.enter_async_context(
            grpc.aio.insecure_channel(running.grpc)
        )

    async def start_bots(self, **how):
        await self.start("bot", services.bot.bind.bind, **how)

    async def stop(self, name):
        await self.running[name].aclose()

    async def guest(self):
        return await guest(self.channels["identity"])

    def as_service(self):
        return ServiceSession(self.channels["identity"], "test", SECRET)

    def table(self, credentials):
        return TableClient(self.channels["table"], credentials)

    async def fill(self, credentials, game_id, command_id="fill", count=None):
        """Asks for bots: their seats."""
        stub = bot_pb2_grpc.BotServiceStub(self.channels["bot"])
        request = bot_pb2.FillSeatsRequest(game_id=game_id, command_id=command_id, count=count)
        metadata = credentials and await credentials.metadata()
        return list((await stub.FillSeats(request, metadata=metadata)).seats)

    async def match(self, method, credentials, **fields):
        """The ticket that a method of matchmaking answers with; of a stream every one."""
        stub = matchmaking_pb2_grpc.MatchmakingServiceStub(self.channels["matchmaking"])
        request = getattr(matchmaking_pb2, f"{method}Request")(**fields)
        metadata = credentials and await credentials.metadata()
        call = getattr(stub, method)(request, metadata=metadata)
        if method == "WatchTicket":
            return [answer.ticket async for answer in call]
        return (await call).ticket


PEERS = ("identity", "table", "bot")


@asynccontextmanager
async def services_on(postgres, folder):
    """All four services, each with a database of its own."""
    secret = folder / "secret"
    secret.touch(0o600)
    secret.write_text(SECRET)
    databases = {
        name: postgres.create_database(f"{folder.name}_{name}")
        for name in ("identity", "table", "matchmaking")
    }
    services.identity.migrate.migrate(databases["identity"])
    migrate(databases["table"])
    migrate(databases["matchmaking"])
    async with AsyncExitStack() as closing:
        here = Services(secret, closing)
        await here.start("identity", services.identity.bind.bind, databases["identity"])
        await here.start("table", services.table.bind.bind, databases["table"])
        await here.start_bots()
        await here.start("matchmaking", services.matchmaking.bind.bind, databases["matchmaking"])
        yield here
