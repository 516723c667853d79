import asyncio
import json
import tempfile
from pathlib import Path
from random import Random

import grpc.aio
import psycopg
import pytest

from tests.accounts import Known, published
from tests.e2e.processes import Machine, Witness
from tests.e2e.tables import SOAK, seat_three, simple_player
from tests.unit.table.tables import check_steps
from thousand_client import TableClient, refusal_of
from thousand_log.postgres import PostgresLog


@pytest.fixture
async def machine(tmp_path, secret_file):
    # Not pytest's tmp_path: as root the server runs as another account, who may not enter there.
    with tempfile.TemporaryDirectory(prefix="thousand-") as folder:
        async with published() as identity:
            machine = Machine(Path(folder), tmp_path / "table.log", identity, secret_file)
            await machine.start()
            yield machine
            await machine.stop()


async def check_nothing_lost(machine, witness):
    """Passes a log that is whole and holds every acknowledged command once, where it was said."""
    query = "SELECT game_id, account, command_id, last_version FROM fact WHERE account <> ''"
    with psycopg.connect(machine.database) as connection:
        stored = connection.execute(f"{query} GROUP BY 1, 2, 3, 4").fetchall()
    versions = {(game, account, command): version for game, account, command, version in stored}
    assert len(versions) == len(stored)
    assert witness.acknowledged.items() <= versions.items()
    async with PostgresLog.open(machine.database) as log:
        for game_id in {game_id for game_id, *_ in versions}:
            check_steps(game_id, await log.read(game_id))


def events(machine):
    return [json.loads(line)["event"] for line in machine.log.read_text().splitlines()]


@pytest.mark.parametrize("seed", range(SOAK))
async def test_killed_at_any_moment_nothing_acknowledged_is_lost_and_every_game_goes_on(
    machine, seed
):
    random, witness = Random(seed), Witness()
    async with machine.channel() as channel:
        games = [await seat_three(channel, f"g{n}", witness.client) for n in range(3)]
        playing = asyncio.gather(
            *(
                simple_player(client, seed).play(game_id)
                for game_id, clients in games
                for client in clients
            )
        )
        for _ in range(4):
            await witness.after(random.randrange(50, 250))
            for kill in random.sample([machine.kill_service, machine.kill_database], 2):
                await kill()
            await machine.start()
        views = await playing

    assert all(view.winner is not None for view in views)
    await check_nothing_lost(machine, witness)
    assert "call_broke" not in events(machine)


@pytest.mark.parametrize("victim", ["database", "service"])
async def test_one_part_that_is_killed_alone_is_waited_for(machine, victim):
    witness = Witness()
    async with machine.channel() as channel:
        game_id, clients = await seat_three(channel, client=witness.client)
        playing = asyncio.gather(*(simple_player(client, 1).play(game_id) for client in clients))
        for commands in (20, 150):
            await witness.after(commands)
            await getattr(machine, f"kill_{victim}")()
            await getattr(machine, f"start_{victim}")()
        views = await playing

    assert len({view.winner for view in views}) == 1
    await check_nothing_lost(machine, witness)
    assert "call_broke" not in events(machine)


async def test_a_service_told_to_stop_sends_its_streams_elsewhere_and_ends_well(machine):
    witness = Witness()
    async with machine.channel() as channel:
        game_id, clients = await seat_three(channel, client=witness.client)
        watching = asyncio.create_task(watch(channel, game_id))
        playing = asyncio.gather(*(simple_player(client, 1).play(game_id) for client in clients))
        await witness.after(100)

        code = await machine.terminate_service()
        refused = await watching
        await machine.start_service()
        views = await playing

    assert code == 0
    assert (refused.code, refused.reason) == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
    assert len({view.winner for view in views}) == 1
    await check_nothing_lost(machine, witness)
    assert events(machine)[-1] == "started"
    assert "call_broke" not in events(machine)


async def watch(channel, game_id):
    """Why a spectator's stream ended."""
    spectator = TableClient(channel, Known("eve"))
    rules = (await spectator.look(game_id)).rules
    with pytest.raises(grpc.aio.AioRpcError) as ended:
        async for _ in spectator.watch(game_id, rules):
            pass
    return refusal_of(ended.value)
