import pytest

from services.bot.pacing import PacedTable
from thousand_client import TableClient
from thousand_engine import parse_action


@pytest.fixture
def told(monkeypatch):
    """What happens, in order: pauses and actions."""
    told = []

    async def act(_table, game_id, command_id, action, expected_version=None):
        told.append(f"{command_id} at {expected_version}")
        return 8

    monkeypatch.setattr(TableClient, "__init__", lambda *_: None)
    monkeypatch.setattr(TableClient, "act", act)
    return told


def paced(told, pace):
    async def sleep(seconds):
        told.append(seconds)

    return PacedTable(None, None, pace, sleep)


async def acted(table, command_id):
    return await table.act("t1-1", command_id, parse_action("0 pass"), expected_version=7)


async def test_a_bot_waits_a_moment_before_each_action(told):
    table = paced(told, 1.5)

    assert await acted(table, "one") == 8
    await acted(table, "two")

    assert told == [1.5, "one at 7", 1.5, "two at 7"]


async def test_without_a_pace_it_acts_at_once(told):
    await acted(paced(told, 0.0), "one")

    assert told == ["one at 7"]
