"""Methods of the services for browsers: as Connect, gRPC-Web or JSON in, as gRPC calls out."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Container, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import grpc.aio
import structlog
from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import Endpoint
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status
from prometheus_client import CollectorRegistry, Counter
from protobuf.wkt import Any as Packed

from chassis import log_context
from chassis.origin import REFUSED, host_of, introduction
from chassis.service_token import ServiceToken

PATIENCE = 30.0
"""Seconds that a browser waits for one answer."""

Call: TypeAlias = grpc.aio.UnaryStreamCall[Message, Message]
Context: TypeAlias = RequestContext[Message, Message]
Metadata: TypeAlias = tuple[tuple[str, str], ...]

log = structlog.get_logger()


class Forwarding:
    """Passes calls on, with the caller's own token. Streams end once ``stopping`` is set."""

    def __init__(self, stopping: asyncio.Event, registry: CollectorRegistry) -> None:
        self._stopping = stopping
        self._open: set[Call] = set()
        self._calls = Counter(
            "thousand_gateway_calls",
            "Calls of browsers that were answered, by method and code.",
            ["method", "code"],
            registry=registry,
        )

    async def run(self) -> None:
        """End every stream when it is time to stop."""
        await self._stopping.wait()
        for call in self._open:
            call.cancel()

    def endpoints(
        self,
        channel: grpc.aio.Channel,
        service: ServiceDescriptor,
        inside: Container[str],
        token: ServiceToken | None = None,
    ) -> Iterator[tuple[str, Any]]:
        """The methods of a service on a channel by their paths, all but those that stay inside.

        With a token of ours it is told, and believes, from which address a browser calls.
        """
        for method in service.methods:
            if method.name not in inside:
                yield f"/{service.full_name}/{method.name}", self._endpoint(channel, method, token)

    def _endpoint(
        self, channel: grpc.aio.Channel, method: MethodDescriptor, token: ServiceToken | None
    ) -> Any:
        service = method.containing_service.full_name
        path = f"/{service}/{method.name}"
        request, answer = GetMessageClass(method.input_type), GetMessageClass(method.output_type)
        coders = request.SerializeToString, answer.FromString
        streams = method.server_streaming
        info: MethodInfo[Message, Message] = MethodInfo(
            name=method.name,
            service_name=service,
            input=request,
            output=answer,
            idempotency_level=IdempotencyLevel.UNKNOWN,
            stream_type=StreamType.SERVER_STREAM if streams else StreamType.UNARY,
        )
        if streams:
            return Endpoint.server_stream(info, self._many(channel.unary_stream(path, *coders)))
        return Endpoint.unary(info, self._one(channel.unary_unary(path, *coders), token))

    def _one(
        self, call: Any, token: ServiceToken | None
    ) -> Callable[[Message, Context], Awaitable[Message]]:
        async def one(request: Message, context: Context) -> Message:
            async def answer() -> Message:
                metadata = (*passed_on(context), *await introduced(context, token))
                message: Message = await call(request, metadata=metadata, timeout=PATIENCE)
                return message

            with self._answered(request, context):
                try:
                    return await answer()
                except grpc.aio.AioRpcError as error:
                    if token is None or reason_of(error) != REFUSED:
                        raise
                    log.warning("introduction_refused")
                    token.forget()  # revoked, for one: the secret gets us another one
                    return await answer()

        return one

    def _many(self, call: Any) -> Callable[[Message, Context], AsyncIterator[Message]]:
        async def many(request: Message, context: Context) -> AsyncIterator[Message]:
            with self._answered(request, context):
                if self._stopping.is_set():
                    raise stopped()
                answers: Call = call(request, metadata=passed_on(context))
                self._open.add(answers)
                try:
                    async for answer in answers:
                        yield answer
                except asyncio.CancelledError:
                    if self._stopping.is_set():  # it was we who hung up, not the browser
                        raise stopped() from None
                    raise
                finally:
                    self._open.discard(answers)
                    answers.cancel()

        return many

    @contextmanager
    def _answered(self, request: Message, context: Context) -> Iterator[None]:
        """Name a call in the log, count it, and tell the browser what its service tells."""
        log_context.bind_trace(context.request_headers.get(log_context.TRACEPARENT, ""))
        log_context.bind_request(request)
        path = f"{context.method.service_name}/{context.method.name}"
        code = Code.CANCELED.value  # nothing else leaves without setting it
        try:
            yield
            code = "ok"
        except grpc.aio.AioRpcError as error:
            told = connect_error(error)
            code = told.code.value
            log.debug("call_refused", method=path, code=code)
            raise told from None
        except ConnectError as error:
            code = error.code.value
            raise
        finally:
            self._calls.labels(path, code).inc()


def passed_on(context: Context) -> Metadata:
    """What goes to the services with a browser's call: its trace, and the token if it can be one."""
    trace = log_context.passed_on()
    authorization = context.request_headers.get("authorization", "")
    if not authorization or not (authorization.isascii() and authorization.isprintable()):
        return trace
    return (*trace, ("authorization", authorization))


async def introduced(context: Context, token: ServiceToken | None) -> Metadata:
    """The address a browser calls from, where a token of ours vouches for it.

    It is that of whoever reaches us: behind a proxy of the operator's all browsers have one.
    """
    if token is None or context.client_address is None:
        return ()
    try:
        return introduction(host_of(context.client_address), await token.text())
    except grpc.aio.AioRpcError as error:
        log.warning("introduction_missing", code=error.code().name)  # then all browsers have ours
        return ()


def connect_error(error: grpc.aio.AioRpcError) -> ConnectError:
    """What a service answered, with its reason; of other failures nothing but the code."""
    if status := status_of(error):
        return _connect_error(error.code(), status)
    if error.code() in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED}:
        return refused(
            grpc.StatusCode.UNAVAILABLE, "SERVICE_UNREACHABLE", "the service does not answer"
        )
    return refused(error.code(), error.code().name, "the service cannot answer this")


def reason_of(error: grpc.aio.AioRpcError) -> str:
    """The reason that a service of ours gave; empty for other failures."""
    info = ErrorInfo()
    for detail in status.details if (status := status_of(error)) else ():
        if detail.Unpack(info):
            break
    return info.reason


def status_of(error: grpc.aio.AioRpcError) -> Status | None:
    """What a service said of a failure; None when it said nothing, or nothing that fits."""
    try:
        # Every failed call is one.
        status: Status | None = rpc_status.from_call(error)  # type: ignore[arg-type]
    except ValueError:  # a status at odds with itself
        return None
    return status


def stopped() -> ConnectError:
    return refused(grpc.StatusCode.UNAVAILABLE, "DRAINING", "this gateway stops; connect again")


def refused(code: grpc.StatusCode, reason: str, sentence: str) -> ConnectError:
    """An error in the form that services give theirs."""
    status = Status(message=sentence)
    status.details.add().Pack(ErrorInfo(domain="thousand", reason=reason))
    return _connect_error(code, status)


def _connect_error(code: grpc.StatusCode, status: Status) -> ConnectError:
    word = "canceled" if code is grpc.StatusCode.CANCELLED else code.name.lower()
    details = [
        ErrorDetail(Packed(type_url=detail.type_url, value=detail.value))
        for detail in status.details
    ]
    return ConnectError(Code(word), status.message, details)
