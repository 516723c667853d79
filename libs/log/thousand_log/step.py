"""Steps: the facts of one action in the form in which they are kept (ARCHITECTURE 3)."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from eventsourcing.persistence import StoredEvent

from thousand_evidence.chain import next_head


@dataclass(frozen=True, slots=True)
class StoredFact:
    """One fact as bytes: its public form, its hidden object or None, and its head."""

    version: int
    topic: str
    public: bytes
    hidden: bytes | None = field(repr=False)
    head: bytes

    def stored_event(self, game_id: str) -> StoredEvent:
        """The same in the library's form: the public form, a line end, the hidden object."""
        state = self.public if self.hidden is None else self.public + b"\n" + self.hidden
        return StoredEvent(game_id, self.version, self.topic, state)


def chained(events: Iterable[StoredEvent], head: bytes) -> tuple[StoredFact, ...]:
    """Stored events in our form, each with its head; ``head`` is the one before the first."""
    facts = []
    for event in events:
        # A public form is canonical JSON, which never holds a line end.
        public, line_end, hidden = event.state.partition(b"\n")
        head = next_head(head, public)
        facts.append(
            StoredFact(
                version=event.originator_version,
                topic=event.topic,
                public=public,
                hidden=hidden if line_end else None,
                head=head,
            )
        )
    return tuple(facts)


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret of a distribution to come, kept beside the facts until it is published."""

    commitment: str
    value: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Step:
    """An action and all that follows from it: stored whole or not at all.

    ValueError unless it has facts and their versions follow one another. ``secrets`` are written
    with the step and are not part of what is read again.
    """

    game_id: str
    facts: tuple[StoredFact, ...]
    command_id: str
    account: str
    secrets: tuple[Secret, ...] = ()

    def __post_init__(self) -> None:
        versions = [fact.version for fact in self.facts]
        if not versions or versions != list(range(versions[0], versions[0] + len(versions))):
            raise ValueError(f"the versions of a step follow one another, not {versions}")

    @property
    def first_version(self) -> int:
        """Version of its first fact."""
        return self.facts[0].version

    @property
    def last_version(self) -> int:
        """Version of its last fact, the version the game then has."""
        return self.facts[-1].version

    @property
    def head(self) -> bytes:
        """The game's head after the step."""
        return self.facts[-1].head


@dataclass(frozen=True, slots=True)
class PlacedStep:
    """A step and where it lies in the order of its shard.

    Its facts have the positions after ``previous_position`` up to ``position``; the step before
    it in the shard ends at ``previous_position``.
    """

    step: Step
    shard: int
    previous_position: int
    position: int
