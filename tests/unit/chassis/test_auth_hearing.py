import pytest

from chassis.callers import Role
from chassis.hearing import Change, HeardKeys, Page
from chassis.keys import KeysUnreachable


class Publisher:
    """Tells two changes at a time, until it is away."""

    def __init__(self, *changes):
        self.all = list(changes)
        self.since = 0.0
        self.asked = []
        self.away_after = None

    async def keys(self):
        return {"k1": b"public"}

    async def changes(self, after):
        if after == self.away_after:
            raise KeysUnreachable
        self.asked.append(after)
        rest = [change for change in self.all if change.position > after]
        return Page(changes=rest[:2], more=len(rest) > 2, since=self.since)


def change(position, account, role=None):
    return Change(position=position, account=account, role=role, at=float(position))


FIVE = [
    change(1, "g-ann"),
    change(2, "g-bob", Role.DIRECTOR),
    change(4, "g-cat"),
    change(7, "g-bob", Role.PLAYER),
    change(8, "g-ann"),
]


async def test_all_pages_are_heard_before_anything_is_published():
    publisher = Publisher(*FIVE)

    published = await HeardKeys(publisher).published()

    assert publisher.asked == [0, 2, 7]
    assert published.keys == {"k1": b"public"}
    assert published.revoked == {"g-ann": 8.0, "g-cat": 4.0}
    assert published.roles == {"g-bob": (Role.PLAYER, 7.0)}


async def test_nothing_is_published_until_all_was_heard_and_nothing_is_asked_for_twice():
    publisher = Publisher(*FIVE)
    publisher.away_after = 7
    heard = HeardKeys(publisher)

    with pytest.raises(KeysUnreachable):
        await heard.published()
    publisher.away_after = None
    published = await heard.published()

    assert publisher.asked == [0, 2, 7]
    assert published.revoked["g-ann"] == 8.0


async def test_afterwards_only_what_is_new_is_asked_for():
    publisher = Publisher(*FIVE)
    heard = HeardKeys(publisher)
    await heard.published()
    publisher.all.append(change(9, "g-dan"))
    publisher.asked.clear()

    published = await heard.published()

    assert publisher.asked == [8]
    assert published.revoked["g-dan"] == 9.0


async def test_what_was_told_before_the_publisher_went_away_counts_at_once():
    publisher = Publisher(*FIVE[:2])
    heard = HeardKeys(publisher)
    published = await heard.published()
    publisher.all = list(FIVE)
    publisher.away_after = 7

    with pytest.raises(KeysUnreachable):
        await heard.published()

    assert published.revoked["g-cat"] == 4.0
    assert published.roles["g-bob"] == (Role.PLAYER, 7.0)


async def test_what_hits_no_living_token_is_forgotten():
    publisher = Publisher(*FIVE, change(9, "g-eve", Role.OPERATOR))
    heard = HeardKeys(publisher)
    await heard.published()
    publisher.since = 8.0

    published = await heard.published()

    assert published.revoked == {"g-ann": 8.0}
    assert published.roles == {"g-eve": (Role.OPERATOR, 9.0)}
