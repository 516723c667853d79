"""gRPC in, application calls out; protobuf stops here."""

from collections.abc import Awaitable, Callable

from google.protobuf.timestamp_pb2 import Timestamp

from chassis.callers import Context, Role, caller
from services.identity.application import Accounts, Change, Token
from thousand.identity.v1 import identity_pb2, identity_pb2_grpc

WORDS = {role.value: role.word for role in Role}


class IdentityServicer(identity_pb2_grpc.IdentityServiceServicer):
    """Accounts, tokens, roles; ``origin`` tells the address that a call comes from."""

    def __init__(self, accounts: Accounts, origin: Callable[[Context], Awaitable[str]]) -> None:
        self._accounts = accounts
        self._origin = origin

    async def CreateGuest(
        self, request: identity_pb2.CreateGuestRequest, context: Context
    ) -> identity_pb2.CreateGuestResponse:
        token = await self._accounts.create_guest(await self._origin(context))
        return identity_pb2.CreateGuestResponse(token=token_message(token))

    async def RefreshToken(
        self, request: identity_pb2.RefreshTokenRequest, context: Context
    ) -> identity_pb2.RefreshTokenResponse:
        who = caller(context)
        token = await self._accounts.refresh(who.account, who.role.word, who.issued_at)
        return identity_pb2.RefreshTokenResponse(token=token_message(token))

    async def IssueServiceToken(
        self, request: identity_pb2.IssueServiceTokenRequest, context: Context
    ) -> identity_pb2.IssueServiceTokenResponse:
        token = await self._accounts.service_token(request.service, request.secret)
        return identity_pb2.IssueServiceTokenResponse(token=token_message(token))

    async def IssueBotToken(
        self, request: identity_pb2.IssueBotTokenRequest, context: Context
    ) -> identity_pb2.IssueBotTokenResponse:
        account = request.account if request.HasField("account") else None
        token = await self._accounts.bot_token(account)
        return identity_pb2.IssueBotTokenResponse(token=token_message(token))

    async def ListKeys(
        self, request: identity_pb2.ListKeysRequest, context: Context
    ) -> identity_pb2.ListKeysResponse:
        keys = await self._accounts.keys()
        return identity_pb2.ListKeysResponse(
            keys=(identity_pb2.Key(key_id=id, public_key=public) for id, public in keys.items())
        )

    async def ReadChanges(
        self, request: identity_pb2.ReadChangesRequest, context: Context
    ) -> identity_pb2.ReadChangesResponse:
        found = await self._accounts.changes(request.after)
        return identity_pb2.ReadChangesResponse(
            changes=map(change_message, found.changes),
            more=found.more,
            since_time=timestamp(found.since),
        )

    async def SetRole(
        self, request: identity_pb2.SetRoleRequest, context: Context
    ) -> identity_pb2.SetRoleResponse:
        role = WORDS.get(request.role, "")
        by = caller(context).account
        await self._accounts.set_role(request.account, role, request.granted, by)
        return identity_pb2.SetRoleResponse()

    async def RevokeTokens(
        self, request: identity_pb2.RevokeTokensRequest, context: Context
    ) -> identity_pb2.RevokeTokensResponse:
        who = caller(context)
        if request.account != who.account:
            who.need(Role.OPERATOR)
        await self._accounts.revoke(request.account, who.account)
        return identity_pb2.RevokeTokensResponse()

    async def RotateKey(
        self, request: identity_pb2.RotateKeyRequest, context: Context
    ) -> identity_pb2.RotateKeyResponse:
        key_id = await self._accounts.rotate_key(caller(context).account)
        return identity_pb2.RotateKeyResponse(key_id=key_id)


def token_message(token: Token) -> identity_pb2.Token:
    return identity_pb2.Token(
        account=token.grant.account,
        text=token.text,
        expire_time=timestamp(token.grant.expires_at),
    )


def change_message(change: Change) -> identity_pb2.Change:
    time = timestamp(change.at)
    if change.role is None:
        revocation = identity_pb2.Revocation(account=change.account, time=time)
        return identity_pb2.Change(position=change.position, revocation=revocation)
    role_change = identity_pb2.RoleChange(
        account=change.account, role=role_message(change.role), time=time
    )
    return identity_pb2.Change(position=change.position, role_change=role_change)


def role_message(word: str) -> identity_pb2.Role.ValueType:
    """The role of a word; the numbers are the same."""
    return identity_pb2.Role.ValueType(Role.of_word(word))


def timestamp(seconds: float) -> Timestamp:
    time = Timestamp()
    time.FromNanoseconds(round(seconds * 1e9))
    return time
