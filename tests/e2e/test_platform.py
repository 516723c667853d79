import asyncio
import os
from collections import Counter
from contextlib import suppress

import grpc.aio
import pytest

from tests.e2e.platforms import client, kill, kill_all, new_home, platform
from thousand.bot.v1 import bot_pb2, bot_pb2_grpc
from thousand.scoring.v1 import scoring_pb2, scoring_pb2_grpc
from thousand_client import ServiceSession
from thousand_engine.record import play_record

GAMES = 20 * int(os.environ.get("THOUSAND_SOAK", "1"))


async def bot_games(said, home, number):
    """So many games of three bots."""
    async with (
        client(said) as anna,
        grpc.aio.insecure_channel(said["grpc"]["identity"]) as identity,
        grpc.aio.insecure_channel(said["grpc"]["bot"]) as channel,
    ):
        operator = ServiceSession(identity, "test", (home / "bootstrap_secret").read_text())
        bots = bot_pb2_grpc.BotServiceStub(channel)
        games = [await anna.create_table(f"open-{game}") for game in range(number)]
        for game_id in games:
            await bots.FillSeats(
                bot_pb2.FillSeatsRequest(game_id=game_id, command_id="fill"),
                metadata=await operator.metadata(),
            )
        return games


async def seen_until(said, game_id, enough):
    """Watch a game until a version, or its end."""
    async with client(said) as anna:
        rules = (await anna.look(game_id)).rules
        with suppress(StopAsyncIteration):
            async for update in anna.watch(game_id, rules, after=0):
                if enough is not None and update.version >= enough:
                    return


async def counted(said, games):
    """What scoring says of the games, once it has heard of all winners."""
    async with grpc.aio.insecure_channel(said["grpc"]["scoring"]) as channel:
        scoring = scoring_pb2_grpc.ScoringServiceStub(channel)
        answers = []
        async with asyncio.timeout(60):
            for game_id in games:
                while True:
                    with suppress(grpc.aio.AioRpcError):
                        answer = await scoring.GetGame(scoring_pb2.GetGameRequest(game_id=game_id))
                        if answer.game.HasField("winner"):
                            break
                    await asyncio.sleep(0.1)
                answers.append(answer)
        board = await scoring.ListLeaderboard(scoring_pb2.ListLeaderboardRequest(page_size=100))
        return answers, board.players


PARTS = ("table", "bot", "scoring", "identity", "matchmaking", "gateway", "nats-server", "postgres")


@pytest.mark.timeout(900)
async def test_killed_part_by_part_and_all_at_once_every_game_goes_on_and_counts_once():
    with new_home() as home:
        for turn, part in enumerate(PARTS, 1):
            with platform(home) as (process, said):
                if turn == 1:
                    games = await bot_games(said, home, GAMES)
                await seen_until(said, games[0], 30 * turn)
                kill(process, part)
        with platform(home) as (process, said):
            await seen_until(said, games[0], 30 * (turn + 1))
            kill_all(process)

        with platform(home) as (process, said):
            await asyncio.gather(*(seen_until(said, game_id, None) for game_id in games))
            answers, players = await counted(said, games)
            async with client(said) as anna:
                records = [await anna.record(game_id) for game_id in games]

    wins = Counter()
    for answer, record in zip(answers, records, strict=True):
        *_, (_, last) = play_record(record)
        assert answer.game.winner == last.winner == record["winner"]
        assert tuple(answer.game.totals) == last.sheet.totals
        assert answer.game.disputed_deals == 0
        assert [list(deal.written) for deal in answer.deals] == [
            entry["written"] for entry in record["deals"] if entry["result"] != "redealt"
        ]
        wins[answer.game.accounts[last.winner]] += 1
    assert {player.account: player.wins for player in players if player.wins} == wins
    assert sum(player.games for player in players) == 3 * GAMES
