import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest
from eventsourcing.persistence import StoredEvent

from thousand_evidence.chain import public_form, salt
from thousand_log import Entry, FactMapper, NewerFact, Topic, Topics, UnknownTopic, UnreadableFact

SECRET = bytes(range(32))


@dataclass(frozen=True, slots=True)
class Started:
    options: Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class Gift:
    card: str
    seat: int


@dataclass(frozen=True, slots=True)
class Given:
    seat: int
    gifts: tuple[Gift, ...]
    shown: bool = False

    @property
    def hidden_fields(self):
        return () if self.shown else ("gifts",)


@dataclass(frozen=True, slots=True)
class Bid:
    """Version 1 had no seat but a player, version 2 no ``forced``."""

    seat: int
    amount: int
    forced: bool


@dataclass(frozen=True, slots=True)
class Dealt:
    dealer: int
    fined: int | None = None
    marked: str | None = None

    @property
    def hidden_fields(self):
        return ("marked",)


MAPPER = FactMapper(
    Topics(
        [
            Topic(name="game.started", fact=Started),
            Topic(name="game.given", fact=Given),
            Topic(name="game.dealt", fact=Dealt),
            Topic(
                name="game.bid",
                fact=Bid,
                version=3,
                upcasts={
                    1: lambda old: {"seat": old["player"] - 1, "amount": old["amount"]},
                    2: lambda old: old | {"forced": False},
                },
            ),
        ]
    )
)


def entry(fact, **changes):
    return replace(
        Entry(
            originator_id="t1-1",
            originator_version=7,
            last=8,
            at=1767225600000,
            actor="seat:1",
            rules=1,
            fact=fact,
            secret=SECRET,
        ),
        **changes,
    )


def stored(topic, *lines, version=7):
    state = b"\n".join(json.dumps(line).encode() for line in lines)
    return StoredEvent("t1-1", version, topic, state)


def header(topic, v=1, **members):
    return {
        "type": topic,
        "v": v,
        "version": 7,
        "last": 8,
        "at": 1767225600000,
        "actor": "seat:1",
        "rules": 1,
        **members,
    }


@pytest.mark.parametrize(
    "fact",
    [
        Started({"target": 1000, "must_trump": True, "name": "кон"}),
        Given(1, (Gift("TS", 0), Gift("9H", 2))),
        Given(1, (Gift("TS", 0), Gift("9H", 2)), shown=True),
        Bid(2, 110, forced=False),
        Dealt(1),
        Dealt(1, fined=0, marked="9S"),
    ],
    ids=repr,
)
def test_an_entry_comes_back_from_its_stored_form(fact):
    before = entry(fact)

    assert MAPPER.to_domain_event(MAPPER.to_stored_event(before)) == before


def test_the_first_line_is_the_public_form_with_its_header():
    event = MAPPER.to_stored_event(entry(Bid(2, 110, forced=True)))

    assert event.state == public_form(
        header("game.bid", v=3, seat=2, amount=110, forced=True), None, None
    )


def test_hidden_fields_stand_on_a_second_line_and_are_sealed_in_the_first():
    event = MAPPER.to_stored_event(entry(Given(1, (Gift("TS", 0),))))

    hidden = {"gifts": [{"card": "TS", "seat": 0}]}
    public = public_form(header("game.given", seat=1, shown=False), hidden, salt(SECRET, "t1-1", 7))
    assert event.state == public + b'\n{"gifts":[{"card":"TS","seat":0}]}'


def test_what_a_fact_has_not_got_is_left_out():
    event = MAPPER.to_stored_event(entry(Dealt(1)))

    assert event.state == public_form(header("game.dealt", dealer=1), None, None)


def test_null_is_refused_where_a_member_may_be_left_out():
    with pytest.raises(UnreadableFact, match="Null members"):
        MAPPER.to_domain_event(stored("game.dealt", header("game.dealt", dealer=1, fined=None)))


def test_what_a_fact_hides_is_asked_of_each_instance():
    event = MAPPER.to_stored_event(entry(Given(1, (Gift("TS", 0),), shown=True)))

    assert b"\n" not in event.state
    assert b'"TS"' in event.state


def test_hidden_fields_without_a_secret_are_refused():
    with pytest.raises(ValueError, match="the secret is 32 bytes long, not 0"):
        MAPPER.to_stored_event(entry(Given(1, ()), secret=b""))


def test_a_secret_is_never_printed():
    assert repr(SECRET) not in repr(entry(Bid(2, 110, forced=True)))


@pytest.mark.parametrize(
    ("v", "members"),
    [
        pytest.param(1, {"player": 3, "amount": 110}, id="version 1"),
        pytest.param(2, {"seat": 2, "amount": 110}, id="version 2"),
        pytest.param(3, {"seat": 2, "amount": 110, "forced": False}, id="version 3"),
    ],
)
def test_every_stored_version_is_read_as_the_newest(v, members):
    event = stored("game.bid", header("game.bid", v, **members))

    assert MAPPER.to_domain_event(event).fact == Bid(2, 110, forced=False)


def test_a_newer_version_is_refused_with_both_numbers():
    event = stored("game.bid", header("game.bid", 4, whatever=1))

    with pytest.raises(NewerFact, match=r"game\.bid is stored in version 4, .* up to 3") as newer:
        MAPPER.to_domain_event(event)

    assert (newer.value.stored, newer.value.known) == (4, 3)


def test_an_unknown_topic_is_refused():
    with pytest.raises(UnknownTopic, match=r"game\.nothing"):
        MAPPER.to_domain_event(stored("game.nothing", header("game.nothing")))


def given(**members):
    return stored("game.given", header("game.given", **{"seat": 1, "gifts": []} | members))


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(given(colour="red"), id="an unknown member"),
        pytest.param(
            given(gifts=[{"card": "TS", "seat": 0, "colour": "red"}]), id="one, deep inside"
        ),
        pytest.param(given(seat="1"), id="text for a number"),
        pytest.param(given(seat=True), id="a boolean for a number"),
        pytest.param(given(gifts=None), id="null"),
        pytest.param(given(v=0), id="a version below 1"),
        pytest.param(given(type="game.taken"), id="the type of another topic"),
        pytest.param(given(version=6), id="the version of another fact"),
        pytest.param(given(at="now"), id="no number for a time"),
        pytest.param(stored("game.given", header("game.given")), id="a missing member"),
        pytest.param(stored("game.given", {"seat": 1, "gifts": []}), id="no header"),
        pytest.param(stored("game.given", []), id="no object"),
        pytest.param(StoredEvent("t1-1", 7, "game.given", b""), id="nothing"),
        pytest.param(StoredEvent("t1-1", 7, "game.given", b"\xff"), id="no text"),
    ],
)
def test_a_stored_fact_is_refused_with(event):
    with pytest.raises(UnreadableFact, match=r"^version 7 of t1-1 is no game\.given: "):
        MAPPER.to_domain_event(event)


def test_only_entries_are_mapped():
    with pytest.raises(TypeError, match="Bid is no Entry"):
        MAPPER.to_stored_event(Bid(2, 110, forced=True))
