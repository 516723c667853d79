"""The facts of games as this service reads them: public forms, by their stored names."""

from dataclasses import dataclass
from typing import Any

import msgspec
from eventsourcing.persistence import StoredEvent

from thousand_engine import facts
from thousand_log.mapper import FactMapper
from thousand_log.topics import Header, Topic, Topics


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step as it was told, and where it lies in its shard."""

    shard: int
    previous_position: int
    position: int
    game_id: str
    first_version: int
    last_version: int
    facts: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """An account has sat down."""

    seat: int
    account: str


TOPICS = Topics(
    [
        Topic(name="game.seat_taken", fact=SeatTaken),
        *(Topic(name=f"game.{name}", fact=fact) for name, fact in facts.NAMES.items()),
    ]
)
WITHOUT_MEANING = frozenset(
    {"game.game_opened", "game.deal_committed", "game.secret_revealed", "game.deck_cut"}
)
"""No result depends on them. A fact that is in neither list is unknown: its game is parked."""

_MAPPER = FactMapper(TOPICS)
_read_header = msgspec.json.Decoder(Header).decode
_read_members = msgspec.json.Decoder(dict[str, Any]).decode


@dataclass(frozen=True, slots=True)
class PublicFact:
    """A fact as everybody gets it."""

    game_id: str
    header: Header
    form: bytes

    @property
    def kind(self) -> type:
        """The class of fact it is; UnknownTopic when it is none that has a meaning here."""
        return TOPICS.named(self.header.type).fact

    @property
    def has_meaning(self) -> bool:
        return self.header.type not in WITHOUT_MEANING

    @property
    def members(self) -> dict[str, Any]:
        """What the form says, which of a sealed fact is not everything."""
        return _read_members(self.form)

    def fact(self) -> object:
        """The fact itself; UnreadableFact when it is none, or sealed."""
        event = StoredEvent(self.game_id, self.header.version, self.header.type, self.form)
        return _MAPPER.to_domain_event(event).fact


def read(game_id: str, form: bytes) -> PublicFact:
    """The fact of a public form; msgspec.MsgspecError when it is none."""
    return PublicFact(game_id, _read_header(form), form)
