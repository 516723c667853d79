import asyncio
from contextlib import AsyncExitStack

import psycopg
import pytest

from tests.unit.relay.streams import append
from thousand_log import MemoryLog, StoreUnreachable, shard_of
from thousand_log.migrate import migrate
from thousand_log.postgres import PostgresLog

SHARDS = 3


@pytest.fixture(params=["memory", "postgres"])
async def log(request):
    if request.param == "memory":
        yield MemoryLog(SHARDS)
        return
    dsn = request.getfixturevalue("database")
    migrate(dsn, SHARDS)
    async with PostgresLog.open(dsn) as log:
        yield log


async def test_a_shard_is_claimed_by_one_session_until_that_ends(log):
    async with log.claiming() as second:
        async with log.claiming() as first:
            assert await first({0, 1}) == {0, 1}
            assert await second({0, 1, 2}) == {2}
            assert await first({2}) == set()

        assert await second({0, 1}) == {0, 1}


async def test_a_session_that_ends_in_an_error_claims_nothing_any_more(log):
    async def broken():
        async with log.claiming() as claim:
            await claim({0})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await broken()

    async with log.claiming() as claim:
        assert await claim({0}) == {0}


async def test_many_that_claim_at_once_share_the_shards_among_them(log):
    async with AsyncExitStack() as sessions:
        claims = [await sessions.enter_async_context(log.claiming()) for _ in range(5)]

        claimed = await asyncio.gather(*(claim(range(SHARDS)) for claim in claims))

    assert sorted(shard for shards in claimed for shard in shards) == [0, 1, 2]


async def test_the_end_of_a_shard_is_where_its_last_step_lies(log):
    assert [await log.end(shard) for shard in range(SHARDS)] == [0, 0, 0]

    placed = await append(log, "t1-1", facts=4)

    assert placed.shard == shard_of("t1-1", SHARDS)
    assert await log.end(placed.shard) == placed.position == 4


async def test_who_listens_hears_the_shard_of_every_append(log):
    heard = []
    log.listen(heard.append)

    placed = [await append(log, f"t{number}-1") for number in range(5)]

    assert heard == [step.shard for step in placed]


async def test_a_session_whose_connection_is_cut_has_lost_its_shards(database):
    migrate(database)
    async with PostgresLog.open(database) as log, log.claiming() as claim:
        assert await claim({0}) == {0}

        with psycopg.connect(database, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
            )

        with pytest.raises(StoreUnreachable):
            await claim(set())
        async with log.claiming() as another:
            assert await another({0}) == {0}
