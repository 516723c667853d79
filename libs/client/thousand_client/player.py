"""Plays a seat to the end of the game, through lost connections and restarts."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import grpc
import grpc.aio

from thousand_client.errors import refusal_of
from thousand_client.table import TableClient, Update
from thousand_engine import SeatAction, View

LONGEST_WAIT = 2.0
"""Seconds between tries at a service that is away."""

Choice = Callable[[View], SeatAction]
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Player:
    """An account at a table: how it is reached, and how it chooses its actions."""

    table: TableClient
    choose: Choice

    async def play(self, game_id: str) -> View:
        """Play a seat that is taken until somebody has won: the last view.

        A command whose answer was lost is sent again with the same id, so it is done once.
        """
        rules = (await patiently(lambda: self.table.look(game_id))).rules
        version: int | None = None
        while True:
            try:
                async for update in self.table.watch(game_id, rules, version):
                    version = update.version
                    if update.view is not None and update.view.winner is not None:
                        return update.view
                    await self._act_on(game_id, update)
            except grpc.aio.AioRpcError as error:
                if not away(error) and not outlived(error):
                    raise
                await asyncio.sleep(wait_for(error))

    async def _act_on(self, game_id: str, update: Update) -> None:
        """Act if it is this seat's turn."""
        view = update.view
        if view is None or view.to_act is None or view.to_act != view.viewer:
            return
        action = self.choose(view)
        command_id = f"{update.version}-{secrets.token_hex(4)}"
        try:
            await patiently(
                lambda: self.table.act(game_id, command_id, action, expected_version=update.version)
            )
        except grpc.aio.AioRpcError as error:
            # The update was old: a newer one, with a turn or without, is on its way.
            if error.code() is not grpc.StatusCode.ABORTED:
                raise


async def patiently(call: Callable[[], Awaitable[Answer]]) -> Answer:
    """The answer of a call that is repeated, word for word, while the service is away."""
    while True:
        try:
            return await call()
        except grpc.aio.AioRpcError as error:
            if not away(error):
                raise
            await asyncio.sleep(wait_for(error))


def away(error: grpc.aio.AioRpcError) -> bool:
    """Whether the service was out of reach or about to go, so that trying again helps."""
    # A server that stops cancels the calls it has not taken up yet; our own cancellation of a call
    # is no AioRpcError.
    return error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)


def outlived(error: grpc.aio.AioRpcError) -> bool:
    """Whether a stream was longer than its token; the next one begins with a fresh token."""
    refused = refusal_of(error)
    return refused is not None and refused.reason == "TOKEN_EXPIRED"


def wait_for(error: grpc.aio.AioRpcError) -> float:
    """How long to wait before the next try: what the service says, or a little."""
    refused = refusal_of(error)
    wanted = refused.retry_after if refused else None
    return LONGEST_WAIT / 4 if wanted is None else min(wanted, LONGEST_WAIT)
