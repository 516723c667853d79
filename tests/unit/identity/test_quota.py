import pytest

from services.identity.errors import TooManyGuests
from services.identity.quota import Quota, place_of


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def quota(clock):
    return Quota(4, clock)


def spend(quota, address, guests=4):
    for _ in range(guests):
        quota.take(address)


def test_an_hour_brings_so_many_guests_and_each_part_of_it_its_part(quota, clock):
    spend(quota, "192.0.2.1")
    for minutes in (15, 15, 60):
        with pytest.raises(TooManyGuests) as refused:
            quota.take("192.0.2.1")
        assert refused.value.retry_after == 900
        clock.now += 60 * minutes
        spend(quota, "192.0.2.1", minutes // 15)


def test_a_long_absence_saves_nothing_up(quota, clock):
    spend(quota, "192.0.2.1")
    clock.now += 100 * 3600

    spend(quota, "192.0.2.1")

    with pytest.raises(TooManyGuests):
        quota.take("192.0.2.1")


def test_who_is_refused_does_not_wait_longer_for_having_asked(quota, clock):
    spend(quota, "192.0.2.1")
    for _ in range(9):
        clock.now += 90
        with pytest.raises(TooManyGuests):
            quota.take("192.0.2.1")

    clock.now += 90
    quota.take("192.0.2.1")


def test_one_address_takes_nothing_from_another(quota):
    spend(quota, "192.0.2.1")

    spend(quota, "192.0.2.2")


@pytest.mark.parametrize(
    ("address", "other", "is_same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("", "/run/socket", True),
        ("no address", "9" * 9999, True),
    ],
)
def test_a_place_is_what_one_guest_has_all_of(address, other, is_same):
    assert (place_of(address) == place_of(other)) is is_same


def test_no_more_places_are_remembered_than_fit_and_the_last_ones_are(quota, monkeypatch):
    monkeypatch.setattr("services.identity.quota.MOST_PLACES", 3)
    for number in range(50):
        spend(quota, f"192.0.2.{number}")

    assert len(quota._left) == 3
    for number in (47, 48, 49):
        with pytest.raises(TooManyGuests):
            quota.take(f"192.0.2.{number}")
