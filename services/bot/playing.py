"""One bot at one table: its policy's choice, and the safe action when that does not do."""

from collections.abc import Callable

import grpc
import grpc.aio
import structlog
from structlog.contextvars import unbind_contextvars

from thousand_client import Player, TableClient, refusal_of
from thousand_engine import SeatAction, View, safe_action

MOST_REFUSALS = 2
"""After so many the policy is not asked again about the same view."""
REFUSED = (grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.INVALID_ARGUMENT)

Policy = Callable[[View], SeatAction]

logger = structlog.get_logger()


class BotPlayer:
    """A bot's seat. ``count`` hears the cause, ``refused`` or ``broke``, of every safe action."""

    def __init__(self, table: TableClient, policy: Policy, count: Callable[[str], None]) -> None:
        self._policy = policy
        self._count = count
        self._player = Player(table, self._choose)
        self._view: View | None = None
        self._refusals = 0

    async def play(self, game_id: str) -> None:
        """Play until the game is over. grpc.aio.AioRpcError when even a safe action is refused."""
        while True:
            try:
                await self._player.play(game_id)
            except grpc.aio.AioRpcError as error:
                refused = refusal_of(error)
                if refused is None or error.code() not in REFUSED or self._exhausted:
                    raise
                self._refusals += 1
                logger.warning("bot_refused", reason=refused.reason)
            else:
                return

    @property
    def _exhausted(self) -> bool:
        return self._refusals >= MOST_REFUSALS

    def _choose(self, view: View) -> SeatAction:
        unbind_contextvars("command_id", "trace_id")  # the action before is over
        if view != self._view:
            self._view, self._refusals = view, 0
        if self._exhausted:
            self._count("refused")
            return safe_action(view)
        try:
            return self._policy(view)
        except Exception:
            # A policy's bug costs its seat a good action, never the table its game.
            logger.exception("bot_broke")
            self._count("broke")
            return safe_action(view)
