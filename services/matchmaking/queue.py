"""The queue of one preset, folded from its log; who is matched with whom."""

from dataclasses import dataclass, replace
from enum import Enum

from services.matchmaking.facts import (
    MatchMade,
    PlayerLeft,
    PlayerQueued,
    PlayerSeen,
    QueueFact,
    TableOpened,
)


class TicketState(Enum):
    """Where a ticket stands. MATCHED has no game yet while its table is being opened."""

    WAITING = "waiting"
    MATCHED = "matched"
    LEFT = "left"
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """An account that waits, or has waited, for a table of ``players``.

    Times are milliseconds since 1970 UTC.

    ``seen`` is when somebody last asked for it or its table was opened, ``game`` where its account
    is seated.
    """

    id: str
    account: str
    bots: bool
    players: int
    since: int
    seen: int
    state: TicketState = TicketState.WAITING
    game: str = ""

    @property
    def is_settled(self) -> bool:
        """Whether nothing more can happen to it."""
        if self.state is TicketState.MATCHED:
            return bool(self.game)
        return self.state is not TicketState.WAITING


class Queue:
    """Every ticket there was, who waits (first come first), which matches have no table yet.

    Folded in place: it only ever grows, and only what is stored is folded.
    """

    def __init__(self) -> None:
        self.tickets: dict[str, Ticket] = {}
        self.waiting: dict[str, Ticket] = {}
        self.unopened: dict[str, MatchMade] = {}
        self._newest: dict[str, str] = {}

    def apply(self, fact: QueueFact, at: int) -> None:
        """One more fact, at its time. Asks no rule."""
        match fact:
            case PlayerQueued(ticket=id, account=account, bots=bots, players=players):
                self._newest[account] = id
                self._set(
                    Ticket(id=id, account=account, bots=bots, players=players, since=at, seen=at)
                )
            case PlayerSeen(ticket=id):
                self._set(replace(self.tickets[id], seen=at))
            case PlayerLeft(ticket=id, cause=cause):
                self._set(replace(self.tickets[id], state=TicketState(cause)))
            case MatchMade(match=match, tickets=tickets):
                self.unopened[match] = fact
                for id in tickets:
                    self._set(replace(self.tickets[id], state=TicketState.MATCHED))
            case TableOpened(match=match, game=game):
                for id in self.unopened.pop(match).tickets:
                    self._set(replace(self.tickets[id], game=game, seen=at))

    def newest_of(self, account: str) -> Ticket | None:
        """The ticket an account got last."""
        id = self._newest.get(account)
        return None if id is None else self.tickets[id]

    def _set(self, ticket: Ticket) -> None:
        self.tickets[ticket.id] = ticket
        if ticket.state is TicketState.WAITING:
            self.waiting[ticket.id] = ticket  # a ticket keeps its place
        else:
            self.waiting.pop(ticket.id, None)


def lapsed(queue: Queue, unseen_since: int) -> tuple[Ticket, ...]:
    """The tickets that nobody has asked for since a time."""
    return tuple(ticket for ticket in queue.waiting.values() if ticket.seen < unseen_since)


def next_match(queue: Queue, patient_since: int) -> MatchMade | None:
    """Who gets a table now, of those who wait for one of as many players."""
    sizes = dict.fromkeys(ticket.players for ticket in queue.waiting.values())
    matches = (next_match_of(queue, players, patient_since) for players in sizes)
    return next((match for match in matches if match), None)


def next_match_of(queue: Queue, players: int, patient_since: int) -> MatchMade | None:
    """The first who are enough, else who has waited since a time with bots.

    Whoever takes bots joins such a table, however short he has waited.
    """
    waiting = tuple(ticket for ticket in queue.waiting.values() if ticket.players == players)
    if len(waiting) >= players:
        return match_of(waiting[:players], 0)
    with_bots = tuple(ticket for ticket in waiting if ticket.bots)
    if with_bots and with_bots[0].since <= patient_since:
        return match_of(with_bots, players - len(with_bots))
    return None


def match_of(tickets: tuple[Ticket, ...], bots: int) -> MatchMade:
    """The match, named after its first ticket, which is matched once."""
    return MatchMade(f"match-{tickets[0].id}", tuple(ticket.id for ticket in tickets), bots)
