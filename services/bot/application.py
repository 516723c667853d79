"""What bots can be asked to do: sit down, and play what they have begun.

Nothing is kept here. Which account a command seats follows from the command, and which games are
to be played is asked of the table service, again and again: a restart loses no seat.
"""

import asyncio
import base64
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

import structlog
from structlog.contextvars import bind_contextvars, clear_contextvars

from services.bot.errors import BadRequest, NotSeated, TableFull

BOT = "bot-"
"""What the accounts of bots begin with, and no other does."""
LONGEST_COMMAND_ID = 64
LOOK_AGAIN_AFTER = 3.0
"""Seconds until games that nobody here plays, after a restart or a trouble, are looked for."""

logger = structlog.get_logger()

Accounts = tuple[str | None, ...]
"""Who sits in a game, by seat; None where nobody does."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A game that is not over, and who sits in it."""

    game_id: str
    accounts: Accounts


class Tables(Protocol):
    """The table service, as bots reach it."""

    async def accounts(self, game_id: str) -> Accounts:
        """Who sits in a game; GameNotFound."""

    async def unfinished(self) -> Iterable[Seating]:
        """The games that are not over."""

    async def sit(self, game_id: str, account: str) -> None:
        """Seat a bot; nothing happens when it has a seat. TableFull."""

    async def play(self, game_id: str, account: str) -> None:
        """Play a bot's seat until the game is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """Who asks for bots, in what game, how many (None: one for each free seat).

    The id names the command for ever among the asker's in this game. BadRequest.
    """

    asker: str
    game_id: str
    command_id: str
    count: int | None = None

    def __post_init__(self) -> None:
        if not self.command_id.isprintable() or not 0 < len(self.command_id) <= LONGEST_COMMAND_ID:
            raise BadRequest(
                "BAD_COMMAND_ID", f"a command id has 1 to {LONGEST_COMMAND_ID} printable characters"
            )
        if self.count is not None and self.count < 1:
            raise BadRequest("BAD_COUNT", "at least one bot is asked for", count=self.count)

    def bot(self, number: int) -> str:
        """The account of the command's bot of this number: the same whenever it is asked."""
        name = f"{self.game_id}\n{self.asker}\n{self.command_id}\n{number}"
        return BOT + base64.b32encode(sha256(name.encode()).digest()[:10]).decode().lower()


class Bots:
    """The bots that this replica plays. Two replicas that play one seat do no harm: each action
    names the version it belongs to.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._playing: dict[tuple[str, str], asyncio.Task[None]] = {}

    @property
    def playing(self) -> int:
        """How many seats are played here."""
        return len(self._playing)

    async def fill(self, fill: Fill, *, trusted: bool) -> tuple[int, ...]:
        """Seat bots and let them play: the seats of all that the command has seated.

        GameNotFound; NotSeated unless the asker sits in the game or is ``trusted``.
        """
        seated = await self._tables.accounts(fill.game_id)
        if not trusted and fill.asker not in seated:
            raise NotSeated(fill.game_id)
        bots = tuple(map(fill.bot, range(len(seated))))
        sitting = [bot for bot in bots if bot in seated]
        wanted = len(seated) if fill.count is None else fill.count
        most = min(wanted - len(sitting), seated.count(None))
        for bot in [bot for bot in bots if bot not in seated][: max(most, 0)]:
            try:
                await self._tables.sit(fill.game_id, bot)
            except TableFull:
                break
            sitting.append(bot)
        for bot in sitting:
            self._take_up(fill.game_id, bot)
        seated = await self._tables.accounts(fill.game_id)
        return tuple(seat for seat, account in enumerate(seated) if account in sitting)

    async def run(self) -> None:
        """Until cancelled: play every bot's seat of every game that is not over."""
        try:
            while True:
                try:
                    await self.take_up_all()
                except Exception as error:  # whatever it is, the next look may succeed
                    logger.warning("games_not_heard", exc_info=error)
                await asyncio.sleep(LOOK_AGAIN_AFTER)
        finally:
            for task in self._playing.values():
                task.cancel()
            await asyncio.gather(*self._playing.values(), return_exceptions=True)

    async def take_up_all(self) -> None:
        """Play the bots' seats that nobody here plays."""
        for seating in await self._tables.unfinished():
            for account in seating.accounts:
                if account and account.startswith(BOT):
                    self._take_up(seating.game_id, account)

    def _take_up(self, game_id: str, account: str) -> None:
        if (game_id, account) not in self._playing:
            self._playing[game_id, account] = asyncio.create_task(self._play(game_id, account))

    async def _play(self, game_id: str, account: str) -> None:
        clear_contextvars()  # it goes on long after the call that seated the bot
        bind_contextvars(game_id=game_id, account=account)
        try:
            await self._tables.play(game_id, account)
        except Exception:
            # One seat's trouble only: it is taken up again at the next look.
            logger.exception("bot_stopped")
        finally:
            del self._playing[game_id, account]
