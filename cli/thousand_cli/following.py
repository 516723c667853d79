"""A game followed step by step, through lost connections."""

import asyncio
from collections.abc import AsyncIterator, Callable

import grpc.aio

from thousand_client import TableClient, Update
from thousand_client.player import away, outlived, patiently, wait_for


async def followed(
    table: TableClient,
    game_id: str,
    after: int | None = None,
    lost: Callable[[], None] = lambda: None,
) -> AsyncIterator[Update]:
    """Every step after a version, None from the newest on, until the game is over.

    ``lost`` is called whenever a connection was. grpc.aio.AioRpcError when waiting does not help.
    """
    rules = (await patiently(lambda: table.look(game_id))).rules
    while True:
        try:
            async for update in table.watch(game_id, rules, after):
                after = update.version
                yield update
        except grpc.aio.AioRpcError as error:
            if not away(error) and not outlived(error):
                raise
            lost()
            await asyncio.sleep(wait_for(error))
        else:
            return
