"""Where a call comes from, also when a service of ours passes it on for somebody."""

from collections.abc import Awaitable, Callable
from urllib.parse import unquote

import structlog

from chassis.callers import Context, Role, Unauthenticated
from chassis.tokens import Claims, TokenRevoked

ADDRESS = "thousand-client-address"
PASSED_ON_BY = "thousand-passed-on-by"
REFUSED = "BAD_INTRODUCTION"

Metadata = tuple[tuple[str, str], ...]

log = structlog.get_logger()


class IntroductionRefused(Unauthenticated):
    """Whoever introduces a caller is no service of ours, or no longer by this token."""

    def __init__(self) -> None:
        super().__init__(REFUSED, "only a service with a good token says whose call it passes on")


def introduction(address: str, token: str) -> Metadata:
    """What a service adds to a call that it passes on: from which address, and its own token."""
    return ((ADDRESS, address), (PASSED_ON_BY, token))


async def origin(context: Context, verify: Callable[[str], Awaitable[Claims]]) -> str:
    """The address a call comes from: whom a service has introduced, or else whoever calls.

    IntroductionRefused when it is no service that says so, KeysUnreachable when nobody can tell.
    """
    metadata = dict(context.invocation_metadata() or ())
    address, token = metadata.get(ADDRESS), metadata.get(PASSED_ON_BY)
    if not address or not token:
        return host_of(unquote(context.peer()).partition(":")[2])
    try:
        claims = await verify(str(token))
    except Unauthenticated as error:
        # Nobody else has a token like this: it is no caller's to fill the log with.
        if isinstance(error, TokenRevoked) and error.claims.role is Role.SERVICE:
            log.warning("introduction_refused", by=error.claims.account)
        raise IntroductionRefused from None
    if claims.role is not Role.SERVICE:
        raise IntroductionRefused
    return str(address)


def host_of(address: str) -> str:
    """The host in host:port and [host]:port."""
    return address.rpartition(":")[0].strip("[]")
