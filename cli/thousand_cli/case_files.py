"""Files of cases (RULES J6): YAML, read whole before a case is run."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from thousand_cli.case_shape import read_case
from thousand_cli.cases import KINDS, Case
from thousand_cli.errors import Failed
from thousand_engine.errors import Refusal


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
    if not document.value:
        raise Malformed(f"{file}:1", "there is no case in it")
    ids = set[str]()
    for number, node in enumerate(document.value, 1):
        place = f"{file}:{node.start_mark.line + 1}: case {number}"
        try:
            case = loader.construct_document(node)
        except ValueError as error:  # what only looks like a date or a number
            raise Malformed(place, f"{error}") from error
        if not isinstance(case, dict) or not isinstance(case.get("id"), str):
            raise Malformed(place, "a case is a mapping with an id")
        filed = filed_case(f"{place}, {case['id']}", case, node)
        if filed.id in ids:
            raise Malformed(filed.place, "another case has this id")
        ids.add(filed.id)
        yield filed


def filed_case(place: str, case: dict[str, Any], node: yaml.Node) -> FiledCase:
    """The case as ``read_case`` reads it; Malformed when it cannot."""
    for key in written_twice(node):
        raise Malformed(place, f"line {key.start_mark.line + 1}: {key.value:.40} is written twice")
    if case.get("kind") not in [*KINDS]:  # a list may look for what no mapping can
        raise Malformed(place, f"there is no kind {case.get('kind')!r:.40}")
    try:
        return FiledCase(place, case["id"], read_case(case))
    except Refusal as refused:
        raise Malformed(place, str(refused)) from refused


def written_twice(top: yaml.Node) -> Iterator[yaml.Node]:
    """Keys that their mapping has already; YAML itself would let the last one win."""
    seen, waiting = set[int](), [top]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:  # an alias leads here again
            continue
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            waiting += node.value
        elif isinstance(node, yaml.MappingNode):
            keys = [key.value for key, _ in node.value]
            yield from (
                key for place, (key, _) in enumerate(node.value) if key.value in keys[:place]
            )
            waiting += [value for _, value in node.value]
