"""Accounts and keys on PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

from psycopg import AsyncConnection

from services.identity.errors import AccountNotFound
from services.identity.signing import SigningKey
from thousand_log.database import Database

SCHEMA_VERSION = 2
SCHEMA = "SELECT version FROM identity_schema"

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
SET_ROLES = """
WITH made AS (
    INSERT INTO change (account, by, roles) VALUES (%(account)s, %(by)s, %(roles)s)
)
UPDATE account SET roles = %(roles)s WHERE id = %(account)s
"""
REVOKE = """
WITH made AS (INSERT INTO change (account, by) VALUES (%(account)s, %(by)s) RETURNING made_at)
UPDATE account SET revoked_at = made.made_at FROM made WHERE id = %(account)s
"""
SINCE = "SELECT extract(epoch FROM clock_timestamp() - %(longest)s)::float8"
# Times have the order of positions: behind the last that is too old are all that are not.
CHANGES = """
SELECT position, account, extract(epoch FROM made_at)::float8, roles FROM change
WHERE position > greatest(%(after)s, (
    SELECT position FROM change WHERE made_at < to_timestamp(%(since)s)
    ORDER BY made_at DESC LIMIT 1
))
ORDER BY position LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """What an account may at a moment, and the key that signs at that moment."""

    roles: list[str]
    at: float
    key: SigningKey


@dataclass(frozen=True, slots=True)
class Change:
    """What an account holds since a moment; ``roles`` is None where its tokens are void."""

    position: int
    account: str
    at: float
    roles: list[str] | None


class Store:
    """Accounts and keys in a database that `migrate` has made ready.

    Every method may raise StoreUnreachable.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    @asynccontextmanager
    async def open(cls, dsn: str) -> AsyncIterator["Store"]:
        """The store of a database; NotMigrated when it was not made ready."""
        async with Database.open(dsn) as database:
            await database.check_schema(SCHEMA, SCHEMA_VERSION)
            yield cls(database)

    async def add_account(self, account: str, roles: list[str]) -> None:
        """Keep a new account; nothing happens when it is kept already."""
        async with self._database.connection() as connection:
            await connection.execute(
                "INSERT INTO account (id, roles) VALUES (%s, %s) ON CONFLICT DO NOTHING",
                [account, roles],
            )

    async def standing(self, account: str, since: float = float("inf")) -> Standing | None:
        """What an account may now; None when it was revoked since a time, or is not known."""
        async with self._database.connection() as connection:
            answer = await connection.execute(STANDING, {"account": account, "since": since})
            row = await answer.fetchone()
        if row is None:
            return None
        roles, at, id, private, public = row
        return Standing(roles, at, SigningKey(id=id, private=private, public=public))

    async def set_role(self, account: str, role: str, granted: bool, by: str) -> None:
        """Give or take a role, and note by whom; AccountNotFound."""
        async with self._locked(account) as (connection, held):
            roles = sorted({*held, role} if granted else {*held} - {role})
            await connection.execute(SET_ROLES, {"account": account, "by": by, "roles": roles})

    async def revoke(self, account: str, by: str) -> None:
        """Make every token issued up to now void, and note by whom; AccountNotFound."""
        async with self._locked(account) as (connection, _):
            await connection.execute(REVOKE, {"account": account, "by": by})

    async def add_key(self, key: SigningKey, after: timedelta) -> None:
        """Keep a key that signs after a time."""
        async with self._database.connection() as connection:
            await connection.execute(
                "INSERT INTO signing_key VALUES (%s, %s, %s, clock_timestamp() + %s)",
                [key.id, key.private, key.public, after],
            )

    async def keys(self, longest: timedelta) -> dict[str, bytes]:
        """The public keys of tokens that may live this long."""
        async with self._database.connection() as connection:
            return dict(await (await connection.execute(KEYS, {"longest": longest})).fetchall())

    async def changes(
        self, after: int, limit: int, longest: timedelta
    ) -> tuple[float, list[Change]]:
        """Changes after a position that hit tokens which may live this long, and since when."""
        async with self._database.connection() as connection:
            [(since,)] = await (await connection.execute(SINCE, {"longest": longest})).fetchall()
            bounds = {"after": after, "limit": limit, "since": since}
            rows = await (await connection.execute(CHANGES, bounds)).fetchall()
        return since, [Change(*row) for row in rows]

    @asynccontextmanager
    async def _locked(self, account: str) -> AsyncIterator[tuple[AsyncConnection, list[str]]]:
        # Locked before the time of the change is taken: see STANDING. The table of changes is too,
        # or a reader could see a position while a lower one is still to come.
        async with self._database.connection() as connection, connection.transaction():
            answer = await connection.execute(
                "SELECT roles FROM account WHERE id = %s FOR UPDATE", [account]
            )
            row = await answer.fetchone()
            if row is None:
                raise AccountNotFound(account)
            await connection.execute("LOCK TABLE change IN SHARE ROW EXCLUSIVE MODE")
            yield connection, row[0]
