"""Accounts for tests without an identity service: their tokens are signed by a key of our own."""

import time
from contextlib import asynccontextmanager

import grpc.aio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from chassis import tokens
from chassis.callers import Role
from chassis.keys import Published, StaticKeys
from thousand.identity.v1 import identity_pb2, identity_pb2_grpc
from thousand_client.identity import Credentials, Token

SECRET = "swordfish" * 4
"""What services of a test know each other by."""
PRIVATE = bytes(range(32))
PUBLIC = Ed25519PrivateKey.from_private_bytes(PRIVATE).public_key().public_bytes_raw()
KEYS = StaticKeys(Published(keys={"test": PUBLIC}))


def secret_in(folder):
    """SECRET in a file as services are given it."""
    file = folder / "secret"
    file.touch(0o600)
    file.write_text(SECRET)
    return file


class Known(Credentials):
    """Whoever the test says, wherever KEYS are trusted."""

    def __init__(self, account, role=Role.PLAYER):
        self._role = role
        super().__init__(signed(account, role), time.time)

    async def _fresh(self):
        return signed(self.account, self._role)


def signed(account, role=Role.PLAYER, lifetime=3600.0):
    now = time.time()
    claims = tokens.Claims(
        account=account, role=role, issued_at=now, expires_at=now + lifetime, key_id="test"
    )
    text = tokens.sign(claims, PRIVATE)
    return Token(account=account, text=text, expires_at=claims.expires_at)


class Publisher(identity_pb2_grpc.IdentityServiceServicer):
    """Tells KEYS to every service, whatever its secret, and that nothing has changed."""

    async def ListKeys(self, request, context):
        key = identity_pb2.Key(key_id="test", public_key=PUBLIC)
        return identity_pb2.ListKeysResponse(keys=[key])

    async def ReadChanges(self, request, context):
        return identity_pb2.ReadChangesResponse()

    async def IssueServiceToken(self, request, context):
        token = signed(f"service-{request.service}", Role.SERVICE)
        message = identity_pb2.Token(account=token.account, text=token.text)
        message.expire_time.FromSeconds(int(token.expires_at))
        return identity_pb2.IssueServiceTokenResponse(token=message)


@asynccontextmanager
async def published():
    """KEYS for services that are processes: the value of their THOUSAND_IDENTITY."""
    server = grpc.aio.server()
    identity_pb2_grpc.add_IdentityServiceServicer_to_server(Publisher(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    yield f"127.0.0.1:{port}"
    await server.stop(None)
