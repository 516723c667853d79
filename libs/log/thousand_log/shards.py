"""Which shard keeps a game (ARCHITECTURE 5)."""

import zlib


def shard_of(game_id: str, shards: int) -> int:
    """The shard of a game's table, so that all games of a table lie together.

    A game id is ``<table id>-<n>``. The answer is stored in every fact: it never changes.
    """
    table_id = game_id.rpartition("-")[0]
    return zlib.crc32(table_id.encode()) % shards
