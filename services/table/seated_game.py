"""A game with the accounts that sit in it, folded from everything in its log."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from services.table.errors import BadRequest, SeatRefused
from services.table.facts import DealCommitted, DeckCut, GameOpened, SeatTaken, SecretRevealed
from thousand_engine import Fact, Game, GameStarted, Rules, begin, evolve
from thousand_engine.options import OptionValue


@dataclass(frozen=True, slots=True)
class SeatedGame:
    """How it was opened, who sits where (None: free), the game once started, what is committed.

    ``prepared`` is the commitment for the next distribution, ``current`` that of the one whose
    cards are dealt; empty when there is none.
    """

    opened: GameOpened
    accounts: tuple[str | None, ...]
    game: Game | None = None
    current: str = ""
    prepared: str = ""

    @classmethod
    def open(cls, fact: GameOpened) -> "SeatedGame":
        players = Rules.stored(fact.options).players
        return cls(fact, (None,) * players)

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The agreement, every option."""
        return self.opened.options

    def seat_of(self, account: str) -> int | None:
        """The seat of an account, if it has one."""
        return self.accounts.index(account) if account in self.accounts else None

    @property
    def free(self) -> tuple[int, ...]:
        """The seats nobody has."""
        return tuple(seat for seat, account in enumerate(self.accounts) if account is None)

    @property
    def awaits_deal(self) -> bool:
        """Whether the table is to deal."""
        return self.game is not None and self.game.awaits_deal

    @property
    def is_over(self) -> bool:
        return self.game is not None and self.game.winner is not None

    def after(self, fact: object) -> "SeatedGame":
        """The same after one more fact. Asks no rule."""
        match fact:
            case SeatTaken(seat=seat, account=account):
                accounts = (*self.accounts[:seat], account, *self.accounts[seat + 1 :])
                return replace(self, accounts=accounts)
            case DealCommitted(commitment=commitment):
                return replace(self, current=self.prepared, prepared=commitment)
            case SecretRevealed() | DeckCut():
                return self
            case GameStarted():
                return replace(self, game=begin(fact))
            case Fact() if self.game is not None:
                return replace(self, game=evolve(self.game, fact))
            case _:
                raise TypeError(f"{type(fact).__name__} has no place here")


def fold(seated: SeatedGame | None, facts: Iterable[object]) -> SeatedGame:
    """The game after facts; the first fact of a log opens it."""
    for fact in facts:
        if seated is not None:
            seated = seated.after(fact)
        elif isinstance(fact, GameOpened):
            seated = SeatedGame.open(fact)
        else:
            raise TypeError(f"a game's log begins with GameOpened, not {type(fact).__name__}")
    if seated is None:
        raise TypeError("a step has facts")
    return seated


def choose_seat(seated: SeatedGame, account: str, wanted: int | None) -> int:
    """The seat an account may take, the first free one unless it wants another.

    SeatRefused when it has one already, when the seat is taken, or when none is left; BadRequest
    for a seat that the table has not.
    """
    seats = len(seated.accounts)
    if wanted is not None and not 0 <= wanted < seats:
        raise BadRequest("NO_SUCH_SEAT", f"the seats are 0 to {seats - 1}", seat=wanted)
    own = seated.seat_of(account)
    if own is not None:
        raise SeatRefused("ALREADY_SEATED", f"you sit at {own}", seat=own)
    if not seated.free:
        raise SeatRefused("TABLE_FULL", "every seat is taken")
    if wanted is None:
        return seated.free[0]
    if wanted not in seated.free:
        raise SeatRefused("SEAT_TAKEN", f"seat {wanted} is not free", seat=wanted)
    return wanted
