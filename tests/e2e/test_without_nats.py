from contextlib import contextmanager
from functools import partial

import pytest

from tests.e2e.platforms import UNWATCHED, new_home, platform, reached
from tests.e2e.tables import SOAK
from tests.e2e.without_nats import check_without_nats
from thousand_cli.embedded_nats import EmbeddedNats


@contextmanager
def gone(_nats, process):
    """A server that crashed: its port is closed, its connections are broken."""
    tell(process, b"kill\n")
    yield
    tell(process, b"start\n")


def tell(process, word):
    """Tell NATS something by the process whose child it is."""
    process.stdin.write(word)
    process.stdin.flush()
    assert process.stdout.readline() == word


@pytest.mark.timeout(300 * SOAK)
async def test_while_nats_is_gone_games_go_on_and_each_step_is_told_and_counted_once():
    with new_home() as home, platform(home, UNWATCHED) as (process, said):
        nats, away = EmbeddedNats(home / "nats"), partial(gone, process=process)
        async with reached(said, (home / "bootstrap_secret").read_text()) as there:
            await check_without_nats(there, nats, away)
