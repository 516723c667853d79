"""The table service for end-to-end tests, bound in this process on a real PostgreSQL."""

from functools import partial
from random import Random

import grpc.aio
import pytest

from chassis.run import serve
from chassis.settings import Settings
from services.table.bind import bind
from thousand_client import Player, TableClient
from thousand_engine.policy import simple
from thousand_log.migrate import migrate


@pytest.fixture
async def table_address(database):
    migrate(database)
    async with serve("table", bind, Settings(database_url=database)) as running:
        yield running.grpc


@pytest.fixture
async def channel(table_address):
    async with grpc.aio.insecure_channel(table_address) as channel:
        yield channel


async def seat_three(channel, name="g"):
    """A table with three accounts seated: the game and their clients, in the order of seats."""
    clients = [TableClient(channel, f"{name}-{player}") for player in "abc"]
    game_id = await clients[0].create_table(f"open-{name}")
    for client in clients:
        await client.take_seat(game_id, "sit")
    return game_id, clients


def simple_player(client, seed):
    return Player(client, partial(choose, Random(seed)))


def choose(random, view):
    return simple(view, random)
