"""Channels to the other services: what is asked there belongs to the trace of who asks here."""

from typing import Any

import grpc.aio

from chassis.log_context import passed_on


class PassesTraceOn(grpc.aio.UnaryUnaryClientInterceptor):
    """Adds the trace to the metadata of each call that has one answer."""

    # grpc's types know neither how details are replaced nor what they are of.
    async def intercept_unary_unary(self, continuation: Any, details: Any, request: Any) -> Any:
        """Called by grpc for each call, before it is sent."""
        metadata = grpc.aio.Metadata(*(details.metadata or ()), *passed_on())
        return await continuation(details._replace(metadata=metadata), request)


def channel_to(address: str) -> grpc.aio.Channel:
    """A channel to a service at host:port."""
    return grpc.aio.insecure_channel(address, interceptors=[PassesTraceOn()])
