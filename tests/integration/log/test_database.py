from contextlib import suppress

import grpc
import grpc.aio
import psycopg
import pytest
from psycopg_pool import PoolTimeout

from chassis.run import serve
from chassis.settings import Settings
from services.table.bind import bind
from tests.accounts import KEYS, Known
from thousand_client import TableClient
from thousand_client.errors import refusal_of
from thousand_log import StoreUnreachable
from thousand_log.database import CONNECTIONS, Database, reached
from thousand_log.migrate import migrate

READ_ONLY = "ALTER DATABASE {} SET default_transaction_read_only = on"
READ_WRITE = "ALTER DATABASE {} RESET default_transaction_read_only"
WRITE = "INSERT INTO kept VALUES (1)"


@pytest.fixture
def change(database):
    """Changes something about the database, seen by sessions that begin later."""
    name = psycopg.conninfo.conninfo_to_dict(database)["dbname"]

    def change(statement):
        writable = "-c default_transaction_read_only=off"
        with psycopg.connect(database, autocommit=True, options=writable) as connection:
            connection.execute(statement.format(name))

    return change


@pytest.mark.parametrize(
    "failure",
    [
        psycopg.errors.AdminShutdown,
        psycopg.errors.CannotConnectNow,
        psycopg.errors.InsufficientPrivilege,
        psycopg.errors.ReadOnlySqlTransaction,
        psycopg.errors.QueryCanceled,
        psycopg.InterfaceError,
        PoolTimeout,
    ],
)
def test_a_store_that_cannot_be_used_for_now_is_unreachable(failure):
    with pytest.raises(StoreUnreachable), reached():
        raise failure


def test_a_statement_that_is_wrong_is_our_own_mistake():
    with pytest.raises(psycopg.errors.UndefinedColumn), reached():
        raise psycopg.errors.UndefinedColumn


@pytest.mark.parametrize(
    ("closing", "opening"),
    [
        pytest.param(READ_ONLY, READ_WRITE, id="read-only"),
        pytest.param(
            "REVOKE INSERT ON kept FROM {}", "GRANT INSERT ON kept TO {}", id="without the right"
        ),
    ],
)
async def test_a_connection_that_was_refused_is_not_lent_again(database, change, closing, opening):
    async def write():
        async with opened.connection() as connection:
            await connection.execute(WRITE)

    change("CREATE TABLE kept (n integer)")
    change(closing)
    async with Database.open(database) as opened:
        with pytest.raises(StoreUnreachable):
            await write()
        change(opening)

        for _ in range(CONNECTIONS - 1):  # others may have been made before it was opened, too
            with suppress(StoreUnreachable):
                await write()
        await write()


async def test_a_database_whose_server_ends_the_session_is_unreachable(database):
    async with Database.open(database) as opened:
        with pytest.raises(StoreUnreachable):
            async with opened.connection() as connection:
                await connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")

        assert await opened.check_schema("SELECT 1", 1) == (1,)


async def test_a_service_whose_store_is_read_only_says_that_waiting_helps(database, change):
    migrate(database)
    change(READ_ONLY)
    async with (
        serve("table", bind, Settings(database_url=database, grace=0), KEYS) as table,
        grpc.aio.insecure_channel(table.grpc) as channel,
    ):
        anna = TableClient(channel, Known("anna"))
        with pytest.raises(grpc.RpcError) as raised:
            await anna.create_table("open")

    refusal = refusal_of(raised.value)
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_UNREACHABLE")
    assert refusal.retry_after
