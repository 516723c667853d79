"""Checks tokens without asking anybody, by what was published last."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

from chassis.keys import Keys, KeysUnreachable, Published
from chassis.tokens import BadToken, Claims, TokenExpired, TokenRevoked, key_id_of, read

MOST_REMEMBERED = 20_000
SECONDS_BETWEEN_QUESTIONS = 1.0
"""Made-up keys must not make us ask at every call."""


class UnknownKey(BadToken):
    """Signed with a key that was not published when we last asked."""


class Verifier:
    """Checks tokens, and remembers those whose signature was good.

    ``now`` gives seconds since 1970 UTC.
    """

    def __init__(self, keys: Keys, now: Callable[[], float] = time.time) -> None:
        self._keys = keys
        self._now = now
        self._published: Published | None = None
        self._asked_at = float("-inf")
        self._asking = asyncio.Lock()
        self._remembered: dict[str, Claims] = {}

    async def verify(self, token: str) -> Claims:
        """What a token says, with the role that counts now; an unknown key is asked for.

        Unauthenticated with BAD_TOKEN, TOKEN_EXPIRED or TOKEN_REVOKED; KeysUnreachable when
        nobody tells the keys.
        """
        try:
            return self.check(token)
        except (UnknownKey, KeysUnreachable):
            async with self._asking:  # one question for all who wait
                if self._now() - self._asked_at >= SECONDS_BETWEEN_QUESTIONS:
                    await self._ask()
            return self.check(token)

    def check(self, token: str) -> Claims:
        """The same by what is known already; after UnknownKey, a BAD_TOKEN, asking may help."""
        published = self._published
        if published is None:
            raise KeysUnreachable
        claims = self._remembered.get(token) or self._read(token, published)
        if claims.key_id not in published.keys:
            raise UnknownKey
        if claims.expires_at <= self._now():
            raise TokenExpired
        if claims.issued_at <= published.revoked.get(claims.account, float("-inf")):
            raise TokenRevoked(claims)
        role, until = published.roles.get(claims.account, (claims.role, float("-inf")))
        return replace(claims, role=role) if claims.issued_at <= until else claims

    async def renew(self) -> None:
        """Ask what is published now. When the keys raise something, what was known counts on."""
        async with self._asking:
            await self._ask()

    async def _ask(self) -> None:
        self._asked_at = self._now()
        self._published = await self._keys.published()

    def _read(self, token: str, published: Published) -> Claims:
        public_key = published.keys.get(key_id_of(token))
        if public_key is None:
            raise UnknownKey
        claims = read(token, public_key)
        if len(self._remembered) >= MOST_REMEMBERED:
            self._remembered.clear()  # reading each again costs less than keeping order
        self._remembered[token] = claims
        return claims
