"""Join the parts of the identity service; the only file that knows them all."""

import time
from collections.abc import Mapping

import grpc

from chassis import tokens
from chassis.callers import Role
from chassis.hearing import Change, HeardKeys, Page
from chassis.run import Chassis
from services.identity import errors
from services.identity.application import Accounts, Grant
from services.identity.quota import Quota
from services.identity.servicer import IdentityServicer
from services.identity.signing import SigningKey
from services.identity.store import Store
from thousand.identity.v1 import identity_pb2_grpc
from thousand_log.errors import StoreUnreachable

NEEDS = {
    "CreateGuest": Role.ANYBODY,
    "RefreshToken": Role.PLAYER,
    "IssueServiceToken": Role.ANYBODY,  # the secret says who it is
    "IssueBotToken": Role.SERVICE,
    "ListKeys": Role.ANYBODY,
    "ReadChanges": Role.SERVICE,
    "SetRole": Role.OPERATOR,
    "RevokeTokens": Role.PLAYER,  # another's: operator
    "RotateKey": Role.OPERATOR,
}

ANSWERS = {
    errors.BadRequest: grpc.StatusCode.INVALID_ARGUMENT,
    errors.AccountNotFound: grpc.StatusCode.NOT_FOUND,
    errors.AccountRevoked: grpc.StatusCode.UNAUTHENTICATED,
    errors.TooManyGuests: grpc.StatusCode.RESOURCE_EXHAUSTED,
    errors.SecretRefused: grpc.StatusCode.UNAUTHENTICATED,
}
"""Other refusals are FAILED_PRECONDITION."""


class StoredKeys:
    """This service's own keys and changes, which it need not ask anybody for."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    async def keys(self) -> Mapping[str, bytes]:
        return await self._accounts.keys()

    async def changes(self, after: int) -> Page:
        found = await self._accounts.changes(after)
        changes = (
            Change(
                position=change.position,
                account=change.account,
                role=Role.of_word(change.role) if change.role else None,
                at=change.at,
            )
            for change in found.changes
        )
        return Page(changes=changes, more=found.more, since=found.since)


async def bind(chassis: Chassis) -> None:
    """The identity service on this chassis."""
    dsn = chassis.settings.require_database_url()
    secret = chassis.settings.require_bootstrap_secret()
    store = await chassis.closing.enter_async_context(Store.open(dsn))
    guests = Quota(chassis.settings.guests_per_hour, time.monotonic)
    accounts = Accounts(store, secret=secret, sign=sign, guests=guests)
    identity_pb2_grpc.add_IdentityServiceServicer_to_server(
        IdentityServicer(accounts, chassis.auth.origin), chassis.server
    )
    chassis.auth.trust(HeardKeys(StoredKeys(accounts)))
    chassis.auth.needs(NEEDS)
    for refusal, code in ANSWERS.items():
        chassis.errors.answer(refusal, code)
    chassis.errors.out_of_reach("store", StoreUnreachable)


def sign(grant: Grant, key: SigningKey) -> str:
    """The token that says what is granted."""
    claims = tokens.Claims(
        account=grant.account,
        role=Role.of_word(grant.role),
        issued_at=grant.issued_at,
        expires_at=grant.expires_at,
        key_id=key.id,
    )
    return tokens.sign(claims, key.private)
