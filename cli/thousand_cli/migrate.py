"""`thousand migrate`: make the databases of services ready."""

import os
import subprocess
import sys

import click

from thousand_cli.errors import Failed
from thousand_cli.local_platform import PARTS

KEEPERS = tuple(part.name for part in PARTS if part.keeps)
EXAMPLES = """\b
Examples:
  thousand migrate
  thousand migrate table scoring

Each service's database is named by THOUSAND_<SERVICE>_DATABASE_URL, THOUSAND_TABLE_DATABASE_URL for
the table. `thousand up` does all this by itself.
"""


@click.command(epilog=EXAMPLES)
@click.argument("services", nargs=-1, type=click.Choice(KEEPERS))
def migrate(services: tuple[str, ...]) -> None:
    """Make the databases of SERVICES ready, or of all that keep one.

    Nothing happens to a database that is ready already, whoever else tries at the same time.
    """
    for name in services or KEEPERS:
        if not os.environ.get(f"THOUSAND_{name.upper()}_DATABASE_URL"):
            raise Failed("NO_DATABASE", f"THOUSAND_{name.upper()}_DATABASE_URL is not set")
        made = subprocess.run([sys.executable, "-m", f"services.{name}", "--migrate"], check=False)
        if made.returncode:
            raise Failed("NOT_MIGRATED", f"the database of {name} is not ready")
        click.echo(f"{name}: ready")
