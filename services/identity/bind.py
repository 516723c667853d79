"""Join the parts of the identity service; the only file that knows them all."""

import grpc
import psycopg

from chassis import tokens
from chassis.callers import Role
from chassis.keys import Published
from chassis.run import Chassis
from services.identity import errors
from services.identity.application import Accounts, Grant
from services.identity.servicer import IdentityServicer
from services.identity.signing import SigningKey
from services.identity.store import Store
from thousand.identity.v1 import identity_pb2_grpc

NEEDS = {
    "CreateGuest": Role.ANYBODY,
    "RefreshToken": Role.PLAYER,
    "IssueServiceToken": Role.ANYBODY,  # the secret says who it is
    "IssueBotToken": Role.SERVICE,
    "ListKeys": Role.ANYBODY,
    "SetRole": Role.OPERATOR,
    "RevokeTokens": Role.PLAYER,  # another's: operator
    "RotateKey": Role.OPERATOR,
}

ANSWERS = {
    errors.BadRequest: grpc.StatusCode.INVALID_ARGUMENT,
    errors.AccountNotFound: grpc.StatusCode.NOT_FOUND,
    errors.AccountRevoked: grpc.StatusCode.UNAUTHENTICATED,
    errors.SecretRefused: grpc.StatusCode.UNAUTHENTICATED,
}
"""Other refusals are FAILED_PRECONDITION."""

STORE_BACK_AFTER = 1.0


class StoredKeys:
    """This service's own keys, which it need not ask anybody for."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    async def published(self) -> Published:
        standings = await self._accounts.standings()
        return Published(
            keys=standings.keys,
            revoked=standings.revoked,
            roles={a: (Role.of_word(role), at) for a, (role, at) in standings.roles.items()},
        )


async def bind(chassis: Chassis) -> None:
    """The identity service on this chassis."""
    dsn = chassis.settings.require_database_url()
    secret = chassis.settings.require_bootstrap_secret()
    store = await chassis.closing.enter_async_context(Store.open(dsn))
    accounts = Accounts(store, secret=secret, sign=sign)
    identity_pb2_grpc.add_IdentityServiceServicer_to_server(
        IdentityServicer(accounts), chassis.server
    )
    chassis.auth.trust(StoredKeys(accounts))
    chassis.auth.needs(NEEDS)
    for refusal, code in ANSWERS.items():
        chassis.errors.answer(refusal, code)
    for failure in (psycopg.OperationalError, psycopg.InterfaceError):
        chassis.errors.answer(
            failure,
            grpc.StatusCode.UNAVAILABLE,
            reason="STORE_UNREACHABLE",
            sentence="the store does not answer; try again",
            retry_after=STORE_BACK_AFTER,
        )


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
