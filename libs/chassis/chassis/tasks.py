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


def is_told_to_end() -> bool:
    """Whether the running task was cancelled, for work that goes on for ever to ask each time.

    Libraries lose a cancellation that meets an answer: the stream's client does, and any that
    awaits another task.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
