import json
import re

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
    result = check(GOOD, GOOD + GOOD.replace("good", "too"))

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


def test_unquoted_switches_are_read_as_on_and_off(check):
    result = check(
        "- {id: a, kind: ceiling, hand: AH, options: {writeoff: no}, expect: {max_bid: 120}}\n"
    )

    assert result.stdout == "1 passed, 0 failed\n"


@pytest.mark.parametrize(
    ("agreement", "sentence"),
    [
        ("options: {x: 1}", "there is no option 'x'"),
        ("preset: chess", "there is no preset 'chess'"),
        ("options: {golden: maybe}", "golden is off or on, not 'maybe'"),
        ("options: {players: 5}", "players is 2 or 3 or 4, not 5"),
        ("options: {win_score: 1000.5}", "win_score is 1000 or 1001 or 1005, not 1000.5"),
        ("options: {redeal_low_hand: on}", "redeal_low_hand is"),
        ("options: {blind: [on]}", "blind is off or on, not"),
        ("options: {redeal_four_aces: mandatory, ace_marriage: on}", "redeal_four_aces"),
    ],
)
def test_an_agreement_that_cannot_be_played_is_refused(check, agreement, sentence):
    result = check(f"- {{id: a, kind: ceiling, hand: AH, {agreement}, expect: {{max_bid: 120}}}}\n")

    assert (result.exit_code, result.stdout) == (2, "")
    assert f"0.yaml:1: case 1, a: {sentence}" in result.stderr


def test_an_engine_that_breaks_fails_the_case_by_the_name_of_the_error(check, monkeypatch):
    def broken(*_):
        raise KeyError("gone")

    monkeypatch.setattr("thousand_cli.cases.highest", broken)

    result = check(GOOD)

    assert (result.exit_code, result.stdout) == (1, "good: KeyError: 'gone'\n0 passed, 1 failed\n")


def test_a_game_with_too_few_decks_fails(check):
    result = check(
        '- {id: g, kind: game, players: 3, decks: [], actions: ["1 pass"], expect: {deals: 1}}\n'
    )

    assert result.exit_code == 1
    assert result.stdout.startswith("g: NO_DECK: deal 1 has actions, but no deck\n")


SCORE = (
    "- {id: s, kind: score, dealer: 0, deal: {declarer: 1, contract: 100, outcome: played, "
    "card_points: [20, 100, 0], tricks: [2, 6, 0]%s}, expect: {written: [20, 100, 0]}%s}\n"
)
TALONS = (
    "- {id: t, kind: deal, players: 2, deck: 9S 9C 9D 9H JS JC JD JH QS QC QD QH KS KC KD KH "
    "TS TC TD TH AS AC AD AH, actions: [%s], expect: {phase: talon}}\n"
)


RESTING = (
    "- {id: r, kind: score, players: 4, dealer: 0, deal: {declarer: 0, contract: 100, "
    "outcome: written_off}, expect: {winner: null}}\n"
)
HANDS = (
    "- {id: h, kind: deal, hands: [%s, JH KH QH JD TD QC 9C, 9H TH JC 9D AD KD QD], "
    "talon: %s, actions: [1 pass], expect: {phase: auction}}\n"
)


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        (SCORE % (", cut_fined: 7", ""), "deal: cut_fined: a seat from 0 to 2"),
        (SCORE % (", card_pionts: [0, 0, 0]", ""), "deal: there is no key 'card_pionts'"),
        (SCORE % (", golden: maybe", ""), "deal: golden: yes or no"),
        (SCORE % ("", ", optoins: {}"), "there is no key 'optoins'"),
        (SCORE % ("", ", kind: score"), "line 2: kind is written twice"),
        (SCORE % (", tricks: [2, 6, 0]", ""), "line 2: tricks is written twice"),
        (SCORE % ("", ", before: {on_barrel: {x: 1}}"), "before: on_barrel: its keys are seats"),
        (SCORE % ("", ", before: {totals: [0, ten, 3]}"), "before: totals: a whole number"),
        (SCORE % ("", ", before: {totals: [0, 3]}"), "before: totals: 3 values"),
        (SCORE % ("", ", before: {total: [0, 0, 3]}"), "before: there is no key 'total'"),
        (SCORE % ("", ", players: 5"), "players: 2, 3 or 4 play"),
        (SCORE.replace("dealer: 0", "dealer: 3") % ("", ""), "dealer: a seat from 0 to 2"),
        (SCORE.replace("declarer: 1", "declarer: 3") % ("", ""), "deal: declarer: a seat from"),
        (SCORE.replace("declarer: 1, ", "") % ("", ""), "deal: the key declarer is missing"),
        (SCORE.replace(": played", ": won") % ("", ""), "deal: outcome: played or written_off or"),
        (SCORE.replace("written:", "writen:") % ("", ""), "expect: there is no key 'writen'"),
        (RESTING, "deal: declarer: this seat rests"),
        (TALONS % "0 give 9S>U", "actions: U is no number"),
        (TALONS % "0 talon two", "actions: two is no number"),
        (TALONS % "0 blind 120", "actions: nothing stands behind"),
        (TALONS % "refused BID_TOO_LOW 2 bid 100", "actions: refused BID_TOO_LOW 2 bid 100 is no"),
        (TALONS % '"refused LOW: 2 bid 100"', "actions: refused LOW: 2 bid 100 is no refusal"),
        (TALONS.replace("9C", "9S") % "0 look", "deck: 9S stands here twice"),
        (TALONS.replace("phase: talon", "") % "0 look", "expect: nothing is expected"),
        (HANDS % ("AS TS KS QS JS 9S AC", "TC KC AC"), "AC stands here twice"),
        (HANDS % ("AS TS KS QS JS 9S AH TC", "KC AC"), "hands: [7, 7, 7] cards are dealt"),
        (HANDS.replace(", talon: %s", "") % "AS", "it has neither a deck nor hands and talon"),
    ],
)
def test_a_malformed_case_is_refused_with_its_place(check, case, reason):
    assert check(SCORE % ("", "")).exit_code == 0

    result = check(GOOD + case)

    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(rf"0\.yaml:2: case 2, \w: {re.escape(reason)}", result.stderr)


def test_what_only_refuses_needs_nothing_else_to_expect(check):
    case = TALONS.replace("phase: talon", "") % '"refused NOT_YOUR_TURN: 1 bid 105"'

    assert check(case).stdout == "1 passed, 0 failed\n"


def test_words_and_seats_in_quotes_are_read_like_those_without(check):
    result = check(SCORE % (', golden: "no", marriages: {"0": H}, claim_refused: no', ""))

    assert result.stdout.startswith("s: written: expected [20, 100, 0], came out [120, 100, 0]\n")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("- id: a\n- [\n", ":3: not YAML: ", id="text that is no YAML"),
        pytest.param(b"\xff\xfe\x00", ": not YAML: ", id="bytes that are no text"),
        pytest.param("[" * 5000, ": not YAML: ", id="a list without a bottom"),
        pytest.param("", ":1: a file of cases is a YAML list", id="an empty file"),
        pytest.param("[]\n", ":1: there is no case in it", id="an empty list"),
        pytest.param(GOOD + GOOD, ":2: case 2, good: another case has this id", id="an id twice"),
        pytest.param("id: a\n", ":1: a file of cases is a YAML list", id="a mapping"),
        pytest.param(f"{GOOD}- 7\n", ":2: case 2: a case is a mapping", id="a number for a case"),
        pytest.param("- kind: legal\n", ":1: case 1: a case is a mapping", id="no id"),
        pytest.param(
            f"{GOOD}\n- {{id: b, kind: kin}}\n", ":3: case 2, b: there is no kind 'kin'", id="kind"
        ),
        pytest.param(
            f"{GOOD}- {{id: b, kind: ceiling}}\n",
            ":2: case 2, b: the key hand is missing",
            id="nothing expected",
        ),
        pytest.param(
            "- {id: b, kind: ceiling, hand: 2020-99-99, expect: {}}\n",
            ":1: case 1: month must be in 1..12",
            id="what only looks like a date",
        ),
        pytest.param(
            "- {id: b, kind: ceiling, hand: XX, expect: {}}\n",
            ":1: case 1, b: hand: 'XX' is no card",
            id="a card that is none",
        ),
        pytest.param(
            "- {id: b, kind: ceiling, hand: AH, options: 7, expect: {}}\n",
            ":1: case 1, b: options: a mapping stands here",
            id="a number for options",
        ),
        pytest.param(
            "- {id: b, kind: ceiling, hand: AH, expect: 7}\n",
            ":1: case 1, b: expect: a mapping stands here",
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
