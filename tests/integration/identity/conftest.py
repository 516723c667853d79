"""The identity service in this process, on a real PostgreSQL."""

from contextlib import asynccontextmanager

import grpc
import grpc.aio
import pytest

from chassis.run import serve
from chassis.settings import Settings
from services.identity.bind import bind
from services.identity.migrate import migrate
from thousand.identity.v1 import identity_pb2, identity_pb2_grpc
from thousand_client.errors import refusal_of

SECRET = "swordfish" * 4


class Replica:
    """Calls to one replica, with a token or without."""

    def __init__(self, address, channel):
        self.address = address
        self.channel = channel
        self.stub = identity_pb2_grpc.IdentityServiceStub(channel)

    async def ask(self, method, token=None, **fields):
        """The answer of a method to a request with these fields."""
        request = getattr(identity_pb2, f"{method}Request")(**fields)
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        return await getattr(self.stub, method)(request, metadata=metadata)

    async def refused(self, method, token=None, **fields):
        """The code and the reason of a call that must be refused."""
        with pytest.raises(grpc.RpcError) as raised:
            await self.ask(method, token, **fields)
        refusal = refusal_of(raised.value)
        return refusal.code, refusal.reason

    async def guest(self):
        return (await self.ask("CreateGuest")).token

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
def secret_file(tmp_path):
    file = tmp_path / "secret"
    file.write_text(SECRET)
    file.chmod(0o600)
    return file


@pytest.fixture
def replica(database, secret_file):
    migrate(database)

    @asynccontextmanager
    async def replica():
        settings = Settings(database_url=database, bootstrap_secret_file=secret_file, grace=0)
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
