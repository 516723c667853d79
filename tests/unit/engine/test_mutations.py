"""Every value of every option changes something: forced to its default, a case of its own fails.

The values of presets need no such proof of their own: each is compared with the rule book's list.
"""

from functools import cache

import pytest

from tests.unit.engine.test_cases import every_case
from thousand_cli.cases import differences, rules_of
from thousand_engine import Refusal
from thousand_engine.catalogue import OPTIONS

ELSEWHERE = {
    "players": "every case for two or four: their hands do not lie on a table for three",
    "pass_visibility": "test_deciding.py::test_passed_cards_are_seen_by_all_where_that_is_agreed",
    "bank_size": "test_settlement.py::test_the_stake_is_the_agreed_one_unless_another_is_named",
}
"""Options of which no kind of case shows anything, and what does."""
BOOKED_AFTER_A_GAME = ("settlement", "bank_size")
"""Not the engine's to carry out in a game, but it says who pays what."""


@cache
def played():
    """Every case with the agreement it is played by."""
    return [(case, rules_of(case, **players(case)).options()) for case in every_case()]


def players(case):
    if case["kind"] in ("ceiling", "legal", "settlement"):
        return {}
    return {"players": case.get("players", 3)}


def options():
    for option in OPTIONS.values():
        if option.effect == "rules" or option.id in BOOKED_AFTER_A_GAME:
            yield option


def values():
    """Each value but the default; of a range of numbers, any other number."""
    for option in options():
        if option.id in ELSEWHERE:
            continue
        if isinstance(option.values, range):
            yield pytest.param(option, None, id=f"{option.id}=another")
            continue
        for value in option.values:
            if value != option.default:
                yield pytest.param(option, value, id=f"{option.id}={value}")


def has(agreement, option, value):
    held = agreement[option.id]
    return held != option.default if value is None else held == value


def notices(case, option):
    """Whether the case fails once the option has its default."""
    forced = {**(case.get("options") or {}), option.id: option.default}
    try:
        return bool(differences({**case, "options": forced}))
    except Refusal:
        return True


@pytest.mark.parametrize(("option", "value"), list(values()))
def test_some_case_notices_when_the_default_is_forced_instead_of(option, value):
    with_it = [case for case, agreement in played() if has(agreement, option, value)]

    assert any(notices(case, option) for case in with_it)
