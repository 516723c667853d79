"""Whole games as the table service keeps and tells them, from random play."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from random import Random

from services.scoring.facts import Step as Told
from services.table.facts import DealCommitted, GameOpened, SeatTaken
from services.table.live import MAPPER
from thousand_engine import Fact, agree
from thousand_engine.facts import DealScored, GameWon
from thousand_engine.policy import POLICIES
from thousand_engine.simulation import play_game
from thousand_evidence.chain import first_head
from thousand_log import Entry, Step, chained

SECRET = bytes(range(32))
PLAYERS = ("ann", "bob", "cid", "dan")


@dataclass
class ToldGame:
    """A game's steps as a log keeps them, the facts in them, and those the engine made of it."""

    game_id: str
    accounts: tuple
    steps: list
    kept: list
    played: list

    @property
    def told(self):
        """The steps as another service hears them when the game has a shard of its own."""
        return [told(step, step.first_version - 1) for step in self.steps]

    @property
    def scored(self):
        return [fact for facts, _ in self.played for fact in facts if isinstance(fact, DealScored)]

    @property
    def winner(self):
        return self.played[-1][1].winner


def told(step, previous_position, shard=0):
    return Told(
        shard=shard,
        previous_position=previous_position,
        position=previous_position + len(step.facts),
        game_id=step.game_id,
        first_version=step.first_version,
        last_version=step.last_version,
        facts=tuple(fact.public for fact in step.facts),
    )


def a_game(
    seed=0,
    *,
    game_id="t1-1",
    accounts=None,
    policy="simple",
    most_deals=1000,
    falsify=lambda fact: fact,
    **options,
):
    """A game of random play; ``falsify`` may change a fact before it is kept."""
    rules = agree("classic_ru", options)
    played = play_game(rules, POLICIES[policy], Random(seed), most_deals=most_deals)
    began = 1_000_000 + seed * 1000
    return tell(list(played), game_id=game_id, accounts=accounts, began=began, falsify=falsify)


def tell(played, *, game_id="t1-1", accounts=None, began=1_000_000, falsify=lambda fact: fact):
    """A played game – the facts of each step and the game after it – as a table tells it."""
    (started, *_), first = played[0]
    accounts = accounts or PLAYERS[: first.rules.players]
    seating = [[GameOpened(accounts[0], "classic_ru", {}, first.rules.options())]]
    seating += [[SeatTaken(seat, account)] for seat, account in enumerate(accounts)]
    seating[-1] += [started, DealCommitted("c" * 64)]
    steps, head, version = [], first_head(game_id), 1
    kept = [*seating, *([*map(falsify, facts)] for facts, _ in played[1:])]
    for facts in kept:
        last = version + len(facts) - 1
        entries = [
            Entry(
                originator_id=game_id,
                originator_version=version + place,
                last=last,
                at=began + version,
                actor="engine",
                rules=1,
                fact=fact,
                secret=SECRET,
            )
            for place, fact in enumerate(facts)
        ]
        step = Step(game_id, chained(map(MAPPER.to_stored_event, entries), head), f"c{last}", "")
        steps.append(step)
        head, version = step.head, last + 1
    return ToldGame(game_id, tuple(accounts), steps, kept, played)


def added_up(games):
    """What every account has done, counted from the engine's own facts: the plainest way."""
    sums = defaultdict(Counter)
    for game in games:
        facts = [fact for step, _ in game.played for fact in step if isinstance(fact, Fact)]
        for seat, account in enumerate(game.accounts):
            own = sums[account]
            for fact in facts:
                if isinstance(fact, DealScored):
                    own["deals"] += 1
                    own["written"] += fact.written[seat]
                    if fact.declarer == seat:
                        own["contracts_made" if fact.made else "contracts_lost"] += 1
                if isinstance(fact, GameWon):
                    own["games"] += 1
                    own["wins"] += fact.seat == seat
    return {
        account: {"written": 0, **{k: n for k, n in own.items() if n}}
        for account, own in sums.items()
    }
