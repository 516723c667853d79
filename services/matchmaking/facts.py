"""The facts of a queue, and their stored names. A queue is all tickets of one preset."""

from dataclasses import dataclass
from typing import Literal

from thousand_log.topics import Topic, Topics


@dataclass(frozen=True, slots=True)
class PlayerQueued:
    """An account waits for a table of so many; with ``bots`` also one that bots complete."""

    ticket: str
    account: str
    bots: bool
    players: int = 3


@dataclass(frozen=True, slots=True)
class PlayerSeen:
    """Somebody has asked for the ticket: its account still waits."""

    ticket: str


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A ticket waits no longer: taken back, or asked for by nobody for too long."""

    ticket: str
    cause: Literal["left", "lapsed"]


@dataclass(frozen=True, slots=True)
class MatchMade:
    """Tickets that get a table together, in the order of seats, and how many bots join them.

    The match's id names the command that opens the table, so that it is opened once.
    """

    match: str
    tickets: tuple[str, ...]
    bots: int


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A match has its table: the accounts are seated in this game."""

    match: str
    game: str


QueueFact = PlayerQueued | PlayerSeen | PlayerLeft | MatchMade | TableOpened

TOPICS = Topics(
    Topic(name=name, fact=fact)
    for name, fact in {
        "queue.player_queued": PlayerQueued,
        "queue.player_seen": PlayerSeen,
        "queue.player_left": PlayerLeft,
        "queue.match_made": MatchMade,
        "queue.table_opened": TableOpened,
    }.items()
)
"""Stored names are written out: a class may be renamed, a topic never."""
