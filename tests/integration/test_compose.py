import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from thousand_cli.embedded_postgres import SUPERUSER, EmbeddedPostgres, installed_programs

ROOT = Path(__file__).parents[2]
COMPOSE = ROOT / "docker-compose.yml"
KEEPERS = ("identity", "matchmaking", "scoring", "table")
PASSWORDS = {f"THOUSAND_{role.upper()}_PASSWORD": f"of-{role}" for role in ("postgres", *KEEPERS)}


def compose(*arguments, **environment):
    return subprocess.run(
        [Path(sys.executable).with_name("docker-compose"), *arguments],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=os.environ | PASSWORDS | environment,
        text=True,
    )


@pytest.fixture(scope="module")
def containers():
    return json.loads(compose("config", "--format", "json").stdout)["services"]


def test_docker_compose_accepts_the_file():
    checked = compose("config", "--quiet")

    assert (checked.returncode, checked.stderr) == (0, "")


def test_docker_compose_would_find_a_misspelt_word(tmp_path):
    wrong = tmp_path / "docker-compose.yml"
    wrong.write_text(COMPOSE.read_text().replace("image: nats:2", "imag: nats:2"))

    assert compose("--file", wrong, "config", "--quiet").returncode != 0


@pytest.mark.parametrize("password", PASSWORDS)
def test_nothing_starts_without_a_password(password):
    refused = compose("config", "--quiet", **{password: ""})

    assert refused.returncode != 0
    assert password in refused.stderr


def test_every_service_has_a_container_and_answers_at_a_port_of_its_own(containers):
    services = {
        folder.name for folder in (ROOT / "services").iterdir() if (folder / "bind.py").exists()
    }
    inside, outside = {}, []
    for name, container in containers.items():
        for port in container.get("ports", ()):
            inside[name] = port["target"]
            outside.append(port["published"])

    assert inside == dict.fromkeys(services, 7000) | {"gateway": 8000}
    assert len(set(outside)) == len(outside)


@pytest.fixture(scope="module")
def dsns(containers):
    """Where each service is told to find its database."""
    return {name: containers[name]["environment"]["THOUSAND_DATABASE_URL"] for name in KEEPERS}


@pytest.fixture(scope="module")
def initialised():
    """A server on which the file that makes the databases was run, as its container runs it."""
    with tempfile.TemporaryDirectory(prefix="thousand-") as folder:
        server = EmbeddedPostgres(Path(folder))
        with psycopg.connect(server.start(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {SUPERUSER}")
        subprocess.run(
            [
                *(installed_programs() / "psql", "--no-psqlrc", "--set", "ON_ERROR_STOP=1"),
                *("--file", ROOT / "deploy" / "postgres" / "databases.sql"),
                server.dsn(SUPERUSER),
            ],
            check=True,
            env=os.environ | PASSWORDS,
        )
        yield conninfo_to_dict(server.dsn("postgres"))["host"]
        server.stop()


@pytest.mark.parametrize("service", KEEPERS)
def test_a_service_enters_its_own_database_and_no_other(initialised, dsns, service):
    with psycopg.connect(dsns[service], host=initialised) as own:
        own.execute("CREATE TABLE kept (n integer)")

    others = {f"thousand_{name}" for name in KEEPERS if name != service}
    for database in others | {SUPERUSER, "postgres", "template1"}:
        with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
            psycopg.connect(dsns[service], host=initialised, dbname=database)
