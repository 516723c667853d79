"""Files of cases (RULES J6): YAML, read whole before a case is run."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from thousand_cli.cases import KINDS, Case
from thousand_cli.errors import Failed


@dataclass(frozen=True, slots=True)
class FiledCase:
    """A case, and where it stands: file, line and id."""

    place: str
    id: str
    case: Case


class Malformed(Failed):
    """A file that is no file of cases."""

    exit_code = 2

    def __init__(self, place: str, sentence: str) -> None:
        super().__init__("BAD_CASES", f"{place}: {' '.join(sentence.split())}")


def read_cases(file: Path) -> tuple[FiledCase, ...]:
    """The cases of a file in their order; Malformed when they cannot be read."""
    try:
        return tuple(cases_in(file))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else "?"
        raise Malformed(f"{file}:{line}", f"not YAML: {error.problem}") from error
    except (yaml.YAMLError, OSError, RecursionError) as error:
        raise Malformed(f"{file}", f"not YAML: {error}") from error


def cases_in(file: Path) -> Iterator[FiledCase]:
    """Case by case, since the node of each knows its line."""
    loader = yaml.SafeLoader(file.read_bytes())
    document = loader.get_single_node()
    if not isinstance(document, yaml.SequenceNode):
        raise Malformed(f"{file}:1", "a file of cases is a YAML list")
    for number, node in enumerate(document.value, 1):
        place = f"{file}:{node.start_mark.line + 1}: case {number}"
        try:
            case = loader.construct_document(node)
        except ValueError as error:  # what only looks like a date or a number
            raise Malformed(place, f"{error}") from error
        if not isinstance(case, dict) or not isinstance(case.get("id"), str):
            raise Malformed(place, "a case is a mapping with an id")
        if case.get("kind") not in KINDS:
            raise Malformed(f"{place}, {case['id']}", f"there is no kind {case.get('kind')!r:.40}")
        yield FiledCase(f"{place}, {case['id']}", case["id"], case)
