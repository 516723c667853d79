import asyncio
import time

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from chassis.callers import Role
from chassis.keys import KeysUnreachable, Published
from chassis.tokens import BadToken, Claims, TokenExpired, TokenRevoked, sign
from chassis.verifying import Verifier

NOW = time.time()
DAY = 86400
PRIVATE = bytes(range(32))
PUBLIC = Ed25519PrivateKey.from_private_bytes(PRIVATE).public_key().public_bytes_raw()


class Publisher:
    def __init__(self, answer):
        self.answer = answer
        self.asked = 0

    async def published(self):
        self.asked += 1
        await asyncio.sleep(0)  # others get their turn, as they would while we wait
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Clock:
    def __init__(self):
        self.now = NOW

    def __call__(self):
        return self.now


@pytest.fixture
def publisher():
    return Publisher(published())


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def verifier(publisher, clock):
    return Verifier(publisher, clock)


def published(key_id="k1", **standings):
    return Published(keys={key_id: PUBLIC}, **standings)


def token(key_id="k1", issued_at=NOW, lifetime=DAY, role=Role.PLAYER):
    claims = Claims(
        account="g-ann",
        role=role,
        issued_at=issued_at,
        expires_at=issued_at + lifetime,
        key_id=key_id,
    )
    return sign(claims, PRIVATE)


async def test_keys_are_asked_for_once_and_not_at_every_call(verifier, publisher):
    for _ in range(100):
        assert (await verifier.verify(token())).account == "g-ann"

    assert publisher.asked == 1


async def test_those_who_wait_for_the_keys_share_one_question(verifier, publisher):
    await asyncio.gather(verifier.renew(), *(verifier.verify(token()) for _ in range(10)))

    assert publisher.asked == 1


async def test_a_new_key_is_asked_for_at_its_first_token(verifier, publisher, clock):
    await verifier.verify(token())
    publisher.answer = published("k2")
    clock.now += 1

    assert (await verifier.verify(token("k2"))).key_id == "k2"


async def test_made_up_keys_do_not_make_us_ask_at_every_call(verifier, publisher):
    for number in range(100):
        with pytest.raises(BadToken):
            await verifier.verify(token(f"made-up-{number}"))

    assert publisher.asked == 1


async def test_a_token_lives_while_its_key_is_published(verifier, publisher):
    await verifier.verify(token())
    publisher.answer = published("k2")

    await verifier.renew()

    with pytest.raises(BadToken):
        await verifier.verify(token())


async def test_a_token_that_was_good_expires(verifier, clock):
    good = token(lifetime=DAY)
    await verifier.verify(good)

    clock.now += DAY

    with pytest.raises(TokenExpired):
        await verifier.verify(good)


async def test_a_revoked_token_is_refused_and_a_later_one_is_not(verifier, publisher):
    old, later = token(issued_at=NOW - 2), token(issued_at=NOW)
    await verifier.verify(old)
    publisher.answer = published(revoked={"g-ann": NOW - 1})

    await verifier.renew()

    with pytest.raises(TokenRevoked):
        await verifier.verify(old)
    await verifier.verify(later)


async def test_a_changed_role_counts_for_tokens_issued_before(verifier, publisher):
    old, later = token(issued_at=NOW - 2, role=Role.OPERATOR), token(role=Role.DIRECTOR)
    await verifier.verify(old)
    publisher.answer = published(roles={"g-ann": (Role.PLAYER, NOW - 1)})

    await verifier.renew()

    assert (await verifier.verify(old)).role is Role.PLAYER
    assert (await verifier.verify(later)).role is Role.DIRECTOR


async def test_nobody_is_known_before_the_keys_are(verifier, publisher):
    publisher.answer = KeysUnreachable()

    with pytest.raises(KeysUnreachable):
        await verifier.verify(token())
    with pytest.raises(KeysUnreachable):  # nor asked again at once
        await verifier.verify(token())

    assert publisher.asked == 1


async def test_what_was_known_counts_while_the_publisher_is_away(verifier, publisher):
    await verifier.verify(token())
    publisher.answer = KeysUnreachable()

    with pytest.raises(KeysUnreachable):
        await verifier.renew()

    assert (await verifier.verify(token())).account == "g-ann"


async def test_remembering_has_an_end(verifier, monkeypatch):
    monkeypatch.setattr("chassis.verifying.MOST_REMEMBERED", 3)

    for _ in range(10):
        await verifier.verify(token())

    assert len(verifier._remembered) <= 3
