"""`thousand check`: files of cases, and whether the rules agree with them (RULES J6)."""

from pathlib import Path

import click

from thousand_cli.case_files import FiledCase, read_cases
from thousand_cli.cases import differences
from thousand_cli.errors import printable
from thousand_engine.errors import Refusal

EXAMPLES = """\b
Examples:
  thousand check tests/cases/deal.yaml
  thousand check tests/cases/*.yaml
"""


@click.command(epilog=EXAMPLES)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
def check(files: tuple[Path, ...]) -> None:
    """Run files of cases: small exams of the rules, each with the result it expects.

    Prints a line for each case that comes out otherwise, and how many passed and failed. The exit
    status is 1 when any failed, and 2 when a file is malformed: then no case is run.
    """
    filed = [case for file in files for case in read_cases(file)]
    failures = [(case.id, wrong) for case in filed if (wrong := failure(case))]
    for id, wrong in failures:
        click.echo(printable(f"{id}: {wrong}"))
    click.echo(f"{len(filed) - len(failures)} passed, {len(failures)} failed")
    if failures:
        raise click.exceptions.Exit(1)


def failure(filed: FiledCase) -> str | None:
    """What came out otherwise, in one line: also how the engine broke, if it did."""
    try:
        return "; ".join(differences(filed.case)) or None
    except Refusal as refused:
        return f"{refused.reason}: {refused}"
    except Exception as error:  # noqa: BLE001 - whatever breaks one case, the others are reported
        return " ".join(f"{type(error).__name__}: {error}".split())
