"""What every test may ask for: a real PostgreSQL with a fresh database in it, a real NATS."""

import os
import tempfile
import uuid
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from psycopg import sql

from tests.accounts import secret_in
from thousand_cli.embedded_nats import EmbeddedNats
from thousand_cli.embedded_postgres import EmbeddedPostgres

# Whole games are large examples, and a busy machine is no failure.
settings.register_profile(
    "games",
    deadline=None,
    max_examples=25 * int(os.environ.get("THOUSAND_SOAK", "1")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("games")


@pytest.fixture(scope="session")
def postgres():
    # Not pytest's tmp_path: as root the server runs as another account, who may not enter there.
    with tempfile.TemporaryDirectory(prefix="thousand-") as folder:
        server = EmbeddedPostgres(Path(folder))
        server.start()
        yield server
        server.stop()


@pytest.fixture
def databases(postgres):
    """Makes databases by their names, which are fresh and gone after the test."""
    prefix, made = f"test_{uuid.uuid4().hex}", []

    def create(name):
        made.append(f"{prefix}_{name}")
        return postgres.create_database(made[-1])

    yield create
    with psycopg.connect(postgres.dsn("postgres"), autocommit=True) as connection:
        for name in map(sql.Identifier, made):
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))
            connection.execute(sql.SQL("DROP ROLE {}").format(name))


@pytest.fixture
def database(databases):
    return databases("one")


@pytest.fixture
def secret_file(tmp_path):
    """The bootstrap secret as services are given it."""
    return secret_in(tmp_path)


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
