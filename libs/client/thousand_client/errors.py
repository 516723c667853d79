"""What a service says when it refuses, read back from a failed call (ARCHITECTURE 10)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import grpc
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from grpc_status import rpc_status

DOMAIN = "thousand"


@dataclass(kw_only=True, eq=False)
class RefusedError(Exception):
    """A call the platform refused: a stable reason, its facts, a sentence for people.

    ``retry_after`` is set, in seconds, where waiting helps.
    """

    code: grpc.StatusCode
    reason: str
    facts: Mapping[str, str] = field(default_factory=dict)
    message: str
    retry_after: float | None = None

    def __str__(self) -> str:
        return f"{self.message} ({self.reason})"


def refusal_of(error: grpc.RpcError) -> RefusedError | None:
    """The refusal that a failed call carries; None when it failed for another cause."""
    try:
        status = rpc_status.from_call(error)  # type: ignore[arg-type]  # every failed call is one
    except (AttributeError, ValueError):  # no call at all, or a status at odds with itself
        return None
    if status is None:
        return None
    info, retry = ErrorInfo(), RetryInfo()
    reasoned = any(detail.Unpack(info) for detail in status.details)
    waiting = any(detail.Unpack(retry) for detail in status.details)
    if not reasoned or info.domain != DOMAIN:
        return None
    return RefusedError(
        code=error.code(),
        reason=info.reason,
        facts=dict(info.metadata),
        message=status.message,
        retry_after=retry.retry_delay.ToMilliseconds() / 1000 if waiting else None,
    )
