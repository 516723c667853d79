"""The scoring service's parts on a real PostgreSQL."""

import pytest

from services.scoring.application import Counting, Standings
from services.scoring.migrate import migrate
from services.scoring.store import Store
from tests.integration.scoring.platform import Databases


@pytest.fixture
def stores(databases):
    """Databases for a platform."""
    made = Databases(*map(databases, ("identity", "table", "scoring")))
    made.migrate()
    return made


@pytest.fixture
async def store(database):
    migrate(database)
    async with Store.open(database) as store:
        yield store


@pytest.fixture
def alarms():
    return []


@pytest.fixture
def counting(store, alarms):
    return Counting(store, lambda: alarms.append("disputed"))


@pytest.fixture
def standings(store):
    return Standings(store)
