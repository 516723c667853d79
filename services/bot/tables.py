"""The table and the identity service over gRPC, as bots need them."""

import time
from collections.abc import Callable, Iterable

import grpc
import grpc.aio

from services.bot.application import Accounts, Seating
from services.bot.errors import GameNotFound, TableFull
from services.bot.pacing import PacedTable
from services.bot.playing import BotPlayer, Policy
from thousand.identity.v1 import identity_pb2, identity_pb2_grpc
from thousand.table.v1 import table_pb2, table_pb2_grpc
from thousand_client import Credentials, Token, refusal_of

PATIENCE = 5.0
"""Seconds to wait for an answer."""


class BotSession(Credentials):
    """A bot's account, whose tokens a service asks for."""

    def __init__(self, account: str, identity: grpc.aio.Channel, service: Credentials) -> None:
        # No token is as good as an old one: the first call asks for it.
        super().__init__(Token(account=account, text="", expires_at=0.0), time.time)
        self._identity = identity_pb2_grpc.IdentityServiceStub(identity)
        self._service = service

    async def _fresh(self) -> Token:
        request = identity_pb2.IssueBotTokenRequest(account=self.account)
        metadata = await self._service.metadata()
        answer = await self._identity.IssueBotToken(request, metadata=metadata, timeout=PATIENCE)
        return Token(
            account=answer.token.account,
            text=answer.token.text,
            expires_at=answer.token.expire_time.ToNanoseconds() / 1e9,
        )


class RemoteTables:
    """Calls by channels to the table and to the identity service: as the bot service where nothing
    is played, as a bot where it plays, with ``pace`` seconds before each action. ``count`` hears of
    every safe action.
    """

    def __init__(
        self,
        table: grpc.aio.Channel,
        identity: grpc.aio.Channel,
        credentials: Credentials,
        *,
        policy: Policy,
        pace: float,
        count: Callable[[str], None],
    ) -> None:
        self._channel = table
        self._table = table_pb2_grpc.TableServiceStub(table)
        self._identity = identity
        self._credentials = credentials
        self._policy = policy
        self._pace = pace
        self._count = count

    async def accounts(self, game_id: str) -> Accounts:
        request = table_pb2.GetViewRequest(game_id=game_id)
        metadata = await self._credentials.metadata()
        try:
            answer = await self._table.GetView(request, metadata=metadata, timeout=PATIENCE)
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.NOT_FOUND:
                raise GameNotFound(game_id) from error
            raise
        return tuple(seat.account or None for seat in answer.view.seats)

    async def unfinished(self) -> Iterable[Seating]:
        seatings: list[Seating] = []
        token = ""
        while True:
            request = table_pb2.ListGamesRequest(page_token=token)
            answer = await self._table.ListGames(request, timeout=PATIENCE)
            for game in answer.games:
                accounts = tuple(account or None for account in game.accounts)
                seatings.append(Seating(game.game_id, accounts))
            token = answer.next_page_token
            if not token:
                return seatings

    async def sit(self, game_id: str, account: str) -> None:
        try:
            await self._client(account).take_seat(game_id, "sit")
        except grpc.aio.AioRpcError as error:
            refused = refusal_of(error)
            if refused and refused.reason == "TABLE_FULL":
                raise TableFull(game_id) from error
            raise

    async def play(self, game_id: str, account: str) -> None:
        await BotPlayer(self._client(account), self._policy, self._count).play(game_id)

    def _client(self, account: str) -> PacedTable:
        session = BotSession(account, self._identity, self._credentials)
        return PacedTable(self._channel, session, self._pace)
