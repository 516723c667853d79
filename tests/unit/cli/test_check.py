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
    ("options", "line"),
    [
        ("{golden: maybe}", "golden is off or on, not 'maybe'"),
        ("{players: 5}", "players is 2 or 3 or 4, not 5"),
        ("{win_score: 1000.5}", "win_score is 1000 or 1001 or 1005, not 1000.5"),
        ("{redeal_low_hand: on}", "redeal_low_hand is"),
        ("{blind: [on]}", "blind is off or on, not"),
    ],
)
def test_an_option_with_a_wrong_value_fails_the_case(check, options, line):
    result = check(f"- {{id: a, kind: ceiling, hand: AH, options: {options}, expect: {{}}}}\n")

    assert result.exit_code == 1
    assert result.stdout.startswith(f"a: BAD_AGREEMENT: {line}")


SCORE = (
    "- {id: s, kind: score, dealer: 0, deal: {declarer: 1, contract: 100, outcome: played, "
    "card_points: [20, 100, 0], tricks: [2, 6, 0]%s}, expect: {written: [20, 100, 0]}%s}\n"
)
TALONS = (
    "- {id: t, kind: deal, players: 2, deck: 9S 9C 9D 9H JS JC JD JH QS QC QD QH KS KC KD KH "
    "TS TC TD TH AS AC AD AH, actions: [%s], expect: {}}\n"
)


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        pytest.param(SCORE % (", cut_fined: 7", ""), "1: case 1, s: not a case", id="who cut"),
        pytest.param(
            SCORE % ("", ", before: {on_barrel: {x: 1}}"), "1: case 1, s: not a case", id="a seat"
        ),
        pytest.param(TALONS % "0 give 9S>U", "1: case 1, t: U is no number", id="a recipient"),
        pytest.param(TALONS % "0 talon two", "1: case 1, t: two is no number", id="a talon"),
        pytest.param(TALONS % "0 blind 120", "1: case 1, t: nothing stands behind", id="too much"),
    ],
)
def test_a_malformed_case_is_refused_with_its_place(check, case, reason):
    assert check(SCORE % ("", "")).exit_code == 0

    result = check(case)

    assert (result.exit_code, result.stdout) == (2, "")
    assert f"0.yaml:{reason}" in result.stderr


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
