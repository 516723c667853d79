import pytest

from tests.e2e.proof import bot_games, check_games
from tests.e2e.services_here import services_on
from tests.e2e.tables import SOAK
from tests.e2e.without_nats import check_without_nats, standing_still

GAMES = 6 * SOAK
"""One interpreter does the work of seven here: a game costs it three seconds."""

pytestmark = pytest.mark.timeout(300 * SOAK)


@pytest.fixture
async def here(postgres, tmp_path_factory):
    async with services_on(postgres, tmp_path_factory.mktemp("all")) as here:
        yield here


async def test_all_services_in_one_process_play_and_count_games_of_bots(here):
    games = await bot_games(here, GAMES)

    await check_games(here, games)


async def test_while_nats_stands_still_games_go_on_and_each_step_is_told_and_counted_once(here):
    await check_without_nats(here, here.nats, standing_still)
