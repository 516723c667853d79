"""How many guests come from one address, and whose address counts."""

import grpc.aio
import pytest
from grpc import StatusCode

from chassis.origin import introduction
from tests.accounts import signed
from thousand_client.errors import refusal_of

TOO_MANY = StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_GUESTS"


@pytest.fixture
async def identity(replica):
    async with replica(guests_per_hour=3) as identity:
        yield identity


async def test_an_address_has_so_many_guests_and_is_told_how_long_to_wait(identity):
    for _ in range(3):
        await identity.guest()

    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await identity.guest()

    refusal = refusal_of(raised.value)
    assert (refusal.code, refusal.reason) == TOO_MANY
    assert refusal.retry_after == pytest.approx(1200, abs=60)


async def test_who_has_a_token_is_not_counted(identity):
    guest = await identity.guest()
    for _ in range(5):
        await identity.ask("RefreshToken", guest.text)
        await identity.ask("IssueBotToken", await identity.holder("service"))


async def test_a_service_says_whose_guests_it_brings(identity):
    service = await identity.holder("service")

    async def brought_from(address):
        await identity.ask("CreateGuest", metadata=introduction(address, service))

    for number in range(5):
        await brought_from(f"192.0.2.{number}")
    for _ in range(3):
        await brought_from("2001:db8::1")
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await brought_from("2001:db8::2")

    assert refusal_of(raised.value).reason == "TOO_MANY_GUESTS"


@pytest.mark.parametrize("who", ["player", "operator", "a stranger", "nobody"])
async def test_nobody_else_is_believed(identity, who):
    if who in {"player", "operator"}:
        token = await identity.holder(who)
    else:
        token = {"a stranger": signed("service-test").text, "nobody": "let-me-in"}[who]
    refused = []

    for number in range(4):
        try:
            await identity.ask("CreateGuest", metadata=introduction(f"192.0.2.{number}", token))
        except grpc.aio.AioRpcError as error:
            refused.append(refusal_of(error).reason)

    assert set(refused) == {"TOO_MANY_GUESTS"}
