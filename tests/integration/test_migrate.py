import os
import subprocess
import sys

import psycopg

# Whether a table is the role's whose database it is, and whether that is a superuser.
OWNED = """
SELECT tableowner = current_user, rolsuper FROM pg_tables, pg_roles
WHERE tablename = %s AND rolname = current_user
"""


def migrate(**databases):
    return subprocess.run(
        [sys.executable, "-m", "thousand_cli", "migrate", *databases],
        capture_output=True,
        check=False,
        env=os.environ
        | {f"THOUSAND_{name.upper()}_DATABASE_URL": dsn for name, dsn in databases.items()},
        text=True,
    )


def test_each_service_gets_tables_of_its_own_role_and_a_second_time_changes_nothing(databases):
    dsns = {name: databases(name) for name in ("identity", "scoring", "table")}

    first, second = migrate(**dsns), migrate(**dsns)

    assert first.stdout == second.stdout == "identity: ready\nscoring: ready\ntable: ready\n"
    for name, table in (("identity", "account"), ("scoring", "deal"), ("table", "fact")):
        with psycopg.connect(dsns[name]) as connection:
            assert connection.execute(OWNED, [table]).fetchone() == (True, False)


def test_a_service_without_a_database_is_named():
    refused = migrate(table="")

    assert refused.returncode == 1
    assert refused.stderr == "error: NO_DATABASE: THOUSAND_TABLE_DATABASE_URL is not set\n"


def test_a_database_that_does_not_answer_is_an_error_without_its_password():
    refused = migrate(table="postgresql://ann:hush@127.0.0.1:1/none")

    assert refused.returncode == 1
    assert refused.stderr.splitlines()[-1].startswith("error: NOT_MIGRATED: ")
    assert "hush" not in refused.stdout + refused.stderr
