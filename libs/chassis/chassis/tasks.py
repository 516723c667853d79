"""Work that goes on beside the calls for as long as a service runs."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any


@asynccontextmanager
async def kept_running(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """The work runs for as long as the block lasts, and is cancelled at its end."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
