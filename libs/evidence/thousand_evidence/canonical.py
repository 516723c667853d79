"""The one way a value is written as JSON before it is hashed (RFC 8785, ARCHITECTURE 8)."""

from collections.abc import Mapping
from typing import Any

import rfc8785


def canonical(value: Mapping[str, object]) -> bytes:
    """Canonical JSON of an object.

    Strings, integers below 2^53, booleans, arrays and objects with ASCII member names; ValueError
    for anything else, so for floats and null.
    """
    return rfc8785.dumps(_checked(value))


def _checked(value: object) -> Any:
    match value:
        case bool() | int() | str():
            return value
        case list() | tuple():
            return [_checked(item) for item in value]
        case Mapping():
            return {_member_name(name): _checked(item) for name, item in value.items()}
    raise ValueError(f"a {type(value).__name__} has no place in a fact")


def _member_name(name: object) -> str:
    if not isinstance(name, str) or not name.isascii():
        raise ValueError(f"a member is named in ASCII, not {name!r:.80}")
    return name
