"""What the identity service can be asked to do."""

import hmac
import re
import secrets
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

import structlog

from services.identity.errors import (
    AccountNotFound,
    AccountRevoked,
    BadRequest,
    SecretRefused,
    ServiceRefreshed,
)
from services.identity.quota import Quota
from services.identity.signing import SigningKey, new_key
from services.identity.store import Store

SERVICE = "service"
ROLES = ("player", "director", "operator", SERVICE)
"""Each may what those before it may."""
GRANTED = ("director", "operator")
"""The roles that somebody gives: every account plays, and a service knows the secret."""

LIFETIME = timedelta(days=30)
"""A guest has nothing but his token: who is away for longer comes back as somebody else."""
LIFETIME_OF_SERVICE = timedelta(hours=1)
KEY_KNOWN_AFTER = timedelta(seconds=15)
"""By then every service has heard of a new key, as of everything, within 10 s."""

MOST_CHANGES = 2000
"""In one answer: some 200 kB, of the 4 MiB that grpc takes."""

ID_LETTERS = string.ascii_lowercase + string.digits
ID_LENGTH = 16  # 82 bits: nobody guesses an account, and none is made twice

logger = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What a token is to say; times are seconds since 1970 UTC."""

    account: str
    role: str
    issued_at: float
    expires_at: float


@dataclass(frozen=True, slots=True)
class Token:
    """A grant, and the text that proves it."""

    grant: Grant
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What tokens of an account, issued up to a moment, are worth: a role, or None."""

    position: int
    account: str
    role: str | None
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Some changes, whether there are more, and since when any are told."""

    changes: tuple[Change, ...]
    more: bool
    since: float


class Accounts:
    """The accounts of a platform.

    ``secret`` is what its services know each other by, ``sign`` writes the text of a token.
    """

    def __init__(
        self,
        store: Store,
        *,
        secret: str,
        sign: Callable[[Grant, SigningKey], str],
        guests: Quota,
    ) -> None:
        self._store = store
        self._secret = secret
        self._sign = sign
        self._guests = guests

    async def create_guest(self, address: str) -> Token:
        """An account for whoever asks from an address; TooManyGuests."""
        self._guests.take(address)
        return await self._create("g")

    async def bot_token(self, account: str | None) -> Token:
        """A token for a bot's account, made when it is new or unnamed; BadRequest."""
        if account is None:
            return await self._create("bot")
        if not re.fullmatch("bot-[a-z0-9]{1,32}", account):
            raise BadRequest("BAD_ACCOUNT", "a bot's account is bot- and 1 to 32 of a-z and 0-9")
        await self._store.add_account(account, [])
        return await self._issue(account)

    async def refresh(self, account: str, role: str, issued_at: float) -> Token:
        """A new token for an account that called with one; AccountRevoked, ServiceRefreshed."""
        if role == SERVICE:
            raise ServiceRefreshed
        return await self._issue(account, issued_at)

    async def service_token(self, service: str, secret: str) -> Token:
        """A token for a service that knows the secret; SecretRefused."""
        if not hmac.compare_digest(secret.encode(), self._secret.encode()):
            raise SecretRefused
        if not re.fullmatch("[a-z]{1,32}", service):
            raise BadRequest("BAD_SERVICE", "a service is named by 1 to 32 of a-z")
        account = f"{SERVICE}-{service}"
        await self._store.add_account(account, [SERVICE])
        return await self._issue(account)

    async def set_role(self, account: str, role: str, granted: bool, by: str) -> None:
        """Give a role or take it, as an account asks; AccountNotFound, BadRequest."""
        if role not in GRANTED:
            raise BadRequest("BAD_ROLE", f"only these are given and taken: {', '.join(GRANTED)}")
        await self._store.set_role(readable(account), role, granted, by)
        logger.info("role_set", account=account, role=role, granted=granted, by=by)

    async def revoke(self, account: str, by: str) -> None:
        """Make void what an account was issued, as an account asks; AccountNotFound."""
        await self._store.revoke(readable(account), by)
        logger.info("tokens_revoked", account=account, by=by)

    async def rotate_key(self, by: str) -> str:
        """Sign with a new key as soon as every service knows it, as an account asks: its id."""
        key = new_key()
        await self._store.add_key(key, KEY_KNOWN_AFTER)
        logger.info("key_rotated", key=key.id, by=by)
        return key.id

    async def keys(self) -> Mapping[str, bytes]:
        """The public keys of tokens that have not expired."""
        return await self._store.keys(LIFETIME)

    async def changes(self, after: int) -> Changes:
        """What became of tokens that have not expired, after a position; BadRequest.

        As many as one answer holds.
        """
        if after < 0:
            raise BadRequest("BAD_POSITION", "positions are counted from 0")
        since, found = await self._store.changes(after, MOST_CHANGES + 1, LIFETIME)
        changes = (
            Change(
                position=change.position,
                account=change.account,
                role=None if change.roles is None else highest(change.roles),
                at=change.at,
            )
            for change in found[:MOST_CHANGES]
        )
        return Changes(changes=tuple(changes), more=len(found) > MOST_CHANGES, since=since)

    async def _create(self, kind: str) -> Token:
        account = f"{kind}-{''.join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))}"
        await self._store.add_account(account, [])
        return await self._issue(account)

    async def _issue(self, account: str, since: float = float("inf")) -> Token:
        standing = await self._store.standing(account, since)
        if standing is None:
            raise AccountRevoked
        role = highest(standing.roles)
        lifetime = LIFETIME_OF_SERVICE if role == SERVICE else LIFETIME
        grant = Grant(
            account=account,
            role=role,
            issued_at=standing.at,
            expires_at=standing.at + lifetime.total_seconds(),
        )
        return Token(grant, self._sign(grant, standing.key))


def readable(account: str) -> str:
    """The account's id itself; AccountNotFound for what no id looks like."""
    if not re.fullmatch("[a-z0-9-]{1,64}", account):
        raise AccountNotFound(account)
    return account


def highest(held: list[str]) -> str:
    """The role that counts; everybody is a player."""
    return max(("player", *held), key=ROLES.index)
