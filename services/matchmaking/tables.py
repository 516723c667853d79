"""The table and the bot service over gRPC, as matchmaking needs them."""

from collections.abc import Sequence

import grpc.aio

from chassis.log_context import bind_trace
from thousand.bot.v1 import bot_pb2, bot_pb2_grpc
from thousand.table.v1 import table_pb2, table_pb2_grpc
from thousand_client.identity import Credentials
from thousand_engine import PRESETS

PATIENCE = 5.0
"""Seconds to wait for an answer."""


class RemoteTables:
    """Calls as a service, by channels to the table and to the bot service."""

    def __init__(
        self, table: grpc.aio.Channel, bot: grpc.aio.Channel, credentials: Credentials
    ) -> None:
        self._table = table_pb2_grpc.TableServiceStub(table)
        self._bot = bot_pb2_grpc.BotServiceStub(bot)
        self._credentials = credentials

    async def open(self, match: str, preset: str, players: int, accounts: Sequence[str]) -> str:
        bind_trace()  # nobody's call: what a match brings about begins here
        request = table_pb2.CreateTableRequest(
            command_id=match,
            preset=preset,
            options={} if players == PRESETS[preset].players else {"players": str(players)},
            accounts=accounts,
        )
        metadata = await self._credentials.metadata()
        answer = await self._table.CreateTable(request, metadata=metadata, timeout=PATIENCE)
        return answer.game_id

    async def fill(self, game: str, match: str, bots: int) -> None:
        request = bot_pb2.FillSeatsRequest(game_id=game, command_id=match, count=bots)
        metadata = await self._credentials.metadata()
        await self._bot.FillSeats(request, metadata=metadata, timeout=PATIENCE)
