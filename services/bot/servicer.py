"""gRPC in, application calls out; protobuf stops here."""

from chassis.callers import Context, Role, caller
from services.bot.application import Bots, Fill
from thousand.bot.v1 import bot_pb2, bot_pb2_grpc


class BotServicer(bot_pb2_grpc.BotServiceServicer):
    """Bots: filling seats."""

    def __init__(self, bots: Bots) -> None:
        self._bots = bots

    async def FillSeats(
        self, request: bot_pb2.FillSeatsRequest, context: Context
    ) -> bot_pb2.FillSeatsResponse:
        who = caller(context)
        fill = Fill(
            asker=who.account,
            game_id=request.game_id,
            command_id=request.command_id,
            count=request.count if request.HasField("count") else None,
        )
        seats = await self._bots.fill(fill, trusted=who.role >= Role.SERVICE)
        return bot_pb2.FillSeatsResponse(seats=seats)
