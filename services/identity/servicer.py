"""gRPC in, application calls out; protobuf stops here."""

from google.protobuf.timestamp_pb2 import Timestamp

from chassis.callers import Context, Role, caller
from services.identity.application import Accounts, Token
from thousand.identity.v1 import identity_pb2, identity_pb2_grpc

WORDS = {role.value: role.word for role in Role}


class IdentityServicer(identity_pb2_grpc.IdentityServiceServicer):
    """Accounts, tokens, roles."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    async def CreateGuest(
        self, request: identity_pb2.CreateGuestRequest, context: Context
    ) -> identity_pb2.CreateGuestResponse:
        token = await self._accounts.create_guest()
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
        standings = await self._accounts.standings()
        return identity_pb2.ListKeysResponse(
            keys=(
                identity_pb2.Key(key_id=id, public_key=public)
                for id, public in standings.keys.items()
            ),
            revocations=(
                identity_pb2.Revocation(account=account, time=timestamp(at))
                for account, at in standings.revoked.items()
            ),
            role_changes=(
                identity_pb2.RoleChange(
                    account=account, role=role_message(role), time=timestamp(at)
                )
                for account, (role, at) in standings.roles.items()
            ),
        )

    async def SetRole(
        self, request: identity_pb2.SetRoleRequest, context: Context
    ) -> identity_pb2.SetRoleResponse:
        role = WORDS.get(request.role, "")
        await self._accounts.set_role(request.account, role, request.granted)
        return identity_pb2.SetRoleResponse()

    async def RevokeTokens(
        self, request: identity_pb2.RevokeTokensRequest, context: Context
    ) -> identity_pb2.RevokeTokensResponse:
        who = caller(context)
        if request.account != who.account:
            who.need(Role.OPERATOR)
        await self._accounts.revoke(request.account)
        return identity_pb2.RevokeTokensResponse()

    async def RotateKey(
        self, request: identity_pb2.RotateKeyRequest, context: Context
    ) -> identity_pb2.RotateKeyResponse:
        return identity_pb2.RotateKeyResponse(key_id=await self._accounts.rotate_key())


def token_message(token: Token) -> identity_pb2.Token:
    return identity_pb2.Token(
        account=token.grant.account,
        text=token.text,
        expire_time=timestamp(token.grant.expires_at),
    )


def role_message(word: str) -> identity_pb2.Role.ValueType:
    """The role of a word; the numbers are the same."""
    return identity_pb2.Role.ValueType(Role.of_word(word))


def timestamp(seconds: float) -> Timestamp:
    time = Timestamp()
    time.FromNanoseconds(round(seconds * 1e9))
    return time
