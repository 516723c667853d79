"""Every option there is, gathered from the files of the rules they bend."""

from collections.abc import Mapping

from thousand_engine import auction, marriage, score, talon, trick
from thousand_engine.constraints import CONSTRAINTS
from thousand_engine.errors import BadAgreement
from thousand_engine.house import (
    ace_marriage,
    barrel,
    bed_marriage,
    blind,
    bolts,
    cross,
    cut,
    dump_truck,
    first_dealer,
    four_nines,
    golden,
    lock,
    redeals,
    resting_seat,
    reverse_barrel,
    settlement,
    silence,
    two_players,
    write_off,
)
from thousand_engine.options import Option, OptionValue

_GENERAL = (
    Option(1, "players", "seats at the table", (2, 3, 4), 3),
    Option(2, "win_score", "the total that wins", (1000, 1001, 1005), 1000),
    Option(4, "penalty_amount", "the size of every flat fine", range(0, 501, 5), 120),
)
_HOMES = (
    ace_marriage,
    auction,
    barrel,
    bed_marriage,
    blind,
    bolts,
    cross,
    cut,
    dump_truck,
    first_dealer,
    four_nines,
    golden,
    lock,
    marriage,
    redeals,
    reverse_barrel,
    score,
    settlement,
    silence,
    resting_seat,
    talon,
    trick,
    two_players,
    write_off,
)

OPTIONS: Mapping[str, Option] = {
    option.id: option
    for option in sorted(
        (*_GENERAL, *(option for home in _HOMES for option in home.OPTIONS)),
        key=lambda option: option.number,
    )
}
"""By id, in the order of their numbers."""


def defaults() -> dict[str, OptionValue]:
    """Every option with the value it has when nothing else is agreed."""
    return {id: option.default for id, option in OPTIONS.items()}


def complete(chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Every option with its value: the chosen ones, defaults for the rest.

    BadAgreement names an unknown id, a value that cannot be agreed, or two options that do not go
    together.
    """
    for id in chosen:
        if id not in OPTIONS:
            raise BadAgreement(f"there is no option {id!r:.40}", option=f"{id:.40}")
    agreement = {**defaults(), **chosen}
    for id, option in OPTIONS.items():
        option.check(agreement[id])
    for constraint in CONSTRAINTS:
        constraint.check(agreement)
    return agreement
