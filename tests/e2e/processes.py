"""PostgreSQL and the table service as processes of their own, to be killed and started again."""

import asyncio
import multiprocessing
import os
import socket
import sys
from concurrent.futures import ProcessPoolExecutor

import grpc.aio

from thousand_cli.embedded_postgres import EmbeddedPostgres
from thousand_client import TableClient
from thousand_log.migrate import migrate

QUICKLY = [
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 200),
]
"""How soon a channel tries a service that went away again."""


class Machine:
    """A database in a folder and a service on it, whose address stays the same."""

    def __init__(self, folder, log, identity, secret_file):
        self.postgres = EmbeddedPostgres(folder)
        # As root it is started by a plain fork, which is not safe where grpc has threads.
        self._apart = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
        self.log = log
        self.address = free_address()
        self.identity = identity
        self.secret_file = secret_file
        self.database = ""
        self.service = None

    async def start_database(self):
        await self._do(self.postgres.start)
        self.database = await self._do(self.postgres.create_database, "thousand_table")
        await self._do(migrate, self.database)

    async def start_service(self):
        with self.log.open("ab") as log:
            self.service = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "services.table"),
                env=os.environ
                | {
                    "THOUSAND_DATABASE_URL": self.database,
                    "THOUSAND_IDENTITY": self.identity,
                    "THOUSAND_BOOTSTRAP_SECRET_FILE": str(self.secret_file),
                    "THOUSAND_LISTEN": self.address,
                },
                stdout=log,
                stderr=log,
            )
        async with self.channel() as channel:
            ready = asyncio.create_task(channel.channel_ready())
            ended = asyncio.create_task(self.service.wait())
            await asyncio.wait([ready, ended], return_when=asyncio.FIRST_COMPLETED)
            assert ready.done(), self.log.read_text()
            ended.cancel()

    async def start(self):
        await self.start_database()
        await self.start_service()

    async def kill_database(self):
        await self._do(self.postgres.kill)

    async def kill_service(self):
        self.service.kill()
        await self.service.wait()

    async def terminate_service(self):
        """Tells the service to stop: its exit code."""
        self.service.terminate()
        return await self.service.wait()

    async def stop(self):
        if self.service and self.service.returncode is None:
            await self.kill_service()
        await self._do(self.postgres.stop)
        self._apart.shutdown()

    async def _do(self, work, *given):
        return await asyncio.get_running_loop().run_in_executor(self._apart, work, *given)

    def channel(self):
        return grpc.aio.insecure_channel(self.address, options=QUICKLY)


def free_address():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{listener.getsockname()[1]}"


class Witness:
    """What was acknowledged to the players of a machine, and a bell that rings while they play."""

    def __init__(self):
        self.sent = 0
        self.acknowledged = {}
        self._bell_at = 0
        self._bell = asyncio.Event()

    async def after(self, commands):
        """Until so many more commands were sent; the last one is on its way."""
        self._bell.clear()
        self._bell_at = self.sent + commands
        await self._bell.wait()

    def client(self, channel, credentials):
        """A client whose actions are witnessed."""
        return WitnessedClient(self, channel, credentials)

    def sends(self):
        self.sent += 1
        if self.sent == self._bell_at:
            self._bell.set()


class WitnessedClient(TableClient):
    def __init__(self, witness, channel, credentials):
        super().__init__(channel, credentials)
        self._witness = witness
        self._account = credentials.account

    async def act(self, game_id, command_id, action, expected_version=None):
        self._witness.sends()
        version = await super().act(game_id, command_id, action, expected_version)
        self._witness.acknowledged[game_id, self._account, command_id] = version
        return version
