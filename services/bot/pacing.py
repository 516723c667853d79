"""A bot's calls to the table, at a pace that people can follow."""

import asyncio
from collections.abc import Awaitable, Callable

import grpc.aio
from structlog.contextvars import bind_contextvars

from chassis.log_context import bind_trace
from thousand_client import Credentials, TableClient
from thousand_engine import SeatAction


class PacedTable(TableClient):
    """Waits ``pace`` seconds before each action. A bot that is stopped meanwhile has not acted."""

    def __init__(
        self,
        channel: grpc.aio.Channel,
        credentials: Credentials,
        pace: float,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        super().__init__(channel, credentials)
        self._pace = pace
        self._sleep = sleep

    async def act(
        self,
        game_id: str,
        command_id: str,
        action: SeatAction,
        expected_version: int | None = None,
    ) -> int:
        bind_trace()
        bind_contextvars(command_id=command_id)
        if self._pace:
            await self._sleep(self._pace)
        return await super().act(game_id, command_id, action, expected_version)
