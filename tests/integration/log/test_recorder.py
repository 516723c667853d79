from dataclasses import dataclass
from uuid import uuid4

import pytest
from eventsourcing.persistence import (
    EventStore,
    IntegrityError,
    NotSupportedError,
    StoredEvent,
    Tracking,
)
from eventsourcing.tests import persistence as contract

from thousand_evidence.chain import first_head
from thousand_log import Entry, FactMapper, NotMigrated, Topic, Topics, chained
from thousand_log.migrate import migrate
from thousand_log.postgres import PostgresLog
from thousand_log.recorder import LogAggregateRecorder, LogApplicationRecorder

GAME = "t1-1"


@dataclass(frozen=True, slots=True)
class Bid:
    seat: int
    amount: int

    hidden_fields = ("amount",)


@pytest.fixture
def migrated(database):
    migrate(database)
    return database


@pytest.fixture
def recorder(migrated):
    with LogApplicationRecorder.open(migrated) as recorder:
        yield recorder


class OnOurTables:
    recorder_class = LogApplicationRecorder

    @pytest.fixture(autouse=True)
    def _migrated(self, migrated):
        self.dsn = migrated

    def new_originator_id(self):
        return str(uuid4())

    def create_recorder(self):
        return self.enterContext(self.recorder_class.open(self.dsn))


class TestAggregateRecorder(OnOurTables, contract.AggregateRecorderTestCase):
    recorder_class = LogAggregateRecorder


class TestApplicationRecorder(OnOurTables, contract.ApplicationRecorderTestCase):
    def test_insert_subscribe(self):
        self.optional_test_insert_subscribe()


class TestNonInterleaving(OnOurTables, contract.NonInterleavingNotificationIDsBaseCase):
    pass


async def test_recorder_and_log_read_what_the_other_wrote(recorder, migrated):
    first = StoredEvent(GAME, 1, "game.said", b"open\nhidden")
    more = [StoredEvent(GAME, version, "game.said", b"open") for version in (2, 3)]
    recorder.insert_events([first])
    recorder.insert_events(more)

    async with PostgresLog.open(migrated) as log:
        steps = await log.read(GAME)

    assert [(step.first_version, step.last_version) for step in steps] == [(1, 1), (2, 3)]
    assert recorder.select_events(GAME) == [first, *more]


async def test_what_is_recorded_is_chained(recorder, migrated):
    said = [StoredEvent(GAME, version, "game.said", b"open\nhidden") for version in (1, 2, 3)]
    recorder.insert_events(said[:1])
    recorder.insert_events(said[1:])

    async with PostgresLog.open(migrated) as log:
        chain = [fact for step in await log.read(GAME) for fact in step.facts]

    assert tuple(chain) == chained(said, first_head(GAME))


def test_the_librarys_event_store_keeps_our_entries(recorder):
    store = EventStore(FactMapper(Topics([Topic(name="game.bid", fact=Bid)])), recorder)
    entries = [
        Entry(
            originator_id=GAME,
            originator_version=version,
            last=2,
            at=1767225600000,
            actor="seat:1",
            rules=1,
            fact=Bid(1, 100 + version),
            secret=bytes(32),
        )
        for version in (1, 2)
    ]

    recordings = store.put(entries)

    assert [recording.notification.id for recording in recordings] == [1, 2]
    assert list(store.get(GAME)) == entries


def test_tracking_is_refused_rather_than_forgotten(recorder):
    said = StoredEvent(GAME, 1, "game.said", b"open")

    with pytest.raises(NotSupportedError, match="tracking"):
        recorder.insert_events([said], tracking=Tracking("scoring", 1))

    assert recorder.max_notification_id() is None


def test_versions_with_a_gap_are_refused(recorder):
    with pytest.raises(IntegrityError, match="follow one another"):
        recorder.insert_events([StoredEvent(GAME, v, "game.said", b"open") for v in (1, 3)])


def test_a_database_without_tables_is_refused(database):
    with (
        pytest.raises(NotMigrated, match="run `thousand migrate`"),
        LogApplicationRecorder.open(database),
    ):
        pass
