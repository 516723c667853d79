"""The bolt (болт, палка): a deal without a trick is marked, three of them cost (RULES A14, B9)."""

from collections.abc import Iterator
from dataclasses import dataclass

from thousand_engine.facts import BoltMarked, Fact, Fined
from thousand_engine.options import Agreement, Option, number, switch
from thousand_engine.settling import Settling

OPTIONS = (
    Option(
        72,
        "bolt_mode",
        "when bolts cost",
        ("off", "three_in_row", "three_total", "third_in_row_and_every_fifth"),
        "three_total",
        played=("off", "three_total"),
    ),
    Option(
        73,
        "bolt_basis",
        "what earns a bolt",
        ("no_trick", "zero_points"),
        "no_trick",
        played=("no_trick",),
    ),
    Option(
        74,
        "bolt_own_game",
        "a bolt for a declarer without a trick",
        ("counted", "ignored"),
        "counted",
    ),
    Option(
        75,
        "bolt_on_barrel",
        "a bolt for a seat on the barrel",
        ("ignored", "third_throws"),
        "ignored",
        played=("ignored",),
    ),
    switch(76, "bolt_double_golden", "two bolts instead of one in golden deals", "off"),
    Option(
        77, "bolt_double_blind", "two bolts instead of one in blind games", ("off", "all"), "off"
    ),
    Option(
        78,
        "in_row_fine",
        "the fine when three bolts came in successive deals",
        ("flat", 240, 360),
        "flat",
    ),
    Option(79, "bolt_streak_break", "what interrupts a streak", ("trick",), "trick"),
)

BOLTS_FOR_A_FINE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Bolts:
    """``fine`` is charged for every third bolt."""

    fine: int
    own_game: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Bolts | None":
        if agreement["bolt_mode"] == "off":
            return None
        return cls(
            fine=number(agreement, "penalty_amount"),
            own_game=agreement["bolt_own_game"] == "counted",
        )


def mark_bolts(settling: Settling) -> Iterator[Fact]:
    """A bolt for each seat without a trick; the third is fined and three are wiped."""
    rule, outcome = settling.rules.bolts, settling.outcome
    if rule is None or outcome.result != "played":
        return
    for seat in outcome.active:
        if outcome.tricks[seat] or settling.before.on_barrel(seat):
            continue
        if seat == outcome.declarer and not rule.own_game:
            continue
        count = settling.sheet.bolts[seat] + 1
        yield BoltMarked(seat, count, count % BOLTS_FOR_A_FINE)
        if count >= BOLTS_FOR_A_FINE:
            yield Fined(seat, "bolts", -rule.fine)
