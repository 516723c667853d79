"""What the table can be asked to do: get, decide, append, swap in (ARCHITECTURE 4)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import structlog
from structlog.contextvars import bind_contextvars, bound_contextvars, clear_contextvars

from services.table.commands import (
    ActCommand,
    Command,
    check_accounts,
    expect,
    says,
)
from services.table.distribution import (
    DrawSecret,
    Preparation,
    dealing_from,
    ends_distribution,
    ends_game,
    revealed,
)
from services.table.errors import (
    BadRequest,
    CommandIdReused,
    Draining,
    GameNotFound,
    GameNotStarted,
    HistoryDiffers,
    NotSeated,
    UnknownVersion,
)
from services.table.facts import GameOpened, SeatTaken
from services.table.live import Live, Moment
from services.table.lives import Lives
from services.table.seated_game import SeatedGame, choose_seat
from services.table.tasks import Tasks
from thousand_engine import (
    Fact,
    GameStarted,
    Onlooker,
    Refusal,
    Rules,
    Viewer,
    act,
    agree,
    start,
)
from thousand_engine.options import OptionValue
from thousand_engine.record import Record, write_record
from thousand_log.errors import StoreUnreachable, VersionTaken
from thousand_log.port import NEWEST, Log
from thousand_log.step import PlacedStep, Secret

MOST_GAMES = 50
"""Games on one page: each may have to be read."""
MOST_STEPS = 500
"""Steps in one answer: some hundred kilobytes."""
DEAL_AGAIN_AFTER = 0.5
"""Seconds until a deal that could not be stored is tried again."""

Answer = TypeVar("Answer")

logger = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Seen:
    """A game at a version, and as whom the caller looks at it."""

    game_id: str
    version: int
    seated: SeatedGame
    viewer: Viewer


class Games:
    """The games of this replica.

    ``now`` gives milliseconds since 1970 UTC, ``draw`` bytes that nobody can foresee, ``lot`` a
    number below its argument.
    """

    def __init__(
        self,
        log: Log,
        *,
        now: Callable[[], int],
        draw: DrawSecret,
        lot: Callable[[int], int],
    ) -> None:
        self._log = log
        self._lives = Lives(log, now)
        self._draw = draw
        self._lot = lot
        self._tasks = Tasks()
        self._dealing: set[str] = set()
        self._draining = False

    # --- commands

    async def open_game(
        self,
        command: Command,
        preset: str,
        changed: Mapping[str, OptionValue],
        accounts: tuple[str, ...] = (),
    ) -> int:
        """Open the first game of a table under a preset with options changed: its version.

        ``accounts`` are seated at once, in the order of seats. BadAgreement when that is no
        agreement, BadRequest when they cannot be seated so.
        """
        rules = agree(preset, changed)
        check_accounts(accounts, rules.players)
        opened = GameOpened(command.account, preset, changed, rules.options(), accounts)
        return await self._decided(command, lambda live: self._open(live, command, opened))

    async def take_seat(self, command: Command, wanted: int | None) -> tuple[int, int]:
        """Seat the caller: the seat and the version. The last one to sit down starts the game."""
        return await self._decided(command, lambda live: self._seat(live, command, wanted))

    async def act(self, command: ActCommand) -> int:
        """Act for the caller's seat: the last version of the step."""
        return await self._decided(command, lambda live: self._act(live, command))

    async def _decided(
        self, command: Command, decide: Callable[[Live], Awaitable[Answer]]
    ) -> Answer:
        # What opens a game cannot name it yet.
        with bound_contextvars(game_id=command.game_id):
            return await self._tasks.shielded(self._decide(command.game_id, decide))

    async def _decide(self, game_id: str, decide: Callable[[Live], Awaitable[Answer]]) -> Answer:
        """Decide on the newest state there is, again whenever another replica was faster."""
        async with self._lives.turn(game_id) as live:
            while True:
                try:
                    answer = await decide(live)
                except VersionTaken:
                    await self._lives.catch_up(live)
                except Refusal as refused:
                    if await self._lives.catch_up(live):
                        continue
                    if isinstance(refused, HistoryDiffers):
                        logger.error("history_differs", **refused.facts)  # noqa: TRY400 - no bug of ours
                    raise
                else:
                    break
        self._deal_when_due(live)
        return answer

    async def _open(self, live: Live, command: Command, opened: GameOpened) -> int:
        if live.state is None:
            seated = SeatedGame.open(opened)
            facts, secrets = self._seated(seated, dict(enumerate(opened.accounts)))
            return await self._append(live, command, [opened, *facts], "engine", secrets)
        if replace(live.state.opened, options=opened.options) != opened:
            raise CommandIdReused
        # The first step: this fact, a fact a seat, and with the last one those that start the game.
        full = len(opened.accounts) == len(live.state.accounts)
        return 1 + len(opened.accounts) + (2 if full else 0)

    async def _seat(self, live: Live, command: Command, wanted: int | None) -> tuple[int, int]:
        seated = known(live)
        if done := live.done.get((command.account, command.command_id)):
            if not isinstance(done.fact, SeatTaken) or wanted not in (None, done.fact.seat):
                raise CommandIdReused
            return done.fact.seat, done.version
        seat = choose_seat(seated, command.account, wanted)
        facts, secrets = self._seated(seated, {seat: command.account})
        return seat, await self._append(live, command, facts, f"seat:{seat}", secrets)

    def _seated(
        self, seated: SeatedGame, taken: Mapping[int, str]
    ) -> tuple[list[object], tuple[Secret, ...]]:
        """The facts of accounts that sit down; the last free seat starts the game."""
        facts: list[object] = [SeatTaken(seat, account) for seat, account in taken.items()]
        if len(seated.free) > len(taken):
            return facts, ()
        first = Preparation.draw(self._draw)
        dealer = self._lot(len(seated.accounts))
        return [*facts, start(Rules.stored(seated.options), dealer), first.fact], (first.secret,)

    async def _act(self, live: Live, command: ActCommand) -> int:
        seated = known(live)
        seat = seated.seat_of(command.account)
        if seat is None:
            raise NotSeated(command.game_id)
        action = command.action(seat)
        if done := live.done.get((command.account, command.command_id)):
            asked = seated.game is not None and seated.game.rules.marriages.asked
            if not says(done.fact, action, asked=asked):
                raise CommandIdReused
            return done.version
        expect(live, command)
        if seated.game is None:
            raise GameNotStarted(len(seated.free))
        facts, _ = act(seated.game, action)
        seal = await self._lives.secret(live, seated.current)
        published = [seal] if ends_distribution(facts) else []
        if ends_game(facts):
            published.append(await self._lives.secret(live, seated.prepared))
        return await self._lives.append(
            live,
            [*facts, *revealed(tuple(published))],
            actor=f"seat:{seat}",
            command_id=command.command_id,
            account=command.account,
            seal=seal,
        )

    async def _append(
        self,
        live: Live,
        command: Command,
        facts: list[object],
        actor: str,
        secrets: tuple[Secret, ...],
    ) -> int:
        return await self._lives.append(
            live,
            facts,
            actor=actor,
            command_id=command.command_id,
            account=command.account,
            secrets=secrets,
        )

    # --- the table's own action

    def _deal_when_due(self, live: Live) -> None:
        if live.state and live.state.awaits_deal and live.game_id not in self._dealing:
            self._dealing.add(live.game_id)
            self._tasks.start(self._keep_dealing(live.game_id))

    async def _keep_dealing(self, game_id: str) -> None:
        """Deal what is due, however often the store has to be asked."""
        # The command that made it due is over.
        clear_contextvars()
        bind_contextvars(game_id=game_id)
        try:
            while not self._draining:
                try:
                    return await self._deal(game_id)
                except StoreUnreachable:
                    logger.warning("deal_delayed")
                except Exception:
                    # Loud, but not a reason to leave the table without cards for ever.
                    logger.exception("deal_failed")
                await asyncio.sleep(DEAL_AGAIN_AFTER)
        finally:
            self._dealing.discard(game_id)

    async def _deal(self, game_id: str) -> None:
        async with self._lives.turn(game_id) as live:
            while live.state and live.state.awaits_deal and live.state.game:
                seated, game = live.state, live.state.game
                secret = await self._lives.secret(live, seated.prepared)
                dealing = dealing_from(secret, game_id, game)
                command_id = f"engine:deal:{dealing.deal.deal}:{dealing.deal.attempt}"
                bind_contextvars(command_id=command_id)
                facts, _ = act(game, dealing.deal)
                following = Preparation.draw(self._draw)
                # A redeal that the agreement makes compulsory ends them at once.
                published = revealed((secret,) if ends_distribution(facts) else ())
                try:
                    await self._lives.append(
                        live,
                        # Bound to what comes next before these cards exist.
                        [following.fact, *dealing.cuts, *facts, *published],
                        actor="engine",
                        command_id=command_id,
                        seal=secret,
                        secrets=(following.secret,),
                    )
                except VersionTaken:
                    await self._lives.catch_up(live)

    # --- looking

    async def look(self, account: str, game_id: str) -> Seen:
        """The game as it stands, for the caller."""
        live, seated = await self._lives.loaded(game_id)
        self._deal_when_due(live)
        return Seen(game_id, live.version, seated, viewer_of(seated, account))

    async def watch(
        self, account: str, game_id: str, after: int | None
    ) -> AsyncIterator[tuple[Moment, Seen]]:
        """Every step after a version without a gap, each with the game after it.

        None begins with the newest step. Ends when the game is over. UnknownVersion for a version
        that the game has not reached, Draining when this replica stops.
        """
        live, _ = await self._lives.loaded(game_id)
        version = live.newest[-1].step.first_version - 1 if after is None else after
        if version > live.version:
            async with self._lives.turn(game_id) as live:
                await self._lives.catch_up(live)
        if version > live.version:
            raise UnknownVersion(version, live.version)
        while True:
            live, seated = await self._lives.loaded(game_id)
            self._deal_when_due(live)
            steps = live.since(version)
            if steps is None:
                history = await self._lives.history(game_id)
                steps = tuple(moment for moment in history if moment.step.first_version > version)
            for moment in steps:
                version = moment.step.last_version
                viewer = viewer_of(moment.after, account)
                yield moment, Seen(game_id, version, moment.after, viewer)
            if seated.is_over and live.stands_at(version):
                return
            if self._draining:
                raise Draining
            if not steps:
                await live.wait()

    async def games(
        self, *, over: bool, before: int | None, limit: int
    ) -> tuple[tuple[int, Seen], ...]:
        """A page of games, newest first: those that are over or those that are not.

        Each comes with its number; ``before`` is the number where the page before ended. Fewer
        than ``limit``, which is cut to ``MOST_GAMES``, are the last ones.
        """
        listed = await self._log.games(
            over=over, before=NEWEST if before is None else before, limit=limit
        )
        return tuple([(game.number, await self.look("", game.game_id)) for game in listed])

    async def record(self, game_id: str) -> Record:
        """The record (RULES J7) of all distributions that are over; a running one is nobody's."""
        history = await self._lives.history(game_id)
        if not history:
            raise GameNotFound(game_id)
        facts: list[Fact] = []
        over = 0
        for moment in history:
            step = tuple(fact for fact in moment.facts if isinstance(fact, Fact))
            facts.extend(step)
            if ends_distribution(step) or any(isinstance(fact, GameStarted) for fact in step):
                over = len(facts)
        if not over:
            raise GameNotStarted(len(history[-1].after.free))
        return write_record(game_id, facts[:over])

    async def steps(self, shard: int, after: int, limit: int) -> tuple[PlacedStep, ...]:
        """The steps of a shard after a position, as many as one answer holds.

        BadRequest when there is no such shard or position.
        """
        if not 0 <= shard < self.shards:
            raise BadRequest("BAD_SHARD", f"there are {self.shards} shards", shards=self.shards)
        if after < 0 or limit < 0:
            raise BadRequest("BAD_POSITION", "positions and limits are counted from 0")
        return await self._log.tail(shard, after, min(limit or MOST_STEPS, MOST_STEPS))

    @property
    def shards(self) -> int:
        return self._log.shards

    # --- the end

    async def drain(self) -> None:
        """Tell every stream to go on elsewhere; what was begun is finished."""
        self._draining = True
        self._lives.wake_all()
        await self._tasks.finish()


def known(live: Live) -> SeatedGame:
    """The game, GameNotFound when there is none."""
    if live.state is None:
        raise GameNotFound(live.game_id)
    return live.state


def viewer_of(seated: SeatedGame, account: str) -> Viewer:
    """As whom an account looks at a game."""
    seat = seated.seat_of(account)
    return Onlooker.SPECTATOR if seat is None else seat
