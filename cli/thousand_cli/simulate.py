"""`thousand simulate`: whole games without a table, the same again for the same seed."""

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from random import Random

import click

from thousand_cli.agreement import agreed, agreement_options
from thousand_cli.game_forms import FORMS
from thousand_engine.facts import CardsDealt, Fact
from thousand_engine.game import Game
from thousand_engine.policy import POLICIES
from thousand_engine.record import write_record
from thousand_engine.simulation import play_game

SUMMARY = "summary"

EXAMPLES = """\b
Examples:
  thousand simulate --games 3 --policy simple --seed 7
  thousand simulate --games 100 --policy simple --format record > games.jsonl
  thousand simulate --policy simple --format text | thousand replay -
"""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A game that was played here: its facts, and how it stands at the end."""

    game_id: str
    facts: tuple[Fact, ...]
    end: Game

    @property
    def deals(self) -> int:
        """Every distribution of cards, a redealt one too."""
        return sum(isinstance(fact, CardsDealt) for fact in self.facts)


@dataclass(slots=True)
class Summary:
    """What is counted over all games."""

    started: float = field(default_factory=time.perf_counter)
    games: int = 0
    deals: int = 0
    winners: Counter[int | None] = field(default_factory=Counter)

    def count(self, game: Simulated) -> str:
        """Count a game in; its line."""
        self.games += 1
        self.deals += game.deals
        self.winners[game.end.winner] += 1
        won = "no winner" if game.end.winner is None else f"seat {game.end.winner} won"
        totals = " ".join(map(str, game.end.sheet.totals))
        return f"{game.game_id}: {game.deals} deals, {won}, totals {totals}"

    def closing(self, players: int) -> str:
        """The line below all others."""
        speed = self.deals / (time.perf_counter() - self.started)
        won = ", ".join(f"seat {seat} {self.winners[seat]}" for seat in range(players))
        return (
            f"games {self.games}, deals {self.deals}, won by {won}, "
            f"without a winner {self.winners[None]}, {speed:.0f} deals/s"
        )


@click.command(epilog=EXAMPLES)
@agreement_options
@click.option(
    "--games", type=click.IntRange(1), default=1, show_default=True, help="How many games."
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Chooses the cards and what a random player does.",
)
@click.option(
    "--policy",
    type=click.Choice(list(POLICIES)),
    default="simple",
    show_default=True,
    help="Who plays: any legal action, all equally likely, or a simple sensible player.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice([SUMMARY, *FORMS]),
    default=SUMMARY,
    show_default=True,
    help="A line a game; a record a game, as one line of JSON; or the text form.",
)
@click.option(
    "--deals",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help="Where a game without a winner ends; a redeal counts as a deal.",
)
def simulate(
    *,
    preset: str,
    options: tuple[str, ...],
    players: int | None,
    games: int,
    seed: int,
    policy: str,
    form: str,
    deals: int,
) -> None:
    """Play whole games by themselves and print them.

    The same command always prints the same games. The first game is played with the seed, the next
    with the seed plus one, and so on; its number stands in the game's name. So the game
    simulated-12 alone is: --games 1 --seed 12.
    """
    rules = agreed(preset, options, players)
    summary = Summary()
    for number in range(seed, seed + games):
        steps = play_game(rules, POLICIES[policy], Random(number), most_deals=deals)
        game = played(f"simulated-{number}", steps)
        line = summary.count(game)
        if game.end.winner is None:
            click.echo(f"{game.game_id} has no winner after {game.deals} deals", err=True)
        if form == SUMMARY:
            click.echo(line)
        else:
            click.echo(FORMS[form](write_record(game.game_id, game.facts)))
    if form == SUMMARY:
        click.echo(summary.closing(rules.players))


def played(game_id: str, steps: Iterable[tuple[tuple[Fact, ...], Game]]) -> Simulated:
    """The game these steps make."""
    taken = list(steps)
    facts = chain.from_iterable(step for step, _ in taken)
    return Simulated(game_id, tuple(facts), taken[-1][1])
