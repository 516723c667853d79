"""Make the tables of the identity service and its first key, once, whoever else tries."""

from importlib import resources

import psycopg

from services.identity.signing import new_key
from services.identity.store import SCHEMA, SCHEMA_VERSION
from thousand_log.database import checked_schema


def migrate(dsn: str) -> None:
    """Bring a database to our schema version; nothing happens when it is there already.

    NotMigrated when it has a schema version we do not know, psycopg.OperationalError when it
    cannot be reached.
    """
    with psycopg.connect(dsn) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(hashtext('thousand_identity'))")
        if connection.execute("SELECT to_regclass('identity_schema')").fetchone() == (None,):
            schema = resources.files("services.identity") / "schema.sql"
            connection.execute(schema.read_bytes())
            connection.execute("INSERT INTO identity_schema VALUES (%s)", [SCHEMA_VERSION])
            key = new_key()
            connection.execute(
                "INSERT INTO signing_key VALUES (%s, %s, %s, clock_timestamp())",
                [key.id, key.private, key.public],
            )
        checked_schema(connection.execute(SCHEMA).fetchone(), SCHEMA_VERSION)
