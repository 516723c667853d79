from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from thousand_engine import BadAgreement, Rules, agree
from thousand_engine.catalogue import OPTIONS

OPTIONS_YAML = Path(__file__).parents[2] / "options.yaml"


def as_values(values):
    if isinstance(values, dict):
        return range(values["from"], values["to"] + 1, values["step"])
    return tuple(values)


def test_the_catalogue_is_the_rule_books():
    written = yaml.safe_load(OPTIONS_YAML.read_text())["options"]

    ours = {
        option.id: (option.number, option.values, option.default, option.effect)
        for option in OPTIONS.values()
    }

    assert ours == {
        id: (row["number"], as_values(row["values"]), row["default"], row["effect"])
        for id, row in written.items()
    }


def test_classic_ru_is_every_default():
    assert agree("classic_ru").options() == {id: row.default for id, row in OPTIONS.items()}


playable = st.fixed_dictionaries(
    {},
    optional={
        option.id: st.sampled_from(option.played or option.values) for option in OPTIONS.values()
    },
)


@given(playable)
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
        pytest.param({"golden": "on"}, "golden on is not played yet", id="not played yet"),
        pytest.param({"penalty_amount": 121}, "from 0 to 500 in steps of 5", id="between steps"),
    ],
)
def test_what_is_no_agreement_is_refused_by_name(chosen, sentence):
    with pytest.raises(BadAgreement) as refused:
        Rules.from_options(chosen)

    assert sentence in str(refused.value)
    assert refused.value.reason == "BAD_AGREEMENT"


def test_options_that_exclude_each_other_are_both_named(monkeypatch):
    for id in ("redeal_four_aces", "ace_marriage", "barrel_obligation"):
        monkeypatch.setattr(type(OPTIONS[id]), "check", lambda *_: None)

    for chosen, both in (
        (
            {"redeal_four_aces": "mandatory", "ace_marriage": "on"},
            "redeal_four_aces mandatory .* ace_marriage on",
        ),
        (
            {"barrel_obligation": "on", "barrel_three_falls": "off"},
            "barrel_obligation on .* barrel_three_falls off",
        ),
    ):
        with pytest.raises(BadAgreement, match=both):
            Rules.from_options(chosen)
