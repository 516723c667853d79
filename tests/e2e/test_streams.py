import asyncio
from contextlib import aclosing

from tests.accounts import Known
from tests.e2e.tables import seat_three, simple_player
from thousand_client import TableClient


async def test_readers_that_stop_slow_nobody_and_miss_nothing(channel):
    game_id, clients = await seat_three(channel)
    rules = (await clients[0].look(game_id)).rules
    readers = [
        TableClient(channel, Known(f"reader-{n}")).watch(game_id, rules, 0) for n in range(5)
    ]
    begun = [await anext(reader) for reader in readers]

    await asyncio.gather(*(simple_player(client, 1).play(game_id) for client in clients))

    last = (await clients[0].look(game_id)).version
    for first, reader in zip(begun, readers, strict=True):
        updates = [first, *[update async for update in reader]]
        versions = [fact["version"] for update in updates for fact in update.facts]
        assert versions == list(range(1, last + 1))


async def test_a_reader_may_leave_and_come_back_at_any_version(channel):
    game_id, clients = await seat_three(channel)
    rules = (await clients[0].look(game_id)).rules
    playing = asyncio.gather(*(simple_player(client, 1).play(game_id) for client in clients))

    versions = [0]
    while True:
        async with aclosing(clients[0].watch(game_id, rules, versions[-1])) as updates:
            async for update in updates:
                versions += [fact["version"] for fact in update.facts]
                if update.version % 60 == 0:
                    break
            else:
                break
    await playing

    assert versions == list(range((await clients[0].look(game_id)).version + 1))
