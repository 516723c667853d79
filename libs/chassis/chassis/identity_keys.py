"""Keys and changes as the identity service tells them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import grpc.aio

from chassis.callers import Role
from chassis.hearing import Change, Page
from chassis.keys import KeysUnreachable
from chassis.service_token import PATIENCE, ServiceToken
from thousand.identity.v1 import identity_pb2, identity_pb2_grpc


class IdentityKeys:
    """Asks the identity service on a channel, with a service's token."""

    def __init__(self, channel: grpc.aio.Channel, token: ServiceToken) -> None:
        self._identity = identity_pb2_grpc.IdentityServiceStub(channel)
        self._token = token

    async def keys(self) -> Mapping[str, bytes]:
        with reached():
            request = identity_pb2.ListKeysRequest()
            answer = await self._identity.ListKeys(request, timeout=PATIENCE)
        return {key.key_id: key.public_key for key in answer.keys}

    async def changes(self, after: int) -> Page:
        with reached():
            try:
                answer = await self._read_changes(after)
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAUTHENTICATED:
                    raise
                self._token.forget()  # revoked, for one: the secret gets us another one
                answer = await self._read_changes(after)
        return Page(
            changes=map(read_change, answer.changes),
            more=answer.more,
            since=answer.since_time.ToNanoseconds() / 1e9,
        )

    async def _read_changes(self, after: int) -> identity_pb2.ReadChangesResponse:
        return await self._identity.ReadChanges(
            identity_pb2.ReadChangesRequest(after=after),
            metadata=(("authorization", f"Bearer {await self._token.text()}"),),
            timeout=PATIENCE,
        )


@contextmanager
def reached() -> Iterator[None]:
    """KeysUnreachable for whatever goes wrong on the way."""
    try:
        yield
    except grpc.aio.AioRpcError as error:
        raise KeysUnreachable from error


def read_change(message: identity_pb2.Change) -> Change:
    is_void = message.WhichOneof("what") == "revocation"
    told = message.revocation if is_void else message.role_change
    return Change(
        position=message.position,
        account=told.account,
        role=None if is_void else Role(message.role_change.role),
        at=told.time.ToNanoseconds() / 1e9,
    )
