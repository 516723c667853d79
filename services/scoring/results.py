"""What is kept of games: how far each is counted, what its deals brought, what players add up to."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from operator import add, sub
from typing import Literal

from thousand_engine import Game

Result = Literal["played", "written_off", "crossed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A game as far as it is counted.

    ``game`` stands between two distributions, None before the start; ``running`` are the public
    forms of the one that is not over yet, ``doubts`` what is wrong with redeals of the same deal.
    """

    game_id: str
    version: int = 0
    started_at: int = 0
    accounts: tuple[str, ...] = ()
    game: Game | None = None
    running: tuple[bytes, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def winner(self) -> int | None:
        return None if self.game is None else self.game.winner

    @property
    def totals(self) -> tuple[int, ...]:
        return () if self.game is None else self.game.sheet.totals


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResult:
    """A finished deal as its facts say; ``dispute`` says where the rules differ."""

    number: int
    version: int
    result: Result
    declarer: int
    contract: int
    made: bool
    written: tuple[int, ...]
    totals: tuple[int, ...]
    dispute: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """What an account has done."""

    games: int = 0
    wins: int = 0
    deals: int = 0
    contracts_made: int = 0
    contracts_lost: int = 0
    written: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*map(add, astuple(self), astuple(other)))

    def __sub__(self, other: "Tally") -> "Tally":
        return Tally(*map(sub, astuple(self), astuple(other)))


NOTHING = Tally()


def tallies_of_game(counted: Counted) -> Mapping[str, Tally]:
    """What a game adds to its players: nothing before it is won, but from the start a place."""
    if counted.game is None:
        return {}
    if counted.winner is None:
        return dict.fromkeys(counted.accounts, NOTHING)
    return {
        account: Tally(games=1, wins=int(seat == counted.winner))
        for seat, account in enumerate(counted.accounts)
    }


def tallies_of_deal(counted: Counted, deal: DealResult | None) -> Mapping[str, Tally]:
    """What the result of a deal adds to its players."""
    if deal is None:
        return {}
    return {
        account: Tally(
            deals=1,
            contracts_made=int(seat == deal.declarer and deal.made),
            contracts_lost=int(seat == deal.declarer and not deal.made),
            written=deal.written[seat],
        )
        for seat, account in enumerate(counted.accounts)
    }


class Tallies:
    """What several results add up to, by account."""

    def __init__(self) -> None:
        self.sums: dict[str, Tally] = {}

    def add(self, tallies: Mapping[str, Tally]) -> None:
        for account, tally in tallies.items():
            self.sums[account] = self.sums.get(account, NOTHING) + tally

    def take_away(self, tallies: Mapping[str, Tally]) -> None:
        for account, tally in tallies.items():
            self.sums[account] = self.sums.get(account, NOTHING) - tally
