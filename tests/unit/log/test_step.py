import pytest
from eventsourcing.persistence import StoredEvent
from hypothesis import given
from hypothesis import strategies as st

from thousand_evidence.chain import first_head, next_head
from thousand_log import Secret, Step, chained

GENESIS = first_head("t1-1")


def said(version, state=b"{}"):
    return StoredEvent("t1-1", version, "game.said", state)


def step(*versions):
    return Step("t1-1", chained(map(said, versions), GENESIS), "c1", "anna")


def test_a_step_knows_its_first_and_last_version_and_its_head():
    three = step(4, 5, 6)

    assert (three.first_version, three.last_version) == (4, 6)
    assert three.head == three.facts[2].head


@pytest.mark.parametrize("versions", [(), (1, 3), (2, 1), (1, 1)], ids=str)
def test_the_versions_of_a_step_follow_one_another(versions):
    with pytest.raises(ValueError, match="follow one another"):
        step(*versions)


def test_heads_are_chained_over_public_forms_only():
    first, second = chained([said(1, b"open\nhidden"), said(2, b"more")], GENESIS)

    assert first.head == next_head(GENESIS, b"open")
    assert second.head == next_head(first.head, b"more")


@given(st.binary())
def test_any_state_comes_back_from_its_stored_form(state):
    event = said(1, state)

    [fact] = chained([event], GENESIS)

    assert fact.stored_event("t1-1") == event


def test_nothing_hidden_is_shown_when_printed():
    [fact] = chained([said(1, b"open\nTS")], GENESIS)
    secret = Secret("c0ffee", b"TS" * 16)

    text = repr(Step("t1-1", (fact,), "c1", "anna", (secret,)))

    assert "c0ffee" in text
    assert "open" in text
    assert "TS" not in text
