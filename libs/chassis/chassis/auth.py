"""What a call needs: a token, and the role that the service asks of its caller."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress

import structlog

from chassis.callers import Caller, Context, Role, RoleNeeded, Unauthenticated, called_by
from chassis.keys import Keys, Published, StaticKeys
from chassis.origin import origin
from chassis.settings import SettingsError
from chassis.tokens import Claims, TokenExpired
from chassis.verifying import Verifier

POLL_SECONDS = 2.0
"""With the five answers of a poll, which may each take PATIENCE (a token refused, the next token,
keys, changes; and the end of the poll before), less than the ten seconds in which services hear of
a revocation (ARCHITECTURE 10)."""
NOBODYS_KEYS = StaticKeys(Published(keys={}))

log = structlog.get_logger()


class Auth:
    """Lets calls in, each by the role its method needs."""

    def __init__(self) -> None:
        self._needs: dict[str, Role] = {}
        self.trust(NOBODYS_KEYS)
        self._streams: dict[asyncio.Timeout, tuple[str, Role]] = {}  # each with its token

    def trust(self, keys: Keys) -> None:
        """Check tokens by these keys."""
        self._keys = keys
        self._verifier = Verifier(keys)

    def needs(self, roles: Mapping[str, Role]) -> None:
        """Say which role each method needs. ValueError when it was said otherwise before."""
        for method, role in roles.items():
            if self._needs.setdefault(method, role) is not role:
                raise ValueError(f"two services ask for different roles at {method}")

    def check(self, served: Mapping[str, Iterable[str]]) -> None:
        """Passes when every method of every service has a role, and every role a method.

        ValueError names those that have none; SettingsError when nobody says who is calling.
        """
        methods = {
            method
            for service, methods in served.items()
            if not is_infrastructure(service)
            for method in methods
        }
        if astray := methods ^ self._needs.keys():
            raise ValueError(f"these methods and roles do not fit: {', '.join(sorted(astray))}")
        if self._keys is NOBODYS_KEYS and any(self._needs.values()):
            raise SettingsError("THOUSAND_IDENTITY must be set: it says who is calling")

    @asynccontextmanager
    async def polling(self) -> AsyncIterator[None]:
        """Hears of new keys, revoked tokens and changed roles for as long as the block lasts.

        A service that asks nobody for a role has nothing to hear.
        """
        if not any(self._needs.values()):
            yield
            return
        # Nobody waits for the first answer: the identity service may start later than this one.
        polling = asyncio.create_task(self._poll_for_ever())
        try:
            yield
        finally:
            polling.cancel()
            with suppress(asyncio.CancelledError):
                await polling

    async def _poll_for_ever(self) -> None:
        while True:
            try:
                await self.poll()
            except Exception as error:  # whatever it is, the next poll may succeed
                log.warning("keys_not_heard", exc_info=error)
            await asyncio.sleep(POLL_SECONDS)

    async def poll(self) -> None:
        """Ask what is published now, and end the streams that are not let in any more."""
        await self._verifier.renew()
        for timer, (token, needed) in self._streams.items():
            try:
                caller_of(self._verifier.check(token)).need(needed)
            except (Unauthenticated, RoleNeeded):
                if not timer.expired():  # else it is ending already
                    timer.reschedule(asyncio.get_running_loop().time())

    async def origin(self, context: Context) -> str:
        """The address that a call comes from, be it passed on by a service.

        IntroductionRefused, KeysUnreachable.
        """
        return await origin(context, self._verifier.verify)

    @asynccontextmanager
    async def admitted(
        self, method: str, context: Context, *, is_stream: bool
    ) -> AsyncIterator[None]:
        """Lets a call in, and ends a stream when its token ends.

        Unauthenticated with NO_TOKEN, BAD_TOKEN, TOKEN_EXPIRED or TOKEN_REVOKED; RoleNeeded;
        KeysUnreachable.
        """
        service, _, name = method.partition("/")
        if is_infrastructure(service) or self._needs[name] is Role.ANYBODY:
            yield
            return
        token, needed = token_of(context), self._needs[name]
        claims = await self._verifier.verify(token)
        who = caller_of(claims)
        who.need(needed)
        with called_by(who, context):
            if not is_stream:
                yield
                return
            try:
                async with asyncio.timeout(claims.expires_at - time.time()) as timer:
                    self._streams[timer] = token, needed
                    try:
                        yield
                    finally:
                        del self._streams[timer]
            except TimeoutError:
                if not timer.expired():
                    raise
                caller_of(self._verifier.check(token)).need(needed)
                raise TokenExpired from None


def is_infrastructure(service: str) -> bool:
    """Health and reflection: whoever reaches the port may ask."""
    return service.startswith("grpc.")


def token_of(context: Context) -> str:
    """The token a call comes with; Unauthenticated with NO_TOKEN when there is none."""
    metadata = dict(context.invocation_metadata() or ())
    scheme, _, token = str(metadata.get("authorization", "")).partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Unauthenticated("NO_TOKEN", "the metadata have no authorization: Bearer <token>")
    return token


def caller_of(claims: Claims) -> Caller:
    return Caller(account=claims.account, role=claims.role, issued_at=claims.issued_at)
