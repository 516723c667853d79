"""Work that goes on although nobody waits for it any more."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class Tasks:
    """Keeps a hold of running tasks until they are done."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def shielded(self, work: Coroutine[Any, Any, Result]) -> Result:
        """The result of work that a caller who hangs up does not stop half-way (ARCHITECTURE 4)."""
        return await asyncio.shield(self.start(work))

    async def finish(self) -> None:
        """Wait for all that was started."""
        while self._running:
            await asyncio.wait(self._running)
