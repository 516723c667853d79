"""Accounts and keys on PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from psycopg import AsyncConnection
from psycopg.errors import UndefinedTable
from psycopg_pool import AsyncConnectionPool

from services.identity.errors import AccountNotFound, NotMigrated
from services.identity.signing import SigningKey

SCHEMA_VERSION = 1
SCHEMA = "SELECT version FROM identity_schema"
CONNECTIONS = 4
PATIENCE = 5.0
"""Seconds that a call waits for a connection, and then for its answer."""

# Locked, so that a token never says what was changed before it was issued; the time is taken
# first, so that what is changed later also has the later time.
STANDING = """
SELECT account.roles, extract(epoch FROM clock_timestamp())::float8, key.id, key.private, key.public
FROM account, (
    SELECT * FROM signing_key WHERE signs_from <= clock_timestamp() ORDER BY signs_from DESC LIMIT 1
) AS key
WHERE account.id = %(account)s
AND (account.revoked_at IS NULL OR account.revoked_at < to_timestamp(%(since)s))
FOR SHARE OF account
"""
KEYS = """
SELECT id, public FROM signing_key AS key WHERE NOT EXISTS (
    SELECT FROM signing_key AS next WHERE next.signs_from > key.signs_from
    AND next.signs_from < clock_timestamp() - %(longest)s
)
"""
REVOKED = """
SELECT id, extract(epoch FROM revoked_at)::float8 FROM account
WHERE revoked_at > clock_timestamp() - %(longest)s
"""
ROLES_CHANGED = """
SELECT id, roles, extract(epoch FROM roles_changed_at)::float8 FROM account
WHERE roles_changed_at > clock_timestamp() - %(longest)s
"""

Pool = AsyncConnectionPool[AsyncConnection]


@dataclass(frozen=True, slots=True)
class Standing:
    """What an account may at a moment, and the key that signs at that moment."""

    roles: list[str]
    at: float
    key: SigningKey


class Store:
    """Accounts and keys in a database that `migrate` has made ready.

    Every method may raise psycopg.OperationalError.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @classmethod
    @asynccontextmanager
    async def open(cls, dsn: str) -> AsyncIterator["Store"]:
        """The store of a database; NotMigrated when it was not made ready."""

        async def configure(connection: AsyncConnection) -> None:
            await connection.execute(f"SET statement_timeout = {round(PATIENCE * 1000)}")

        async with AsyncConnectionPool(
            dsn,
            kwargs={"autocommit": True},
            min_size=1,
            max_size=CONNECTIONS,
            configure=configure,
            check=AsyncConnectionPool.check_connection,
            timeout=PATIENCE,
            reconnect_timeout=PATIENCE,
            open=False,
        ) as pool:
            async with pool.connection() as connection:
                try:
                    checked_schema(await (await connection.execute(SCHEMA)).fetchone())
                except UndefinedTable:
                    checked_schema(None)
            yield cls(pool)

    async def add_account(self, account: str, roles: list[str]) -> None:
        """Keep a new account; nothing happens when it is kept already."""
        async with self._pool.connection() as connection:
            await connection.execute(
                "INSERT INTO account (id, roles) VALUES (%s, %s) ON CONFLICT DO NOTHING",
                [account, roles],
            )

    async def standing(self, account: str, since: float = float("inf")) -> Standing | None:
        """What an account may now; None when it was revoked since a time, or is not known."""
        async with self._pool.connection() as connection:
            answer = await connection.execute(STANDING, {"account": account, "since": since})
            row = await answer.fetchone()
        if row is None:
            return None
        roles, at, id, private, public = row
        return Standing(roles, at, SigningKey(id=id, private=private, public=public))

    async def set_role(self, account: str, role: str, granted: bool) -> None:
        """Give or take a role; AccountNotFound."""
        async with self._locked(account) as (connection, roles):
            changed = {*roles, role} if granted else {*roles} - {role}
            await connection.execute(
                "UPDATE account SET roles = %s, roles_changed_at = clock_timestamp() WHERE id = %s",
                [sorted(changed), account],
            )

    async def revoke(self, account: str) -> None:
        """Make every token issued up to now void; AccountNotFound."""
        async with self._locked(account) as (connection, _):
            await connection.execute(
                "UPDATE account SET revoked_at = clock_timestamp() WHERE id = %s", [account]
            )

    async def add_key(self, key: SigningKey, after: timedelta) -> None:
        """Keep a key that signs after a time."""
        async with self._pool.connection() as connection:
            await connection.execute(
                "INSERT INTO signing_key VALUES (%s, %s, %s, clock_timestamp() + %s)",
                [key.id, key.private, key.public, after],
            )

    async def keys(self, longest: timedelta) -> dict[str, bytes]:
        """The public keys of tokens that may live this long."""
        return dict(await self._rows(KEYS, longest))

    async def revoked(self, longest: timedelta) -> dict[str, float]:
        """Whose tokens, that may live this long, are void up to when."""
        return dict(await self._rows(REVOKED, longest))

    async def roles_changed(self, longest: timedelta) -> dict[str, tuple[list[str], float]]:
        """Whose tokens, that may live this long, may say another role up to when."""
        rows = await self._rows(ROLES_CHANGED, longest)
        return {account: (roles, at) for account, roles, at in rows}

    async def _rows(self, query: str, longest: timedelta) -> list[tuple[Any, ...]]:
        async with self._pool.connection() as connection:
            return await (await connection.execute(query, {"longest": longest})).fetchall()

    @asynccontextmanager
    async def _locked(self, account: str) -> AsyncIterator[tuple[AsyncConnection, list[str]]]:
        # Locked before the time of the change is taken: see STANDING.
        async with self._pool.connection() as connection, connection.transaction():
            answer = await connection.execute(
                "SELECT roles FROM account WHERE id = %s FOR UPDATE", [account]
            )
            row = await answer.fetchone()
            if row is None:
                raise AccountNotFound(account)
            yield connection, row[0]


def checked_schema(row: tuple[Any, ...] | None) -> None:
    """Passes for our schema version; NotMigrated."""
    if row is None:
        raise NotMigrated(
            "the database has no accounts; run: python -m services.identity --migrate"
        )
    if row != (SCHEMA_VERSION,):
        raise NotMigrated(f"the database has schema version {row[0]}, not {SCHEMA_VERSION}")
