"""Deal after deal until someone has a thousand: the state of a game, and how facts fold into it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from thousand_engine.deal import Deal, Phase
from thousand_engine.dealing import lay
from thousand_engine.facts import CardsDealt, DealScored, Fact, GameStarted, GameWon, RedealClaimed
from thousand_engine.folding import ON_THE_DEAL
from thousand_engine.rules import Rules
from thousand_engine.sheet import ON_THE_SHEET, Sheet
from thousand_engine.values import Value


@dataclass(frozen=True, slots=True)
class NextDeal:
    """Which distribution comes next: the dealer, the deal from 1, the attempt from 0.

    ``claims`` counts the redeals claimed in this deal.
    """

    dealer: int
    deal: int
    attempt: int
    claims: int = 0


@dataclass(frozen=True)
class Game(Value):
    """A game as it stands. Between deals – and after the last – ``deal`` is the one that ended."""

    rules: Rules
    sheet: Sheet
    coming: NextDeal
    """The distribution in progress, or in phase DONE the one to deal next."""
    deal: Deal | None = None
    winner: int | None = None

    @property
    def rules_version(self) -> int:
        """Picks the judge where a rule was corrected since the game began (ARCHITECTURE 3)."""
        return self.rules.version

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
    return GameStarted(rules.options(), rules.version, first_dealer)


def begin(fact: GameStarted) -> Game:
    """A game before its first deal."""
    rules = Rules.stored(fact.options, fact.rules_version)
    return Game(
        rules,
        Sheet.blank(rules.players, golden_round=1 if rules.golden else 0),
        NextDeal(fact.first_dealer, 1, 0),
    )


def cards_dealt(game: Game, fact: CardsDealt) -> dict[str, object]:
    coming = NextDeal(fact.dealer, fact.deal, fact.attempt, game.coming.claims)
    return {"deal": lay(fact), "coming": coming}


def redealt(game: Game, fact: RedealClaimed) -> dict[str, object]:
    """The same dealer deals again (A6)."""
    coming = game.coming
    claims = coming.claims + (not fact.forced)
    return {"coming": NextDeal(coming.dealer, coming.deal, coming.attempt + 1, claims)}


def scored(game: Game, fact: DealScored) -> dict[str, object]:
    return {"coming": NextDeal(fact.next_dealer, game.coming.deal + 1, 0)}


def won(_game: Game, fact: GameWon) -> dict[str, object]:
    return {"winner": fact.seat}


_HOW: Mapping[type[Fact], Callable[[Game, Any], dict[str, object]]] = {
    CardsDealt: cards_dealt,
    RedealClaimed: redealt,
    DealScored: scored,
    GameWon: won,
}


def evolve(game: Game, fact: Fact) -> Game:
    """The game after a fact. Asks no rule: a fact carries its outcome."""
    kind = type(fact)
    changes = _HOW[kind](game, fact) if kind in _HOW else {}
    if game.deal is not None and kind in ON_THE_DEAL:
        changes["deal"] = ON_THE_DEAL[kind](game.deal, fact)
    if kind in ON_THE_SHEET:
        changes["sheet"] = ON_THE_SHEET[kind](game.sheet, fact)
    return game.but(**changes)


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
