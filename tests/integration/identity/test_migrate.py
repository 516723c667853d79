import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from chassis.run import serve
from chassis.settings import Settings
from services.identity.bind import bind
from services.identity.migrate import migrate
from thousand_log import NotMigrated


def rows(database, query):
    with psycopg.connect(database) as connection:
        return connection.execute(query).fetchall()


def started(*arguments, **environment):
    return subprocess.Popen(
        [sys.executable, "-m", "services.identity", *arguments],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_migrating_again_keeps_the_key(database):
    migrate(database)
    key = rows(database, "SELECT id FROM signing_key")

    migrate(database)

    assert rows(database, "SELECT id FROM signing_key") == key


def test_many_may_migrate_at_the_same_time(database):
    with ThreadPoolExecutor(8) as replicas:
        list(replicas.map(migrate, [database] * 8))

    assert rows(database, "SELECT count(*) FROM signing_key") == [(1,)]


def test_a_schema_version_we_do_not_know_is_left_alone(database):
    migrate(database)
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE identity_schema SET version = 99")

    with pytest.raises(NotMigrated, match="schema version 99"):
        migrate(database)


async def test_nothing_starts_on_a_database_that_is_not_ready(database, secret_file):
    settings = Settings(database_url=database, bootstrap_secret_file=secret_file)

    with pytest.raises(NotMigrated, match="--migrate"):
        async with serve("identity", bind, settings):
            pass


def test_a_service_makes_its_database_ready_when_told_to_and_starts_on_it(database, secret_file):
    environment = {
        "THOUSAND_DATABASE_URL": database,
        "THOUSAND_BOOTSTRAP_SECRET_FILE": str(secret_file),
    }
    with started("--migrate", **environment) as process:
        _, errors = process.communicate()
    assert (errors, process.returncode) == ("", 0)

    with started(**environment) as process:
        first = json.loads(process.stdout.readline())
        process.terminate()
        _, errors = process.communicate()

    assert first["event"] == "started"
    assert (errors, process.returncode) == ("", 0)


def test_a_secret_that_others_can_read_ends_the_start_with_one_sentence(database, secret_file):
    migrate(database)
    secret_file.chmod(0o644)

    with started(
        THOUSAND_DATABASE_URL=database, THOUSAND_BOOTSTRAP_SECRET_FILE=str(secret_file)
    ) as process:
        told, errors = process.communicate()

    assert process.returncode == 2
    assert errors == (
        "THOUSAND_BOOTSTRAP_SECRET_FILE names a file that others can read; chmod 600 mends it\n"
    )
    assert secret_file.read_text() not in told
