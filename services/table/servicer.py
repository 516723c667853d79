"""gRPC in, application calls out; protobuf stops here."""

import json
import re
from collections.abc import AsyncIterator, Mapping

from chassis.callers import Context, Role, caller
from services.table.application import MOST_GAMES, Games, Seen
from services.table.commands import ActCommand, Command, first_game_of
from services.table.errors import BadRequest
from services.table.live import Moment
from services.table.publishing import step_message
from thousand.rules.v1 import rules_pb2, rules_pb2_grpc
from thousand.table.v1 import audit_pb2, audit_pb2_grpc, table_pb2, table_pb2_grpc
from thousand_engine import BadAgreement, view
from thousand_engine.catalogue import OPTIONS
from thousand_engine.options import OptionValue
from thousand_engine.text import read_value
from thousand_wire.actions import read_action
from thousand_wire.catalogue import CATALOGUE, write_catalogue
from thousand_wire.views import write_view

DEFAULT_PRESET = "classic_ru"


class TableServicer(table_pb2_grpc.TableServiceServicer):
    """Tables: opening, sitting down, acting, looking."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def CreateTable(
        self, request: table_pb2.CreateTableRequest, context: Context
    ) -> table_pb2.CreateTableResponse:
        if request.accounts:
            caller(context).need(Role.SERVICE)
        account = caller(context).account
        table_id, game_id = first_game_of(account, request.command_id)
        command = Command(account=account, game_id=game_id, command_id=request.command_id)
        version = await self._games.open_game(
            command,
            request.preset or DEFAULT_PRESET,
            read_options(request.options),
            tuple(request.accounts),
        )
        return table_pb2.CreateTableResponse(table_id=table_id, game_id=game_id, version=version)

    async def TakeSeat(
        self, request: table_pb2.TakeSeatRequest, context: Context
    ) -> table_pb2.TakeSeatResponse:
        command = Command(
            account=caller(context).account, game_id=request.game_id, command_id=request.command_id
        )
        wanted = request.seat if request.HasField("seat") else None
        seat, version = await self._games.take_seat(command, wanted)
        return table_pb2.TakeSeatResponse(seat=seat, version=version)

    async def Act(self, request: table_pb2.ActRequest, context: Context) -> table_pb2.ActResponse:
        command = ActCommand(
            account=caller(context).account,
            game_id=request.game_id,
            command_id=request.command_id,
            action=read_action(request.action),
            expected_version=(
                request.expected_version if request.HasField("expected_version") else None
            ),
            head=request.head if request.HasField("head") else None,
        )
        return table_pb2.ActResponse(version=await self._games.act(command))

    async def GetView(
        self, request: table_pb2.GetViewRequest, context: Context
    ) -> table_pb2.GetViewResponse:
        seen = await self._games.look(caller(context).account, request.game_id)
        agreement = {id: str(value) for id, value in seen.seated.options.items()}
        return table_pb2.GetViewResponse(view=view_message(seen), agreement=agreement)

    async def WatchGame(
        self, request: table_pb2.WatchGameRequest, context: Context
    ) -> AsyncIterator[table_pb2.WatchGameResponse]:
        after = request.from_version if request.HasField("from_version") else None
        if after is not None and after < 0:
            raise BadRequest("BAD_VERSION", "versions are counted from 0", from_version=after)
        async for moment, seen in self._games.watch(
            caller(context).account, request.game_id, after
        ):
            yield table_pb2.WatchGameResponse(update=update_message(moment, seen))

    async def ListGames(
        self, request: table_pb2.ListGamesRequest, context: Context
    ) -> table_pb2.ListGamesResponse:
        wanted = request.state if request.HasField("state") else None
        limit = read_page_size(request.page_size)
        page = await self._games.games(
            over=wanted == table_pb2.GAME_STATE_OVER,
            before=read_page_token(request.page_token),
            limit=limit,
        )
        summaries = [summary_message(seen) for _, seen in page]
        return table_pb2.ListGamesResponse(
            games=(game for game in summaries if wanted in (None, game.state)),
            next_page_token=str(page[-1][0]) if len(page) == limit else "",
        )

    async def ReadSteps(
        self, request: table_pb2.ReadStepsRequest, context: Context
    ) -> table_pb2.ReadStepsResponse:
        steps = await self._games.steps(request.shard, request.after, request.limit)
        return table_pb2.ReadStepsResponse(
            steps=map(step_message, steps), shards=self._games.shards
        )


class AuditServicer(audit_pb2_grpc.AuditServiceServicer):
    """Records of what is over."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def GetRecord(
        self, request: audit_pb2.GetRecordRequest, context: Context
    ) -> audit_pb2.GetRecordResponse:
        record = await self._games.record(request.game_id)
        return audit_pb2.GetRecordResponse(record=json.dumps(record))


class RulesServicer(rules_pb2_grpc.RulesServiceServicer):
    """What tables can agree on."""

    def __init__(self) -> None:
        self._answer = rules_pb2.GetCatalogueResponse(catalogue=write_catalogue(CATALOGUE))

    async def GetCatalogue(
        self, request: rules_pb2.GetCatalogueRequest, context: Context
    ) -> rules_pb2.GetCatalogueResponse:
        return self._answer


def read_options(options: Mapping[str, str]) -> dict[str, OptionValue]:
    """The options a request changes; BadAgreement names one that is unknown or has no such value."""
    for id in options:
        if id not in OPTIONS:
            raise BadAgreement(f"there is no option {id!r:.40}", option=f"{id:.40}")
    return {id: read_value(id, text) for id, text in options.items()}


def read_page_size(size: int) -> int:
    """How many games a page has; BadRequest for less than none."""
    if size < 0:
        raise BadRequest("BAD_PAGE_SIZE", "a page cannot have less than no games")
    return min(size or MOST_GAMES, MOST_GAMES)


def read_page_token(token: str) -> int | None:
    """The number where the page before ended, None for the first page; BadRequest."""
    if not token:
        return None
    if not re.fullmatch("[0-9]{1,18}", token):
        raise BadRequest("BAD_PAGE_TOKEN", "no page was ever followed by this token")
    return int(token)


def summary_message(seen: Seen) -> table_pb2.GameSummary:
    if seen.seated.game is None:
        state = table_pb2.GAME_STATE_SEATING
    elif seen.seated.is_over:
        state = table_pb2.GAME_STATE_OVER
    else:
        state = table_pb2.GAME_STATE_PLAYING
    return table_pb2.GameSummary(
        game_id=seen.game_id,
        accounts=(account or "" for account in seen.seated.accounts),
        state=state,
        version=seen.version,
    )


def view_message(seen: Seen) -> table_pb2.View:
    game = seen.seated.game
    shown = None if game is None else view(game, seen.viewer)
    return write_view(seen.game_id, seen.version, seen.seated.accounts, shown)


def update_message(moment: Moment, seen: Seen) -> table_pb2.Update:
    """A step as everybody may have it, with the viewer's own view."""
    step = moment.step
    return table_pb2.Update(
        game_id=step.game_id,
        first_version=step.first_version,
        last_version=step.last_version,
        actor=moment.actor,
        facts=(fact.public for fact in step.facts),
        head=step.head,
        view=view_message(seen),
    )
