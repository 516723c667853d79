"""One replica of matchmaking on a log in memory."""

import pytest

from tests.unit.matchmaking.queues import Clock, Tables, replica
from thousand_log.memory import MemoryLog


@pytest.fixture
def log():
    return MemoryLog()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def tables():
    return Tables()


@pytest.fixture
def queues(log, tables, clock):
    return replica(log, tables, clock)
