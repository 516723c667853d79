import dataclasses

import grpc
import pytest

from tests.unit.client.conftest import Away, Cancelled, Late
from tests.unit.engine.games import dealt, play
from thousand_client import Player, refusal_of
from thousand_engine import Refusal, safe_action, view
from thousand_wire.actions import read_action

BIDDING = dealt(dealer=1)  # forehand 2 is in with 100, so seat 0 speaks
VIEWS = [
    view(BIDDING, 0),
    view(play(BIDDING, "0 pass"), 0),
    dataclasses.replace(view(play(BIDDING, "0 pass"), 0), winner=2),
]
"""Seat 0 is to act, then another, then somebody has won."""


@pytest.fixture
def player(table, client):
    table.views = VIEWS
    return Player(client, safe_action)


async def test_a_player_acts_in_its_turn_and_gives_the_last_view(player, table):
    last = await player.play("t1-1")

    assert last.winner == 2
    [request] = table.acted
    assert read_action(request.action)(0) == safe_action(VIEWS[0])
    assert request.expected_version == 1


@pytest.mark.parametrize("times", [1, 5])
async def test_a_command_whose_answer_was_lost_is_sent_again_word_for_word(player, table, times):
    table.troubles["Act"] = [Away() for _ in range(times)]

    await player.play("t1-1")

    assert len(table.acted) == times + 1
    assert all(request == table.acted[0] for request in table.acted)


async def test_a_command_that_a_stopping_server_cancelled_is_sent_again(player, table):
    table.troubles["Act"] = [Cancelled()]

    await player.play("t1-1")

    assert len(table.acted) == 2
    assert table.acted[0] == table.acted[1]


async def test_two_actions_have_two_command_ids(player, table):
    table.views = [VIEWS[0], *VIEWS]

    await player.play("t1-1")

    assert len({request.command_id for request in table.acted}) == 2


async def test_an_action_that_came_too_late_waits_for_the_next_update(player, table):
    table.troubles["Act"] = [Late()]

    last = await player.play("t1-1")

    assert last.winner == 2
    assert len(table.acted) == 1


async def test_a_stream_that_is_lost_is_taken_up_after_its_last_version(player, table):
    table.views = [VIEWS[1], VIEWS[1], VIEWS[0], VIEWS[2]]
    table.troubles["WatchGame"] = [None, None, Away(), Away()]

    await player.play("t1-1")

    assert table.watched_from == [None, 2, 2]
    assert len(table.acted) == 1


async def test_a_service_that_is_away_at_the_start_is_waited_for(player, table):
    table.troubles["GetView"] = [Away(), Away()]

    assert (await player.play("t1-1")).winner == 2


@pytest.mark.parametrize("method", ["GetView", "WatchGame", "Act"])
async def test_what_waiting_does_not_help_ends_the_play(player, table, method):
    table.troubles[method] = [Refusal("NOT_SEATED", "you have no seat")]

    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await player.play("t1-1")

    assert refusal_of(failed.value).reason == "NOT_SEATED"
