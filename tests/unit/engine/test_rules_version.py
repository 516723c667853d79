"""A stored game survives a corrected rule: the version it began with picks its judge.

The correction here is made up – defenders are rounded to tens – and looks as a real one would: a
branch on the version inside the one rule (ARCHITECTURE 3).
"""

import pytest

from tests.unit.engine.games import EW_HANDS, EW_TALON
from tests.unit.engine.test_cases import case_named
from thousand_engine import (
    RULES_VERSION,
    DealCards,
    act,
    agree,
    fold_game,
    hand_of,
    parse_action,
    parse_cards,
    record,
    rules,
    score,
    start,
)
from thousand_engine.dealing import deck_of
from thousand_engine.facts import DealScored
from thousand_engine.record import BadRecord, play_record, write_record
from thousand_engine.text import read_text, write_text

COMPLETE = tuple(map(parse_action, case_named("deal-ew-complete")["actions"]))
"""The deal in which defenders take 36 and 41 (E-W)."""
CORRECTED = RULES_VERSION + 1


@pytest.fixture
def correct(monkeypatch):
    """Publishes the correction when it is called."""
    as_before = score.defender_amount

    def defender_amount(settling, seat):
        if settling.rules.version < CORRECTED:
            return as_before(settling, seat)
        outcome = settling.outcome
        return score.nearest(10, outcome.card_points[seat]) + outcome.declared(seat)

    def publish():
        monkeypatch.setattr(score, "defender_amount", defender_amount)
        monkeypatch.setattr(rules, "RULES_VERSION", CORRECTED)
        monkeypatch.setattr(record, "RULES_VERSION", CORRECTED)

    return publish


def begun():
    """The facts of a game that has just begun, and its first deal."""
    hands = [hand_of(parse_cards(hand)) for hand in EW_HANDS]
    deck = deck_of(agree(), hands, [parse_cards(EW_TALON)], dealer=0)
    return carried_on((start(agree(), 0),), DealCards(0, 1, 0, deck))


def carried_on(facts, *actions):
    """The facts after more actions, of a game that is folded from those stored before."""
    game = fold_game(facts)
    for action in actions:
        step, game = act(game, action)
        facts += step
    return facts


def written(facts):
    return next(fact.written for fact in facts if isinstance(fact, DealScored))


def test_a_game_begun_before_a_correction_is_judged_as_it_began(correct):
    stored = carried_on(begun(), *COMPLETE[:10])
    correct()

    finished = carried_on(stored, *COMPLETE[10:])

    assert fold_game(finished).rules_version == RULES_VERSION
    assert written(finished) == (35, 120, 120)


def test_a_game_begun_after_it_is_judged_by_the_corrected_rule(correct):
    correct()

    finished = carried_on(begun(), *COMPLETE)

    assert fold_game(finished).rules_version == CORRECTED
    assert written(finished) == (40, 120, 120)


def test_records_of_both_versions_come_out_as_recorded(correct):
    old = write_record("old", carried_on(begun(), *COMPLETE))
    correct()
    new = write_record("new", carried_on(begun(), *COMPLETE))

    for recorded, totals in ((old, [35, 120, 120]), (new, [40, 120, 120])):
        *_, (_, last) = play_record(read_text(write_text(recorded)))
        assert list(last.sheet.totals) == totals


def test_by_the_other_version_a_record_does_not_come_out(correct):
    old = write_record("old", carried_on(begun(), *COMPLETE))
    correct()

    with pytest.raises(BadRecord, match="does not come out as recorded: totals, written"):
        list(play_record({**old, "rules_version": CORRECTED}))


@pytest.mark.parametrize("more", [{}, {"an_option_of_tomorrow": "on"}], ids=["", "new options"])
def test_a_record_newer_than_ours_is_refused_with_both_versions(more):
    ours = write_record("newer", carried_on(begun(), *COMPLETE))
    newer = {**ours, "options": {**ours["options"], **more}, "rules_version": CORRECTED}

    with pytest.raises(BadRecord, match=f"version {CORRECTED} .* ours, {RULES_VERSION}") as refused:
        list(play_record(newer))

    assert refused.value.facts == {"rules_version": CORRECTED, "ours": RULES_VERSION}
