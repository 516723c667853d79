"""Who one is at the services: an account's token, kept fresh, as the metadata of calls."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

import grpc.aio

from thousand.identity.v1 import identity_pb2, identity_pb2_grpc

PATIENCE = 5.0
"""Seconds to wait for a fresh token, and to go on with the old one before asking again."""

Metadata = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """What opens the door to an account, until a time in seconds since 1970 UTC."""

    account: str
    text: str = field(repr=False)
    expires_at: float

    @property
    def metadata(self) -> Metadata:
        """What goes with a call."""
        return (("authorization", f"Bearer {self.text}"),)


class Credentials(ABC):
    """The metadata of an account's calls. The token is renewed when half of its life is over.

    ``now`` gives seconds since 1970 UTC.
    """

    def __init__(self, token: Token, now: Callable[[], float]) -> None:
        self._now = now
        self._renewing = asyncio.Lock()
        self._keep(token)

    @property
    def token(self) -> Token:
        """The newest token."""
        return self._token

    @property
    def account(self) -> str:
        return self._token.account

    async def metadata(self) -> Metadata:
        """What goes with a call; grpc.aio.AioRpcError when no good token is to be had."""
        async with self._renewing:
            if self._now() >= self._renew_at:
                await self._renew()
        return self._token.metadata

    async def _renew(self) -> None:
        try:
            self._keep(await self._fresh())
        except grpc.aio.AioRpcError:
            if self._now() >= self._token.expires_at:
                raise
            self._renew_at = self._now() + PATIENCE

    def _keep(self, token: Token) -> None:
        self._token = token
        self._renew_at = (self._now() + token.expires_at) / 2

    @abstractmethod
    async def _fresh(self) -> Token:
        """Ask for a token."""


class Session(Credentials):
    """An account at the services, by its token; a kept token takes up where another ended."""

    def __init__(
        self, channel: grpc.aio.Channel, token: Token, now: Callable[[], float] = time.time
    ) -> None:
        super().__init__(token, now)
        self._identity = identity_pb2_grpc.IdentityServiceStub(channel)

    async def _fresh(self) -> Token:
        request = identity_pb2.RefreshTokenRequest()
        answer = await self._identity.RefreshToken(
            request, metadata=self.token.metadata, timeout=PATIENCE
        )
        return _read(answer.token)


class ServiceSession(Credentials):
    """A service of the platform at the other services, by the bootstrap secret."""

    def __init__(
        self,
        channel: grpc.aio.Channel,
        service: str,
        secret: str,
        now: Callable[[], float] = time.time,
    ) -> None:
        # No token is as good as an old one: the first call asks for it.
        super().__init__(Token(account=f"service-{service}", text="", expires_at=0.0), now)
        self._identity = identity_pb2_grpc.IdentityServiceStub(channel)
        self._request = identity_pb2.IssueServiceTokenRequest(service=service, secret=secret)

    async def _fresh(self) -> Token:
        answer = await self._identity.IssueServiceToken(self._request, timeout=PATIENCE)
        return _read(answer.token)


async def guest(channel: grpc.aio.Channel) -> Session:
    """A new account on a channel to the identity service."""
    identity = identity_pb2_grpc.IdentityServiceStub(channel)
    answer = await identity.CreateGuest(identity_pb2.CreateGuestRequest())
    return Session(channel, _read(answer.token))


def _read(message: identity_pb2.Token) -> Token:
    return Token(
        account=message.account,
        text=message.text,
        expires_at=message.expire_time.ToNanoseconds() / 1e9,
    )
