"""The database of the scoring service: whose rows are served, and which are being built anew."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from psycopg import AsyncConnection, IsolationLevel, sql

from services.scoring.errors import RebuildRunning
from services.scoring.rows import Rows
from thousand_log.database import Database, reached

SCHEMA_VERSION = 1
SCHEMA = "SELECT version FROM scoring_schema"
TABLES = ("consumed", "parked", "game", "seat", "deal", "player")
SERVED = "SELECT generation FROM serving"

FORGET = "DELETE FROM {} WHERE generation <> (SELECT generation FROM serving)"
BEHIND = """
SELECT FROM consumed AS served
LEFT JOIN consumed AS fresh ON fresh.generation = %s AND fresh.shard = served.shard
WHERE served.generation = %s AND coalesce(fresh.position, 0) < served.position
LIMIT 1
"""


class Store:
    """A database that `migrate` has made ready; every method may raise StoreUnreachable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    @asynccontextmanager
    async def open(cls, dsn: str, patience: float = 5.0) -> AsyncIterator["Store"]:
        """The store of a database; NotMigrated when it was not made ready.

        ``patience`` is how many seconds a call waits for a connection, and then for each answer.
        """
        async with Database.open(dsn, patience) as database:
            await database.check_schema(SCHEMA, SCHEMA_VERSION)
            yield cls(database)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Rows]:
        """What is served, as it stood at one moment."""
        async with self._database.connection() as connection:
            await connection.set_isolation_level(IsolationLevel.REPEATABLE_READ)
            try:
                async with connection.transaction():
                    yield Rows(connection, await _served(connection))
            finally:
                await connection.set_isolation_level(None)

    @asynccontextmanager
    async def writing(self, generation: int | None = None) -> AsyncIterator[Rows]:
        """One transaction on what is served, or on another generation."""
        async with self._database.connection() as connection, connection.transaction():
            # What is served stays it until the end of the transaction.
            yield Rows(connection, generation or await _served(connection, f"{SERVED} FOR SHARE"))

    @asynccontextmanager
    async def rebuilding(self) -> AsyncIterator[int]:
        """A new and empty generation, nobody else's; RebuildRunning when there is one already."""
        async with self._database.session() as session:
            with reached():
                answer = await session.execute(
                    "SELECT pg_try_advisory_lock(hashtext('thousand_scoring.rebuild'))"
                )
                if await answer.fetchone() == (False,):
                    raise RebuildRunning
                generation = await _served(session) + 1
                await _forget(session)
            yield generation

    async def swap(self, generation: int, *, even_behind: bool = False) -> bool:
        """Serve another generation from now on, unless it has not yet got as far; then forget."""
        async with self._database.connection() as connection:
            async with connection.transaction():
                served = await _served(connection, f"{SERVED} FOR UPDATE")
                answer = await connection.execute(BEHIND, [generation, served])
                if await answer.fetchone() is not None and not even_behind:
                    return False
                await connection.execute("UPDATE serving SET generation = %s", [generation])
            await _forget(connection)
        return True


async def _served(connection: AsyncConnection, question: str = SERVED) -> int:
    answer = await connection.execute(question)
    [(generation,)] = await answer.fetchall()
    return int(generation)


async def _forget(connection: AsyncConnection) -> None:
    """Delete all that is not served."""
    for table in TABLES:
        async with connection.transaction():
            # As long as it takes: it may be much, and nobody waits for it.
            await connection.execute("SET LOCAL statement_timeout = 0")
            await connection.execute(sql.SQL(FORGET).format(sql.Identifier(table)))
