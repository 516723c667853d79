"""How services hear what became of accounts, and what is noted of it."""

import asyncio
import time

import psycopg
import pytest
from grpc import StatusCode
from structlog.testing import capture_logs

from chassis.callers import Role
from chassis.hearing import HeardKeys
from chassis.identity_keys import IdentityKeys
from chassis.service_token import ServiceToken
from chassis.tokens import TokenRevoked
from chassis.verifying import Verifier
from services.identity import application
from tests.accounts import SECRET

MANY = 120_000
GRPC_TAKES = 4 * 1024 * 1024
WAITING = "SELECT true FROM pg_locks WHERE NOT granted AND relation = 'change'::regclass"


def noted(database):
    """Whose account, by whom, what it holds since."""
    with psycopg.connect(database) as connection:
        return connection.execute(
            "SELECT account, by, roles FROM change ORDER BY position"
        ).fetchall()


def revoke_many(database, number, age="0"):
    with psycopg.connect(database) as connection:
        connection.execute(
            "INSERT INTO account (id) SELECT 'g-' || lpad(n::text, 16, '0')"
            " FROM generate_series(1, %s) AS n",
            [number],
        )
        connection.execute(
            "INSERT INTO change (account, by, made_at)"
            " SELECT id, 'service-test', clock_timestamp() - %s::interval FROM account"
            " WHERE id LIKE 'g-0%%' ORDER BY id",
            [age],
        )


async def read_all(identity, after=0):
    """Every answer until there are no more."""
    token = (await identity.service()).text
    answers = []
    while not answers or answers[-1].more:
        answers.append(await identity.ask("ReadChanges", token, after=after))
        if answers[-1].changes:
            after = answers[-1].changes[-1].position
    return answers


async def test_who_changed_what_is_noted_and_logged(identity, database):
    guest, operator = await identity.guest(), await identity.guest()
    service = await identity.holder("service")
    role = {"role": "ROLE_OPERATOR", "granted": True}
    await identity.ask("SetRole", service, account=operator.account, **role)
    token = (await identity.ask("RefreshToken", operator.text)).token.text

    with capture_logs() as logs:
        role = {"role": "ROLE_DIRECTOR", "granted": True}
        await identity.ask("SetRole", token, account=guest.account, **role)
        await identity.ask("SetRole", token, account=guest.account, role="ROLE_DIRECTOR")
        await identity.ask("RevokeTokens", guest.text, account=guest.account)
        await identity.ask("RotateKey", token)

    assert noted(database) == [
        (operator.account, "service-matchmaking", ["operator"]),
        (guest.account, operator.account, ["director"]),
        (guest.account, operator.account, []),
        (guest.account, guest.account, None),
    ]
    assert [(log["event"], log["by"]) for log in logs] == [
        ("role_set", operator.account),
        ("role_set", operator.account),
        ("tokens_revoked", guest.account),
        ("key_rotated", operator.account),
    ]


async def test_what_is_refused_is_not_noted(identity, database):
    guest, other = await identity.guest(), await identity.guest()

    await identity.refused("RevokeTokens", guest.text, account=other.account)
    await identity.refused("SetRole", guest.text, account=guest.account, role="ROLE_OPERATOR")

    assert noted(database) == []


async def test_changes_are_read_from_a_position_on_and_a_page_at_a_time(identity, monkeypatch):
    monkeypatch.setattr(application, "MOST_CHANGES", 2)
    service = await identity.holder("service")
    guests = [await identity.guest() for _ in range(5)]
    for guest in guests:
        await identity.ask("RevokeTokens", service, account=guest.account)

    pages = await read_all(identity)
    positions = [change.position for page in pages for change in page.changes]
    rest = await read_all(identity, after=positions[2])

    assert [len(page.changes) for page in pages] == [2, 2, 1]
    assert positions == sorted(positions)
    assert [change.revocation.account for page in rest for change in page.changes] == [
        guest.account for guest in guests[3:]
    ]


async def test_a_position_is_counted_from_0(identity):
    refused = await identity.refused("ReadChanges", await identity.holder("service"), after=-1)

    assert refused == (StatusCode.INVALID_ARGUMENT, "BAD_POSITION")


async def test_more_changes_than_one_message_holds_are_heard_in_messages_of_a_bounded_size(
    identity, database
):
    guest = await identity.guest()
    revoke_many(database, MANY)
    await identity.ask("RevokeTokens", guest.text, account=guest.account)

    answers = await read_all(identity)
    started = Verifier(identity.keys())  # a service that has heard of nothing yet
    with pytest.raises(TokenRevoked):
        await started.verify(guest.text)

    assert sum(len(answer.changes) for answer in answers) == MANY + 1
    assert sum(answer.ByteSize() for answer in answers) > GRPC_TAKES
    assert max(answer.ByteSize() for answer in answers) < GRPC_TAKES / 10


async def test_after_many_changes_the_next_one_is_heard_by_one_question(identity, database):
    revoke_many(database, 10_000)
    asked = []

    class Counting(IdentityKeys):
        async def changes(self, after):
            asked.append(after)
            return await super().changes(after)

    token = ServiceToken(identity.channel, "table", SECRET)
    verifier = Verifier(HeardKeys(Counting(identity.channel, token)))
    await verifier.renew()
    guest = await identity.guest()
    await verifier.verify(guest.text)
    asked.clear()

    await identity.ask("RevokeTokens", guest.text, account=guest.account)
    await verifier.renew()

    with pytest.raises(TokenRevoked):
        await verifier.verify(guest.text)
    assert len(asked) == 1


async def test_what_no_living_token_can_need_is_left_out_and_stays_noted(identity, database):
    guest = await identity.guest()
    revoke_many(database, 10_000, age="30 days 1 minute")
    await identity.ask("RevokeTokens", guest.text, account=guest.account)

    [answer] = await read_all(identity)

    assert [change.revocation.account for change in answer.changes] == [guest.account]
    assert answer.since_time.ToNanoseconds() / 1e9 == pytest.approx(
        time.time() - 30 * 86400, abs=10
    )
    assert len(noted(database)) == 10_001


async def test_no_change_is_told_while_an_earlier_one_may_still_come(identity, database):
    first, second = await identity.guest(), await identity.guest()
    with psycopg.connect(database) as slow, psycopg.connect(database, autocommit=True) as watching:
        slow.execute("INSERT INTO change (account, by) VALUES (%s, 'slow')", [first.account])
        later = asyncio.create_task(
            identity.ask("RevokeTokens", second.text, account=second.account)
        )
        while not later.done() and not watching.execute(WAITING).fetchone():  # noqa: ASYNC110
            await asyncio.sleep(0.01)

        [before] = await read_all(identity)
        slow.commit()
        await later
        [after] = await read_all(identity)

    assert list(before.changes) == []
    assert [change.revocation.account for change in after.changes] == [
        first.account,
        second.account,
    ]


async def test_no_change_is_missed_while_many_are_made_at_once(identity, replica):
    guests = [await identity.guest() for _ in range(30)]
    published = identity.keys()
    heard = set()

    async def listen():
        while len(heard) < len(guests):
            heard.update((await published.published()).revoked)

    async with replica() as other, asyncio.timeout(30):
        await asyncio.gather(
            listen(),
            *(
                (identity, other)[number % 2].ask("RevokeTokens", guest.text, account=guest.account)
                for number, guest in enumerate(guests)
            ),
        )

    assert heard == {guest.account for guest in guests}


async def test_a_service_whose_own_tokens_are_void_goes_on_hearing(identity, verifier):
    guest = await identity.guest()
    await verifier.verify(guest.text)
    service = await identity.holder("service")
    await identity.ask("RevokeTokens", service, account="service-table")
    await identity.ask(
        "SetRole", service, account=guest.account, role="ROLE_DIRECTOR", granted=True
    )

    for _ in range(2):
        await verifier.renew()

    assert (await verifier.verify(guest.text)).role is Role.DIRECTOR
