"""Dealing fairly: what is committed, which deck follows, when a secret is shown (ARCHITECTURE 7)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from services.table.facts import DealCommitted, SecretRevealed
from thousand_engine import Card, DealCards, Fact, NextDeal
from thousand_engine.facts import DealScored, GameWon, RedealClaimed
from thousand_evidence.fair import commitment, deal_key, shuffled
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


def deal_from(secret: bytes, game_id: str, coming: NextDeal, players: int) -> DealCards:
    """The table's action: the deck that follows from the secret, without nonces."""
    key = deal_key(secret, game_id, coming.deal, coming.attempt, [b""] * players)
    deck = tuple(map(Card.parse, shuffled(key)))
    return DealCards(coming.dealer, coming.deal, coming.attempt, deck)


def ends_distribution(facts: tuple[Fact, ...]) -> bool:
    """Whether the cards now dealt are done with."""
    return any(isinstance(fact, DealScored | RedealClaimed) for fact in facts)


def ends_game(facts: tuple[Fact, ...]) -> bool:
    return any(isinstance(fact, GameWon) for fact in facts)


def revealed(secrets: tuple[bytes, ...]) -> Iterator[SecretRevealed]:
    """The facts that publish secrets."""
    for secret in secrets:
        yield SecretRevealed(commitment(secret), secret.hex())
