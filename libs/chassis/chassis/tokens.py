"""Tokens as text: JSON Web Tokens signed with Ed25519 (ARCHITECTURE 10)."""

import secrets
from dataclasses import dataclass
from typing import Annotated, Literal

import jwt
import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from chassis.callers import Role, Unauthenticated

ALGORITHM = "EdDSA"
ISSUER = "thousand"
LONGEST = 2048
SECONDS_CLOCKS_MAY_DIFFER = 5
"""The issuer's clock may be ahead of ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What a token says; times are seconds since 1970 UTC."""

    account: str
    role: Role
    issued_at: float
    expires_at: float
    key_id: str


class BadToken(Unauthenticated):
    """No token of this platform. Does not say why: only a forger would learn from it."""

    def __init__(self) -> None:
        super().__init__("BAD_TOKEN", "this is no token of this platform")


class TokenExpired(Unauthenticated):
    """Its time is over."""

    def __init__(self) -> None:
        super().__init__("TOKEN_EXPIRED", "the token has expired; call with a fresh one")


class TokenRevoked(Unauthenticated):
    """It was made void before its time; ``claims`` are what it said."""

    def __init__(self, claims: Claims) -> None:
        super().__init__("TOKEN_REVOKED", "the token was revoked")
        self.claims = claims


class _Payload(msgspec.Struct):
    iss: str
    sub: Annotated[str, msgspec.Meta(pattern="^[a-z0-9_-]{1,64}$")]
    role: Literal["player", "director", "operator", "service"]
    # A token for less than everything, which is still to come, opens nothing here.
    scope: Literal["all"]
    iat: float
    exp: float
    jti: str


def sign(claims: Claims, private_key: bytes) -> str:
    """The token that says this, signed with the 32 bytes of a private key."""
    payload = _Payload(
        iss=ISSUER,
        sub=claims.account,
        role=claims.role.word,  # type: ignore[arg-type]  # nobody is given a token without a role
        scope="all",
        iat=claims.issued_at,
        exp=claims.expires_at,
        jti=secrets.token_hex(8),
    )
    return jwt.encode(
        msgspec.to_builtins(payload),
        Ed25519PrivateKey.from_private_bytes(private_key),
        algorithm=ALGORITHM,
        headers={"kid": claims.key_id},
    )


def key_id_of(token: str) -> str:
    """The key that a token claims to be signed with, which nobody has checked. BadToken."""
    if len(token) > LONGEST:
        raise BadToken
    try:
        header = jwt.get_unverified_header(token)
    except (jwt.InvalidTokenError, RecursionError):
        raise BadToken from None
    return str(header.get("kid"))


def read(token: str, public_key: bytes) -> Claims:
    """What a token says that is signed with a key, given as its 32 bytes.

    BadToken for any other, TokenExpired.
    """
    try:
        payload = jwt.decode_complete(
            token,
            Ed25519PublicKey.from_public_bytes(public_key),
            algorithms=[ALGORITHM],
            issuer=ISSUER,
            leeway=SECONDS_CLOCKS_MAY_DIFFER,
        )
        said = msgspec.convert(payload["payload"], _Payload)
    except jwt.ExpiredSignatureError:
        raise TokenExpired from None
    except (jwt.InvalidTokenError, msgspec.ValidationError, RecursionError):
        raise BadToken from None
    return Claims(
        account=said.sub,
        role=Role.of_word(said.role),
        issued_at=said.iat,
        expires_at=said.exp,
        key_id=str(payload["header"].get("kid")),
    )
