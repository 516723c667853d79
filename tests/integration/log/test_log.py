import asyncio
import random
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from thousand_cli.embedded_postgres import EmbeddedPostgres
from thousand_evidence.chain import first_head
from thousand_log import (
    MemoryLog,
    NotMigrated,
    Secret,
    Step,
    StoreUnreachable,
    VersionTaken,
    chained,
    shard_of,
)
from thousand_log.migrate import migrate
from thousand_log.postgres import PostgresLog

SHARDS = 2
SECRET = Secret("c0ffee", bytes(range(32)))


def step(game_id, first, *states, after=None, secrets=(), command_id="c1"):
    states = states or (b"{}",)
    events = [
        StoredEvent(game_id, first + place, "game.said", state)
        for place, state in enumerate(states)
    ]
    facts = chained(events, after.head if after else first_head(game_id))
    return Step(game_id, facts, command_id, "anna", secrets)


async def whole(log, shard=0):
    return await log.tail(shard, after=0, limit=10_000)


class LogContract:
    """What every log promises; ``log`` has two shards, ``replicas`` write the same one."""

    @pytest.fixture
    def replicas(self, log):
        return [log]

    async def test_a_step_is_read_as_it_was_appended(self, log):
        first = step("t1-1", 1, b'{"type":"game.started"}', b"open\nhidden", b"open\n\n\x00\xff")
        second = step("t1-1", 4, b"", after=first, command_id="ж" * 64)

        await log.append(first)
        await log.append(second)

        assert await log.read("t1-1") == (first, second)

    async def test_a_game_nobody_wrote_has_no_steps(self, log):
        assert await log.read("t1-1") == ()

    async def test_games_do_not_see_each_other(self, log):
        for game_id in ("t1-1", "t1-2", "t1"):
            await log.append(step(game_id, 1))

        assert [read.game_id for read in await log.read("t1-1")] == ["t1-1"]

    @pytest.mark.parametrize(
        ("after", "firsts"), [(0, [1, 2, 5]), (1, [2, 5]), (2, [2, 5]), (4, [5]), (5, []), (9, [])]
    )
    async def test_steps_that_end_after_a_version_are_read_whole(self, log, after, firsts):
        await log.append(step("t1-1", 1))
        await log.append(step("t1-1", 2, b"{}", b"{}", b"{}"))
        await log.append(step("t1-1", 5))

        read = await log.read("t1-1", after)

        assert [step.first_version for step in read] == firsts

    @pytest.mark.parametrize("states", [[b"late"], [b"late", b"later"], [b"late"] * 9], ids=len)
    async def test_a_taken_version_is_refused_and_leaves_nothing(self, log, states):
        won = await log.append(step("t1-1", 1, b"{}", b"{}"))

        with pytest.raises(VersionTaken) as taken:
            await log.append(step("t1-1", 2, *states, secrets=[SECRET]))

        assert (taken.value.game_id, taken.value.version) == ("t1-1", 2)
        assert await whole(log, won.shard) == (won,)
        assert await log.secret("t1-1", SECRET.commitment) is None

    async def test_the_same_step_again_is_refused(self, log):
        once = step("t1-1", 1, secrets=[SECRET])
        await log.append(once)

        with pytest.raises(VersionTaken):
            await log.append(once)

    async def test_after_a_refusal_the_next_position_has_no_gap(self, log):
        first = await log.append(step("t1-1", 1))
        with pytest.raises(VersionTaken):
            await log.append(step("t1-1", 1))

        second = await log.append(step("t1-1", 2, b"{}", b"{}"))

        assert (second.previous_position, second.position) == (first.position, first.position + 2)

    async def test_a_shard_is_tailed_in_the_order_of_its_appends(self, log):
        appended = [
            await log.append(step("t1-1", 1, b"{}", b"{}")),
            await log.append(step("t1-2", 1)),
            await log.append(step("t1-1", 3)),
        ]

        tail = await whole(log, shard_of("t1-1", SHARDS))

        assert list(tail) == appended
        assert [(placed.previous_position, placed.position) for placed in tail] == [
            (0, 2),
            (2, 3),
            (3, 4),
        ]

    @pytest.mark.parametrize(
        ("after", "positions"),
        [(0, [3, 4]), (1, [3, 4]), (2, [3, 4]), (3, [4, 6]), (4, [6]), (5, [6]), (6, []), (9, [])],
    )
    async def test_a_tail_has_whole_steps_and_at_most_so_many(self, log, after, positions):
        shard = (await log.append(step("t1-1", 1, b"{}", b"{}", b"{}"))).shard
        await log.append(step("t1-2", 1))
        await log.append(step("t1-3", 1, b"{}", b"{}"))

        tail = await log.tail(shard, after, limit=2)

        assert [placed.position for placed in tail] == positions
        assert all(
            placed.position - placed.previous_position == len(placed.step.facts) for placed in tail
        )

    async def test_each_table_is_in_its_own_shard(self, log):
        games = [f"t{table}-{game}" for table in range(10) for game in (1, 2)]
        for game_id in games:
            await log.append(step(game_id, 1))

        assert log.shards == SHARDS
        for shard in range(SHARDS):
            assert [placed.step.game_id for placed in await whole(log, shard)] == [
                game_id for game_id in games if shard_of(game_id, SHARDS) == shard
            ]

    async def test_secrets_are_kept_beside_the_facts(self, log):
        other = Secret("decaf", bytes(32))

        placed = await log.append(step("t1-1", 1, secrets=[SECRET, other]))

        assert await log.secret("t1-1", SECRET.commitment) == SECRET.value
        assert await log.secret("t1-1", other.commitment) == other.value
        assert await log.secret("t1-2", SECRET.commitment) is None
        assert await log.secret("t1-1", "unknown") is None
        assert placed.step.secrets == ()
        assert await log.read("t1-1") == (placed.step,)

    async def test_many_writers_leave_no_gap_and_a_reader_misses_nothing(self, replicas):
        games = [f"t{number}-1" for number in range(6)]
        writers = 8
        each = 20
        chance = random.Random(1)
        writing = asyncio.Event()

        async def write(log, name):
            for number in range(each):
                game_id = chance.choice(games)
                size = chance.randint(1, 4)
                while True:
                    steps = await log.read(game_id)
                    before = steps[-1] if steps else None
                    first = before.last_version + 1 if before else 1
                    states = [f"{name}.{number}.{fact}".encode() for fact in range(size)]
                    try:
                        await log.append(step(game_id, first, *states, after=before))
                    except VersionTaken:
                        continue
                    break

        async def follow(log, shard):
            seen = []
            while True:
                done = writing.is_set()
                after = seen[-1].position if seen else 0
                more = await log.tail(shard, after, limit=3)
                seen += more
                if done and not more:
                    return seen
                await asyncio.sleep(0)  # a log in memory never gives way by itself

        async with asyncio.TaskGroup() as tasks:
            readers = [tasks.create_task(follow(replicas[-1], shard)) for shard in range(SHARDS)]
            async with asyncio.TaskGroup() as writing_tasks:
                for number in range(writers):
                    log = replicas[number % len(replicas)]
                    writing_tasks.create_task(write(log, f"w{number}"))
            writing.set()

        seen = [reader.result() for reader in readers]
        written = sorted(
            fact.public for tail in seen for placed in tail for fact in placed.step.facts
        )
        assert len({public.rsplit(b".", 1)[0] for public in written}) == writers * each
        assert len(written) == len(set(written))
        for shard, tail in enumerate(seen):
            assert tuple(tail) == await whole(replicas[0], shard)
            ends = [0, *(placed.position for placed in tail)]
            assert [placed.previous_position for placed in tail] == ends[:-1]
        for game_id in games:
            head, version = first_head(game_id), 0
            for read in await replicas[0].read(game_id):
                assert read.first_version == version + 1
                events = [fact.stored_event(game_id) for fact in read.facts]
                assert chained(events, head) == read.facts
                head, version = read.head, read.last_version


class TestMemoryLog(LogContract):
    @pytest.fixture
    def log(self):
        return MemoryLog(SHARDS)


class TestPostgresLog(LogContract):
    @pytest.fixture
    async def log(self, database):
        migrate(database, SHARDS)
        async with PostgresLog.open(database) as log:
            yield log

    @pytest.fixture
    async def replicas(self, log, database):
        async with AsyncExitStack() as stack:
            others = [await stack.enter_async_context(PostgresLog.open(database)) for _ in range(2)]
            yield [log, *others]

    async def test_a_secret_that_comes_twice_is_no_taken_version(self, log):
        await log.append(step("t1-1", 1, secrets=[SECRET]))

        with pytest.raises(psycopg.errors.UniqueViolation):
            await log.append(step("t1-1", 2, secrets=[SECRET]))

    async def test_who_holds_the_lock_too_long_makes_an_append_fail(self, log, database):
        async with PostgresLog.open(database, patience=0.2) as impatient:
            with psycopg.connect(database) as frozen:
                frozen.execute("UPDATE shard SET next_position = next_position")

                with pytest.raises(StoreUnreachable):
                    await impatient.append(step("t1-1", 1))

        assert await log.read("t1-1") == ()

    async def test_a_cancelled_append_leaves_the_log_usable(self, log, database):
        with psycopg.connect(database) as frozen:
            frozen.execute("UPDATE shard SET next_position = next_position")
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await log.append(step("t1-1", 1))

        again = await log.append(step("t1-1", 1))

        assert await log.read("t1-1") == (again.step,)

    async def test_a_database_without_tables_is_refused(self, database):
        with pytest.raises(NotMigrated, match="run `thousand migrate`"):
            async with PostgresLog.open(database):
                pass

    async def test_a_database_of_a_newer_program_is_refused(self, log, database):
        with psycopg.connect(database) as connection:
            connection.execute("UPDATE log_schema SET version = 99")

        with pytest.raises(NotMigrated, match="schema version 99, this program knows 1"):
            async with PostgresLog.open(database):
                pass

    async def test_a_server_that_is_not_there_is_unreachable(self, postgres):
        with pytest.raises(StoreUnreachable):
            async with PostgresLog.open(postgres.dsn("no_such_database"), patience=0.2):
                pass


@pytest.fixture
def own_server():
    # Not pytest's tmp_path: as root the server runs as another account, who may not enter there.
    with tempfile.TemporaryDirectory(prefix="thousand-") as folder:
        server = EmbeddedPostgres(Path(folder))
        server.start()
        yield server
        server.stop()


async def test_a_log_goes_on_when_its_killed_server_is_back(own_server):
    dsn = own_server.create_database("log")
    migrate(dsn)
    async with PostgresLog.open(dsn, patience=1.0) as log:
        stored = [await log.append(step(f"t{number}-1", 1)) for number in range(5)]
        await asyncio.gather(*(log.read(f"t{number}-1") for number in range(8)))

        own_server.kill()
        with pytest.raises(StoreUnreachable):
            await log.append(step("t1-1", 2))
        with pytest.raises(StoreUnreachable):
            await log.read("t1-1")
        own_server.start()
        again = await log.append(step("t1-1", 2))

        assert await whole(log) == (*stored, again)
