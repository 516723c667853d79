import asyncio
import json
import signal
import socket
import stat
import subprocess
import sys

import psutil
import pytest
from nats.aio.client import Client
from nats.errors import Error

from thousand_cli.embedded_nats import EmbeddedNats, NatsError


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "nats"


@pytest.fixture
def server(folder):
    server = EmbeddedNats(folder)
    yield server
    server.stop()


async def connect(url):
    client = Client()
    try:
        await client.connect(url, allow_reconnect=False, max_reconnect_attempts=1)
    except Error:
        await client.close()
        raise
    return client


async def keep(url, text):
    client = await connect(url)
    stream = client.jetstream()
    await stream.add_stream(name="kept", subjects=["kept"])
    await stream.publish("kept", text)
    await client.close()


async def kept(url):
    client = await connect(url)
    message = await client.jetstream().get_last_msg("kept", "kept")
    await client.close()
    return message.data


async def test_a_server_that_stands_still_answers_once_it_goes_on(server):
    url = server.start()
    server.suspend()
    asked = asyncio.create_task(keep(url, b"one"))
    done, _ = await asyncio.wait([asked], timeout=0.5)

    server.resume()
    await asked

    assert not done
    assert await kept(url) == b"one"


async def test_streams_and_the_port_survive_a_stop(server):
    url = server.start()
    await keep(url, b"one")

    server.stop()

    assert server.start() == url
    assert await kept(url) == b"one"


async def test_streams_and_the_port_survive_a_kill(server):
    url = server.start()
    await keep(url, b"one")

    server.kill()

    assert server.start() == url
    assert await kept(url) == b"one"


async def test_another_port_is_taken_when_the_last_one_is_somebody_elses(server):
    url = server.start()
    await keep(url, b"one")
    server.stop()

    with socket.create_server(("127.0.0.1", int(url.rpartition(":")[2]))):
        other = server.start()

    assert other != url
    assert await kept(other) == b"one"


async def test_nobody_gets_in_without_the_token(server):
    url = server.start()
    address = url.rpartition("@")[2]

    with pytest.raises(Error, match="Authorization"):
        await connect(f"nats://{address}")
    with pytest.raises(Error, match="Authorization"):
        await connect(f"nats://false@{address}")


def test_the_token_is_for_its_owner_alone(server, folder):
    server.start()

    for name in ("token", "server.conf"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


def test_starting_twice_is_starting_once(server, folder):
    url = server.start()
    process = (folder / "pid").read_text()

    assert (server.start(), (folder / "pid").read_text()) == (url, process)


def test_a_server_whose_parent_was_killed_is_taken_over(server, folder):
    parent = (
        "import os, pathlib, signal, sys\n"
        "from thousand_cli.embedded_nats import EmbeddedNats\n"
        "EmbeddedNats(pathlib.Path(sys.argv[1])).start()\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", parent, folder], check=False)
    process = psutil.Process(int((folder / "pid").read_text()))

    server.start()
    taken_over = psutil.Process(int((folder / "pid").read_text()))
    server.stop()

    assert killed.returncode == -signal.SIGKILL
    assert taken_over == process
    assert not process.is_running()


def test_a_leftover_pid_that_is_somebody_elses_is_left_alone(server, folder):
    server.start()
    server.kill()
    (folder / "pid").write_text(str(psutil.Process().pid))

    server.start()

    assert int((folder / "pid").read_text()) != psutil.Process().pid


def test_a_server_that_cannot_start_says_what_its_log_says(server, folder):
    folder.mkdir()
    (folder / "jetstream").write_text("in the way")

    with pytest.raises(NatsError, match=r"did not start.*\n(.*\n)*.*JetStream"):
        server.start()


def test_it_listens_on_the_loopback_only(server, folder):
    server.start()

    process = psutil.Process(int((folder / "pid").read_text()))

    assert {where.laddr.ip for where in process.net_connections() if where.status == "LISTEN"} == {
        "127.0.0.1"
    }
    assert json.loads((folder / f"nats-server_{process.pid}.ports").read_text()).keys() == {"nats"}
