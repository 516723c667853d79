"""One interceptor around every call, whatever its kind: named in the log, timed, answered, let in."""

from __future__ import annotations  # grpc's handler is generic for the type checker only

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from typing import Any, TypeAlias

import grpc.aio

from chassis.auth import Auth
from chassis.callers import Context
from chassis.errors import Errors
from chassis.log_context import TRACEPARENT, bind_request, bind_trace
from chassis.metrics import Metrics

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class AroundCalls(grpc.aio.ServerInterceptor):
    """Wraps asynchronous handlers; a request that cannot be read is answered here too."""

    def __init__(self, metrics: Metrics, errors: Errors, auth: Auth) -> None:
        self._metrics = metrics
        self._errors = errors
        self._auth = auth

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Called by grpc for each call, before its handler."""
        handler = await continuation(handler_call_details)
        if handler is None:  # no such method
            return None
        method = handler_call_details.method.removeprefix("/")
        is_stream = handler.request_streaming or handler.response_streaming

        @asynccontextmanager
        async def around(context: Context) -> AsyncIterator[None]:
            metadata = dict(context.invocation_metadata() or ())
            bind_trace(str(metadata.get(TRACEPARENT, "")))
            with self._metrics.timed(method, context):
                async with (
                    self._errors.answered(method, context),
                    self._auth.admitted(method, context, is_stream=is_stream),
                ):
                    yield

        return _wrapped(handler, around)


def _wrapped(
    handler: Handler, around: Callable[[Context], AbstractAsyncContextManager[None]]
) -> Handler:
    # Whichever of the four it is; they differ in what they take and give, not in being awaited.
    behaviour: Any = (
        handler.unary_unary or handler.unary_stream or handler.stream_unary or handler.stream_stream
    )

    def read(request: Any) -> Any:  # bytes, or an iterator of messages
        if handler.request_streaming or handler.request_deserializer is None:
            return request
        message = handler.request_deserializer(request)
        bind_request(message)
        return message

    async def one(request: Any, context: Context) -> Any:
        async with around(context):
            return await behaviour(read(request), context)

    async def many(request: Any, context: Context) -> None:
        async with around(context):
            answers = behaviour(read(request), context)
            if not hasattr(answers, "__aiter__"):  # it writes to the context itself
                await answers
                return
            async with aclosing(answers):
                async for answer in answers:
                    await context.write(answer)

    if handler.request_streaming and handler.response_streaming:
        return grpc.stream_stream_rpc_method_handler(
            many, handler.request_deserializer, handler.response_serializer
        )
    if handler.request_streaming:
        return grpc.stream_unary_rpc_method_handler(
            one, handler.request_deserializer, handler.response_serializer
        )
    if handler.response_streaming:
        return grpc.unary_stream_rpc_method_handler(many, None, handler.response_serializer)
    return grpc.unary_unary_rpc_method_handler(one, None, handler.response_serializer)
