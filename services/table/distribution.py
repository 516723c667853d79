"""Dealing fairly: what is committed, which deck follows, when a secret is shown (ARCHITECTURE 7)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from services.table.facts import DealCommitted, DeckCut, SecretRevealed
from thousand_engine import Card, DealCards, Fact, Game
from thousand_engine.cards import codes
from thousand_engine.facts import DealScored, GameWon, RedealClaimed
from thousand_engine.house.cut import cutter
from thousand_engine.stacking import stacked
from thousand_evidence.cut import cut_deck
from thousand_evidence.fair import commitment, deal_key
from thousand_log.step import Secret

SECRET_BYTES = 32

DrawSecret = Callable[[int], bytes]
"""So many bytes that nobody can foresee: the operating system's, or a simulation's."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """A distribution to come: its secret, kept beside the fact that commits to it."""

    secret: Secret

    @classmethod
    def draw(cls, draw: DrawSecret) -> "Preparation":
        value = draw(SECRET_BYTES)
        return cls(Secret(commitment(value), value))

    @property
    def fact(self) -> DealCommitted:
        return DealCommitted(self.secret.commitment)


@dataclass(frozen=True, slots=True)
class Dealing:
    """The deck of a distribution: the cuts after which its bottom was shown, then the deal."""

    cuts: tuple[DeckCut, ...]
    deal: DealCards


def dealing_from(secret: bytes, game_id: str, game: Game) -> Dealing:
    """The deck that follows from the secret, without nonces, for the next distribution.

    Where nobody shuffles between deals it follows from the distribution before as well; the first
    one of a game is shuffled (option 12).
    """
    rule, coming, players = game.rules.cut, game.coming, game.rules.players
    key = deal_key(secret, game_id, coming.deal, coming.attempt, [b""] * players)
    stack = codes(stacked(game.deal)) if rule.stacked and game.deal else None
    made = cut_deck(key, stack=stack, ritual=rule.ritual)
    seats = {"cutter": cutter(rule, coming.dealer, players), "dealer": coming.dealer}
    return Dealing(
        tuple(DeckCut(seats[shown.by], shown.bottom) for shown in made.shown),
        DealCards(
            coming.dealer,
            coming.deal,
            coming.attempt,
            tuple(map(Card.parse, made.deck)),
            cut_fined=seats["cutter"] if made.fined else None,
        ),
    )


def ends_distribution(facts: tuple[Fact, ...]) -> bool:
    """Whether the cards now dealt are done with."""
    return any(isinstance(fact, DealScored | RedealClaimed) for fact in facts)


def ends_game(facts: tuple[Fact, ...]) -> bool:
    return any(isinstance(fact, GameWon) for fact in facts)


def revealed(secrets: tuple[bytes, ...]) -> Iterator[SecretRevealed]:
    """The facts that publish secrets."""
    for secret in secrets:
        yield SecretRevealed(commitment(secret), secret.hex())
