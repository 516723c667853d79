"""Matchmaking in memory: a clock that tests turn, tables that may fail, replicas on one log."""

from services.matchmaking.application import Queues


class Clock:
    def __init__(self):
        self.now = 1_000_000

    def __call__(self):
        return self.now

    def pass_by(self, seconds):
        self.now += round(seconds * 1000)


class Tables:
    """Opens each match's table once, however often it is asked; fails before or after the work."""

    def __init__(self):
        self.games = {}
        self.bots = {}
        self.sizes = {}
        self.troubles = []

    async def open(self, match, preset, players, accounts):
        self.sizes[match] = players
        with_trouble = self._next_trouble()
        if with_trouble == "before":
            raise ConnectionError
        known = self.games.setdefault(match, tuple(accounts))
        assert known == tuple(accounts)
        if with_trouble == "after":
            raise ConnectionError
        return f"game-{match}"

    async def fill(self, game, match, bots):
        with_trouble = self._next_trouble()
        if with_trouble == "before":
            raise ConnectionError
        assert self.bots.setdefault(match, bots) == bots
        if with_trouble == "after":
            raise ConnectionError

    def _next_trouble(self):
        return self.troubles.pop(0) if self.troubles else None


def replica(log, tables, clock):
    return Queues(log, tables, now=clock, bots_after=5_000)


async def enqueue(
    queues, account, command_id="wait", *, bots=False, preset="classic_ru", players=None
):
    """The ticket's id."""
    held = await queues.enqueue(account, command_id, preset, bots=bots, players=players)
    return held.ticket.id
