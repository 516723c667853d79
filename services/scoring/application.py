"""What the scoring service can be asked to do: count steps, and tell what they add up to."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

import structlog

from services.scoring.errors import BadRequest, NotFound, StillParked
from services.scoring.facts import Step
from services.scoring.projection import project
from services.scoring.results import (
    Counted,
    DealResult,
    Tallies,
    tallies_of_deal,
    tallies_of_game,
)
from services.scoring.rows import Moment, ParkedGame, Place, Player, Rows, ShownGame
from services.scoring.store import Store
from thousand_log.errors import StoreUnreachable

PAGE_SIZE = 50
LARGEST_PAGE = 200
ID = re.compile(r"[a-z0-9_-]{1,64}")

logger = structlog.get_logger()

CatchUp: TypeAlias = Callable[["Counting"], Awaitable[int]]
"""Lets all steps that the store of facts has be counted: how many there were."""


Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some of a list, and whether more follow."""

    items: Sequence[Item]
    has_more: bool

    @classmethod
    def of(cls, found: Sequence[Item], limit: int) -> "Page[Item]":
        """The page when one more than it holds was looked for."""
        return cls(found[:limit], len(found) > limit)


class Counting:
    """Counts the steps it is told into what is served, or into a generation in the making.

    ``alarm`` is called when a result is not what the rules give.
    """

    def __init__(
        self, store: Store, alarm: Callable[[], None], generation: int | None = None
    ) -> None:
        self._store = store
        self._alarm = alarm
        self._generation = generation

    async def position(self, shard: int) -> int:
        """Where a shard stands."""
        async with self._store.writing(self._generation) as rows:
            return await rows.position(shard)

    async def apply(self, steps: Sequence[Step]) -> int:
        """Count steps that follow one another in a shard, all or none: where it stands then.

        None are counted unless the shard stands where the first begins.
        """
        first, last = steps[0], steps[-1]
        async with self._store.writing(self._generation) as rows:
            if not await rows.advance(first.shard, first.previous_position, last.position):
                return await rows.position(first.shard)
            parked = await rows.parked_among({step.game_id for step in steps})
            for step in steps:
                if step.game_id in parked:
                    await rows.park(step, "")
            await self._count(rows, [step for step in steps if step.game_id not in parked])
        return last.position

    async def park(self, step: Step, error: str) -> int:
        """Move a step aside instead, and with it all that its game will bring."""
        async with self._store.writing(self._generation) as rows:
            if not await rows.advance(step.shard, step.previous_position, step.position):
                return await rows.position(step.shard)
            await rows.park(step, error)
        return step.position

    async def retry(self, game_id: str) -> int:
        """Count what was moved aside of a game: how many steps. StillParked when it cannot be."""
        try:
            async with self._store.writing(self._generation) as rows:
                steps = await rows.unpark(game_id) if ID.fullmatch(game_id) else []
                await self._count(rows, steps)
        except StoreUnreachable:
            raise
        except Exception as error:
            logger.exception("retry_failed")
            raise StillParked(game_id, repr(error)) from error
        if not steps:
            raise NotFound(
                "GAME_NOT_PARKED",
                "nothing of such a game is moved aside: it is counted, or unknown",
            )
        return len(steps)

    async def _count(self, rows: Rows, steps: Sequence[Step]) -> None:
        before: dict[str, Counted] = {}
        after: dict[str, Counted] = {}
        tallies = Tallies()
        for step in steps:
            game_id = step.game_id
            if game_id not in before:
                before[game_id] = after[game_id] = await rows.counted(game_id)
            after[game_id], deal = project(after[game_id], step)
            if deal:
                tallies.take_away(
                    tallies_of_deal(after[game_id], await rows.deal(game_id, deal.number))
                )
                tallies.add(tallies_of_deal(after[game_id], deal))
                await rows.keep_deal(game_id, deal)
                if deal.dispute:
                    self._alarm()
                    logger.error(
                        "recount_differs", game_id=game_id, deal=deal.number, how=deal.dispute
                    )
        for game_id, counted in after.items():
            await rows.keep_game(counted)
            if counted.game and not before[game_id].game:
                await rows.keep_seats(counted)
            tallies.take_away(tallies_of_game(before[game_id]))
            tallies.add(tallies_of_game(counted))
        await rows.add(tallies.sums)


class Standings:
    """What is served, and how it is built anew."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def player(self, account: str) -> Player:
        """What an account has done; NotFound when it has sat in no game that started."""
        async with self._store.reading() as rows:
            player = await rows.player(account) if ID.fullmatch(account) else None
        if player is None:
            raise NotFound("PLAYER_NOT_FOUND", "nobody has played by that account")
        return player

    async def leaderboard(self, after: Place | None, size: int) -> Page[Player]:
        """Players, the best first, after a place; BadRequest for a size that is none."""
        limit = limit_of(size)
        async with self._store.reading() as rows:
            return Page.of(await rows.leaderboard(after, limit + 1), limit)

    async def games(self, account: str, after: Moment | None, size: int) -> Page[ShownGame]:
        """Games of an account, the newest first, after one; BadRequest for a size that is none."""
        limit = limit_of(size)
        if not ID.fullmatch(account):
            return Page.of([], limit)
        async with self._store.reading() as rows:
            return Page.of(await rows.games_of(account, after, limit + 1), limit)

    async def game(self, game_id: str) -> tuple[ShownGame, list[DealResult]]:
        """A game and the results of its deals; NotFound when none has started."""
        async with self._store.reading() as rows:
            game = await rows.game(game_id) if ID.fullmatch(game_id) else None
            deals = await rows.deals(game_id) if game else []
        if game is None:
            raise NotFound("GAME_NOT_FOUND", "no such game has started")
        return game, deals

    async def parked(self) -> list[ParkedGame]:
        """The games that could not be counted."""
        async with self._store.reading() as rows:
            return await rows.parked_games()

    async def rebuild(self, catch_up: CatchUp) -> int:
        """Count everything anew while the old is served: how many steps. RebuildRunning."""
        async with self._store.rebuilding() as generation:
            # Nobody is alarmed: what is wrong was so before.
            fresh = Counting(self._store, lambda: None, generation)
            steps = await catch_up(fresh)
            while not await self._store.swap(generation):
                if more := await catch_up(fresh):
                    steps += more
                else:  # what is served tells of facts that the store of facts has lost
                    logger.error("facts_lost", generation=generation)
                    await self._store.swap(generation, even_behind=True)
                    break
        logger.info("rebuilt", generation=generation, steps=steps)
        return steps


def limit_of(size: int) -> int:
    """How many a page holds; BadRequest for less than none."""
    if size < 0:
        raise BadRequest("BAD_PAGE_SIZE", "a page holds some, or 0 for as many as is good")
    return min(size or PAGE_SIZE, LARGEST_PAGE)
