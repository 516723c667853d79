"""`thousand migrate`: make a database ready for a service."""

import click
import psycopg

from thousand_cli.errors import Failed
from thousand_log.errors import NotMigrated
from thousand_log.migrate import migrate as migrate_log

EXAMPLES = """\b
Examples:
  thousand migrate --database-url postgresql://thousand@db.example/thousand_table

Does nothing when the database is ready already. `thousand up` does it by itself.
"""


@click.command(epilog=EXAMPLES)
@click.option(
    "--database-url",
    envvar="THOUSAND_DATABASE_URL",
    show_envvar=True,
    required=True,
    help="The database.",
)
@click.option(
    "--shards",
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    help="How many shards its log has, for ever.",
)
def migrate(database_url: str, shards: int) -> None:
    """Make the tables of a service's log, once, whoever else tries at the same time."""
    try:
        migrate_log(database_url, shards)
    except NotMigrated as error:
        raise Failed("NOT_MIGRATED", str(error)) from error
    except psycopg.OperationalError as error:
        # Its text may repeat the address, and with it a password.
        raise Failed("NO_DATABASE", "the database does not answer") from error
    click.echo("ready")
