"""Deal after deal until someone has a thousand: the state of a game, and how facts fold into it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from thousand_engine.deal import Deal, Phase
from thousand_engine.dealing import lay
from thousand_engine.facts import CardsDealt, DealScored, Fact, GameStarted, GameWon, RedealClaimed
from thousand_engine.folding import fold
from thousand_engine.rules import RULES_VERSION, Rules
from thousand_engine.sheet import Sheet, enter


@dataclass(frozen=True, slots=True)
class NextDeal:
    """Which distribution comes next: the dealer, the deal from 1, the attempt from 0."""

    dealer: int
    deal: int
    attempt: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands. Between deals – and after the last – ``deal`` is the one that ended."""

    rules: Rules
    sheet: Sheet
    coming: NextDeal
    """The distribution in progress, or in phase DONE the one to deal next."""
    deal: Deal | None = None
    winner: int | None = None
    rules_version: int = RULES_VERSION
    """Picks the judge where a rule was corrected since the game began (ARCHITECTURE 3)."""

    @property
    def phase(self) -> Phase:
        """Where the deal stands; DONE while the table is to deal, and when the game is over."""
        return Phase.DONE if self.deal is None else self.deal.phase

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None in DONE."""
        return None if self.deal is None else self.deal.to_act

    @property
    def awaits_deal(self) -> bool:
        """Whether it is the table's turn."""
        return self.winner is None and self.phase is Phase.DONE


def start(rules: Rules, first_dealer: int) -> GameStarted:
    """The fact with which a game begins."""
    return GameStarted(rules.options(), RULES_VERSION, first_dealer)


def begin(fact: GameStarted) -> Game:
    """A game before its first deal."""
    rules = Rules.stored(fact.options)
    return Game(
        rules,
        Sheet.blank(rules.players),
        NextDeal(fact.first_dealer, 1, 0),
        rules_version=fact.rules_version,
    )


def evolve(game: Game, fact: Fact) -> Game:
    """The game after a fact. Asks no rule: a fact carries its outcome."""
    if isinstance(fact, CardsDealt):
        return replace(
            game,
            deal=lay(fact),
            coming=NextDeal(fact.dealer, fact.deal, fact.attempt),
        )
    return replace(
        game,
        deal=None if game.deal is None else fold(game.deal, fact),
        sheet=enter(game.sheet, fact),
        coming=following(game.coming, fact),
        winner=fact.seat if isinstance(fact, GameWon) else game.winner,
    )


def following(coming: NextDeal, fact: Fact) -> NextDeal:
    """The same dealer deals again after a redeal (A6), the next one after a deal that counted."""
    match fact:
        case RedealClaimed():
            return replace(coming, attempt=coming.attempt + 1)
        case DealScored(next_dealer=dealer):
            return NextDeal(dealer, coming.deal + 1, 0)
        case _:
            return coming


def fold_game(facts: Iterable[Fact]) -> Game:
    """The game that these facts made; the first is GameStarted."""
    facts = iter(facts)
    started = next(facts)
    if not isinstance(started, GameStarted):
        raise TypeError(f"a game begins with GameStarted, not {type(started).__name__}")
    game = begin(started)
    for fact in facts:
        game = evolve(game, fact)
    return game
