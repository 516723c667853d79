import collections
from pathlib import Path

import pytest
import yaml

from thousand_cli.cases import differences, rules_of
from thousand_engine import BadAgreement

CASES = Path(__file__).parents[2] / "cases"
KINDS = ("ceiling", "deal", "game", "legal", "score")


def every_case():
    for kind in KINDS:
        yield from yaml.safe_load((CASES / f"{kind}.yaml").read_text())


def is_classic(case):
    return (
        case.get("preset", "classic_ru") == "classic_ru"
        and case.get("players", 3) == 3
        and not case.get("options")
    )


def is_played(case):
    try:
        rules_of(case)
        rules_of(case, players=case.get("players", 3))
    except BadAgreement:
        return False
    return True


def classic_cases():
    return filter(is_classic, every_case())


def cases_with_options():
    return (case for case in every_case() if is_played(case) and not is_classic(case))


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in classic_cases()])
def test_the_rule_book_says(case):
    assert differences(case) == []


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"]) for case in cases_with_options()]
)
def test_with_options_that_are_played_the_rule_book_says(case):
    assert differences(case) == []


def test_no_case_got_lost():
    counts = collections.Counter(case["kind"] for case in classic_cases())

    assert counts == {"score": 60, "deal": 40, "legal": 23, "ceiling": 7, "game": 1}
    assert sum(1 for _ in cases_with_options()) == 104


def test_a_case_that_expects_something_else_fails():
    case = next(case for case in classic_cases() if case["id"] == "deal-ew-complete")

    wrong = differences({**case, "expect": {"written": [35, 120, 125]}})

    assert wrong == ["written: expected [35, 120, 125], came out [35, 120, 120]"]


def test_a_refusal_that_does_not_come_fails():
    case = next(case for case in classic_cases() if case["id"] == "deal-w2-no-claim")
    actions = ["refused BID_TOO_LOW: 2 bid 105"]

    assert differences({**case, "actions": actions, "expect": {}}) == ["2 bid 105 was not refused"]
