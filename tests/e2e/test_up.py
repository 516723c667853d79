import os
import signal
import subprocess
import sys

import psutil
import psycopg
import pytest

from tests.e2e.platforms import client, new_home, parts_of, platform
from thousand_cli.embedded_nats import NatsError
from thousand_cli.embedded_postgres import EmbeddedPostgres
from thousand_cli.errors import Failed
from thousand_cli.local_platform import server

IMPATIENT = """
from thousand_cli import local_platform, main
local_platform.SECONDS_TO_STOP = 1.0
main.main(["up", "--json"])
"""
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGTERM)


@pytest.fixture
def home():
    with new_home() as folder:
        yield folder


def run(*arguments, home):
    return subprocess.run(
        [sys.executable, "-m", "thousand_cli", *arguments],
        capture_output=True,
        check=False,
        env=os.environ | {"THOUSAND_HOME": str(home)},
        text=True,
    )


def running(parts):
    """The names of those that have not ended."""
    return {
        name
        for name, part in parts.items()
        if part.is_running() and part.status() != psutil.STATUS_ZOMBIE
    }


async def open_table(said):
    async with client(said) as anna:
        return await anna.create_table("open")


async def test_the_platform_killed_and_started_again_has_every_game_at_the_same_address(home):
    with platform(home) as (process, said):
        assert said["ready"] is True
        address = said["grpc"]["table"]
        game_id = await open_table(said)
        process.send_signal(signal.SIGKILL)
        process.wait()

    with platform(home) as (_, said):
        assert said["grpc"]["table"] == address
        async with client(said) as boris:
            look = await boris.look(game_id)

    assert look.version == 1


def test_what_a_killed_platform_left_behind_is_ended_even_if_it_hangs(home):
    with platform(home) as (process, said):
        parts = parts_of(process)
        process.send_signal(signal.SIGKILL)
        process.wait()
        parts["table"].suspend()

    with platform(home, ("-c", IMPATIENT)):
        assert running({name: parts[name] for name in said["metrics"]}) == set()


def test_a_stop_is_interrupted_by_nothing(home):
    with platform(home) as (process, _):
        parts = parts_of(process)
        parts["gateway"].suspend()  # the first to be stopped
        for number in SIGNALS:
            process.send_signal(number)
        while (home / "run" / "gateway.json").exists():
            assert process.poll() is None
        for number in SIGNALS:
            process.send_signal(number)
        parts["gateway"].resume()

        assert process.wait(60) == 0

    assert list((home / "run").iterdir()) == []
    assert running(parts) == set()


@pytest.mark.parametrize(("step", "reason"), [("start", "NOT_STARTED"), ("stop", "NOT_STOPPED")])
def test_a_server_that_cannot_is_the_failure_of_the_command(step, reason):
    class Unable:
        def start(self):
            self.fail_at("start")

        def stop(self):
            self.fail_at("stop")

        def fail_at(self, reached):
            if reached == step:
                raise NatsError(f"it does not {step}")

    with pytest.raises(Failed, match=f"{reason}: it does not {step}"), server(Unable()):
        pass


def test_a_folder_of_an_older_program_is_refused_with_what_to_do(home):
    with platform(home):
        pass
    postgres = EmbeddedPostgres(home / "postgres")
    postgres.start()
    with psycopg.connect(postgres.dsn("thousand_identity")) as connection:
        connection.execute("UPDATE identity_schema SET version = 1")
    postgres.stop()

    refused = run("up", home=home)

    assert refused.returncode == 1
    assert refused.stderr.splitlines()[-1].startswith("error: NOT_MIGRATED: identity ")
    assert f"delete {home} " in refused.stderr
    assert "schema version 1" in (home / "logs" / "identity.log").read_text()


def test_one_folder_has_one_platform(home):
    with platform(home):
        second = run("up", home=home)

    assert second.returncode == 1
    assert second.stderr.splitlines()[-1].startswith("error: ALREADY_RUNNING: ")
