"""A platform as it is reached, whoever runs it: by guests, by a service, by a browser."""

from thousand.bot.v1 import bot_pb2, bot_pb2_grpc
from thousand.matchmaking.v1 import matchmaking_pb2, matchmaking_pb2_grpc
from thousand.scoring.v1 import scoring_pb2_grpc
from thousand.table.v1 import table_pb2, table_pb2_grpc
from thousand_client import ServiceSession, TableClient, guest


class Reached:
    """Channels to services by name, where browsers go, and the secret that services share."""

    def __init__(self, secret, web=None):
        self.secret = secret
        self.channels = {}
        self.web = web

    async def guest(self):
        return await guest(self.channels["identity"])

    def as_service(self):
        return ServiceSession(self.channels["identity"], "test", self.secret)

    def table(self, credentials):
        return TableClient(self.channels["table"], credentials)

    @property
    def scoring(self):
        return scoring_pb2_grpc.ScoringServiceStub(self.channels["scoring"])

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

    async def steps(self):
        """The log: every step of every game, in public form, in the order of its shard."""
        stub = table_pb2_grpc.TableServiceStub(self.channels["table"])
        metadata = await self.as_service().metadata()
        steps, shard, shards = [], 0, 1
        while shard < shards:
            after = 0
            while True:
                request = table_pb2.ReadStepsRequest(shard=shard, after=after)
                answer = await stub.ReadSteps(request, metadata=metadata)
                shards = answer.shards
                if not answer.steps:
                    break
                steps += answer.steps
                after = answer.steps[-1].position
            shard += 1
        return steps
