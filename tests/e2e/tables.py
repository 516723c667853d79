"""Tables over gRPC for the end-to-end tests: three clients seated, and who plays for them."""

import os
from functools import partial
from random import Random

import grpc.aio
import psycopg
import pytest

from tests.accounts import Known
from thousand_client import Player, TableClient, refusal_of
from thousand_engine.policy import simple

SOAK = int(os.environ.get("THOUSAND_SOAK", "1"))
"""How many times as much is tried as in a quick run."""


async def seat_three(channel, name="g", client=TableClient):
    """A table with three accounts seated: the game and their clients, in the order of seats."""
    return await seat_all(channel, name, client=client)


async def seat_all(channel, name, preset="", players=3, client=TableClient):
    """A table of a preset with every seat taken: the game and the clients, in their order."""
    clients = [client(channel, Known(f"{name}-{player}")) for player in "abcd"[:players]]
    game_id = await clients[0].create_table(f"open-{name}", preset, {"players": f"{players}"})
    for seated in clients:
        await seated.take_seat(game_id, "sit")
    return game_id, clients


def simple_player(client, seed):
    return Player(client, partial(choose, Random(seed)))


def choose(random, view):
    return simple(view, random)


async def refusal(call):
    """The code and the reason with which a call is refused."""
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await call
    refused = refusal_of(failed.value)
    return failed.value.code().name, refused and refused.reason


def stored_facts(database, game_id="%"):
    """How many facts there are, of one game or of all."""
    with psycopg.connect(database) as connection:
        count = "SELECT count(*) FROM fact WHERE game_id LIKE %s"
        [(facts,)] = connection.execute(count, [game_id]).fetchall()
    return facts
