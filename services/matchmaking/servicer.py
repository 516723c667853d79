"""gRPC in, application calls out; protobuf stops here."""

from collections.abc import AsyncIterator

from chassis.callers import Context, caller
from services.matchmaking.application import Held, Queues
from services.matchmaking.queue import TicketState
from thousand.matchmaking.v1 import matchmaking_pb2, matchmaking_pb2_grpc

DEFAULT_PRESET = "classic_ru"

STATES = {
    TicketState.MATCHED: matchmaking_pb2.TICKET_STATE_MATCHED,
    TicketState.LEFT: matchmaking_pb2.TICKET_STATE_LEFT,
    TicketState.LAPSED: matchmaking_pb2.TICKET_STATE_LAPSED,
}


class MatchmakingServicer(matchmaking_pb2_grpc.MatchmakingServiceServicer):
    """Tickets: waiting, looking, leaving."""

    def __init__(self, queues: Queues) -> None:
        self._queues = queues

    async def Enqueue(
        self, request: matchmaking_pb2.EnqueueRequest, context: Context
    ) -> matchmaking_pb2.EnqueueResponse:
        held = await self._queues.enqueue(
            caller(context).account,
            request.command_id,
            request.preset or DEFAULT_PRESET,
            bots=request.bots,
            players=request.players if request.HasField("players") else None,
        )
        return matchmaking_pb2.EnqueueResponse(ticket=ticket_message(held))

    async def GetTicket(
        self, request: matchmaking_pb2.GetTicketRequest, context: Context
    ) -> matchmaking_pb2.GetTicketResponse:
        held = await self._queues.ticket(caller(context).account, request.ticket_id)
        return matchmaking_pb2.GetTicketResponse(ticket=ticket_message(held))

    async def WatchTicket(
        self, request: matchmaking_pb2.WatchTicketRequest, context: Context
    ) -> AsyncIterator[matchmaking_pb2.WatchTicketResponse]:
        async for held in self._queues.watch(caller(context).account, request.ticket_id):
            yield matchmaking_pb2.WatchTicketResponse(ticket=ticket_message(held))

    async def LeaveQueue(
        self, request: matchmaking_pb2.LeaveQueueRequest, context: Context
    ) -> matchmaking_pb2.LeaveQueueResponse:
        held = await self._queues.leave(caller(context).account, request.ticket_id)
        return matchmaking_pb2.LeaveQueueResponse(ticket=ticket_message(held))


def ticket_message(held: Held) -> matchmaking_pb2.Ticket:
    """A ticket as its account may see it: it waits until its table is open."""
    ticket = held.ticket
    waiting = matchmaking_pb2.TICKET_STATE_WAITING
    return matchmaking_pb2.Ticket(
        ticket_id=ticket.id,
        preset=held.preset,
        bots=ticket.bots,
        state=STATES[ticket.state] if ticket.is_settled else waiting,
        game_id=ticket.game,
        players=ticket.players,
    )
