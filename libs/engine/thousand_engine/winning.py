"""Who has won, when a deal is written and fined (RULES A17, A19.8, J5)."""

from collections.abc import Collection

from thousand_engine.house.on_the_barrel import wins_from_barrel
from thousand_engine.house.reverse_barrel import lost_on_it
from thousand_engine.seats import after, clockwise
from thousand_engine.settling import Settling


def winner(settling: Settling) -> int | None:
    """The seat that has won the game by this deal, if one has."""
    if declarer_wins(settling):
        return settling.outcome.declarer
    if at_the_target := may_win_by_total(settling):
        return best(settling, at_the_target)
    if lost := lost_on_it(settling):
        seats = range(settling.rules.players)
        return best(settling, [seat for seat in seats if seat not in lost] or seats)
    return None


def declarer_wins(settling: Settling) -> bool:
    """By a contract from the barrel; from below it only where it may be skipped (option 92)."""
    barrel, seat = settling.rules.barrel, settling.outcome.declarer
    if barrel is None or not settling.made:
        return False
    if settling.before.on_barrel(seat):
        return wins_from_barrel(settling, barrel)
    return barrel.skip_wins and settling.sheet.totals[seat] >= settling.rules.win_score


def may_win_by_total(settling: Settling) -> list[int]:
    """Seats at the target: without a barrel all, else sitters who collect raw points (94)."""
    barrel, before = settling.rules.barrel, settling.before
    if barrel is not None and not barrel.raw_scoring:
        return []
    return [
        seat
        for seat, total in enumerate(settling.sheet.totals)
        if total >= settling.rules.win_score and (barrel is None or before.on_barrel(seat))
    ]


def best(settling: Settling, seats: Collection[int]) -> int:
    """The highest total; on a tie the declarer, else the first in turn after the dealer (J5)."""
    outcome, totals = settling.outcome, settling.sheet.totals
    most = max(totals[seat] for seat in seats)
    tied = [seat for seat in seats if totals[seat] == most]
    if outcome.declarer in tied:
        return outcome.declarer
    players = settling.rules.players
    return next(seat for seat in clockwise(after(outcome.dealer, players), players) if seat in tied)
