"""The token by which the other services know this one."""

import asyncio
import time
from collections.abc import Callable

import grpc.aio

from thousand.identity.v1 import identity_pb2, identity_pb2_grpc

PATIENCE = 1.5
"""Seconds to wait for an answer of the identity service."""


class ServiceToken:
    """Asked for with the bootstrap secret, and again when half of its life is over.

    ``now`` gives seconds since 1970 UTC.
    """

    def __init__(
        self,
        channel: grpc.aio.Channel,
        service: str,
        secret: str,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._identity = identity_pb2_grpc.IdentityServiceStub(channel)
        self._request = identity_pb2.IssueServiceTokenRequest(service=service, secret=secret)
        self._now = now
        self._asking = asyncio.Lock()
        self._text = ""
        self._renew_at = float("-inf")

    async def text(self) -> str:
        """The token itself; grpc.aio.AioRpcError when none is given."""
        async with self._asking:
            now = self._now()
            if now >= self._renew_at:
                answer = await self._identity.IssueServiceToken(self._request, timeout=PATIENCE)
                self._text = answer.token.text
                self._renew_at = (now + answer.token.expire_time.ToNanoseconds() / 1e9) / 2
        return self._text

    def forget(self) -> None:
        """Ask for another one next time: this one was refused."""
        self._renew_at = float("-inf")
