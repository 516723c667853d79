import asyncio
import time

import grpc.aio
import psycopg
import pytest
from grpc import StatusCode
from structlog.testing import capture_logs

from chassis.callers import Role
from chassis.keys import KeysUnreachable
from chassis.tokens import BadToken, TokenRevoked, key_id_of
from chassis.verifying import Verifier
from tests.accounts import SECRET
from tests.integration.identity.conftest import Replica
from thousand_client.errors import refusal_of

UNAUTHENTICATED = StatusCode.UNAUTHENTICATED
REQUESTS = {
    "CreateGuest": {},
    "RefreshToken": {},
    "IssueServiceToken": {"service": "table", "secret": SECRET},
    "IssueBotToken": {},
    "ListKeys": {},
    "ReadChanges": {},
    "SetRole": {"role": "ROLE_DIRECTOR", "granted": True},
    "RevokeTokens": {},
    "RotateKey": {},
}
LETS_IN = {
    "CreateGuest": "nobody player director operator service",
    "RefreshToken": "player director operator",  # a service asks with the secret
    "IssueServiceToken": "nobody player director operator service",
    "IssueBotToken": "service",
    "ListKeys": "nobody player director operator service",
    "ReadChanges": "service",
    "SetRole": "operator service",
    "RevokeTokens": "operator service",
    "RotateKey": "operator service",
}
ROLES = ["nobody", "player", "director", "operator", "service"]


@pytest.mark.parametrize("method", REQUESTS)
async def test_each_method_lets_in_who_has_its_role(identity, method):
    let_in = LETS_IN[method].split()
    why_not = {"nobody": "NO_TOKEN"}
    if method == "RefreshToken":
        why_not["service"] = "SECRET_NEEDED"

    answers = {role: await answer(identity, method, role) for role in ROLES}

    assert answers == {
        role: "OK" if role in let_in else why_not.get(role, "ROLE_NEEDED") for role in ROLES
    }


async def answer(identity, method, role):
    """The reason why a method refuses, about another account, or OK."""
    token = await identity.holder(role)
    fields = REQUESTS[method]
    if method in {"SetRole", "RevokeTokens"}:
        fields = fields | {"account": (await identity.guest()).account}
    try:
        await identity.ask(method, token, **fields)
    except grpc.aio.AioRpcError as error:
        return refusal_of(error).reason
    return "OK"


async def test_every_guest_is_somebody_else(identity):
    guests = await asyncio.gather(*(identity.guest() for _ in range(20)))

    accounts = {guest.account for guest in guests}
    assert len(accounts) == 20
    assert all(account.startswith("g-") and account[2:].isalnum() for account in accounts)


async def test_other_services_know_a_guest_by_the_published_keys(identity, verifier):
    guest = await identity.guest()

    claims = await verifier.verify(guest.text)

    assert (claims.account, claims.role) == (guest.account, Role.PLAYER)
    assert claims.expires_at == pytest.approx(time.time() + 30 * 86400, abs=60)
    assert guest.expire_time.ToNanoseconds() / 1e9 == pytest.approx(claims.expires_at)


async def test_a_bot_plays_and_no_more(identity, verifier):
    answer = await identity.ask("IssueBotToken", await identity.holder("service"))

    claims = await verifier.verify(answer.token.text)

    assert claims.account == answer.token.account
    assert claims.account.startswith("bot-")
    assert claims.role is Role.PLAYER


async def test_a_fresh_token_lives_longer_and_the_old_one_stays_good(identity, verifier):
    guest = await identity.guest()

    fresh = (await identity.ask("RefreshToken", guest.text)).token

    assert fresh.account == guest.account
    assert fresh.text != guest.text
    assert fresh.expire_time.ToNanoseconds() > guest.expire_time.ToNanoseconds()
    await verifier.verify(guest.text)
    await verifier.verify(fresh.text)


@pytest.mark.parametrize("secret", ["", SECRET[:-1], SECRET + "x", SECRET.upper(), "пароль"])
async def test_a_service_is_known_by_the_secret_alone(identity, secret):
    with capture_logs() as logs:
        refused = await identity.refused("IssueServiceToken", service="table", secret=secret)

    assert refused == (UNAUTHENTICATED, "BAD_SECRET")
    assert {log["log_level"] for log in logs} == {"debug"}  # anybody may try as often as he likes


async def test_a_services_token_is_short_and_says_whose_it_is(identity, verifier):
    claims = await verifier.verify((await identity.service()).text)

    assert (claims.account, claims.role) == ("service-matchmaking", Role.SERVICE)
    assert claims.expires_at == pytest.approx(time.time() + 3600, abs=60)


@pytest.mark.parametrize("service", ["", "Table", "../table", "a" * 33, "table\n"])
async def test_a_service_has_a_plain_name(identity, service):
    refused = await identity.refused("IssueServiceToken", service=service, secret=SECRET)

    assert refused == (StatusCode.INVALID_ARGUMENT, "BAD_SERVICE")


@pytest.mark.parametrize("role", [0, 1, 4, 99, -1])
async def test_only_directors_and_operators_are_made(identity, role):
    token = await identity.holder("operator")
    account = (await identity.guest()).account

    refused = await identity.refused("SetRole", token, account=account, role=role, granted=True)

    assert refused == (StatusCode.INVALID_ARGUMENT, "BAD_ROLE")


@pytest.mark.parametrize("account", ["", "g-nobody", "x" * 10_000, "g-\0"])
async def test_an_unknown_account_has_no_roles_and_no_tokens(identity, account):
    token = await identity.holder("operator")
    answers = [
        await identity.refused("SetRole", token, account=account, role="ROLE_DIRECTOR"),
        await identity.refused("RevokeTokens", token, account=account),
    ]

    assert answers == [(StatusCode.NOT_FOUND, "ACCOUNT_NOT_FOUND")] * 2


async def test_a_role_is_heard_with_the_next_poll_and_so_is_its_end(identity, verifier):
    guest = await identity.guest()
    service = await identity.holder("service")

    async def role_after(role, granted):
        fields = {"account": guest.account, "role": f"ROLE_{role}", "granted": granted}
        await identity.ask("SetRole", service, **fields)
        await verifier.renew()
        return (await verifier.verify(guest.text)).role

    assert await role_after("DIRECTOR", True) is Role.DIRECTOR
    assert await role_after("OPERATOR", True) is Role.OPERATOR
    assert await role_after("OPERATOR", False) is Role.DIRECTOR
    assert await role_after("DIRECTOR", False) is Role.PLAYER


async def test_revocation_is_heard_with_the_next_poll(identity, verifier):
    guest, other = await identity.guest(), await identity.guest()
    await verifier.verify(guest.text)
    await identity.ask("RevokeTokens", await identity.holder("operator"), account=guest.account)

    await verifier.renew()

    with pytest.raises(TokenRevoked):
        await verifier.verify(guest.text)
    await verifier.verify(other.text)


async def test_everybody_may_revoke_his_own_tokens(identity, verifier):
    guest = await identity.guest()

    await identity.ask("RevokeTokens", guest.text, account=guest.account)
    await verifier.renew()

    with pytest.raises(TokenRevoked):
        await verifier.verify(guest.text)


async def test_a_revoked_token_is_not_refreshed_by_a_replica_that_has_not_heard_of_it(
    identity, replica
):
    guest = await identity.guest()
    async with replica() as other:
        await other.ask("RefreshToken", guest.text)  # it knows the keys now

        await identity.ask("RevokeTokens", guest.text, account=guest.account)

        refused = await other.refused("RefreshToken", guest.text)
    assert refused == (UNAUTHENTICATED, "TOKEN_REVOKED")


async def test_no_token_slips_through_while_others_are_revoked(identity, verifier):
    guest = await identity.guest()
    issued = []

    async def refresh_until_refused():
        token = guest.text
        while True:
            try:
                token = (await identity.ask("RefreshToken", token)).token.text
            except grpc.aio.AioRpcError:
                return
            issued.append(token)

    async def revoke_in_between():
        while len(issued) < 20:
            await identity.guest()
        await identity.ask("RevokeTokens", guest.text, account=guest.account)

    await asyncio.gather(revoke_in_between(), *(refresh_until_refused() for _ in range(4)))
    await verifier.renew()

    for token in issued:
        with pytest.raises(TokenRevoked):
            await verifier.verify(token)


async def test_a_service_gets_a_good_token_after_its_old_ones_were_revoked(identity, verifier):
    old = (await identity.service()).text
    await identity.ask("RevokeTokens", old, account="service-matchmaking")
    await verifier.renew()

    new = (await identity.service()).text

    await verifier.verify(new)
    with pytest.raises(TokenRevoked):
        await verifier.verify(old)


async def test_a_new_key_signs_when_all_know_it_and_the_old_one_is_kept_for_its_tokens(
    identity, verifier, database
):
    old = (await identity.guest()).text
    answer = await identity.ask("RotateKey", await identity.holder("operator"))
    await verifier.renew()
    before = (await identity.guest()).text

    pass_seconds(database, 15)
    after = (await identity.guest()).text

    assert key_id_of(before) == key_id_of(old)
    assert key_id_of(after) == answer.key_id
    await verifier.verify(old)
    await verifier.verify(after)


async def test_an_old_key_is_forgotten_when_its_last_token_has_expired(identity, replica, database):
    old = (await identity.guest()).text
    await identity.ask("RotateKey", await identity.holder("operator"))

    pass_seconds(database, 15 + 30 * 86400)

    async with replica() as later:  # for the other one hardly any time has passed
        verifier = Verifier(later.keys())
        with pytest.raises(BadToken):
            await verifier.verify(old)
        await verifier.verify((await later.guest()).text)


def pass_seconds(database, seconds):
    with psycopg.connect(database) as connection:
        connection.execute(
            "UPDATE signing_key SET signs_from = signs_from - make_interval(secs => %s)", [seconds]
        )


async def test_everything_is_kept_over_a_restart(replica):
    async with replica() as before:
        guest = await before.guest()
    async with replica() as after:
        fresh = (await after.ask("RefreshToken", guest.text)).token

    assert fresh.account == guest.account


async def test_no_secret_and_no_token_is_in_logs_or_refusals(identity):
    guest = await identity.guest()
    service = await identity.holder("service")
    told = []

    async def ask(method, token, **fields):
        try:
            await identity.ask(method, token, **fields)
        except grpc.aio.AioRpcError as error:
            told.append(str(refusal_of(error)) + repr(error) + repr(refusal_of(error)))

    with capture_logs() as logs:
        for method, fields in REQUESTS.items():
            for token in (guest.text, service, f"{guest.text}x"):
                await ask(method, token, **fields)
        await ask("IssueServiceToken", None, service="table", secret=f"{SECRET}x")
        await ask("IssueServiceToken", None, service=SECRET, secret=SECRET)
        await ask("RevokeTokens", service, account=guest.account)
        await ask("RefreshToken", guest.text)

    assert len(told) > 5
    assert {"role_set", "tokens_revoked", "call_refused"} & {log["event"] for log in logs}
    for secret in (SECRET, guest.text, service):
        assert secret not in str(logs)
        assert not any(secret in text for text in told)


async def test_without_its_store_it_says_that_waiting_helps(replica, database, postgres):
    async with replica() as identity:
        await identity.guest()
        with psycopg.connect(postgres.dsn("postgres"), autocommit=True) as connection:
            name = psycopg.conninfo.conninfo_to_dict(database)["dbname"]
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )
            refused = await identity.refused("CreateGuest")
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        await identity.guest()

    assert refused == (StatusCode.UNAVAILABLE, "STORE_UNREACHABLE")


async def test_keys_of_an_identity_service_that_is_away_are_unreachable(identity):
    async with grpc.aio.insecure_channel("127.0.0.1:1") as channel:
        with pytest.raises(KeysUnreachable):
            await Replica("", channel).keys().published()


async def test_a_service_with_another_secret_hears_nothing(identity):
    with pytest.raises(KeysUnreachable):
        await identity.keys(f"{SECRET}x").published()
