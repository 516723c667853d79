"""Where a call comes from, also when a service of ours passes it on for somebody."""

from collections.abc import Awaitable, Callable
from urllib.parse import unquote

from chassis.callers import Context, Role, Unauthenticated
from chassis.tokens import Claims

ADDRESS = "thousand-client-address"
PASSED_ON_BY = "thousand-passed-on-by"

Metadata = tuple[tuple[str, str], ...]


def introduction(address: str, token: str) -> Metadata:
    """What a service adds to a call that it passes on: from which address, and its own token."""
    return ((ADDRESS, address), (PASSED_ON_BY, token))


async def origin(context: Context, verify: Callable[[str], Awaitable[Claims]]) -> str:
    """The address a call comes from: whom a service has introduced, or else whoever calls.

    KeysUnreachable when nobody can tell whether it is a service.
    """
    metadata = dict(context.invocation_metadata() or ())
    if (address := metadata.get(ADDRESS)) and (token := metadata.get(PASSED_ON_BY)):
        try:
            claims = await verify(str(token))
            if claims.role is Role.SERVICE:
                return str(address)
        except Unauthenticated:
            pass
    return host_of(unquote(context.peer()).partition(":")[2])


def host_of(address: str) -> str:
    """The host in host:port and [host]:port."""
    return address.rpartition(":")[0].strip("[]")
