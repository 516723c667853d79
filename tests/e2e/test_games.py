import asyncio

from tests.e2e.tables import seat_three, simple_player
from thousand_engine.record import play_record


async def test_twenty_games_of_three_simple_players_end_with_a_winner(channel):
    games = [await seat_three(channel, f"game{number}") for number in range(20)]

    views = await asyncio.gather(
        *(
            simple_player(client, seed).play(game_id)
            for seed, (game_id, clients) in enumerate(games)
            for client in clients
        )
    )

    assert all(view.winner is not None for view in views)
    for game_id, clients in games:
        record = await clients[0].record(game_id)
        *_, (_, last) = play_record(record)
        assert last.winner == record["winner"]
