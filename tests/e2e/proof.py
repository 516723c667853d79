"""What is true of games on any platform: what is told, shown and counted is a fold of their log."""

import asyncio
import base64
import json
from collections import defaultdict
from dataclasses import dataclass
from operator import itemgetter

from tests.unit.scoring.told import added_up
from thousand.scoring.v1 import scoring_pb2
from thousand_engine.facts import DealScored
from thousand_engine.record import play_record

TABLE = "table.v1.TableService"


async def bot_games(there, number, name="open"):
    """So many games of three bots: they have begun."""
    service = there.as_service()
    games = [await there.table(service).create_table(f"{name}-{n}") for n in range(number)]
    for game_id in games:
        await there.fill(service, game_id)
    return games


async def check_games(there, games):
    """Passes finished games, all there are, of which everybody says what their log says.

    Scoring may have to catch up first; gives the log.
    """
    players = await counted(there, len(games))
    told = await everything_told(there)

    assert sorted(game.game_id for game in told) == sorted(games)
    assert players == standings(told)
    for game in told:
        shown = await there.scoring.GetGame(scoring_pb2.GetGameRequest(game_id=game.game_id))
        assert shown == game.as_scoring_shows_it()
    await check_browsers(there, told)
    return told


async def check_browsers(there, told):
    """Passes games that the gateway lists as over, one of which it streams from its first fact."""
    listed = await pages(there.web, {"state": "GAME_STATE_OVER"})
    assert {game["gameId"]: tuple(game["accounts"]) for game in listed} == {
        game.game_id: game.accounts for game in told
    }
    assert await pages(there.web, {}) == []
    reader = Reader(told[0].game_id, await there.web.guest())
    await reader.read(there.web)
    assert reader.facts == told[0].facts


async def pages(web, wanted):
    """All games that are listed."""
    games, token = [], ""
    while True:
        answer = (await web.ask(f"{TABLE}/ListGames", {**wanted, "pageToken": token})).json
        games += answer.get("games", [])
        token = answer.get("nextPageToken")
        if not token:
            return games


# --- the log


@dataclass(frozen=True)
class Told:
    """A finished game: its facts in public form, and its record as the rules play it again."""

    game_id: str
    facts: list
    played: list

    def of(self, kind):
        return [fact for fact in self.facts if fact["type"] == f"game.{kind}"]

    @property
    def accounts(self):
        seated = sorted(self.of("seat_taken"), key=itemgetter("seat"))
        return tuple(fact["account"] for fact in seated)

    def as_scoring_shows_it(self):
        _, last = self.played[-1]
        [started] = self.of("game_started")
        scored = [
            (fact, game)
            for facts, game in self.played
            for fact in facts
            if isinstance(fact, DealScored)
        ]
        return scoring_pb2.GetGameResponse(
            game=scoring_pb2.Game(
                game_id=self.game_id,
                version=len(self.facts),
                started_at=started["at"],
                accounts=self.accounts,
                totals=last.sheet.totals,
                winner=last.winner,
            ),
            deals=[
                scoring_pb2.Deal(
                    number=number,
                    version=told["last"],
                    result=f"DEAL_RESULT_{fact.result.upper()}",
                    declarer=fact.declarer,
                    contract=fact.contract,
                    written=fact.written,
                    totals=game.sheet.totals,
                )
                for number, ((fact, game), told) in enumerate(
                    zip(scored, self.of("deal_scored"), strict=True), 1
                )
            ],
        )


async def everything_told(there):
    """Every game there is, from the log; each without a gap."""
    logs = defaultdict(list)
    for step in await there.steps():
        logs[step.game_id] += map(json.loads, step.facts)
    table = there.table(there.as_service())
    for facts in logs.values():
        assert [fact["version"] for fact in facts] == list(range(1, len(facts) + 1))
    return [
        Told(game_id, facts, list(play_record(await table.record(game_id))))
        for game_id, facts in logs.items()
    ]


# --- what it adds up to


def standings(told):
    """The leaderboard that follows."""
    players = [
        scoring_pb2.Player(account=account, **sums) for account, sums in added_up(told).items()
    ]
    return sorted(players, key=lambda player: (-player.wins, player.games, player.account))


async def counted(there, games):
    """The leaderboard as soon as it has so many games of three players."""
    while True:
        players = await leaderboard(there)
        if sum(player.games for player in players) >= 3 * games:
            return players
        await asyncio.sleep(0.2)  # scoring tells nobody when it has counted


async def leaderboard(there):
    players, token = [], ""
    while True:
        request = scoring_pb2.ListLeaderboardRequest(page_token=token)
        page = await there.scoring.ListLeaderboard(request)
        players += page.players
        token = page.next_page_token
        if not token:
            return players


# --- as a browser reads it


class Reader:
    """Reads a game's facts at a gateway, and goes on where it was when the stream breaks off."""

    def __init__(self, game_id, token):
        self.game_id = game_id
        self.token = token
        self.facts = []
        self._more = asyncio.Event()

    async def read(self, web):
        """To the end of the stream, whatever ends it."""
        request = {"gameId": self.game_id, "fromVersion": len(self.facts)}
        try:
            async with web.stream(f"{TABLE}/WatchGame", request, self.token) as answers:
                async for answer in answers:
                    facts = answer.get("update", {}).get("facts", [])
                    self.facts += [json.loads(base64.b64decode(fact)) for fact in facts]
                    self._more.set()
        except (OSError, asyncio.IncompleteReadError):
            pass

    async def has_read(self, version):
        """Until it has, while it reads."""
        while len(self.facts) < version:
            self._more.clear()
            await self._more.wait()
