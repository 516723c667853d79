from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from thousand_log import NotMigrated
from thousand_log.migrate import migrate


def rows(database, query):
    with psycopg.connect(database) as connection:
        return connection.execute(query).fetchall()


def test_migrating_again_changes_nothing(database):
    migrate(database, shards=3)
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE shard SET next_position = 42")

    migrate(database, shards=3)

    assert rows(database, "SELECT number, next_position FROM shard ORDER BY number") == [
        (0, 42),
        (1, 42),
        (2, 42),
    ]
    assert rows(database, "SELECT version FROM log_schema") == [(1,)]


def test_many_may_migrate_at_the_same_time(database):
    with ThreadPoolExecutor(8) as replicas:
        list(replicas.map(migrate, [database] * 8))

    assert rows(database, "SELECT version FROM log_schema") == [(1,)]


def test_the_number_of_shards_is_fixed_for_ever(database):
    migrate(database, shards=2)

    with pytest.raises(NotMigrated, match="has 2 shards, not 1, for ever"):
        migrate(database, shards=1)


def test_a_schema_version_we_do_not_know_is_left_alone(database):
    migrate(database)
    with psycopg.connect(database) as connection:
        connection.execute("UPDATE log_schema SET version = 99")

    with pytest.raises(NotMigrated, match="schema version 99"):
        migrate(database)
