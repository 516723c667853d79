"""Tables in memory for the service's tests: replicas, a log with troubles, games played through."""

import asyncio
import os
from collections import deque
from contextlib import aclosing
from hashlib import sha256
from itertools import count
from random import Random

from services.table.application import Games
from services.table.commands import ActCommand, Command, first_game_of
from thousand_engine import legal_actions, parse_action, view
from thousand_engine.actions import Claim, WriteOff
from thousand_engine.policy import simple
from thousand_log.errors import StoreUnreachable
from thousand_log.memory import MemoryLog

ACCOUNTS = ("ann", "bob", "cid")
"""Who sits at 0, 1 and 2. Dealer is 0, so forehand 1 is in with 100 and 2 speaks first."""
AT_FOUR = (*ACCOUNTS, "dan")
"""Who sits at a table of four, and the first of them at one of two."""

BEGUN = 9
"""The version of a game whose first cards are dealt; its step began with version 7."""

SOAK = int(os.environ.get("THOUSAND_SOAK", "1"))
"""How many times as much is tried as in a quick run."""


class TroubledLog(MemoryLog):
    """A log whose next appends meet the troubles planned for them; without a plan all is well."""

    def __init__(self):
        super().__init__()
        self.troubles = deque()

    async def append(self, step):
        if self.troubles:
            return await self.troubles.popleft()(super().append, step)
        return await super().append(step)


async def not_stored(append, step):
    raise StoreUnreachable("away before anything was stored")


async def answer_lost(append, step):
    await append(step)
    raise StoreUnreachable("away before the answer was sent")


class Held:
    """An append that waits until it is let go."""

    def __init__(self, then=lambda append, step: append(step)):
        self.asked = asyncio.Event()
        self.let = asyncio.Event()
        self.then = then

    async def __call__(self, append, step):
        self.asked.set()
        await self.let.wait()
        return await self.then(append, step)


class JumpyLog(MemoryLog):
    """A log that keeps every caller waiting a few turns, before and after it has done its work."""

    def __init__(self, random):
        super().__init__()
        self.random = random

    async def append(self, step):
        return await self.jumpily(super().append, step)

    async def read(self, game_id, after=0):
        return await self.jumpily(super().read, game_id, after)

    async def secret(self, game_id, commitment):
        return await self.jumpily(super().secret, game_id, commitment)

    async def jumpily(self, work, *asked):
        await self.let_others_run()
        try:
            return await work(*asked)
        finally:
            await self.let_others_run()

    async def let_others_run(self):
        for _ in range(self.random.randrange(4)):
            await asyncio.sleep(0)


def replica(log, seed=0):
    """The application on a log, with time and chance that can be repeated."""
    return Games(log, now=count().__next__, draw=Random(seed).randbytes, lot=lambda _seats: 0)


async def open_table(games, account="ann", command_id="open", **options):
    """Opens a table: the id of its first game."""
    _, game_id = first_game_of(account, command_id)
    command = Command(account=account, game_id=game_id, command_id=command_id)
    await games.open_game(command, "classic_ru", options)
    return game_id


async def sit(games, game_id, account, wanted=None, command_id="sit"):
    command = Command(account=account, game_id=game_id, command_id=command_id)
    return await games.take_seat(command, wanted)


async def begin(games, command_id="open", **options):
    """A table with every seat taken and the first cards dealt: the id of its game."""
    game_id = await open_table(games, command_id=command_id, **options)
    for account in AT_FOUR[: options.get("players", 3)]:
        await sit(games, game_id, account)
    await turn(games, game_id)
    return game_id


async def act(games, game_id, action, command_id="act", *, account=None, **seen):
    """Does an action, written as ``2 bid 105``, for the account of its seat."""
    action = parse_action(action) if isinstance(action, str) else action
    command = ActCommand(
        account=account or AT_FOUR[action.seat],
        game_id=game_id,
        command_id=command_id,
        action=lambda _seat: action,
        **seen,
    )
    return await games.act(command)


async def turn(games, game_id):
    """The game as soon as a seat is to act, or somebody has won."""
    async with aclosing(games.watch("nobody", game_id, None)) as updates:
        async for _, seen in updates:
            if seen.seated.is_over or (seen.seated.game and seen.seated.game.to_act is not None):
                return seen
    raise AssertionError("a stream ended before its game")


async def play_on(games, game_id, random, most=10_000):
    """Plays for every seat until somebody has won, or for so many actions."""
    for _ in range(most):
        seen = await turn(games, game_id)
        if seen.seated.is_over:
            return
        await act(games, game_id, lively(seen.seated.game, random), f"act-{seen.version}")


def lively(game, random):
    """A simple player's action; now and then a claim or a write-off of any seat that has one."""
    odd = [
        action
        for seat in range(game.rules.players)
        for action in legal_actions(game, seat)
        if isinstance(action, Claim | WriteOff)
    ]
    if odd and random.random() < 0.2:
        return random.choice(odd)
    return simple(view(game, game.to_act), random)


async def updates_of(games, game_id, account="nobody", after=0):
    """Every update of a game that is over."""
    return [update async for update in games.watch(account, game_id, after)]


async def first(updates, number):
    """The first updates of a stream, which is then left."""
    async with aclosing(updates):
        return [await anext(updates) for _ in range(number)]


def check_steps(game_id, steps):
    """Passes steps whose versions follow one another, chained, each command with one step."""
    version, head = 0, sha256(f"thousand-log/1|{game_id}".encode()).digest()
    for step in steps:
        for fact in step.facts:
            version += 1
            head = sha256(head + fact.public).digest()
            assert (fact.version, fact.head) == (version, head)
    commands = [(step.account, step.command_id) for step in steps]
    assert len(set(commands)) == len(commands)
