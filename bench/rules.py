"""Random complete deals a second on one core: ours, OpenSpiel's, RLCard's; and facts folded.

Everybody chooses evenly among the legal actions, one at a time, through Python. The contestants
take turns, round after round, and the seconds are the processor's: a busy machine slows all of them
and favours none. A deal counts when its last card was played; the time of those passed out, written
off or dealt again counts as well.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.contest import Contestant
from bench.ours import thousand
from bench.rivals import open_spiel, rlcard

SIDES: dict[str, Callable[[], Iterator[Contestant]]] = {
    "thousand": thousand,
    "open-spiel": open_spiel,
    "rlcard": rlcard,
}
OURS, NEAREST = "thousand classic_ru", "OpenSpiel skat"
AS_IN_EXAMPLES = f"{NEAREST}, dealt as in its examples"
RIVALS = ("open-spiel", "rlcard")
AIM, AIM_BESIDE_NEAREST = 8000, 3


def gather() -> tuple[list[Contestant], dict[str, str]]:
    """Everybody who could be installed, and why the others are missing."""
    contestants: list[Contestant] = []
    missing = {}
    for side, contest in SIDES.items():
        try:
            contestants += contest()
        except ImportError as error:
            missing[side] = str(error)
    return contestants, missing


def compete(contestants: list[Contestant], rounds: int, seconds: float) -> None:
    for contestant in contestants:
        contestant.play(Random(0))  # what is made at the first use is no speed
    for number in range(rounds):
        for contestant in contestants:
            contestant.go(Random(number), seconds)


def beside(one: Contestant, other: Contestant) -> float:
    """How many times as fast, round by round, in the middle."""
    return median(a / b for a, b in zip(one.rates, other.rates, strict=True))


def report(contestants: list[Contestant], missing: dict[str, str]) -> dict[str, Any]:
    """All that was found out, as plain values."""
    nearest = next((each for each in contestants if each.name == NEAREST), None)
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {
            "processor": processor(),
            "cores": os.cpu_count(),
            "load": os.getloadavg(),
            "python": platform.python_version(),
        },
        "versions": {side: version(side) for side in RIVALS if side not in missing},
        "missing": missing,
        "contestants": [
            {
                "name": each.name,
                "unit": each.unit,
                "a_second": median(each.rates),
                "moves_a_second": median(each.move_rates),
                "rounds": each.rates,
                "beside_nearest": beside(each, nearest)
                if nearest and each.unit == nearest.unit
                else None,
            }
            for each in contestants
        ],
    }


def processor() -> str:
    """Linux tells its name in a file, the others by themselves."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    names = (line.partition(": ")[2] for line in lines if line.startswith("model name"))
    return next(names, platform.processor())


def lines(found: dict[str, Any]) -> Iterator[str]:
    """The table that a person reads."""
    machine = found["machine"]
    yield f"{found['at']}, {machine['processor']}, Python {machine['python']}"
    yield ", ".join(f"{side} {number}" for side, number in found["versions"].items())
    yield ""
    yield f"{'':42}{'a second':>12}{'min - max':>20}{'moves/s':>12}{'x skat':>9}"
    for each in found["contestants"]:
        spread = f"{min(each['rounds']):,.0f} - {max(each['rounds']):,.0f}"
        moves = f"{each['moves_a_second']:,.0f}" if each["moves_a_second"] else ""
        ratio = f"{each['beside_nearest']:.3f}" if each["beside_nearest"] else ""
        rate = f"{each['a_second']:,.0f} {each['unit']}"
        yield f"{each['name']:42}{rate:>12}{spread:>20}{moves:>12}{ratio:>9}"
    for side, reason in found["missing"].items():
        yield f"{side}: not installed here ({reason})"
    yield ""
    yield verdict(found)


def verdict(found: dict[str, Any]) -> str:
    rates = {each["name"]: each["beside_nearest"] for each in found["contestants"]}
    ours = next(each["a_second"] for each in found["contestants"] if each["name"] == OURS)
    ratio = rates[OURS]
    said = f"{ours:,.0f} deals/s"
    if ratio:
        beside_examples = ratio / rates[AS_IN_EXAMPLES]
        said += f", {ratio:.3f} x skat, {beside_examples:.2f} x skat dealt as in its examples"
    reached = ours >= AIM and ratio and ratio >= AIM_BESIDE_NEAREST
    return (
        f"Aim: {AIM:,} deals/s and {AIM_BESIDE_NEAREST} x {NEAREST}. "
        f"{'Reached' if reached else 'Not reached'}: {said}."
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.rules", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round")
    parser.add_argument("--json", action="store_true", help="everything measured, for programs")
    asked = parser.parse_args()
    contestants, missing = gather()
    compete(contestants, asked.rounds, asked.seconds)
    found = report(contestants, missing)
    text = json.dumps(found, indent=2) if asked.json else "\n".join(lines(found))
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
