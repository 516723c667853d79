"""Who is timed, and how."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

Bout = Callable[[Random], tuple[int, int]]
"""Plays a little: how many deals were complete (or facts were folded), and how many moves made."""


@dataclass
class Contestant:
    """A name, what it plays, and what every round brought."""

    name: str
    play: Bout
    unit: str = "deals"
    rates: list[float] = field(default_factory=list)
    """Complete deals (or facts) a second, by round."""
    move_rates: list[float] = field(default_factory=list)
    """Moves a second, by round."""

    def go(self, random: Random, seconds: float) -> None:
        """One round: bout after bout for so many seconds of the processor."""
        done = moves = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            more, made = self.play(random)
            done += more
            moves += made
        self.rates.append(done / spent)
        self.move_rates.append(moves / spent)
