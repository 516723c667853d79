from collections import Counter

import pytest

from thousand_log import shard_of


def test_a_table_and_all_its_games_share_a_shard():
    shards = {shard_of(f"club-7-{n}", 16) for n in range(1, 100)}

    assert len(shards) == 1


def test_tables_spread_over_all_shards():
    games = Counter(shard_of(f"t{n}-1", 8) for n in range(8_000))

    assert set(games) == set(range(8))
    assert max(games.values()) < 1_200


@pytest.mark.parametrize(("game_id", "shard"), [("t1-1", 23), ("t2-1", 13), ("club-7-1", 27)])
def test_a_shard_is_the_same_for_ever(game_id, shard):
    assert shard_of(game_id, 32) == shard
