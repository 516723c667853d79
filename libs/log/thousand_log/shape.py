"""What the fields of a fact may hold, and that stored members are all known (STYLE 2.8)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import ValidationError, inspect


@dataclass(frozen=True, slots=True)
class Shape:
    """The members of a fact, and the shapes of those that hold further records."""

    names: frozenset[str]
    records: Mapping[str, "Shape"]

    def check(self, members: Mapping[str, Any]) -> None:
        """ValidationError for what msgspec would pass over: a member without a field, or null.

        What a fact has not got is left out.
        """
        if unknown := members.keys() - self.names:
            raise ValidationError(f"Unknown members: {', '.join(sorted(unknown))}")
        if None in members.values():
            raise ValidationError("Null members")
        for name, shape in self.records.items():
            for record in _records(members.get(name, ())):
                shape.check(record)


def shape_of(fact: type) -> Shape:
    """The shape of a dataclass; TypeError when a field could not be stored as plain JSON.

    A field may be None if that is its default: then it is no member of what is stored.
    """
    kind = inspect.type_info(fact)
    if not isinstance(kind, inspect.DataclassType):
        raise TypeError(f"{fact.__name__} is no dataclass")
    return _shape(kind, {field.name: _given(field) for field in kind.fields})


def _shape(kind: inspect.DataclassType, fields: Mapping[str, inspect.Type]) -> Shape:
    inner = {name: _inner(f"{kind.cls.__name__}.{name}", type_) for name, type_ in fields.items()}
    return Shape(frozenset(inner), {name: shape for name, shape in inner.items() if shape})


def _given(field: inspect.Field) -> inspect.Type:
    """What a field holds unless it is left out."""
    if field.default is None and isinstance(field.type, inspect.UnionType):
        parts = (part for part in field.type.types if not isinstance(part, inspect.NoneType))
        return inspect.UnionType(tuple(parts))
    return field.type


def _inner(place: str, kind: inspect.Type) -> Shape | None:
    match kind:
        case inspect.StrType() | inspect.IntType() | inspect.BoolType() | inspect.LiteralType():
            return None
        case inspect.DataclassType():
            return _shape(kind, {field.name: field.type for field in kind.fields})
        case inspect.VarTupleType(item_type=item):
            return _inner(place, item)
        case inspect.DictType(key_type=inspect.StrType(), value_type=value):
            if not _inner(place, value):
                return None
        case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
            if not any(_inner(place, part) for part in parts):
                return None
    raise TypeError(f"{place} holds more than plain values")


def _records(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        yield value
    else:
        for item in value:
            yield from _records(item)
