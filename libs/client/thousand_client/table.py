"""One account's calls to the table service, in the engine's values."""

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import grpc.aio

from thousand.table.v1 import audit_pb2, audit_pb2_grpc, table_pb2, table_pb2_grpc
from thousand_client.identity import Credentials
from thousand_engine import Rules, SeatAction, View
from thousand_engine.text import read_value
from thousand_wire.actions import write_action
from thousand_wire.views import read_view


@dataclass(frozen=True, slots=True)
class Look:
    """A game as the account sees it: the version, the view once it has started, the agreement."""

    version: int
    view: View | None
    rules: Rules


@dataclass(frozen=True, slots=True)
class Update:
    """One step: its last version, who acted, its facts in public form, the view after it."""

    version: int
    actor: str
    facts: tuple[dict[str, Any], ...]
    view: View | None


class TableClient:
    """Calls on a channel as one account. A refused call raises grpc.aio.AioRpcError, which
    ``refusal_of`` explains.
    """

    def __init__(self, channel: grpc.aio.Channel, credentials: Credentials) -> None:
        self._table = table_pb2_grpc.TableServiceStub(channel)
        self._audit = audit_pb2_grpc.AuditServiceStub(channel)
        self._credentials = credentials

    async def create_table(
        self, command_id: str, preset: str = "", options: Mapping[str, str] | None = None
    ) -> str:
        """Open a table: the id of its first game."""
        request = table_pb2.CreateTableRequest(
            command_id=command_id, preset=preset, options=options or {}
        )
        answer = await self._table.CreateTable(request, metadata=await self._credentials.metadata())
        return answer.game_id

    async def take_seat(self, game_id: str, command_id: str, seat: int | None = None) -> int:
        """Sit down, at the first free seat unless one is named: the seat."""
        request = table_pb2.TakeSeatRequest(game_id=game_id, command_id=command_id, seat=seat)
        answer = await self._table.TakeSeat(request, metadata=await self._credentials.metadata())
        return answer.seat

    async def act(
        self,
        game_id: str,
        command_id: str,
        action: SeatAction,
        expected_version: int | None = None,
    ) -> int:
        """Act for the account's seat: the last version of the step."""
        request = table_pb2.ActRequest(
            game_id=game_id,
            command_id=command_id,
            action=write_action(action),
            expected_version=expected_version,
        )
        answer = await self._table.Act(request, metadata=await self._credentials.metadata())
        return answer.version

    async def look(self, game_id: str) -> Look:
        """The game as it stands."""
        request = table_pb2.GetViewRequest(game_id=game_id)
        answer = await self._table.GetView(request, metadata=await self._credentials.metadata())
        rules = Rules.stored({id: read_value(id, text) for id, text in answer.agreement.items()})
        return Look(answer.view.version, seen(answer.view, rules), rules)

    async def watch(
        self, game_id: str, rules: Rules, after: int | None = None
    ) -> AsyncIterator[Update]:
        """Every step after a version, until the game is over; None begins with the newest."""
        request = table_pb2.WatchGameRequest(game_id=game_id, from_version=after)
        async for answer in self._table.WatchGame(
            request, metadata=await self._credentials.metadata()
        ):
            update = answer.update
            yield Update(
                version=update.last_version,
                actor=update.actor,
                facts=tuple(map(json.loads, update.facts)),
                view=seen(update.view, rules),
            )

    async def record(self, game_id: str) -> dict[str, Any]:
        """The record (RULES J7) of what is over in a game."""
        request = audit_pb2.GetRecordRequest(game_id=game_id)
        answer = await self._audit.GetRecord(request, metadata=await self._credentials.metadata())
        record: dict[str, Any] = json.loads(answer.record)
        return record


def seen(message: table_pb2.View, rules: Rules) -> View | None:
    """The view of a message; None before the game has started."""
    if message.phase == table_pb2.PHASE_SEATING:
        return None
    return read_view(message, rules)
