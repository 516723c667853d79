import pytest


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(
            ("--option", "golden=on", "--option", "golden=off"),
            "--option names golden twice",
            id="an option twice",
        ),
        pytest.param(
            ("--players", "2", "--option", "players=3"),
            "--players and --option players=",
            id="the seats twice",
        ),
    ],
)
def test_what_is_said_twice_is_a_usage_error(thousand, words, sentence):
    result = thousand("simulate", *words)

    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
