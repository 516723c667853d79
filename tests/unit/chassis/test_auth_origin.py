import time
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from chassis.callers import Role
from chassis.keys import KeysUnreachable, Published, StaticKeys
from chassis.origin import IntroductionRefused, introduction, origin
from chassis.verifying import Verifier
from tests.accounts import KEYS, signed


class Call:
    def __init__(self, peer, *metadata):
        self._peer = peer
        self._metadata = metadata

    def peer(self):
        return self._peer

    def invocation_metadata(self):
        return self._metadata


NEAR = "ipv4:127.0.0.1:5000"
SERVICE = signed("service-gateway", Role.SERVICE).text


async def origin_of(*call, keys=KEYS):
    return await origin(Call(*call), Verifier(keys).verify)


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        (NEAR, "127.0.0.1"),
        ("ipv6:%5B2001:db8::1%5D:5000", "2001:db8::1"),
        ("ipv6:[::1]:5000", "::1"),
        ("unix:", ""),
        ("", ""),
    ],
)
async def test_a_call_comes_from_its_peer(peer, address):
    assert await origin_of(peer) == address


async def test_a_service_says_for_whom_it_passes_a_call_on():
    assert await origin_of(NEAR, *introduction("192.0.2.1", SERVICE)) == "192.0.2.1"


@pytest.mark.parametrize(
    "metadata",
    [
        pytest.param(introduction("192.0.2.1", SERVICE)[:1], id="nobody vouches"),
        pytest.param(introduction("192.0.2.1", SERVICE)[1:], id="for nobody"),
    ],
)
async def test_half_an_introduction_is_none(metadata):
    assert await origin_of(NEAR, *metadata) == "127.0.0.1"


@pytest.mark.parametrize(
    "metadata",
    [
        pytest.param(introduction("192.0.2.1", "let-me-in"), id="no token"),
        pytest.param(
            introduction("192.0.2.1", signed("service-gateway", Role.SERVICE, -60.0).text),
            id="an old token",
        ),
        *(
            pytest.param(introduction("192.0.2.1", signed("g-ann", role).text), id=role.word)
            for role in (Role.PLAYER, Role.DIRECTOR, Role.OPERATOR)
        ),
    ],
)
async def test_nobody_but_a_service_introduces_and_nobody_fills_the_log(metadata):
    with capture_logs() as logs, pytest.raises(IntroductionRefused):
        await origin_of(NEAR, *metadata)

    assert logs == []


async def test_a_service_whose_key_nobody_knows_is_refused():
    strangers = StaticKeys(Published(keys={}))

    with pytest.raises(IntroductionRefused):
        await origin_of(NEAR, *introduction("192.0.2.1", SERVICE), keys=strangers)


@pytest.mark.parametrize(
    ("account", "role", "warned"),
    [
        ("service-gateway", Role.SERVICE, [("introduction_refused", "service-gateway")]),
        ("g-ann", Role.PLAYER, []),
    ],
)
async def test_an_introduction_by_a_void_token_is_refused_aloud_if_it_is_a_services(
    account, role, warned
):
    void = StaticKeys(replace(KEYS.always, revoked={account: time.time() + 1}))
    token = signed(account, role).text

    with capture_logs() as logs, pytest.raises(IntroductionRefused):
        await origin_of(NEAR, *introduction("192.0.2.1", token), keys=void)

    assert [(log["event"], log["by"]) for log in logs] == warned


async def test_while_nobody_can_tell_who_it_is_no_address_is_made_up():
    class Away:
        async def published(self):
            raise KeysUnreachable

    with pytest.raises(KeysUnreachable):
        await origin_of(NEAR, *introduction("192.0.2.1", SERVICE), keys=Away())
