"""The rows of one generation, within one transaction."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple
from typing import Any, NamedTuple, TypeAlias

import msgspec
from psycopg import AsyncConnection
from psycopg.types.json import Jsonb

from services.scoring.facts import Step
from services.scoring.results import Counted, DealResult, Tally
from thousand_engine import Game, NextDeal, Rules
from thousand_engine.options import OptionValue
from thousand_engine.sheet import Sheet

ADD_TALLY = """
INSERT INTO player VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (generation, account) DO UPDATE SET
    games = player.games + excluded.games,
    wins = player.wins + excluded.wins,
    deals = player.deals + excluded.deals,
    contracts_made = player.contracts_made + excluded.contracts_made,
    contracts_lost = player.contracts_lost + excluded.contracts_lost,
    written = player.written + excluded.written
"""
KEEP_GAME = """
INSERT INTO game VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (generation, game_id) DO UPDATE SET
    version = excluded.version, started_at = excluded.started_at, accounts = excluded.accounts,
    totals = excluded.totals, winner = excluded.winner, progress = excluded.progress,
    running = excluded.running
"""
# The last word about a deal is that of the highest version.
KEEP_DEAL = """
INSERT INTO deal VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (generation, game_id, number) DO UPDATE SET
    version = excluded.version, result = excluded.result, declarer = excluded.declarer,
    contract = excluded.contract, made = excluded.made, written = excluded.written,
    totals = excluded.totals, dispute = excluded.dispute
WHERE deal.version < excluded.version
"""
SHOWN = """
SELECT game.game_id, game.version, game.started_at, game.accounts, game.totals, game.winner, (
    SELECT count(*) FROM deal
    WHERE deal.generation = game.generation AND deal.game_id = game.game_id AND dispute <> ''
) FROM game
"""
DEALS = """
SELECT number, version, result, declarer, contract, made, written, totals, dispute FROM deal
WHERE generation = %s AND game_id = %s
"""


Place: TypeAlias = tuple[int, int, str]
"""Where a player stands: wins, games, account."""
Moment: TypeAlias = tuple[int, str]
"""Where a game stands among others: when it started, and its id."""


class Progress(msgspec.Struct, frozen=True):
    """A game between two distributions, as far as the next ones depend on it."""

    options: Mapping[str, OptionValue]
    rules_version: int
    sheet: Sheet
    coming: NextDeal
    doubts: tuple[str, ...] = ()


class Player(NamedTuple):
    """An account with what it has done."""

    account: str
    tally: Tally

    @property
    def place(self) -> Place:
        return self.tally.wins, self.tally.games, self.account


class ShownGame(NamedTuple):
    """What is shown of a game that has started."""

    game_id: str
    version: int
    started_at: int
    accounts: Sequence[str]
    totals: Sequence[int]
    winner: int | None
    disputed_deals: int

    @property
    def moment(self) -> Moment:
        return self.started_at, self.game_id


class ParkedGame(NamedTuple):
    """A game that was moved aside, and why."""

    game_id: str
    steps: int
    error: str


class Rows:
    """What may be asked of, and done to, a generation."""

    def __init__(self, connection: AsyncConnection, generation: int) -> None:
        self._connection = connection
        self._generation = generation

    # --- positions

    async def position(self, shard: int) -> int:
        rows = await self._all(
            "SELECT position FROM consumed WHERE generation = %s AND shard = %s", shard
        )
        return int(rows[0][0]) if rows else 0

    async def advance(self, shard: int, previous: int, position: int) -> bool:
        """Move a shard on, and let nobody else do so before the transaction ends.

        False, and nothing is done, unless the shard stands at the previous position.
        """
        if previous:
            answer = await self._connection.execute(
                """
                UPDATE consumed SET position = %s
                WHERE generation = %s AND shard = %s AND position = %s RETURNING position
                """,
                [position, self._generation, shard, previous],
            )
        else:
            answer = await self._connection.execute(
                "INSERT INTO consumed VALUES (%s, %s, %s) ON CONFLICT DO NOTHING RETURNING position",
                [self._generation, shard, position],
            )
        return await answer.fetchone() is not None

    # --- games

    async def counted(self, game_id: str) -> Counted:
        """A game as far as it is counted, which may be not at all."""
        rows = await self._all(
            """
            SELECT version, started_at, accounts, winner, progress::text, running
            FROM game WHERE generation = %s AND game_id = %s
            """,
            game_id,
        )
        for version, started_at, accounts, winner, progress, running in rows:
            game, doubts = read_progress(progress, winner) if progress else (None, ())
            return Counted(
                game_id=game_id,
                version=version,
                started_at=started_at,
                accounts=tuple(accounts),
                game=game,
                running=tuple(running),
                doubts=doubts,
            )
        return Counted(game_id=game_id)

    async def keep_game(self, counted: Counted) -> None:
        await self._connection.execute(
            KEEP_GAME,
            [
                self._generation,
                counted.game_id,
                counted.version,
                counted.started_at,
                list(counted.accounts),
                list(counted.totals),
                counted.winner,
                Jsonb(write_progress(counted.game, counted.doubts)) if counted.game else None,
                list(counted.running),
            ],
        )

    async def keep_seats(self, counted: Counted) -> None:
        """Let a game that has started be found by its players."""
        await self._each(
            "INSERT INTO seat VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING",
            [
                [self._generation, account, counted.started_at, counted.game_id]
                for account in counted.accounts
            ],
        )

    async def deals(self, game_id: str) -> list[DealResult]:
        """The results of a game's deals, in their order."""
        rows = await self._all(f"{DEALS} ORDER BY number", game_id)
        return [read_deal(*row) for row in rows]

    async def deal(self, game_id: str, number: int) -> DealResult | None:
        rows = await self._all(f"{DEALS} AND number = %s", game_id, number)
        return read_deal(*rows[0]) if rows else None

    async def keep_deal(self, game_id: str, deal: DealResult) -> None:
        """Keep a result, unless one from a higher version is there."""
        await self._connection.execute(
            KEEP_DEAL,
            [
                self._generation,
                game_id,
                deal.number,
                deal.version,
                deal.result,
                deal.declarer,
                deal.contract,
                deal.made,
                list(deal.written),
                list(deal.totals),
                deal.dispute,
            ],
        )

    async def game(self, game_id: str) -> ShownGame | None:
        """A game that has started."""
        rows = await self._all(
            f"{SHOWN} WHERE generation = %s AND game_id = %s AND progress IS NOT NULL", game_id
        )
        return ShownGame(*rows[0]) if rows else None

    async def games_of(self, account: str, after: Moment | None, limit: int) -> list[ShownGame]:
        """Games of an account, the newest first, after the one that started so and is called so."""
        rows = await self._all(
            f"""
            {SHOWN} JOIN seat USING (generation, game_id)
            WHERE generation = %s AND account = %s
            AND (%s OR (seat.started_at, game_id) < (%s, %s))
            ORDER BY seat.started_at DESC, game_id DESC LIMIT %s
            """,
            account,
            after is None,
            *(after or (0, "")),
            limit,
        )
        return [ShownGame(*row) for row in rows]

    # --- players

    async def add(self, tallies: Mapping[str, Tally]) -> None:
        """Add to what players have done."""
        await self._each(
            ADD_TALLY,
            [
                [self._generation, account, *astuple(tallies[account])]
                # In one order for everybody, or two transactions could wait for each other.
                for account in sorted(tallies)
            ],
        )

    async def player(self, account: str) -> Player | None:
        rows = await self._all(
            "SELECT * FROM player WHERE generation = %s AND account = %s", account
        )
        return read_player(*rows[0]) if rows else None

    async def leaderboard(self, after: Place | None, limit: int) -> list[Player]:
        """Players, the best first, after the one with so many wins and games and that account."""
        wins, games, account = after or (0, 0, "")
        rows = await self._all(
            """
            SELECT * FROM player
            WHERE generation = %s AND (%s OR (-wins, games, account) > (%s, %s, %s))
            ORDER BY -wins, games, account LIMIT %s
            """,
            after is None,
            -wins,
            games,
            account,
            limit,
        )
        return [read_player(*row) for row in rows]

    # --- what was moved aside

    async def parked_among(self, game_ids: Collection[str]) -> set[str]:
        """Those of the games that were moved aside."""
        rows = await self._all(
            "SELECT DISTINCT game_id FROM parked WHERE generation = %s AND game_id = ANY(%s)",
            list(game_ids),
        )
        return {game_id for (game_id,) in rows}

    async def park(self, step: Step, error: str) -> None:
        await self._connection.execute(
            "INSERT INTO parked VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
            [
                self._generation,
                step.shard,
                step.position,
                step.game_id,
                step.first_version,
                step.last_version,
                list(step.facts),
                error,
            ],
        )

    async def parked_games(self) -> list[ParkedGame]:
        rows = await self._all(
            """
            SELECT game_id, count(*), (array_agg(error ORDER BY position))[1]
            FROM parked WHERE generation = %s GROUP BY game_id ORDER BY game_id
            """
        )
        return [ParkedGame(*row) for row in rows]

    async def unpark(self, game_id: str) -> list[Step]:
        """Take back what was moved aside of a game, in order.

        Until the transaction ends no step of its shard is counted or moved aside.
        """
        await self._all(
            """
            SELECT FROM consumed JOIN parked USING (generation, shard)
            WHERE generation = %s AND game_id = %s FOR UPDATE OF consumed
            """,
            game_id,
        )
        rows = await self._all(
            """
            DELETE FROM parked WHERE generation = %s AND game_id = %s
            RETURNING shard, position, first_version, last_version, facts
            """,
            game_id,
        )
        return [
            Step(
                shard=shard,
                previous_position=position - len(facts),
                position=position,
                game_id=game_id,
                first_version=first_version,
                last_version=last_version,
                facts=tuple(facts),
            )
            for shard, position, first_version, last_version, facts in sorted(rows)
        ]

    async def _each(self, statement: str, values: Sequence[Sequence[object]]) -> None:
        async with self._connection.cursor() as cursor:
            await cursor.executemany(statement, values)

    async def _all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        answer = await self._connection.execute(query, [self._generation, *values])
        return await answer.fetchall()


def write_progress(game: Game, doubts: tuple[str, ...]) -> Any:
    """What is kept of a game; its deal is over, and its winner has a column."""
    return msgspec.to_builtins(
        Progress(game.rules.options(), game.rules_version, game.sheet, game.coming, doubts)
    )


def read_progress(text: str, winner: int | None) -> tuple[Game, tuple[str, ...]]:
    progress = msgspec.json.decode(text, type=Progress)
    rules = Rules.stored(progress.options, progress.rules_version)
    return Game(rules, progress.sheet, progress.coming, winner=winner), progress.doubts


def read_deal(*row: Any) -> DealResult:
    number, version, result, declarer, contract, made, written, totals, dispute = row
    return DealResult(
        number=number,
        version=version,
        result=result,
        declarer=declarer,
        contract=contract,
        made=made,
        written=tuple(written),
        totals=tuple(totals),
        dispute=dispute,
    )


def read_player(_generation: int, account: str, *numbers: int) -> Player:
    return Player(account, Tally(*numbers))
