"""Attempts on the barrel, newcomers, and falls from it (RULES A19.9, J5)."""

from thousand_engine.facts import BarrelAttempted, BarrelEntered, BarrelLost, FallCause
from thousand_engine.house.barrel import THIRD, Barrel
from thousand_engine.house.on_the_barrel import plays_obligation
from thousand_engine.settling import Settling


def settle_barrel(settling: Settling) -> None:
    """A19.9 in its order: attempts, newcomers, those arriving together, knocking off."""
    barrel, outcome, before = settling.rules.barrel, settling.outcome, settling.before
    if barrel is None:
        return
    if outcome.result != "crossed":
        for seat in before.sitters:
            if seat in outcome.active:
                settle_sitter(settling, barrel, seat)
    newcomers = [
        seat
        for seat, total in enumerate(settling.sheet.totals)
        if total >= barrel.threshold and not before.on_barrel(seat)
    ]
    for seat in newcomers:
        settling.enter(BarrelEntered(seat, barrel.threshold - settling.sheet.totals[seat]))
    if len(newcomers) > 1 and barrel.simultaneous == "all_fall":
        for seat in newcomers:
            fall_together(settling, barrel, seat)
    elif newcomers:
        knock_off(settling, barrel)


def settle_sitter(settling: Settling, barrel: Barrel, seat: int) -> None:
    """A sitter who did not win: he falls at most once, or is back at the threshold (J5)."""
    outcome = settling.outcome
    declares = seat == outcome.declarer
    lost_contract = (
        declares and outcome.result == "played" and not settling.made and not barrel.raw_scoring
    )
    if declares and plays_obligation(barrel, settling.before, settling.outcome):
        fall(settling, barrel, seat, "obligation", to=barrel.lands_at)
    elif lost_contract and barrel.charges(outcome.contract):
        fall(settling, barrel, seat, "contract", to=settling.sheet.totals[seat])
    elif lost_contract and barrel.failed == "penalty_each":
        fall(settling, barrel, seat, "contract", to=barrel.threshold - barrel.penalty)
    elif seat in settling.thrown_by_bolts:
        fall(settling, barrel, seat, "bolts", to=barrel.lands_at)
    else:
        attempt(settling, barrel, seat)


def attempt(settling: Settling, barrel: Barrel, seat: int) -> None:
    """One attempt poorer, if this deal was one; after the last he falls."""
    used = settling.before.attempts[seat] or 0
    counted = uses_attempt(settling, barrel, seat)
    back = 0 if barrel.raw_scoring else barrel.threshold - settling.sheet.totals[seat]
    if counted or back:
        settling.enter(BarrelAttempted(seat, used + counted, back))
    if counted and barrel.attempts is not None and used + 1 >= barrel.attempts:
        fall(settling, barrel, seat, "attempts", to=barrel.lands_at)


def uses_attempt(settling: Settling, barrel: Barrel, seat: int) -> bool:
    """Every deal, those he declared or wrote off himself, or those he was forehand in (82)."""
    match barrel.counting:
        case "every_deal":
            return True
        case "own_contract_only":
            return seat == settling.outcome.declarer
        case "own_turn_only":
            return seat == settling.outcome.active[0]


def fall(settling: Settling, barrel: Barrel, seat: int, cause: FallCause, *, to: int) -> None:
    """One lost barrel; the third sets the total to zero and the count too (option 87)."""
    total = settling.sheet.totals[seat]
    lost = settling.sheet.barrels_lost[seat] + 1
    if barrel.three_falls and lost >= THIRD:
        settling.enter(BarrelLost(seat, cause, -total, 0))
    else:
        settling.enter(BarrelLost(seat, cause, to - total, lost))


def fall_together(settling: Settling, barrel: Barrel, seat: int) -> None:
    """Who arrives together falls together: the penalty, but no used barrel (J5)."""
    lost = settling.sheet.barrels_lost[seat]
    settling.enter(BarrelLost(seat, "together", -barrel.penalty, lost))


def knock_off(settling: Settling, barrel: Barrel) -> None:
    """Newcomers throw the sitters who are left; by ``third_throws_two`` not a single one (85)."""
    left = [seat for seat in settling.before.sitters if settling.sheet.on_barrel(seat)]
    if barrel.knock_off == "off" or (barrel.knock_off == "third_throws_two" and len(left) < 2):
        return
    for seat in left:
        fall(settling, barrel, seat, "thrown", to=barrel.lands_at)
