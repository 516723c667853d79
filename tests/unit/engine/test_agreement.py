from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.engine.games import is_agreed
from thousand_engine import PRESETS, BadAgreement, Rules, agree
from thousand_engine.catalogue import OPTIONS
from thousand_engine.constraints import CONSTRAINTS

BOOK = yaml.safe_load((Path(__file__).parents[2] / "options.yaml").read_text())


def as_values(values):
    if isinstance(values, dict):
        return range(values["from"], values["to"] + 1, values["step"])
    return tuple(values)


def test_the_catalogue_is_the_rule_books():
    ours = {
        option.id: (option.number, option.values, option.default, option.effect)
        for option in OPTIONS.values()
    }

    assert ours == {
        id: (row["number"], as_values(row["values"]), row["default"], row["effect"])
        for id, row in BOOK["options"].items()
    }


def test_every_option_says_in_a_line_of_its_own_what_it_is_about():
    meanings = [option.meaning for option in OPTIONS.values()]

    assert len(set(meanings)) == len(meanings)
    assert all(meaning.isprintable() and 10 < len(meaning) < 80 for meaning in meanings)


def test_the_presets_are_the_rule_books_in_its_order():
    ours = {name: preset.options for name, preset in PRESETS.items()}

    assert ours == BOOK["presets"]
    assert list(ours) == list(BOOK["presets"])


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_a_preset_sets_options_in_the_order_of_the_catalogue(preset):
    assert list(preset.options) == [id for id in OPTIONS if id in preset.options]


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_every_preset_can_be_agreed(preset):
    rules = agree(preset.name)

    assert rules.options() == preset.agreement
    assert rules.players == preset.players


def test_an_unknown_preset_is_refused_by_name():
    with pytest.raises(BadAgreement, match="there is no preset 'chess'"):
        agree("chess")


def test_the_groups_are_the_sections_of_the_rule_book():
    firsts = {}
    for option in OPTIONS.values():
        firsts.setdefault(option.group, option.id)

    assert firsts == {
        "General": "players",
        "Cut and deal": "cut_ritual",
        "Redeals": "redeal_low_hand",
        "Auction": "forced_opener",
        "Talon, passing, contract, lead": "talon_hidden_on_100",
        "Write-off and cross": "writeoff",
        "Marriages, trumps, play": "marriage_first_lead",
        "Scoring": "defender_rounding",
        "Bolts": "bolt_mode",
        "Barrel": "barrel_score",
        "Dump truck": "dump_truck",
        "Golden deals": "golden",
        "Blind games": "blind",
        "Four and two players": "four_sitter",
        "Table and settlement": "settlement",
    }


def test_classic_ru_is_every_default():
    assert agree("classic_ru").options() == {id: row.default for id, row in OPTIONS.items()}


some_options = st.fixed_dictionaries(
    {}, optional={option.id: st.sampled_from(option.values) for option in OPTIONS.values()}
)


@settings(deadline=None)
@given(some_options.filter(is_agreed))
def test_an_agreement_survives_being_stored(chosen):
    rules = Rules.from_options(chosen)

    assert Rules.from_options(rules.options()) == rules
    assert rules.options() | chosen == rules.options()


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        pytest.param({"barell_score": 880}, "there is no option 'barell_score'", id="unknown"),
        pytest.param(
            {"barrel_score": 870}, "barrel_score is 880 or 900 or none, not 870", id="out"
        ),
        pytest.param({"win_score": "1000"}, "not '1000'", id="a number as text"),
        pytest.param({"bid_step": True}, "not True", id="a boolean"),
        pytest.param({"penalty_amount": 121}, "from 0 to 500 in steps of 5", id="between steps"),
    ],
)
def test_what_is_no_agreement_is_refused_by_name(chosen, sentence):
    with pytest.raises(BadAgreement) as refused:
        Rules.from_options(chosen)

    assert sentence in str(refused.value)
    assert refused.value.reason == "BAD_AGREEMENT"


@pytest.mark.parametrize(
    ("chosen", "both"),
    [
        pytest.param(
            {"redeal_four_aces": "mandatory", "ace_marriage": "on"},
            "redeal_four_aces mandatory does not go with ace_marriage on",
            id="25 excludes 58",
        ),
        pytest.param(
            {"barrel_obligation": "on", "barrel_three_falls": "off"},
            "barrel_obligation on does not go with barrel_three_falls off",
            id="89 needs 87",
        ),
    ],
)
def test_options_that_exclude_each_other_are_both_named(chosen, both):
    with pytest.raises(BadAgreement, match=both) as refused:
        Rules.from_options(chosen)

    assert set(refused.value.facts.values()) == set(chosen)


def is_refused(agreement):
    try:
        for constraint in CONSTRAINTS:
            constraint.check(agreement)
    except BadAgreement:
        return True
    return False


every_value = st.fixed_dictionaries(
    {option.id: st.sampled_from(option.values) for option in OPTIONS.values()}
)


@settings(deadline=None)
@given(every_value)
def test_no_other_combination_is_refused(agreement):
    excluded = agreement["redeal_four_aces"] != "off" and agreement["ace_marriage"] == "on"
    needless = agreement["barrel_obligation"] == "on" and agreement["barrel_three_falls"] == "off"

    assert is_refused(agreement) == (excluded or needless)
