"""What matchmaking can be asked to do, and what it does by itself: match, and open tables.

A match is a fact before its table is opened, and names the command that opens it: after a crash
between the two it is done again, and nobody is seated twice or forgotten.
"""

import asyncio
import base64
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

import structlog
from structlog.contextvars import bind_contextvars

from services.matchmaking.errors import (
    AlreadyMatched,
    BadRequest,
    CommandIdReused,
    Draining,
    QueuedElsewhere,
    TicketNotFound,
)
from services.matchmaking.facts import (
    MatchMade,
    PlayerLeft,
    PlayerQueued,
    PlayerSeen,
    QueueFact,
    TableOpened,
)
from services.matchmaking.live import LiveQueue
from services.matchmaking.queue import Queue, Ticket, TicketState, lapsed, next_match
from thousand_engine import PRESETS, agree
from thousand_log.port import Log

LONGEST_COMMAND_ID = 64
LAPSES_AFTER = 30_000
"""Milliseconds after which a ticket lapses that nobody asks for."""
SEEN_AGAIN_AFTER = LAPSES_AFTER // 3
"""Milliseconds after which it is noted again that somebody asks for a ticket."""
STILL_THE_SAME = 10_000
"""Milliseconds for which an account just seated gets its ticket again: a second device was late."""
LOOK_AGAIN_AFTER = 0.5
"""Seconds until it is looked what other replicas, and time, have brought."""

logger = structlog.get_logger()


class Tables(Protocol):
    """The table and the bot service, as matchmaking reaches them. Repeating changes nothing."""

    async def open(self, match: str, preset: str, players: int, accounts: Sequence[str]) -> str:
        """Open a table of so many players with accounts seated: its game."""

    async def fill(self, game: str, match: str, bots: int) -> None:
        """Seat so many bots in a game."""


@dataclass(frozen=True, slots=True)
class Held:
    """A ticket, and the preset it waits under."""

    preset: str
    ticket: Ticket


class Queues:
    """The queues of all presets. ``now`` gives milliseconds since 1970 UTC, ``bots_after`` is in
    milliseconds. Everything may raise StoreUnreachable.
    """

    def __init__(
        self, log: Log, tables: Tables, *, now: Callable[[], int], bots_after: int
    ) -> None:
        self._tables = tables
        self._now = now
        self._bots_after = bots_after
        self._lives = {preset: LiveQueue(log, now, preset) for preset in PRESETS}
        self._all_well_since = now()
        self._asked = asyncio.Event()
        self._draining = False

    # --- commands

    async def enqueue(
        self,
        account: str,
        command_id: str,
        preset: str,
        *,
        bots: bool,
        players: int | None = None,
    ) -> Held:
        """A ticket for an account: the one it has already, else a new one.

        It is for a table of as many players as the preset says, unless others are asked for.
        BadAgreement for an unknown preset or number, BadRequest, QueuedElsewhere.
        """
        if not command_id.isprintable() or not 0 < len(command_id) <= LONGEST_COMMAND_ID:
            raise BadRequest(
                "BAD_COMMAND_ID", f"a command id has 1 to {LONGEST_COMMAND_ID} printable characters"
            )
        seats = agree(preset, {} if players is None else {"players": players}).players
        live, id = self._lives[preset], ticket_id(account, command_id)
        for other in self._lives.values():
            if other is live:
                continue
            if id in other.queue.tickets:
                raise CommandIdReused
            ticket = other.queue.newest_of(account)
            if ticket and not ticket.is_settled:
                raise QueuedElsewhere(other.preset)

        def decide(queue: Queue) -> list[QueueFact]:
            done = queue.tickets.get(id)
            if done and (done.bots, done.players) != (bots, seats):
                raise CommandIdReused
            if done or self._has_ticket(queue, account):
                return []
            return [PlayerQueued(id, account, bots, seats)]

        if await live.change(decide, command_id, account):
            self._asked.set()
        ticket = live.queue.tickets.get(id) or live.queue.newest_of(account)
        if ticket is None:
            raise TicketNotFound(id)
        return Held(preset, ticket)

    def _has_ticket(self, queue: Queue, account: str) -> bool:
        """Whether an account waits, or was seated so lately that it is asked a second time."""
        newest = queue.newest_of(account)
        if newest is None:
            return False
        if newest.is_settled and newest.state is not TicketState.MATCHED:
            return False
        return not newest.is_settled or self._now() - newest.seen < STILL_THE_SAME

    async def leave(self, account: str, id: str) -> Held:
        """Take a ticket back; TicketNotFound, AlreadyMatched."""
        live = await self._live_of(account, id)

        def decide(queue: Queue) -> list[QueueFact]:
            match queue.tickets[id].state:
                case TicketState.WAITING:
                    return [PlayerLeft(id, "left")]
                case TicketState.MATCHED:
                    raise AlreadyMatched(id)
                case _:
                    return []

        await live.change(decide)
        return Held(live.preset, live.queue.tickets[id])

    # --- looking

    async def ticket(self, account: str, id: str) -> Held:
        """A ticket as it stands; asking keeps it. TicketNotFound."""
        live = await self._live_of(account, id)
        await live.catch_up()
        return await self._asked_for(live, id)

    async def watch(self, account: str, id: str) -> AsyncIterator[Held]:
        """A ticket as it stands, and once more when it is settled.

        TicketNotFound; Draining when this replica stops.
        """
        live = await self._live_of(account, id)
        await live.catch_up()
        shown = False
        while True:
            moved = live.moved
            held = await self._asked_for(live, id)
            if held.ticket.is_settled or not shown:
                yield held
                shown = True
            if held.ticket.is_settled:
                return
            if self._draining:
                raise Draining
            with suppress(TimeoutError):
                await asyncio.wait_for(moved.wait(), SEEN_AGAIN_AFTER / 1000)

    async def _asked_for(self, live: LiveQueue, id: str) -> Held:
        def decide(queue: Queue) -> list[QueueFact]:
            waiting = queue.waiting.get(id)
            due = waiting and self._now() - waiting.seen >= SEEN_AGAIN_AFTER
            return [PlayerSeen(id)] if due else []

        if decide(live.queue):
            await live.change(decide)
        return Held(live.preset, live.queue.tickets[id])

    async def _live_of(self, account: str, id: str) -> LiveQueue:
        for live in self._lives.values():
            if id not in live.queue.tickets:
                await live.catch_up()
            ticket = live.queue.tickets.get(id)
            if ticket and ticket.account == account:
                return live
        raise TicketNotFound(id)

    # --- by itself

    async def run(self) -> None:
        """Until cancelled: match who waits, open the tables of matches, let tickets lapse."""
        while True:
            self._asked.clear()
            try:
                await self.sweep()
            except Exception as error:  # whatever it is, the next look may succeed
                logger.warning("queues_not_swept", exc_info=error)
                self._all_well_since = self._now()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), LOOK_AGAIN_AFTER)

    async def sweep(self) -> None:
        """Do now what is due."""
        for live in self._lives.values():
            while await live.change(self._due):
                pass
            matches = tuple(live.queue.unopened.values())
            await asyncio.gather(*(self._open(live, match) for match in matches))

    def _due(self, queue: Queue) -> Sequence[QueueFact]:
        now = self._now()
        # Nobody could ask for his ticket while we were away.
        were_here = now - self._all_well_since >= LAPSES_AFTER
        if were_here and (gone := lapsed(queue, now - LAPSES_AFTER)):
            return [PlayerLeft(ticket.id, "lapsed") for ticket in gone]
        match = next_match(queue, now - self._bots_after)
        return [match] if match else []

    async def _open(self, live: LiveQueue, match: MatchMade) -> None:
        """Called in a task of its own for each match."""
        bind_contextvars(command_id=match.match)
        accounts = [live.queue.tickets[id].account for id in match.tickets]
        try:
            players = len(accounts) + match.bots
            game = await self._tables.open(match.match, live.preset, players, accounts)
            bind_contextvars(game_id=game)
            if match.bots:
                await self._tables.fill(game, match.match, match.bots)
            opened = TableOpened(match.match, game)
            await live.change(lambda queue: [opened] if match.match in queue.unopened else [])
        except Exception as error:  # one match's trouble is no other's; it is tried again
            logger.warning("table_not_opened", exc_info=error)

    def drain(self) -> None:
        """Tell every stream to go on elsewhere."""
        self._draining = True
        for live in self._lives.values():
            live.wake()


def ticket_id(account: str, command_id: str) -> str:
    """The ticket that a command makes: the same for ever, in any replica."""
    digest = sha256(f"{account}\n{command_id}".encode()).digest()
    return base64.b32encode(digest[:10]).decode().lower()
