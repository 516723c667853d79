import os
import shutil

import grpc
import pytest

from tests.integration.scoring.platform import platform
from tests.unit.scoring.told import a_game, added_up
from thousand.scoring.v1 import scoring_pb2
from thousand_cli.embedded_nats import EmbeddedNats
from thousand_client.errors import refusal_of

SOAK = int(os.environ.get("THOUSAND_SOAK", "1"))


@pytest.fixture
def own_nats(tmp_path):
    server = EmbeddedNats(tmp_path / "nats")
    server.start()
    yield server
    server.stop()


def games(first, count, **options):
    accounts = [f"p{number}" for number in range(7)]
    return [
        a_game(
            number,
            game_id=f"t{number}-1",
            accounts=[accounts[(number + seat * 2) % 7] for seat in range(3)],
            policy=("simple", "random")[number % 2],
            # A few are played to the end.
            most_deals=1000 if number % 20 == 0 else 3,
            **options,
        )
        for number in range(first, first + count)
    ]


async def test_a_hundred_games_add_up_to_what_their_log_says(stores, secret_file, own_nats):
    played = games(0, 100 * SOAK)

    async with platform(stores, secret_file, own_nats.url) as running:
        await running.append(*played)
        await running.until_counted(added_up(played))
        parked = await running.counter("thousand_bus_failures_total")
        disputed = await running.counter("thousand_disputed_deals_total")

    assert (parked, disputed) == (0, 0)


async def test_steps_come_by_the_bus_when_there_is_one(stores, secret_file, own_nats):
    played = games(1, 10)

    async with platform(stores, secret_file, own_nats.url) as running:
        for number, game in enumerate(played, 1):
            await running.append(game)
            await running.until_counted(added_up(played[:number]))
            if await running.counter("thousand_bus_steps_total", way="stream"):
                return

    pytest.fail("the store was asked for every step of ten games")


async def test_without_a_bus_everything_is_counted_too(stores, secret_file):
    played = games(1, 2)

    async with platform(stores, secret_file) as running:
        await running.append(*played)
        await running.until_counted(added_up(played))


async def test_the_bus_may_be_killed_and_lose_everything_while_games_go_on(
    stores, secret_file, own_nats, tmp_path
):
    played = []

    async with platform(stores, secret_file, own_nats.url) as running:
        for number in range(3):
            more = games(1 + 4 * number, 4)
            played += more
            await running.append(*more[:2])
            own_nats.kill()
            await running.append(*more[2:])
            if number == 1:
                shutil.rmtree(tmp_path / "nats" / "jetstream")
            own_nats.start()
        await running.until_counted(added_up(played))


async def test_services_that_start_again_go_on_where_they_were(stores, secret_file, own_nats):
    played = []

    for number in range(3):
        async with platform(stores, secret_file, own_nats.url) as running:
            more = games(1 + 3 * number, 3)
            played += more
            await running.append(*more)
            if number == 2:
                await running.until_counted(added_up(played))


async def test_a_rebuild_needs_an_operator(stores, secret_file):
    async with platform(stores, secret_file) as running:
        with pytest.raises(grpc.RpcError) as refused:
            await running.scoring.Rebuild(scoring_pb2.RebuildRequest())

    assert refusal_of(refused.value).reason == "NO_TOKEN"


async def test_what_is_asked_wrongly_is_refused_with_a_reason(stores, secret_file):
    async with platform(stores, secret_file) as running:
        asked = [
            running.scoring.GetPlayer(scoring_pb2.GetPlayerRequest(account="\0")),
            running.scoring.GetGame(scoring_pb2.GetGameRequest(game_id="x" * 5000)),
            running.scoring.ListGames(scoring_pb2.ListGamesRequest(page_size=-1)),
            *(
                running.scoring.ListLeaderboard(
                    scoring_pb2.ListLeaderboardRequest(page_token=token)
                )
                for token in (
                    "nonsense",
                    "WzEsMiwiXHUwMDAwIl0=",
                    "WzEsOTk5OTk5OTk5OTk5OTk5OTk5OTksMV0=",
                )
            ),
        ]
        reasons = []
        for call in asked:
            with pytest.raises(grpc.RpcError) as refused:
                await call
            reasons.append(refusal_of(refused.value).reason)

    assert reasons == [
        "PLAYER_NOT_FOUND",
        "GAME_NOT_FOUND",
        "BAD_PAGE_SIZE",
        *["BAD_PAGE_TOKEN"] * 3,
    ]


async def test_pages_and_games_are_shown(stores, secret_file):
    played = games(1, 4)

    async with platform(stores, secret_file) as running:
        await running.append(*played)
        await running.until_counted(added_up(played))
        players, token = [], ""
        while True:
            page = await running.scoring.ListLeaderboard(
                scoring_pb2.ListLeaderboardRequest(page_size=3, page_token=token)
            )
            players += [player.account for player in page.players]
            token = page.next_page_token
            if not token:
                break
        listed = await running.scoring.ListGames(
            scoring_pb2.ListGamesRequest(account="p1", page_size=1)
        )
        rest = await running.scoring.ListGames(
            scoring_pb2.ListGamesRequest(account="p1", page_token=listed.next_page_token)
        )
        shown = await running.scoring.GetGame(
            scoring_pb2.GetGameRequest(game_id=listed.games[0].game_id)
        )

    assert sorted(players) == sorted(added_up(played))
    of_p1 = [game.game_id for game in reversed(played) if "p1" in game.accounts]
    assert [game.game_id for game in [*listed.games, *rest.games]] == of_p1
    game = next(game for game in played if game.game_id == shown.game.game_id)
    assert [(deal.number, tuple(deal.written)) for deal in shown.deals] == [
        (number, fact.written) for number, fact in enumerate(game.scored, 1)
    ]
