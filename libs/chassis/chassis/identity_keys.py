"""Keys as the identity service publishes them."""

import grpc.aio
from google.protobuf.timestamp_pb2 import Timestamp

from chassis.callers import Role
from chassis.keys import KeysUnreachable, Published
from thousand.identity.v1 import identity_pb2, identity_pb2_grpc

PATIENCE = 2.0
"""Seconds to wait for an answer; with the poll's interval it must stay below the ten in which
services hear of a revocation (ARCHITECTURE 10)."""


class IdentityKeys:
    """Asks the identity service on a channel."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._identity = identity_pb2_grpc.IdentityServiceStub(channel)

    async def published(self) -> Published:
        request = identity_pb2.ListKeysRequest()
        try:
            answer = await self._identity.ListKeys(request, timeout=PATIENCE)
        except grpc.aio.AioRpcError as error:
            raise KeysUnreachable from error
        return Published(
            keys={key.key_id: key.public_key for key in answer.keys},
            revoked={void.account: _seconds(void.time) for void in answer.revocations},
            roles={
                change.account: (Role(change.role), _seconds(change.time))
                for change in answer.role_changes
            },
        )


def _seconds(time: Timestamp) -> float:
    return time.ToNanoseconds() / 1e9
