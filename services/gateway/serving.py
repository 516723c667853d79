"""An HTTP server in a running loop, for as long as a block lasts."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.types import ASGIApp


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # the chassis hears them


@asynccontextmanager
async def served(app: ASGIApp, listen: str, grace: float) -> AsyncIterator[str]:
    """Serves an application at host:port; gives its URL.

    At the end, requests that are being answered get ``grace`` seconds.
    """
    host, _, port = listen.rpartition(":")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host.strip("[]"), int(port)), family=family)
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=max(1, round(grace)),
    )
    url = f"http://{host}:{listener.getsockname()[1]}"
    server = _Server(config)
    serving = asyncio.create_task(server.serve([listener]))
    try:
        yield url
    finally:
        server.should_exit = True
        await serving
