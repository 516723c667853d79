"""Make the tables of a log, once, whoever else tries at the same time (ARCHITECTURE 5)."""

from importlib import resources

import psycopg

from thousand_log.database import checked_schema
from thousand_log.errors import NotMigrated
from thousand_log.tables import SCHEMA, SCHEMA_VERSION


def migrate(dsn: str, shards: int = 1) -> None:
    """Bring a database to our schema version; nothing happens when it is there already.

    The number of shards is fixed by the first call. NotMigrated when the database has another
    number of shards or a schema version we do not know, psycopg.OperationalError when it cannot
    be reached.
    """
    with psycopg.connect(dsn) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(hashtext('thousand_log'))")
        if connection.execute("SELECT to_regclass('log_schema')").fetchone() == (None,):
            schema = resources.files("thousand_log") / "schema.sql"
            connection.execute(schema.read_bytes())
            connection.execute("INSERT INTO log_schema VALUES (%s)", [SCHEMA_VERSION])
            connection.execute(
                "INSERT INTO shard (number) SELECT generate_series(0, %s - 1)", [shards]
            )
        _, present = checked_schema(connection.execute(SCHEMA).fetchone(), SCHEMA_VERSION)
        if present != shards:
            raise NotMigrated(f"the database's log has {present} shards, not {shards}, for ever")
