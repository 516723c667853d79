"""Topics: the stable names and stored versions of facts (ARCHITECTURE 5)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec

from thousand_log.errors import UnknownTopic
from thousand_log.shape import Shape, shape_of

Members = dict[str, Any]


class Header(msgspec.Struct, frozen=True):
    """The members with which every open form begins (ARCHITECTURE 8)."""

    type: str
    v: Annotated[int, msgspec.Meta(ge=1)]
    version: int
    last: int
    at: int
    actor: str
    rules: int


RESERVED = frozenset(Header.__struct_fields__) | {"hidden"}
"""Members of the public form that no field of a fact may be named like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A kind of fact: its stable name, its class and the version of its stored form.

    ``upcasts[n]`` makes the members of version n + 1 from those of version n; there is one for
    every version before ours. TypeError or ValueError for a class that cannot be stored.
    """

    name: str
    fact: type
    version: int = 1
    upcasts: Mapping[int, Callable[[Members], Members]] = field(default_factory=dict)
    shape: Shape = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "shape", shape_of(self.fact))
        if taken := RESERVED & self.shape.names:
            raise ValueError(f"{self.name}: no field may be named {', '.join(sorted(taken))}")
        if set(self.upcasts) != set(range(1, self.version)):
            raise ValueError(f"{self.name}: one upcast for each version before {self.version}")


class Topics:
    """The kinds of facts that a service stores; ValueError when a name or class comes twice."""

    def __init__(self, topics: Iterable[Topic]) -> None:
        self._by_name: dict[str, Topic] = {}
        self._by_class: dict[type, Topic] = {}
        for topic in topics:
            if topic.name in self._by_name or topic.fact in self._by_class:
                raise ValueError(f"{topic.name} or {topic.fact.__name__} is registered already")
            self._by_name[topic.name] = topic
            self._by_class[topic.fact] = topic

    def named(self, name: str) -> Topic:
        """The topic of a stored name; UnknownTopic when nobody registered it."""
        try:
            return self._by_name[name]
        except KeyError:
            raise UnknownTopic(name) from None

    def of(self, fact: object) -> Topic:
        """The topic of a fact; TypeError when its class is not registered."""
        try:
            return self._by_class[type(fact)]
        except KeyError:
            raise TypeError(f"{type(fact).__name__} is registered as no topic") from None
