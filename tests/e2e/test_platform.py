import asyncio
from contextlib import aclosing, asynccontextmanager
from functools import partial
from random import Random

import pytest

from tests.e2e.platforms import kill, kill_all, new_home, platform, reached
from tests.e2e.proof import Reader, bot_games, check_games, pages
from tests.e2e.tables import SOAK, simple_player
from thousand.matchmaking.v1 import matchmaking_pb2
from thousand_engine.actions import Play
from thousand_engine.policy import simple

GAMES = 20 * SOAK
PARTS = ("table", "bot", "scoring", "identity", "matchmaking", "gateway", "nats-server", "postgres")
KILLS = (*(partial(kill, part=part) for part in PARTS), kill_all)


class Scene:
    """What goes on while a platform is killed again and again.

    Bots play games; a guest plays one with two of them, a card between two kills, and is watched
    in a browser; another waits in the queue for two others.
    """

    def __init__(self):
        self.games = []
        self.acknowledged = []

    async def begin(self, there):
        self.games = await bot_games(there, GAMES)
        self.guest = await there.guest()
        table = there.table(self.guest)
        self.own_game = await table.create_table("open")
        await table.take_seat(self.own_game, "sit", seat=0)
        await there.fill(self.guest, self.own_game)
        self.watcher = Reader(self.own_game, await there.web.guest())
        self.waiting = await in_queue(there)

    @asynccontextmanager
    async def in_mid_deal(self, there):
        """The moment after a card was acknowledged that is not the last of its deal."""
        async with asyncio.TaskGroup() as watching:
            watching.create_task(self.watcher.read(there.web))
            credentials, ticket = self.waiting
            asked = await there.match("GetTicket", credentials, ticket_id=ticket.ticket_id)
            assert asked.state == matchmaking_pb2.TICKET_STATE_WAITING
            playing = await pages(there.web, {"state": "GAME_STATE_PLAYING"})
            assert {game["gameId"] for game in playing} & set(self.games)
            await self.play_a_card(there.table(self.guest))
            yield

    async def play_a_card(self, table):
        """Act until a card is played and another is in the hand, so that the deal goes on."""
        rules = (await table.look(self.own_game)).rules
        async with aclosing(table.watch(self.own_game, rules)) as updates:
            async for update in updates:
                view = update.view
                if view.to_act != view.viewer:
                    continue
                await self.watcher.has_read(update.version)
                action = simple(view, Random(update.version))
                version = await table.act(self.own_game, f"on-{update.version}", action)
                if isinstance(action, Play) and len(view.hand) > 1:
                    self.acknowledged.append(version)
                    return
        raise AssertionError("the game was over")

    async def end(self, there):
        """Everybody plays on, he who waited with two others: all that is told and counted is so."""
        queued = [self.waiting, await in_queue(there), await in_queue(there)]
        matched, *_ = await asyncio.gather(
            played_by(there, queued),
            simple_player(there.table(self.guest), 1).play(self.own_game),
            self.watcher.read(there.web),
        )

        told = await check_games(there, [*self.games, self.own_game, matched])

        own = next(game for game in told if game.game_id == self.own_game)
        assert self.watcher.facts == own.facts
        played = {fact["last"] for fact in own.of("card_played") if fact["actor"] == "seat:0"}
        assert set(self.acknowledged) <= played


async def in_queue(there):
    """Somebody who waits for two others: the credentials and the ticket."""
    credentials = await there.guest()
    return credentials, await there.match("Enqueue", credentials, command_id="wait")


async def played_by(there, queued):
    """The game that all who waited are seated in, once it is over."""
    tickets = await asyncio.gather(
        *(
            there.match("WatchTicket", credentials, ticket_id=ticket.ticket_id)
            for credentials, ticket in queued
        )
    )
    [game_id] = {updates[-1].game_id for updates in tickets}
    await asyncio.gather(
        *(simple_player(there.table(credentials), 1).play(game_id) for credentials, _ in queued)
    )
    return game_id


@asynccontextmanager
async def running(home):
    """The platform of a folder: its process, and all that is reached of it."""
    with platform(home) as (process, said):
        async with reached(said, (home / "bootstrap_secret").read_text()) as there:
            yield process, there


@pytest.mark.timeout(900 * SOAK)
async def test_killed_part_by_part_and_all_at_once_every_game_goes_on_and_counts_once():
    scene = Scene()
    with new_home() as home:
        for strike in KILLS:
            async with running(home) as (process, there):
                if not scene.games:
                    await scene.begin(there)
                async with scene.in_mid_deal(there):
                    strike(process)
        async with running(home) as (_, there):
            await scene.end(there)
