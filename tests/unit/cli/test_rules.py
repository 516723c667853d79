import json
from pathlib import Path

import pytest
import yaml

from thousand_engine import PRESETS
from thousand_engine.catalogue import OPTIONS

TESTS = Path(__file__).parents[2]
BOOK = yaml.safe_load((TESTS / "options.yaml").read_text())


@pytest.fixture
def rules(thousand):
    def rules(*words):
        result = thousand("rules", *words)
        assert result.exit_code == 0
        return [line.rstrip() for line in result.stdout.splitlines()]

    return rules


@pytest.fixture
def rules_json(rules):
    def rules_json(*names):
        [line] = rules(*names, "--json")
        return json.loads(line)

    return rules_json


def rows(lines):
    """The rows of options, each without the spaces that align it, by what stands first."""
    return {row.removeprefix("* ").split()[0]: row for row in map(squeezed, lines) if row}


def squeezed(line):
    return " ".join(line.split())


def test_every_preset_is_listed_with_its_sentence(rules):
    listed = [squeezed(line) for line in rules()]

    assert listed[: len(PRESETS)] == [
        f"{preset.name} {preset.sentence}" for preset in PRESETS.values()
    ]


def test_the_list_ends_with_what_does_not_go_together(rules):
    assert rules()[-2:] == [
        "redeal_four_aces, unless off, goes only with ace_marriage off.",
        "barrel_obligation, unless off, goes only with barrel_three_falls on.",
    ]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_printed_with_every_option_and_its_meaning(rules, name):
    printed = rows(rules(name))

    for id, value in PRESETS[name].agreement.items():
        assert printed[id].removeprefix("* ").startswith(f"{id} {value} ")
        assert printed[id].endswith(OPTIONS[id].meaning)


def test_values_other_than_by_default_are_marked(rules):
    printed = rules("dealer_opens")

    assert {squeezed(line) for line in printed if line.startswith("* ")} == {
        "* differs from classic_ru, whose value stands in brackets",
        "* win_score 1005 [1000] the total that wins",
        "* cut_by left [right] the dealer's neighbour who cuts",
        "* cut_jack_rule dealer_cuts_once what a jack at the bottom of the cut deck does",
        "* forced_opener dealer [forehand] who is in at the opening number without being asked",
        "* first_lead dealer [declarer] who leads to the first trick",
        "* writeoff_opponents sixty [half_bid] what each defender gets for a write-off",
        "* barrel_fall_to to_zero [minus_penalty] where a seat lands that falls from the barrel",
    }
    assert "[to_middle_no_cut]" in map(str.strip, printed)


def test_nothing_is_marked_in_the_default_itself(rules):
    assert not [line for line in rules("classic_ru") if "*" in line]


def test_the_columns_of_a_group_are_aligned(rules):
    lines = rules("classic_ru")
    start = lines.index("General") + 1

    assert lines[start : start + 3] == [
        "  players          3         seats at the table",
        "  win_score        1000      the total that wins",
        "  marriage_values  standard  what king and queen of a suit are worth",
    ]


def test_options_stand_below_the_headings_of_the_rule_book(rules):
    headings = [line for line in rules("classic_ru")[1:] if line and not line.startswith(" ")]

    assert headings == list(dict.fromkeys(option.group for option in OPTIONS.values()))


def test_two_presets_are_compared(rules):
    lines = [squeezed(line) for line in rules("classic_ru", "variant_1001")]

    assert lines == [
        "classic_ru → variant_1001: 1 of 126 options differ",
        "",
        "General",
        "win_score 1000 → 1001 the total that wins",
    ]


def test_two_long_values_stand_one_below_the_other(rules):
    lines = [squeezed(line) for line in rules("pagat_ru", "site_1001")]

    place = lines.index(
        "barrel_failed_contract lose_contract_and_leave → what a sitter's lost contract costs"
    )
    assert lines[place + 1] == "attempt_only_unless_raised"


def test_a_preset_does_not_differ_from_itself(rules):
    assert rules("kosar", "kosar") == ["kosar → kosar: 0 of 126 options differ"]


def test_the_catalogue_in_json_says_what_the_rule_book_says(rules_json):
    catalogue = rules_json()

    assert {
        row["id"]: {
            "number": row["number"],
            "values": row["values"],
            "default": row["default"],
            "effect": row["effect"],
        }
        for row in catalogue["options"]
    } == BOOK["options"]
    assert {row["name"]: row["options"] for row in catalogue["presets"]} == BOOK["presets"]
    assert catalogue["constraints"] == [
        {"option": "redeal_four_aces", "idle": "off", "other": "ace_marriage", "needed": "off"},
        {
            "option": "barrel_obligation",
            "idle": "off",
            "other": "barrel_three_falls",
            "needed": "on",
        },
    ]


def test_a_preset_in_json_is_a_whole_agreement(rules_json):
    preset = rules_json("site_1001")

    assert preset["sentence"] == PRESETS["site_1001"].sentence
    assert preset["options"] == PRESETS["site_1001"].agreement
    assert list(preset["options"]) == list(OPTIONS)


def test_a_difference_in_json_has_both_values(rules_json):
    assert rules_json("classic_ru", "variant_1001") == {
        "presets": ["classic_ru", "variant_1001"],
        "differences": {"win_score": [1000, 1001]},
    }


def test_the_page_in_docs_is_what_the_command_prints(thousand):
    assert thousand("rules", "--markdown").stdout == (TESTS.parent / "docs/rules.md").read_text(), (
        "run `make docs`"
    )


def test_the_page_has_every_option_once_among_the_options(thousand):
    options, _, presets = thousand("rules", "--markdown").stdout.partition("\n## Presets\n")

    for option in OPTIONS.values():
        assert options.count(f"| {option.number:g} | `{option.id}` | ") == 1
    for preset in PRESETS.values():
        assert f"### {preset.name}\n\n{preset.sentence}\n" in presets


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(["chess"], "'chess' is not one of 'classic_ru', ", id="an unknown preset"),
        pytest.param(["kosar", "chess"], "'chess' is not one of", id="an unknown second one"),
        pytest.param(["kosar", "kosar", "kosar"], "unexpected extra argument", id="three"),
        pytest.param(
            ["--markdown", "kosar"], "--markdown goes with nothing else", id="page of one"
        ),
        pytest.param(["--markdown", "--json"], "--markdown goes with nothing else", id="two forms"),
    ],
)
def test_what_cannot_be_shown_is_refused(thousand, words, sentence):
    result = thousand("rules", *words)

    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
