"""What every test may ask for: a real PostgreSQL with a fresh database in it, a real NATS."""

import os
import tempfile
import uuid
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from thousand_cli.embedded_nats import EmbeddedNats
from thousand_cli.embedded_postgres import EmbeddedPostgres


@pytest.fixture(scope="session")
def postgres():
    # Not pytest's tmp_path: as root the server runs as another account, who may not enter there.
    with tempfile.TemporaryDirectory(prefix="thousand-") as folder:
        server = EmbeddedPostgres(Path(folder))
        server.start()
        yield server
        server.stop()


@pytest.fixture
def database(postgres):
    name = f"test_{uuid.uuid4().hex}"
    yield postgres.create_database(name)
    drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
    with psycopg.connect(postgres.dsn("postgres"), autocommit=True) as connection:
        connection.execute(drop)


@pytest.fixture(scope="session")
def nats(tmp_path_factory):
    """A real NATS server; a test that stops or empties one starts its own."""
    server = EmbeddedNats(tmp_path_factory.mktemp("nats"))
    yield server.start()
    server.stop()


def pytest_sessionfinish(session):
    """In CI a skipped test is a failure: it would look like a passed one for ever."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        reporter.ensure_newline()
        reporter.write_line("A test was skipped, which counts as a failure here.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
