"""Exceptions become rich statuses, in this one place: no servicer has a ``try``.

The form is a canonical code with google.rpc.ErrorInfo, and RetryInfo where waiting helps
(ARCHITECTURE 10).
"""

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc.aio
import structlog
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from thousand_engine.errors import BadAction, BadAgreement, Refusal

DOMAIN = "thousand"
BACK_AFTER = 1.0
"""Seconds after which it is worth asking again what did not answer."""
LONGEST_FACT = 200  # trailing metadata is limited, and a fact may repeat what a client sent

CALLERS_FAULT = (grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.UNIMPLEMENTED)
"""What a caller can have at will. It is counted (thousand_rpc_seconds), or he would fill the log."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    code: grpc.StatusCode
    reason: str
    sentence: str
    retry_after: float | None


class Errors:
    """Which code answers which exception; the most specific class wins.

    A Refusal speaks for itself: its reason, facts and sentence go to the caller, and its
    ``retry_after`` (seconds) if it has one. Of any other exception nothing is shown but what was
    registered with its class. What nobody registered is a bug: INTERNAL, loud in the log.
    """

    def __init__(self) -> None:
        self._answers: dict[type[Exception], _Answer] = {}
        self.answer(Refusal, grpc.StatusCode.FAILED_PRECONDITION)
        self.answer(BadAction, grpc.StatusCode.INVALID_ARGUMENT)
        self.answer(BadAgreement, grpc.StatusCode.INVALID_ARGUMENT)
        self.answer(
            DecodeError,
            grpc.StatusCode.INVALID_ARGUMENT,
            reason="UNREADABLE_REQUEST",
            sentence="the request is not the message this method takes",
        )
        self.answer(
            NotImplementedError,
            grpc.StatusCode.UNIMPLEMENTED,
            reason="UNIMPLEMENTED",
            sentence="this method is not served",
        )

    def answer(
        self,
        kind: type[Exception],
        code: grpc.StatusCode,
        *,
        reason: str = "",
        sentence: str = "",
        retry_after: float | None = None,
    ) -> None:
        """Answer a class of exceptions, and those below it, with a code.

        Reason and sentence are needed for all but refusals.
        """
        if not issubclass(kind, Refusal) and not (reason and sentence):
            raise TypeError(f"{kind.__name__} is no refusal: reason and sentence are needed")
        self._answers[kind] = _Answer(
            code=code, reason=reason, sentence=sentence, retry_after=retry_after
        )

    def out_of_reach(self, who: str, kind: type[Exception]) -> None:
        """Answer, when somebody we need does not answer us, that asking again will help."""
        self.answer(
            kind,
            grpc.StatusCode.UNAVAILABLE,
            reason=f"{who.upper()}_UNREACHABLE",
            sentence=f"the {who} does not answer; try again, a command with the same id",
            retry_after=BACK_AFTER,
        )

    @asynccontextmanager
    async def answered(
        self, method: str, context: grpc.aio.ServicerContext[Any, Any]
    ) -> AsyncIterator[None]:
        """Answer for whatever the call in this block raises; cancellation passes."""
        try:
            yield
        except grpc.aio.AbortError:  # already answered
            raise
        except Exception as error:  # noqa: BLE001 - the last place where it can be answered
            await context.abort_with_status(rpc_status.to_status(self._status(method, error)))

    def _status(self, method: str, error: Exception) -> Status:
        answer = next(filter(None, map(self._answers.get, type(error).__mro__)), None)
        if answer is None:
            return _incident(method, error)
        retry_after = getattr(error, "retry_after", answer.retry_after)
        if isinstance(error, Refusal):
            log.debug("call_refused", method=method, reason=error.reason)
            facts = {name: str(fact)[:LONGEST_FACT] for name, fact in error.facts.items()}
            return _status(answer.code, error.reason, str(error), facts, retry_after)
        if answer.code in CALLERS_FAULT:
            log.debug("call_refused", method=method, reason=answer.reason)
        else:
            log.warning("call_failed", method=method, reason=answer.reason, exc_info=error)
        return _status(answer.code, answer.reason, answer.sentence, {}, retry_after)


def _incident(method: str, error: Exception) -> Status:
    incident = secrets.token_hex(8)
    log.error("call_broke", method=method, incident=incident, exc_info=error)
    return _status(
        grpc.StatusCode.INTERNAL,
        "INTERNAL",
        f"something is broken here; quote incident {incident} when you report it",
        {"incident": incident},
        None,
    )


def _status(
    code: grpc.StatusCode,
    reason: str,
    sentence: str,
    facts: Mapping[str, str],
    retry_after: float | None,
) -> Status:
    status = Status(code=code.value[0], message=sentence)
    status.details.add().Pack(ErrorInfo(domain=DOMAIN, reason=reason, metadata=facts))
    if retry_after is not None:
        delay = Duration()
        delay.FromMilliseconds(round(retry_after * 1000))
        status.details.add().Pack(RetryInfo(retry_delay=delay))
    return status
