"""The bolt (болт, палка): a deal without a trick is marked, three of them cost (RULES A14, B9)."""

from dataclasses import dataclass
from typing import Literal, cast

from thousand_engine.facts import BoltMarked, Fined, StreakBroken
from thousand_engine.house.fines import doubled_in_gold
from thousand_engine.house.on_the_barrel import is_frozen
from thousand_engine.house.write_off import costs_a_stick
from thousand_engine.options import Agreement, Option, number, number_or_none, switch
from thousand_engine.settling import Outcome, Settling

OPTIONS = (
    Option(
        72,
        "bolt_mode",
        "when bolts cost",
        ("off", "three_in_row", "three_total", "third_in_row_and_every_fifth"),
        "three_total",
    ),
    Option(73, "bolt_basis", "what earns a bolt", ("no_trick", "zero_points"), "no_trick"),
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
    Option(79, "bolt_streak_break", "what interrupts a streak of bolts", ("trick",), "trick"),
)

Mode = Literal["three_in_row", "three_total", "third_in_row_and_every_fifth"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bolts:
    """What earns bolts, how they count, and what they cost."""

    mode: Mode
    fine: int
    in_row_fine: int
    """Where the three came in three successive deals."""
    points_save: bool
    """A seat without a single point gets a bolt, not one without a trick."""
    own_game: bool
    throw_sitters: bool
    double_golden: bool
    double_blind: bool

    @classmethod
    def agreed(cls, agreement: Agreement) -> "Bolts | None":
        if agreement["bolt_mode"] == "off":
            return None
        fine = number(agreement, "penalty_amount")
        in_row_fine = number_or_none(agreement, "in_row_fine")
        return cls(
            mode=cast("Mode", agreement["bolt_mode"]),
            fine=fine,
            in_row_fine=fine if in_row_fine is None else in_row_fine,
            points_save=agreement["bolt_basis"] == "zero_points",
            own_game=agreement["bolt_own_game"] == "counted",
            throw_sitters=agreement["bolt_on_barrel"] == "third_throws",
            double_golden=agreement["bolt_double_golden"] == "on",
            double_blind=agreement["bolt_double_blind"] == "all",
        )


def mark_bolts(settling: Settling) -> None:
    """Bolts of a played deal; the stick of a write-off; a cross gives each defender one (B6)."""
    rule, outcome = settling.rules.bolts, settling.outcome
    if rule is None:
        return
    match outcome.result:
        case "played" if not is_frozen(settling):
            for seat in outcome.active:
                if counts(settling, rule, seat) and (rule.own_game or seat != outcome.declarer):
                    mark_played(settling, rule, seat)
        case "written_off" if costs_a_stick(settling):
            mark_outside_a_streak(settling, rule, outcome.declarer)
        case "crossed":
            for seat in outcome.active:
                if seat != outcome.declarer:
                    mark_outside_a_streak(settling, rule, seat)


def counts(settling: Settling, rule: Bolts, seat: int) -> bool:
    """Deals on the barrel neither mark bolts nor break a streak, unless a third bolt throws."""
    return rule.throw_sitters or not settling.before.on_barrel(seat)


def mark_played(settling: Settling, rule: Bolts, seat: int) -> None:
    """A bolt, or two where they double; a trick breaks a streak (options 76, 77, 79)."""
    outcome, sheet = settling.outcome, settling.sheet
    if earns_a_bolt(rule, outcome, seat):
        doubled = (outcome.golden and rule.double_golden) or (outcome.blind and rule.double_blind)
        mark(settling, rule, seat, 2 if doubled else 1, successive=True)
    elif sheet.streaks[seat] and outcome.tricks[seat] and not settling.before.on_barrel(seat):
        settling.enter(StreakBroken(seat, 0 if rule.mode == "three_in_row" else sheet.bolts[seat]))


def earns_a_bolt(rule: Bolts, outcome: Outcome, seat: int) -> bool:
    return not (outcome.raw(seat) if rule.points_save else outcome.tricks[seat])


def mark_outside_a_streak(settling: Settling, rule: Bolts, seat: int) -> None:
    """A stick or the bolt of a cross counts toward totals, never toward or against a streak."""
    if counts(settling, rule, seat):
        mark(settling, rule, seat, 1, successive=False)


def mark(settling: Settling, rule: Bolts, seat: int, count: int, *, successive: bool) -> None:
    """So many bolts; three in a row, three in all or each fifth are wiped and fined (72, 78)."""
    streak = settling.sheet.streaks[seat] + (count if successive else 0)
    bolts = settling.sheet.bolts[seat] + count
    in_row = successive and streak >= 3
    due: list[int] = []
    match rule.mode:
        case "three_in_row":
            if in_row:
                due.append(rule.in_row_fine)
                streak -= 3
            bolts = streak
        case "three_total":
            if bolts >= 3:
                due.append(rule.in_row_fine if in_row else rule.fine)
                bolts -= 3
                streak = min(streak, bolts)
        case "third_in_row_and_every_fifth":
            if in_row:
                due.append(rule.in_row_fine)
                streak -= 3
            if bolts >= 5:
                due.append(rule.fine)
                bolts -= 5
    if due and settling.before.on_barrel(seat):
        # The fall replaces the fine and wipes the bolts (J8).
        settling.enter(BoltMarked(seat, count, 0, 0))
        settling.thrown_by_bolts.append(seat)
        return
    settling.enter(BoltMarked(seat, count, bolts, streak))
    for fine in due:
        amount = doubled_in_gold(settling.rules, fine, golden=settling.outcome.golden)
        if amount:
            settling.enter(Fined(seat, "bolts", -amount))
