"""gRPC in, application calls out; protobuf stops here."""

import base64
import binascii
from typing import Annotated, Any, TypeVar

import msgspec
from grpc.aio import ServicerContext

from services.scoring.application import CatchUp, Counting, Standings
from services.scoring.errors import BadRequest
from services.scoring.results import DealResult
from services.scoring.rows import Player, ShownGame
from thousand.scoring.v1 import scoring_pb2, scoring_pb2_grpc

Context = ServicerContext[Any, Any]
Key = TypeVar("Key")

# What a token may hold, since whoever brings one may have made it himself.
Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Name = Annotated[str, msgspec.Meta(pattern="^[a-z0-9_-]{1,64}$")]

RESULTS = {
    "played": scoring_pb2.DEAL_RESULT_PLAYED,
    "written_off": scoring_pb2.DEAL_RESULT_WRITTEN_OFF,
    "crossed": scoring_pb2.DEAL_RESULT_CROSSED,
}


class ScoringServicer(scoring_pb2_grpc.ScoringServiceServicer):
    """What results mean."""

    def __init__(self, standings: Standings, counting: Counting, catch_up: CatchUp) -> None:
        self._standings = standings
        self._counting = counting
        self._catch_up = catch_up

    async def GetPlayer(
        self, request: scoring_pb2.GetPlayerRequest, context: Context
    ) -> scoring_pb2.GetPlayerResponse:
        player = await self._standings.player(request.account)
        return scoring_pb2.GetPlayerResponse(player=player_message(player))

    async def ListLeaderboard(
        self, request: scoring_pb2.ListLeaderboardRequest, context: Context
    ) -> scoring_pb2.ListLeaderboardResponse:
        after = read_token(request.page_token, tuple[Number, Number, Name])
        page = await self._standings.leaderboard(after, request.page_size)
        return scoring_pb2.ListLeaderboardResponse(
            players=map(player_message, page.items),
            next_page_token=write_token(page.items[-1].place) if page.has_more else "",
        )

    async def ListGames(
        self, request: scoring_pb2.ListGamesRequest, context: Context
    ) -> scoring_pb2.ListGamesResponse:
        after = read_token(request.page_token, tuple[Number, Name])
        page = await self._standings.games(request.account, after, request.page_size)
        return scoring_pb2.ListGamesResponse(
            games=map(game_message, page.items),
            next_page_token=write_token(page.items[-1].moment) if page.has_more else "",
        )

    async def GetGame(
        self, request: scoring_pb2.GetGameRequest, context: Context
    ) -> scoring_pb2.GetGameResponse:
        game, deals = await self._standings.game(request.game_id)
        return scoring_pb2.GetGameResponse(game=game_message(game), deals=map(deal_message, deals))

    async def Rebuild(
        self, request: scoring_pb2.RebuildRequest, context: Context
    ) -> scoring_pb2.RebuildResponse:
        return scoring_pb2.RebuildResponse(steps=await self._standings.rebuild(self._catch_up))

    async def ListParked(
        self, request: scoring_pb2.ListParkedRequest, context: Context
    ) -> scoring_pb2.ListParkedResponse:
        return scoring_pb2.ListParkedResponse(
            games=(
                scoring_pb2.ParkedGame(game_id=game.game_id, steps=game.steps, error=game.error)
                for game in await self._standings.parked()
            )
        )

    async def RetryGame(
        self, request: scoring_pb2.RetryGameRequest, context: Context
    ) -> scoring_pb2.RetryGameResponse:
        return scoring_pb2.RetryGameResponse(steps=await self._counting.retry(request.game_id))


def write_token(key: tuple[int | str, ...]) -> str:
    """Where a page ends, in a form that nobody is tempted to read."""
    return base64.urlsafe_b64encode(msgspec.json.encode(key)).decode()


def read_token(token: str, kind: type[Key]) -> Key | None:
    """Where the page before ended, None for the first; BadRequest for anything else."""
    if not token:
        return None
    try:
        return msgspec.json.decode(base64.urlsafe_b64decode(token), type=kind)
    except (msgspec.MsgspecError, binascii.Error, ValueError):
        raise BadRequest("BAD_PAGE_TOKEN", "this token came with no page") from None


def player_message(player: Player) -> scoring_pb2.Player:
    tally = player.tally
    return scoring_pb2.Player(
        account=player.account,
        games=tally.games,
        wins=tally.wins,
        deals=tally.deals,
        contracts_made=tally.contracts_made,
        contracts_lost=tally.contracts_lost,
        written=tally.written,
    )


def game_message(game: ShownGame) -> scoring_pb2.Game:
    return scoring_pb2.Game(
        game_id=game.game_id,
        version=game.version,
        started_at=game.started_at,
        accounts=game.accounts,
        totals=game.totals,
        winner=game.winner,
        disputed_deals=game.disputed_deals,
    )


def deal_message(deal: DealResult) -> scoring_pb2.Deal:
    return scoring_pb2.Deal(
        number=deal.number,
        version=deal.version,
        result=RESULTS[deal.result],
        declarer=deal.declarer,
        contract=deal.contract,
        written=deal.written,
        totals=deal.totals,
        dispute=deal.dispute,
    )
