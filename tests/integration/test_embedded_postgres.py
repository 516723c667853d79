import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest

from thousand_cli import embedded_postgres
from thousand_cli.embedded_postgres import EmbeddedPostgres, PostgresError


@pytest.fixture
def folder():
    with tempfile.TemporaryDirectory(prefix="thousand-") as name:
        Path(name).chmod(0o711)  # as root the server runs as another account
        yield Path(name) / "postgres"


@pytest.fixture
def server(folder):
    server = EmbeddedPostgres(folder)
    yield server
    server.stop()


def ask(dsn, query):
    with psycopg.connect(dsn, autocommit=True) as connection:
        return connection.execute(query).fetchall()


def write(dsn, statement):
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(statement)


def test_it_keeps_what_is_written_on_disk_and_listens_on_no_port(server):
    dsn = server.start()

    assert ask(dsn, "SHOW fsync") == [("on",)]
    assert ask(dsn, "SHOW synchronous_commit") == [("on",)]
    assert ask(dsn, "SHOW listen_addresses") == [("",)]
    assert ask(dsn, "SHOW server_encoding") == [("UTF8",)]


def test_data_survives_a_stop(server):
    server.start()
    dsn = server.create_database("cards")
    write(dsn, "CREATE TABLE kept AS SELECT 1 AS n")

    server.stop()
    server.start()

    assert ask(server.create_database("cards"), "SELECT n FROM kept") == [(1,)]


def test_data_survives_a_kill(server):
    dsn = server.start()
    write(dsn, "CREATE TABLE kept AS SELECT 1 AS n")

    server.kill()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(dsn)

    assert ask(server.start(), "SELECT n FROM kept") == [(1,)]


@pytest.mark.parametrize("database", ["scores", "postgres", "template1"])
def test_the_role_of_a_database_enters_no_other(server, database):
    server.start()
    cards, _ = server.create_database("cards"), server.create_database("scores")

    assert ask(cards, "SELECT current_user, rolsuper FROM pg_roles WHERE rolname = 'cards'") == [
        ("cards", False)
    ]
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(cards, dbname=database)


@pytest.mark.parametrize("role", ["scores", embedded_postgres.SUPERUSER])
def test_nobody_enters_as_another_without_his_password(folder, server, role):
    server.start()
    cards, _ = server.create_database("cards"), server.create_database("scores")

    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(cards, user=role, dbname="scores")
    assert (folder / "secret").stat().st_mode & 0o077 == 0
    assert not (folder / "password").exists()


def test_starting_twice_is_starting_once(server):
    started = ask(server.start(), "SELECT pg_postmaster_start_time()")

    assert ask(server.start(), "SELECT pg_postmaster_start_time()") == started


def test_a_server_whose_parent_was_killed_is_taken_over(folder, server):
    parent = (
        "import os, pathlib, signal, sys\n"
        "from thousand_cli.embedded_postgres import EmbeddedPostgres\n"
        "EmbeddedPostgres(pathlib.Path(sys.argv[1])).start()\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", parent, folder], check=False)
    started = ask(server.dsn("postgres"), "SELECT pg_postmaster_start_time()")

    taken_over = ask(server.start(), "SELECT pg_postmaster_start_time()")

    assert killed.returncode == -9
    assert taken_over == started


def test_a_folder_with_a_long_path_works(folder):
    server = EmbeddedPostgres(folder / ("long" * 30))

    dsn = server.start()
    answer = ask(dsn, "SELECT 1")
    socket_folder = Path(psycopg.conninfo.conninfo_to_dict(dsn)["host"])
    server.stop()

    assert answer == [(1,)]
    assert not socket_folder.exists()


def test_programs_below_a_closed_folder_are_run_all_the_same(tmp_path, server, monkeypatch):
    programs = embedded_postgres.installed_programs()
    site, closed = programs.parents[2], tmp_path / "closed"
    for part in site.glob("embedded_postgres*"):
        shutil.copytree(part, closed / part.name)
    closed.chmod(0o700)
    moved = closed / programs.relative_to(site)
    monkeypatch.setattr(embedded_postgres, "installed_programs", lambda: moved)

    assert ask(server.start(), "SELECT 1") == [(1,)]


def test_a_half_made_cluster_is_made_anew(folder, server):
    (folder / "data.unfinished" / "base").mkdir(parents=True)

    assert ask(server.start(), "SELECT 1") == [(1,)]


def test_a_server_that_cannot_start_says_what_its_log_says(folder, server):
    server.start()
    server.stop()
    (folder / "data" / "PG_VERSION").write_text("9.1\n")

    with pytest.raises(PostgresError, match=r"did not start.*\n(.*\n)*.*not compatible"):
        server.start()
