"""The identity service in this process, on a real PostgreSQL."""

from contextlib import asynccontextmanager

import grpc
import grpc.aio
import pytest

from chassis.hearing import HeardKeys
from chassis.identity_keys import IdentityKeys
from chassis.run import serve
from chassis.service_token import ServiceToken
from chassis.settings import Settings
from chassis.verifying import Verifier
from services.identity.bind import bind
from services.identity.migrate import migrate
from tests.accounts import SECRET
from thousand.identity.v1 import identity_pb2, identity_pb2_grpc
from thousand_client.errors import refusal_of


class Replica:
    """Calls to one replica, with a token or without."""

    def __init__(self, address, channel):
        self.address = address
        self.channel = channel
        self.stub = identity_pb2_grpc.IdentityServiceStub(channel)

    async def ask(self, method, token=None, metadata=(), **fields):
        """The answer of a method to a request with these fields."""
        request = getattr(identity_pb2, f"{method}Request")(**fields)
        if token:
            metadata = (*metadata, ("authorization", f"Bearer {token}"))
        return await getattr(self.stub, method)(request, metadata=metadata)

    async def refused(self, method, token=None, **fields):
        """The code and the reason of a call that must be refused."""
        with pytest.raises(grpc.RpcError) as raised:
            await self.ask(method, token, **fields)
        refusal = refusal_of(raised.value)
        return refusal.code, refusal.reason

    async def guest(self):
        return (await self.ask("CreateGuest")).token

    def keys(self, secret=SECRET):
        """What a service hears from here that was told the secret."""
        return HeardKeys(IdentityKeys(self.channel, ServiceToken(self.channel, "table", secret)))

    async def service(self):
        answer = await self.ask("IssueServiceToken", service="matchmaking", secret=SECRET)
        return answer.token

    async def holder(self, role):
        """A token of an account that holds a role; "nobody" has none."""
        if role == "nobody":
            return None
        if role == "service":
            return (await self.service()).text
        token = await self.guest()
        if role == "player":
            return token.text
        await self.ask(
            "SetRole",
            (await self.service()).text,
            account=token.account,
            role=f"ROLE_{role.upper()}",
            granted=True,
        )
        return (await self.ask("RefreshToken", token.text)).token.text


@pytest.fixture
def replica(database, secret_file):
    migrate(database)

    @asynccontextmanager
    async def replica(**more):
        settings = Settings(
            database_url=database, bootstrap_secret_file=secret_file, grace=0, **more
        )
        async with (
            serve("identity", bind, settings) as running,
            grpc.aio.insecure_channel(running.grpc) as channel,
        ):
            yield Replica(running.grpc, channel)

    return replica


@pytest.fixture
async def identity(replica):
    async with replica() as identity:
        yield identity


@pytest.fixture
def verifier(identity):
    """Another service, which hears of everything from this one."""
    return Verifier(identity.keys())
