from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import yaml

from thousand_cli.cases import differences

CASES = Path(__file__).parents[2] / "cases"
GIVEN = {"ceiling": 21, "deal": 160, "game": 3, "legal": 66, "score": 288, "settlement": 10}
"""The rule book's own cases: a file of each kind, and how many are in it."""
OWN = {"deal": 25, "score": 14, "game": 3}
"""Ours, in own.yaml, by kind."""


@cache
def cases_in(name):
    return tuple(yaml.safe_load((CASES / f"{name}.yaml").read_text()))


def every_case():
    for name in (*GIVEN, "own"):
        yield from cases_in(name)


def case_named(id):
    return next(case for case in every_case() if case["id"] == id)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in every_case()])
def test_the_rule_book_says(case):
    assert differences(case) == []


def kinds_in(name):
    return Counter(case["kind"] for case in cases_in(name))


def test_no_case_got_lost():
    assert {kind: dict(kinds_in(kind)) for kind in GIVEN} == {
        kind: {kind: number} for kind, number in GIVEN.items()
    }
    assert sum(GIVEN.values()) == 548
    assert kinds_in("own") == OWN


def test_every_case_has_a_name_of_its_own():
    names = Counter(case["id"] for case in every_case())

    assert [name for name, times in names.items() if times > 1] == []


def test_a_case_that_expects_something_else_fails():
    case = case_named("deal-ew-complete")

    wrong = differences({**case, "expect": {"written": [35, 120, 125]}})

    assert wrong == ["written: expected [35, 120, 125], came out [35, 120, 120]"]


def test_a_refusal_that_does_not_come_fails():
    case = case_named("deal-w2-no-claim")
    actions = ["refused BID_TOO_LOW: 2 bid 105"]

    assert differences({**case, "actions": actions, "expect": {}}) == ["2 bid 105 was not refused"]
