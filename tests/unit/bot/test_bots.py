import asyncio

import pytest
from structlog.contextvars import bound_contextvars, merge_contextvars
from structlog.testing import capture_logs

from services.bot.application import Bots, Fill, Seating
from services.bot.errors import BadRequest, GameNotFound, NotSeated, TableFull


class Tables:
    """Games by id, as lists of accounts; who plays is remembered, and plays until told."""

    def __init__(self, **games):
        self.games = games
        self.playing = []
        self.begun = asyncio.Event()
        self.over = asyncio.Event()

    async def accounts(self, game_id):
        if game_id not in self.games:
            raise GameNotFound(game_id)
        return tuple(self.games[game_id])

    async def unfinished(self):
        return [Seating(id, tuple(accounts)) for id, accounts in self.games.items()]

    async def sit(self, game_id, account):
        seats = self.games[game_id]
        if None not in seats:
            raise TableFull(game_id)
        seats[seats.index(None)] = account

    async def play(self, game_id, account):
        self.playing.append((game_id, account))
        self.begun.set()
        await self.over.wait()


def fill(count=None, asker="ann", command_id="fill"):
    return Fill(asker=asker, game_id="g", command_id=command_id, count=count)


async def test_bots_take_every_free_seat_and_play():
    tables = Tables(g=["ann", None, None])

    seats = await Bots(tables).fill(fill(), trusted=False)
    await asyncio.sleep(0)

    assert seats == (1, 2)
    assert len(set(tables.playing)) == 2


async def test_a_command_repeated_seats_nobody_else():
    tables = Tables(g=["ann", None, None])
    first = await Bots(tables).fill(fill(1), trusted=False)

    again = await Bots(tables).fill(fill(1), trusted=False)

    assert first == again == (1,)
    assert tables.games["g"][2] is None


async def test_another_command_seats_another_bot():
    tables = Tables(g=["ann", None, None])
    await Bots(tables).fill(fill(1), trusted=False)

    seats = await Bots(tables).fill(fill(1, command_id="again"), trusted=False)

    assert seats == (2,)


async def test_only_who_sits_in_the_game_asks_for_bots_or_a_service():
    tables = Tables(g=["ann", None, None])

    with pytest.raises(NotSeated):
        await Bots(tables).fill(fill(asker="eve"), trusted=False)
    assert await Bots(tables).fill(fill(asker="service-matchmaking"), trusted=True) == (1, 2)


async def test_a_seat_that_somebody_took_meanwhile_is_his():
    class Late(Tables):
        async def sit(self, game_id, account):
            self.games[game_id][1:] = ["bob", "cid"]
            await super().sit(game_id, account)

    tables = Late(g=["ann", None, None])

    assert await Bots(tables).fill(fill(), trusted=False) == ()
    assert tables.games["g"] == ["ann", "bob", "cid"]


@pytest.mark.parametrize("wrong", [{"command_id": ""}, {"command_id": "x" * 65}, {"count": 0}])
def test_a_command_that_means_nothing_is_refused(wrong):
    with pytest.raises(BadRequest):
        fill(**wrong)


async def test_the_seats_of_bots_are_taken_up_once_and_those_of_people_never():
    tables = Tables(g=["ann", "bot-one", "bot-two"], h=["bot-one", None, None])
    bots = Bots(tables)

    await bots.take_up_all()
    await bots.take_up_all()
    await asyncio.sleep(0)

    assert sorted(tables.playing) == [("g", "bot-one"), ("g", "bot-two"), ("h", "bot-one")]


async def test_a_bot_that_breaks_is_taken_up_again_and_stops_no_other():
    class Fragile(Tables):
        async def play(self, game_id, account):
            await super().play(game_id, account) if account == "bot-two" else 1 / 0

    tables = Fragile(g=["bot-one", "bot-two", None])
    bots = Bots(tables)

    await bots.take_up_all()
    await asyncio.sleep(0)
    assert bots.playing == 1
    await bots.take_up_all()

    assert bots.playing == 2


async def test_a_bot_that_breaks_is_logged_with_its_game_and_not_with_who_asked_for_it():
    class Broken(Tables):
        async def play(self, game_id, account):
            raise ZeroDivisionError

    bots = Bots(Broken(g=["ann", "bot-one", None]))
    with (
        bound_contextvars(command_id="fill", trace_id="t"),
        capture_logs([merge_contextvars]) as logs,
    ):
        await bots.take_up_all()
        await asyncio.sleep(0)

    [line] = logs
    assert (line["event"], line["game_id"], line["account"]) == ("bot_stopped", "g", "bot-one")
    assert not {"command_id", "trace_id"} & line.keys()


async def test_when_it_stops_nobody_plays_on():
    tables = Tables(g=["bot-one", None, None])
    bots = Bots(tables)
    running = asyncio.create_task(bots.run())
    await tables.begun.wait()

    running.cancel()
    await asyncio.wait([running])

    assert bots.playing == 0
