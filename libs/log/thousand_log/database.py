"""A service's own database: connections to it, and what it means when they fail."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Self

from psycopg import AsyncConnection, InterfaceError, OperationalError
from psycopg.errors import InsufficientPrivilege, ReadOnlySqlTransaction, UndefinedTable
from psycopg_pool import AsyncConnectionPool

from thousand_log.errors import NotMigrated, StoreUnreachable

CONNECTIONS = 8

Pool = AsyncConnectionPool[AsyncConnection]

# Another server has become the primary, or an operator has taken rights away: neither is a
# mistake of the statement, which goes through once things are in order again.
CLOSED = (InsufficientPrivilege, ReadOnlySqlTransaction)


class Database:
    """A pool of connections; everything may raise StoreUnreachable.

    Nothing is ever tried a second time here. A connection is looked at before it is lent, so that
    calls succeed again as soon as a server that went away is back.
    """

    def __init__(self, pool: Pool, dsn: str) -> None:
        self._pool = pool
        self._dsn = dsn

    @classmethod
    @asynccontextmanager
    async def open(cls, dsn: str, patience: float = 5.0) -> AsyncIterator[Self]:
        """The database of a DSN; that it answers is not known yet.

        ``patience`` is how many seconds a call waits for a connection, and then for each answer.
        """

        async def configure(connection: AsyncConnection) -> None:
            await connection.execute(f"SET statement_timeout = {round(patience * 1000)}")

        async with AsyncConnectionPool(
            dsn,
            kwargs={"autocommit": True},
            min_size=1,
            max_size=CONNECTIONS,
            configure=configure,
            check=AsyncConnectionPool.check_connection,
            timeout=patience,
            reconnect_timeout=patience,
            open=False,
        ) as pool:
            yield cls(pool, dsn)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[AsyncConnection]:
        """A connection, lent for as long as the block lasts."""
        with reached():
            async with self._pool.connection() as connection:
                try:
                    yield connection
                except CLOSED:
                    await connection.close()  # the session may stay so, a new one need not
                    raise

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncConnection]:
        """A connection that is nobody else's, for locks that end with it, however it ends."""
        with reached():
            connection = await AsyncConnection.connect(self._dsn, autocommit=True)
        try:
            yield connection
        finally:
            await connection.close()

    async def check_schema(self, question: str, version: int) -> tuple[Any, ...]:
        """What the database says of its schema, whose version comes first; NotMigrated."""
        async with self.connection() as connection:
            try:
                answer = await (await connection.execute(question)).fetchone()
            except UndefinedTable:  # the one that would say
                answer = None
        return checked_schema(answer, version)


def checked_schema(answer: tuple[Any, ...] | None, version: int) -> tuple[Any, ...]:
    """What a database said of its schema, if that is of the version that this program knows.

    NotMigrated otherwise, and when it said nothing.
    """
    if answer is None:
        raise NotMigrated(
            "the database was not made ready: run `thousand migrate`, or the service with --migrate"
        )
    if answer[0] != version:
        raise NotMigrated(
            f"the database has schema version {answer[0]}, this program knows {version}"
        )
    return answer


@contextmanager
def reached() -> Iterator[None]:
    """Around what asks a database: StoreUnreachable when that does not answer as it should."""
    try:
        yield
    except (OperationalError, InterfaceError, *CLOSED) as error:
        raise StoreUnreachable("the store does not answer") from error
