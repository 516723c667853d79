"""How many guests may come from one place."""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from services.identity.errors import TooManyGuests

HOUR = 3600.0
MOST_PLACES = 10_000


class Quota:
    """So many guests an hour from each place, all at once or one by one; ``now`` gives seconds.

    It lies in the memory of a replica: each lets in so many, and a restart forgets. Whoever has
    ``MOST_PLACES`` can have a place forgotten, and needs no such trick.
    """

    def __init__(self, an_hour: int, now: Callable[[], float]) -> None:
        self._most = an_hour
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}  # and when; who asked last is last

    def take(self, address: str) -> None:
        """Lets a guest in; TooManyGuests."""
        place, now = place_of(address), self._now()
        left, at = self._left.pop(place, (self._most, now))
        left_now = min(self._most, left + (now - at) * self._most / HOUR)
        lets_in = left_now >= 1
        self._left[place] = (left_now - 1, now) if lets_in else (left, at)
        if len(self._left) > MOST_PLACES:
            del self._left[next(iter(self._left))]
        if not lets_in:
            raise TooManyGuests((1 - left_now) * HOUR / self._most)


def place_of(address: str) -> str:
    """An address of IPv4, or the network that comes with one of IPv6; all else is one place."""
    try:
        ip = ip_address(address)
    except ValueError:
        return ""
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or f"{int(ip) >> 64:x}")
