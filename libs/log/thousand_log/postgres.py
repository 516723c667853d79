"""The log on PostgreSQL."""

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from itertools import groupby

from psycopg import OperationalError
from psycopg.errors import UniqueViolation
from psycopg.rows import args_row

from thousand_log.database import Database, reached
from thousand_log.errors import VersionTaken
from thousand_log.port import NEWEST, Claim, Listed
from thousand_log.shards import shard_of
from thousand_log.step import PlacedStep, Step
from thousand_log.tables import (
    APPEND,
    SCHEMA,
    SCHEMA_VERSION,
    VERSION_TAKEN,
    FactRow,
    append_parameters,
)

# Both begin after the last step that ends at or before `after`, so that steps come whole.
READ = """
SELECT * FROM fact
WHERE game_id = %(game_id)s AND version > coalesce((
    SELECT max(version) FROM fact
    WHERE game_id = %(game_id)s AND version <= %(after)s AND last_version <= %(after)s
), 0)
ORDER BY version
"""
TAIL = """
WITH step_end AS (
    SELECT position FROM fact
    WHERE shard = %(shard)s AND position > %(after)s AND version = last_version
    ORDER BY position LIMIT %(limit)s
)
SELECT * FROM fact
WHERE shard = %(shard)s AND position <= (SELECT max(position) FROM step_end)
AND position > coalesce((
    SELECT max(position) FROM fact
    WHERE shard = %(shard)s AND position <= %(after)s AND version = last_version
), 0)
ORDER BY position
"""

# The state is written out, so that each has an index of its own.
GAMES = {
    False: "SELECT number, game_id FROM game WHERE NOT is_over AND number < %s "
    "ORDER BY number DESC LIMIT %s",
    True: "SELECT number, game_id FROM game WHERE is_over AND number < %s "
    "ORDER BY number DESC LIMIT %s",
}

# Advisory locks: they end with the session, however it ends.
CLAIM = """
SELECT number FROM unnest(%s::integer[]) AS number
WHERE pg_try_advisory_lock(hashtext('thousand_log.shard'), number)
"""


class PostgresLog:
    """A `Log` in a database that `migrate` has made ready.

    Each step is one autocommitted statement, which takes the lock of its shard first: positions
    are contiguous and in the order of commits, for any number of writers.
    """

    def __init__(self, database: Database, shards: int) -> None:
        self._database = database
        self._shards = shards
        self._listeners: list[Callable[[int], None]] = []

    @classmethod
    @asynccontextmanager
    async def open(cls, dsn: str, patience: float = 5.0) -> AsyncIterator["PostgresLog"]:
        """The log of a database.

        ``patience`` is how many seconds a call waits for a connection, and then for its answer.
        NotMigrated when the database was not made ready, StoreUnreachable when it does not answer.
        """
        async with Database.open(dsn, patience) as database:
            _, shards = await database.check_schema(SCHEMA, SCHEMA_VERSION)
            yield cls(database, shards)

    @property
    def shards(self) -> int:
        return self._shards

    async def append(self, step: Step) -> PlacedStep:
        shard = shard_of(step.game_id, self._shards)
        async with self._database.connection() as connection:
            try:
                answer = await connection.execute(APPEND, append_parameters(shard, [step]))
            except UniqueViolation as error:
                if error.diag.constraint_name != VERSION_TAKEN:
                    raise
                raise VersionTaken(step.game_id, step.first_version) from None
            [(first,)] = await answer.fetchall()
        last = first + len(step.facts) - 1
        for hear in self._listeners:
            hear(shard)
        return PlacedStep(replace(step, secrets=()), shard, first - 1, last)

    async def read(self, game_id: str, after: int = 0) -> tuple[Step, ...]:
        rows = await self._rows(READ, {"game_id": game_id, "after": after})
        return tuple(placed.step for placed in _steps(rows))

    async def tail(self, shard: int, after: int, limit: int) -> tuple[PlacedStep, ...]:
        rows = await self._rows(TAIL, {"shard": shard, "after": after, "limit": limit})
        return tuple(_steps(rows))

    async def secret(self, game_id: str, commitment: str) -> bytes | None:
        async with self._database.connection() as connection:
            answer = await connection.execute(
                "SELECT value FROM secret WHERE game_id = %s AND commitment = %s",
                [game_id, commitment],
                binary=True,
            )
            row = await answer.fetchone()
        return row[0] if row else None

    async def games(self, *, over: bool, before: int = NEWEST, limit: int) -> tuple[Listed, ...]:
        async with self._database.connection() as connection:
            answer = await connection.execute(GAMES[over], [before, limit])
            return tuple(Listed(*row) for row in await answer.fetchall())

    async def end(self, shard: int) -> int:
        async with self._database.connection() as connection:
            answer = await connection.execute(
                "SELECT next_position - 1 FROM shard WHERE number = %s", [shard]
            )
            [(position,)] = await answer.fetchall()
        return int(position)

    @asynccontextmanager
    async def claiming(self) -> AsyncIterator[Claim]:
        async with self._database.session() as session:

            async def claim(shards: Collection[int]) -> frozenset[int]:
                with reached():
                    answer = await session.execute(CLAIM, [list(shards)])
                    return frozenset(number for (number,) in await answer.fetchall())

            try:
                yield claim
            finally:
                with suppress(OperationalError):  # closed first, they would be free a moment later
                    await session.execute("SELECT pg_advisory_unlock_all()")

    def listen(self, hear: Callable[[int], None]) -> None:
        self._listeners.append(hear)

    async def _rows(self, query: str, parameters: dict[str, object]) -> list[FactRow]:
        async with (
            self._database.connection() as connection,
            connection.cursor(binary=True, row_factory=args_row(FactRow)) as cursor,
        ):
            await cursor.execute(query, parameters)
            return await cursor.fetchall()


def _steps(rows: Iterable[FactRow]) -> Iterator[PlacedStep]:
    for _, group in groupby(rows, key=lambda row: (row.game_id, row.last_version)):
        of_step = list(group)
        first, last = of_step[0], of_step[-1]
        facts = tuple(row.fact() for row in of_step)
        step = Step(first.game_id, facts, first.command_id, first.account)
        yield PlacedStep(step, first.shard, first.position - 1, last.position)
