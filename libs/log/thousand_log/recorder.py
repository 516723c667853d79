"""The library's recorders over the tables of a log, for its tools (ARCHITECTURE 5)."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from threading import Event
from typing import Any, Self
from uuid import UUID

import psycopg
from eventsourcing import persistence
from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    Notification,
    StoredEvent,
    Subscription,
)
from psycopg.errors import UndefinedTable
from psycopg.rows import args_row
from psycopg_pool import ConnectionPool

from thousand_evidence.chain import first_head
from thousand_log.database import checked_schema
from thousand_log.step import Step, chained
from thousand_log.tables import APPEND, SCHEMA, SCHEMA_VERSION, FactRow, append_parameters

CONNECTIONS = 8
POLL_SECONDS = 0.1
LARGEST = 2**63 - 1

HEAD = "SELECT head FROM fact WHERE game_id = %s ORDER BY version DESC LIMIT 1"
MAX_POSITION = "SELECT max(position) FROM fact WHERE shard = %s"
SELECT_EVENTS = """
SELECT * FROM fact WHERE game_id = %(game_id)s AND version > %(gt)s AND version <= %(lte)s
ORDER BY version LIMIT %(limit)s
"""
SELECT_EVENTS_DESC = SELECT_EVENTS.replace("ORDER BY version", "ORDER BY version DESC")
SELECT_NOTIFICATIONS = """
SELECT * FROM fact WHERE shard = %(shard)s AND position >= %(start)s AND position <= %(stop)s
AND (%(any_topic)s OR topic = ANY(%(topics)s))
ORDER BY position LIMIT %(limit)s
"""


class LogAggregateRecorder(AggregateRecorder):
    """Stored events of the games of one shard, as the library's tools read and write them.

    Originator ids are game ids. Written events are chained, and those of one call and game are
    one step of nobody's. Errors are the library's own.
    """

    def __init__(self, pool: "ConnectionPool[psycopg.Connection]", shard: int) -> None:
        self._pool = pool
        self._shard = shard

    @classmethod
    @contextmanager
    def open(cls, dsn: str, shard: int = 0) -> Iterator[Self]:
        """A recorder on a shard of a database; NotMigrated when it was not made ready."""
        with ConnectionPool(
            dsn, kwargs={"autocommit": True}, min_size=1, max_size=CONNECTIONS, open=False
        ) as pool:
            with pool.connection() as connection:
                try:
                    checked_schema(connection.execute(SCHEMA).fetchone(), SCHEMA_VERSION)
                except UndefinedTable:
                    checked_schema(None, SCHEMA_VERSION)
            yield cls(pool, shard)

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        self._insert(stored_events, **kwargs)
        return None

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        parameters = {
            "game_id": str(originator_id),
            "gt": -1 if gt is None else gt,
            "lte": LARGEST if lte is None else lte,
            "limit": limit,
        }
        rows = self._rows(SELECT_EVENTS_DESC if desc else SELECT_EVENTS, parameters)
        return [row.fact().stored_event(row.game_id) for row in rows]

    def _insert(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int]:
        if kwargs:
            raise persistence.NotSupportedError(f"not recorded here: {', '.join(kwargs)}")
        if not stored_events:
            return []
        steps: list[Step] = []
        heads: dict[str, bytes] = {}
        with self._connection() as connection:
            for game_id, events in groupby(stored_events, key=lambda e: str(e.originator_id)):
                # Read outside the lock: should somebody write meanwhile, the version is taken.
                if game_id not in heads:
                    stored = connection.execute(HEAD, [game_id]).fetchone()
                    heads[game_id] = stored[0] if stored else first_head(game_id)
                try:
                    step = Step(game_id, chained(events, heads[game_id]), "", "")
                except ValueError as error:
                    raise persistence.IntegrityError(str(error)) from error
                heads[game_id] = step.head
                steps.append(step)
            parameters = append_parameters(self._shard, steps)
            [(first,)] = connection.execute(APPEND, parameters).fetchall()
        return range(first, first + len(stored_events))

    def _rows(self, query: str, parameters: dict[str, object]) -> list[FactRow]:
        with (
            self._connection() as connection,
            connection.cursor(binary=True, row_factory=args_row(FactRow)) as cursor,
        ):
            return cursor.execute(query, parameters).fetchall()

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection]:
        try:
            with self._pool.connection() as connection:
                yield connection
        except psycopg.IntegrityError as error:
            raise persistence.IntegrityError(str(error)) from error
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            raise persistence.OperationalError(str(error)) from error


class LogApplicationRecorder(LogAggregateRecorder, ApplicationRecorder):
    """The same with the order of the shard: a notification's id is a position."""

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        return list(self._insert(stored_events, **kwargs))

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        parameters = {
            "shard": self._shard,
            "start": (start or 0) + (not inclusive_of_start),
            "stop": LARGEST if stop is None else stop,
            "any_topic": not topics,
            "topics": list(topics),
            "limit": limit,
        }
        return [
            Notification(**vars(row.fact().stored_event(row.game_id)), id=row.position)
            for row in self._rows(SELECT_NOTIFICATIONS, parameters)
        ]

    def max_notification_id(self) -> int | None:
        with self._connection() as connection:
            row = connection.execute(MAX_POSITION, [self._shard]).fetchone()
        return row[0] if row else None

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        return PollingSubscription(recorder=self, gt=gt, topics=topics)


class PollingSubscription(Subscription[LogApplicationRecorder]):
    """Asks again and again: appends notify nobody, since that would put them in a queue."""

    def __init__(
        self, recorder: LogApplicationRecorder, gt: int | None, topics: Sequence[str]
    ) -> None:
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._read: deque[Notification] = deque()
        self._stopped = Event()

    def stop(self) -> None:
        super().stop()
        self._stopped.set()

    def __next__(self) -> Notification:
        while not self._stopped.is_set():
            if self._read:
                notification = self._read.popleft()
                self._last_notification_id = notification.id
                return notification
            self._read.extend(
                self._recorder.select_notifications(
                    start=self._last_notification_id,
                    limit=500,
                    topics=self._topics,
                    inclusive_of_start=False,
                )
            )
            if not self._read:
                self._stopped.wait(POLL_SECONDS)
        raise StopIteration
