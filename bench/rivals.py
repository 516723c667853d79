"""The others, through their Python interfaces; ImportError where one is not installed."""

from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any

from bench.contest import Bout, Contestant

BOUT = 20
"""Deals between two looks at the clock, where deals are short."""


def open_spiel() -> Iterator[Contestant]:
    """Skat, our nearest cousin, in two ways, and hearts.

    The fast way draws a dealt card as it draws a move: all are equally likely. OpenSpiel's own
    examples ask for the chances and let numpy draw.
    """
    spiel, numpy = import_module("pyspiel"), import_module("numpy")

    def of_the_chances(state: Any, random: Random) -> int:
        if not state.is_chance_node():
            return evenly(state, random)
        cards, chances = zip(*state.chance_outcomes(), strict=True)
        return int(numpy.random.choice(cards, p=chances))

    skat, hearts = spiel.load_game("skat"), spiel.load_game("hearts")
    yield Contestant("OpenSpiel skat", spiel_deals(skat, evenly, dealt=32, cards=30))
    yield Contestant("OpenSpiel hearts", spiel_deals(hearts, evenly, dealt=53, cards=52))
    yield Contestant(
        "OpenSpiel skat, dealt as in its examples",
        spiel_deals(skat, of_the_chances, dealt=32, cards=30),
    )


def evenly(state: Any, random: Random) -> int:
    action: int = random.choice(state.legal_actions())
    return action


def spiel_deals(game: Any, choose: Callable[[Any, Random], int], *, dealt: int, cards: int) -> Bout:
    """``dealt`` steps are chance's, no moves; complete is a deal with all its ``cards`` played."""

    def play(random: Random) -> tuple[int, int]:
        played = moves = 0
        for _ in range(BOUT):
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                state.apply_action(choose(state, random))
                steps += 1
            moves += steps - dealt
            played += steps - dealt >= cards
        return played, moves

    return play


def rlcard() -> Iterator[Contestant]:
    """Its three games nearest to ours in length; it has no game of tricks but bridge."""
    make = import_module("rlcard").make
    for name in ("bridge", "gin-rummy", "doudizhu"):
        yield Contestant(f"RLCard {name}", rlcard_deals(make(name, config={"seed": 0})))


def rlcard_deals(table: Any) -> Bout:
    def play(random: Random) -> tuple[int, int]:
        state, _ = table.reset()
        moves = 0
        while not table.is_over():
            state, _ = table.step(random.choice(list(state["legal_actions"])))
            moves += 1
        return 1, moves

    return play
