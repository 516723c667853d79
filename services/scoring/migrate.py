"""Make the tables of the scoring service, once, whoever else tries at the same time."""

from importlib import resources

import psycopg

from services.scoring.store import SCHEMA, SCHEMA_VERSION
from thousand_log.database import checked_schema


def migrate(dsn: str) -> None:
    """Bring a database to our schema version; nothing happens when it is there already.

    NotMigrated when it has a schema version we do not know, psycopg.OperationalError when it
    cannot be reached.
    """
    with psycopg.connect(dsn) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(hashtext('thousand_scoring'))")
        if connection.execute("SELECT to_regclass('scoring_schema')").fetchone() == (None,):
            schema = resources.files("services.scoring") / "schema.sql"
            connection.execute(schema.read_bytes())
            connection.execute("INSERT INTO scoring_schema VALUES (%s)", [SCHEMA_VERSION])
        checked_schema(connection.execute(SCHEMA).fetchone(), SCHEMA_VERSION)
