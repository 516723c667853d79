import json

import pytest

GOOD = '- {id: good, kind: ceiling, hand: "KH QH", expect: {max_bid: 220}}\n'
WRONG = '- {id: wrong, kind: ceiling, hand: "KH QS", expect: {max_bid: 220}}\n'


@pytest.fixture
def check(thousand, tmp_path):
    def check(*texts):
        files = [tmp_path / f"{place}.yaml" for place, _ in enumerate(texts)]
        for file, text in zip(files, texts, strict=True):
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return thousand("check", *files)

    return check


def test_cases_that_come_out_as_expected_pass(check):
    result = check(GOOD, GOOD + GOOD)

    assert (result.exit_code, result.stdout) == (0, "3 passed, 0 failed\n")


def test_a_case_that_comes_out_otherwise_fails(check):
    result = check(GOOD + WRONG)

    assert result.exit_code == 1
    assert result.stdout == "wrong: max_bid: expected 220, came out 120\n1 passed, 1 failed\n"


def test_the_complete_deal_passes(check, complete_deal):
    result = check(json.dumps([complete_deal]))

    assert (result.exit_code, result.stdout) == (0, "1 passed, 0 failed\n")


def test_an_action_the_rules_refuse_fails_the_case(check, complete_deal):
    result = check(json.dumps([complete_deal | {"actions": ["1 pass"]}]))

    assert result.exit_code == 1
    assert result.stdout.startswith("deal-ew-complete: NOT_YOUR_TURN: another seat is to act\n")


def test_an_agreement_that_cannot_be_played_fails_the_case(check):
    result = check("- {id: a, kind: ceiling, hand: AH, options: {x: 1}, expect: {}}\n")

    assert result.exit_code == 1
    assert result.stdout.startswith("a: BAD_AGREEMENT: there is no option 'x'\n")


def test_unquoted_switches_are_read_as_on_and_off(check):
    result = check(
        "- {id: a, kind: ceiling, hand: AH, options: {writeoff: no}, expect: {max_bid: 120}}\n"
    )

    assert result.stdout == "1 passed, 0 failed\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("- id: a\n- [\n", ":3: not YAML: ", id="text that is no YAML"),
        pytest.param(b"\xff\xfe\x00", ": not YAML: ", id="bytes that are no text"),
        pytest.param("[" * 5000, ": not YAML: ", id="a list without a bottom"),
        pytest.param("", ":1: a file of cases is a YAML list", id="an empty file"),
        pytest.param("id: a\n", ":1: a file of cases is a YAML list", id="a mapping"),
        pytest.param(f"{GOOD}- 7\n", ":2: case 2: a case is a mapping", id="a number for a case"),
        pytest.param("- kind: legal\n", ":1: case 1: a case is a mapping", id="no id"),
        pytest.param(
            f"{GOOD}\n- {{id: b, kind: kin}}\n", ":3: case 2, b: there is no kind 'kin'", id="kind"
        ),
        pytest.param(
            f"{GOOD}- {{id: b, kind: ceiling}}\n", ":2: case 2, b: ", id="nothing expected"
        ),
        pytest.param(
            "- {id: b, kind: ceiling, hand: 2020-99-99, expect: {}}\n",
            ":1: case 1: month must be in 1..12",
            id="what only looks like a date",
        ),
        pytest.param(
            "- {id: b, kind: ceiling, hand: XX, expect: {}}\n",
            ":1: case 1, b: 'XX' is no card",
            id="a card that is none",
        ),
        pytest.param(
            "- {id: b, kind: ceiling, hand: AH, options: 7, expect: {}}\n",
            ":1: case 1, b: ",
            id="a number for options",
        ),
        pytest.param(
            "- {id: b, kind: ceiling, hand: AH, expect: 7}\n",
            ":1: case 1, b: not a case",
            id="a number for what is expected",
        ),
    ],
)
def test_a_malformed_file_is_refused_with_its_place(check, text, reason):
    result = check(text)

    assert result.exit_code == 2
    assert result.stderr.startswith("error: BAD_CASES: ")
    assert f"0.yaml{reason}" in result.stderr
    assert result.stderr.count("\n") == 1


def test_nothing_is_reported_when_a_later_file_is_malformed(check):
    result = check(WRONG, "- id: a\n")

    assert (result.exit_code, result.stdout) == (2, "")


def test_a_missing_file_is_refused(thousand):
    result = thousand("check", "no-such.yaml")

    assert result.exit_code == 2
    assert "no-such.yaml" in result.stderr
