"""How many guests come from one address, and whose address counts."""

import asyncio

import grpc.aio
import pytest
from grpc import StatusCode
from structlog.testing import capture_logs

from chassis import auth
from chassis.origin import REFUSED, introduction
from chassis.run import serve
from chassis.settings import Settings
from services.gateway.bind import bind
from tests.accounts import signed
from tests.e2e.browsers import Web
from thousand_client.errors import refusal_of

TOO_MANY = StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_GUESTS"
CREATE_GUEST = "identity.v1.IdentityService/CreateGuest"


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
    with capture_logs() as logs, pytest.raises(grpc.aio.AioRpcError) as raised:
        await identity.ask("CreateGuest", metadata=introduction("192.0.2.1", token))

    refusal = refusal_of(raised.value)
    assert (refusal.code, refusal.reason) == (StatusCode.UNAUTHENTICATED, REFUSED)
    assert {log["log_level"] for log in logs} == {"debug"}


async def test_a_gateway_whose_token_was_revoked_goes_on_with_the_next_one(
    replica, secret_file, monkeypatch
):
    monkeypatch.setattr(auth, "POLL_SECONDS", 0.01)
    async with replica(guests_per_hour=1_000_000) as identity:
        known = Settings(
            identity=identity.address, table="127.0.0.1:1", bootstrap_secret_file=secret_file
        )
        async with serve("gateway", bind, known) as gateway, asyncio.timeout(20):
            web, codes, warned = Web(gateway.others["web"]), set(), []
            await web.ask(CREATE_GUEST, {})
            await identity.ask(
                "RevokeTokens", await identity.holder("service"), account="service-gateway"
            )
            with capture_logs() as logs:
                while not warned:
                    codes.add((await web.ask(CREATE_GUEST, {})).status)
                    warned = [log for log in logs if log["log_level"] == "warning"]

    assert codes == {200}
    assert [(log["event"], log.get("by")) for log in warned] == [
        ("introduction_refused", "service-gateway"),
        ("introduction_refused", None),
    ]
