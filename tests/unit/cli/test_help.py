import subprocess
import sys

import pytest

from thousand_cli.main import main


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_command_explains_itself_with_an_example(thousand, name):
    shown = thousand(name, "--help")

    assert shown.exit_code == 0
    assert f"  thousand {name} " in shown.stdout.partition("Examples:")[2]


def test_the_list_of_commands_is_shown(thousand):
    shown = thousand("--help")

    assert shown.exit_code == 0
    assert all(f"  {name} " in shown.stdout for name in main.commands)


def test_python_runs_the_package_as_the_command():
    shown = subprocess.run(
        [sys.executable, "-m", "thousand_cli", "--help"], capture_output=True, text=True, check=True
    )

    assert shown.stdout.startswith("Usage: thousand [OPTIONS] COMMAND")
