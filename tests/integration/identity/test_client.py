import asyncio
import time

import grpc
import grpc.aio
import pytest

from chassis.service_token import ServiceToken
from chassis.verifying import Verifier
from tests.accounts import SECRET
from thousand_client.identity import ServiceSession, Session, guest

DAY = 86400


class Clock:
    def __init__(self):
        self.now = time.time()

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def text_of(metadata):
    ((name, value),) = metadata
    assert name == "authorization"
    return value.removeprefix("Bearer ")


async def test_a_guest_is_who_his_metadata_say(identity):
    session = await guest(identity.channel)

    claims = await Verifier(identity.keys()).verify(text_of(await session.metadata()))

    assert claims.account == session.account


async def test_a_token_is_kept_for_half_of_its_life_and_then_refreshed(identity, clock):
    token = (await guest(identity.channel)).token
    session = Session(identity.channel, token, clock)

    clock.now += 14 * DAY
    assert (await session.metadata()) == token.metadata
    clock.now += 2 * DAY
    fresh = await session.metadata()

    assert fresh != token.metadata
    assert session.token.metadata == fresh
    assert session.account == token.account


async def test_calls_at_once_refresh_a_token_once(identity, clock):
    session = Session(identity.channel, (await guest(identity.channel)).token, clock)
    clock.now += 16 * DAY

    metadata = await asyncio.gather(*(session.metadata() for _ in range(10)))

    assert len(set(metadata)) == 1


async def test_while_nobody_refreshes_it_a_token_is_used_until_it_expires(identity, clock):
    token = (await guest(identity.channel)).token
    async with grpc.aio.insecure_channel("127.0.0.1:1") as nowhere:
        session = Session(nowhere, token, clock)

        clock.now += 16 * DAY
        assert (await session.metadata()) == token.metadata
        clock.now += 15 * DAY
        with pytest.raises(grpc.RpcError) as raised:
            await session.metadata()

    assert raised.value.code() is grpc.StatusCode.UNAVAILABLE


async def test_a_service_asks_for_its_token_at_the_first_call_and_again_in_time(identity, clock):
    session = ServiceSession(identity.channel, "matchmaking", SECRET, clock)

    first = await session.metadata()
    clock.now += 1700
    same = await session.metadata()
    clock.now += 200
    fresh = await session.metadata()

    assert session.account == "service-matchmaking"
    assert first == same != fresh


async def test_a_service_with_another_secret_gets_no_token(identity):
    session = ServiceSession(identity.channel, "matchmaking", f"{SECRET}x")

    with pytest.raises(grpc.RpcError) as raised:
        await session.metadata()

    assert raised.value.code() is grpc.StatusCode.UNAUTHENTICATED
    assert SECRET not in repr(session) + repr(raised.value)


async def test_a_service_holds_its_token_for_half_of_its_life_or_until_it_is_refused(
    identity, clock
):
    token = ServiceToken(identity.channel, "table", SECRET, clock)

    first = await token.text()
    clock.now += 1700
    same = await token.text()
    clock.now += 200
    fresh = await token.text()
    token.forget()

    assert first == same
    assert len({first, fresh, await token.text()}) == 3
