"""A game of every preset, between two, three and four bots, over gRPC and counted again."""

import asyncio
from functools import partial
from random import Random

import pytest

from chassis.callers import Role
from services.bot.bind import choose
from services.bot.playing import BotPlayer
from services.scoring.consumers import reader_of
from services.scoring.projection import project
from services.scoring.results import Counted
from tests.accounts import Known
from tests.e2e.tables import seat_all
from thousand_engine.presets import PRESETS
from thousand_engine.record import play_record

SIZES = {
    **dict.fromkeys(PRESETS, 3),
    **dict.fromkeys(("bank_server", "classic_narrative", "dealer_opens", "house_strict"), 2),
    **dict.fromkeys(("igrafan", "variant_1001"), 2),
    **dict.fromkeys(("club_3_4", "kosar", "pagat_ru", "tysiac_pl"), 4),
}
"""How many play each preset."""


async def told_of(channel, game_id):
    """The steps of a game as other services hear them."""
    read = reader_of(channel, Known("service-scoring", Role.SERVICE))
    shards = (await read(0, 0)).shards
    for shard in range(shards):
        position = 0
        while steps := (await read(shard, position)).steps:
            for step in steps:
                if step.game_id == game_id:
                    yield step
            position = steps[-1].position


@pytest.mark.parametrize("preset", sorted(PRESETS))
async def test_bots_play_a_game_to_its_end_that_replays_and_adds_up_under(preset, channel):
    game_id, clients = await seat_all(channel, "game", preset, SIZES[preset])
    safe_actions = []

    await asyncio.gather(
        *(
            BotPlayer(client, partial(choose, Random(seed)), safe_actions.append).play(game_id)
            for seed, client in enumerate(clients)
        )
    )

    assert safe_actions == []
    record = await clients[0].record(game_id)
    *_, (_, last) = play_record(record)
    assert last.winner == record["winner"] is not None
    counted, deals = Counted(game_id=game_id), []
    async for step in told_of(channel, game_id):
        counted, deal = project(counted, step)
        deals += [deal] if deal else []
    assert (counted.game.sheet, counted.winner) == (last.sheet, last.winner)
    assert [deal.written for deal in deals] == [
        tuple(entry["written"]) for entry in record["deals"] if entry["result"] != "redealt"
    ]
    assert {deal.dispute for deal in deals} == {""}
