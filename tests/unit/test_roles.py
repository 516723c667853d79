"""The role that each method of the platform needs, written down once more, and tried."""

import importlib

import pytest

from chassis.auth import Auth
from chassis.callers import Role, RoleNeeded, Unauthenticated
from services.gateway.bind import INSIDE
from tests.accounts import KEYS, signed

ANYBODY, PLAYER, OPERATOR, SERVICE = Role.ANYBODY, Role.PLAYER, Role.OPERATOR, Role.SERVICE
NEEDED = {
    "table": {
        "CreateTable": PLAYER,
        "TakeSeat": PLAYER,
        "Act": PLAYER,
        "GetView": PLAYER,
        "WatchGame": PLAYER,
        "ListGames": ANYBODY,
        "ReadSteps": SERVICE,
        "GetRecord": ANYBODY,
        "GetCatalogue": ANYBODY,
    },
    "identity": {
        "CreateGuest": ANYBODY,
        "RefreshToken": PLAYER,
        "IssueServiceToken": ANYBODY,
        "IssueBotToken": SERVICE,
        "ListKeys": ANYBODY,
        "ReadChanges": SERVICE,
        "SetRole": OPERATOR,
        "RevokeTokens": PLAYER,
        "RotateKey": OPERATOR,
    },
    "scoring": {
        "GetPlayer": ANYBODY,
        "ListLeaderboard": ANYBODY,
        "ListGames": ANYBODY,
        "GetGame": ANYBODY,
        "Rebuild": OPERATOR,
        "ListParked": OPERATOR,
        "RetryGame": OPERATOR,
    },
    "bot": {"FillSeats": PLAYER},
    "matchmaking": {
        "Enqueue": PLAYER,
        "GetTicket": PLAYER,
        "WatchTicket": PLAYER,
        "LeaveQueue": PLAYER,
    },
}
METHODS = [
    pytest.param(service, method, role, id=f"{service} {method}")
    for service, roles in NEEDED.items()
    for method, role in roles.items()
]


class Call:
    """A call with a token, or without one."""

    def __init__(self, token=None):
        self._metadata = token.metadata if token else ()

    def invocation_metadata(self):
        return self._metadata


def guarded(service):
    auth = Auth()
    auth.trust(KEYS)
    auth.needs(importlib.import_module(f"services.{service}.bind").NEEDS)
    return auth


async def admitted(service, method, call):
    async with guarded(service).admitted(f"thousand/{method}", call, is_stream=False):
        return True


@pytest.mark.parametrize(("service", "method", "role"), METHODS)
async def test_a_method_lets_in_who_has_its_role_and_nobody_below(service, method, role):
    assert await admitted(service, method, Call(signed("g-ann", max(role, PLAYER))))
    if role is ANYBODY:
        assert await admitted(service, method, Call())
        return
    with pytest.raises(Unauthenticated):
        await admitted(service, method, Call())
    for below in (lower for lower in Role if ANYBODY < lower < role):
        with pytest.raises(RoleNeeded):
            await admitted(service, method, Call(signed("g-ann", below)))


@pytest.mark.parametrize("service", NEEDED)
def test_no_method_is_missing_here(service):
    assert (
        importlib.import_module(f"services.{service}.bind").NEEDS.keys() == NEEDED[service].keys()
    )


def test_browsers_reach_no_method_that_is_for_services():
    for_services = {
        method for roles in NEEDED.values() for method, role in roles.items() if role is SERVICE
    }

    assert for_services | {"IssueServiceToken"} == INSIDE
