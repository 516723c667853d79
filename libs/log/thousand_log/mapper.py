"""Facts to stored bytes and back: the library's mapper with a form of ours (ARCHITECTURE 8)."""

from dataclasses import dataclass, field
from typing import Any

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent

from thousand_evidence.canonical import canonical
from thousand_evidence.chain import public_form, salt
from thousand_log.errors import NewerFact, UnreadableFact
from thousand_log.topics import RESERVED, Header, Topics

_decode = msgspec.json.Decoder(dict[str, Any]).decode


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A fact with what is stored about it; a domain event in the library's words.

    ``last`` is the last version of its step, ``at`` is in milliseconds since 1970 UTC. ``secret``
    is that of the distribution the fact belongs to: needed to seal hidden fields, never stored.
    """

    originator_id: str
    originator_version: int
    last: int
    at: int
    actor: str
    rules: int
    fact: object
    secret: bytes = field(default=b"", repr=False, compare=False)


class FactMapper(Mapper[str]):
    """Entries as stored events, whose state is one line or two.

    The first is the public form, the second, for a fact with hidden fields, the canonical JSON of
    the hidden object. A fact says by a property ``hidden_fields`` which of its fields those are.
    """

    def __init__(self, topics: Topics) -> None:
        # Not the library's: there is nothing to transcode, compress or encrypt.
        self._topics = topics

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """The stored form of an `Entry`.

        TypeError for anything else or an unregistered fact, ValueError for values that have no
        place in a stored fact, or a missing secret.
        """
        entry = domain_event
        if not isinstance(entry, Entry):
            raise TypeError(f"{type(entry).__name__} is no Entry")
        topic = self._topics.of(entry.fact)
        fields = msgspec.to_builtins(entry.fact)
        members = {name: value for name, value in fields.items() if value is not None}
        sealed = members.keys() & set(getattr(entry.fact, "hidden_fields", ()))
        hidden = {name: members.pop(name) for name in sealed}
        open_ = {
            "type": topic.name,
            "v": topic.version,
            "version": entry.originator_version,
            "last": entry.last,
            "at": entry.at,
            "actor": entry.actor,
            "rules": entry.rules,
            **members,
        }
        if hidden:
            grains = salt(entry.secret, entry.originator_id, entry.originator_version)
            state = public_form(open_, hidden, grains) + b"\n" + canonical(hidden)
        else:
            state = public_form(open_, None, None)
        return StoredEvent(entry.originator_id, entry.originator_version, topic.name, state)

    def to_domain_event(self, stored_event: StoredEvent) -> Entry:
        """The entry of a stored event; its secret is not known here.

        UnreadableFact when it is none: UnknownTopic, or NewerFact for a version we do not know.
        """
        topic = self._topics.named(stored_event.topic)
        public, _, hidden = stored_event.state.partition(b"\n")
        try:
            stored = _decode(public)
            header = msgspec.convert(stored, Header)
            if header.v > topic.version:
                raise NewerFact(topic.name, header.v, topic.version)
            if (header.type, header.version) != (topic.name, stored_event.originator_version):
                raise msgspec.ValidationError(f"Is version {header.version}, a {header.type}")
            members = {name: value for name, value in stored.items() if name not in RESERVED}
            if hidden:
                members |= _decode(hidden)
            for version in range(header.v, topic.version):
                members = topic.upcasts[version](members)
            fact: object = msgspec.convert(members, topic.fact)
            topic.shape.check(members)
        except msgspec.MsgspecError as error:
            place = f"version {stored_event.originator_version} of {stored_event.originator_id}"
            raise UnreadableFact(f"{place} is no {topic.name}: {error}") from error
        return Entry(
            originator_id=str(stored_event.originator_id),
            originator_version=header.version,
            last=header.last,
            at=header.at,
            actor=header.actor,
            rules=header.rules,
            fact=fact,
        )
