"""Whole games without a table: decks from a random source that is handed in."""

from collections.abc import Iterator
from random import Random

from thousand_engine.actions import DealCards
from thousand_engine.cards import DECK
from thousand_engine.deciding import act
from thousand_engine.facts import Fact
from thousand_engine.game import Game, begin, start
from thousand_engine.policy import Player
from thousand_engine.rules import Rules


def play_game(
    rules: Rules, player: Player, random: Random, *, most_deals: int = 200
) -> Iterator[tuple[tuple[Fact, ...], Game]]:
    """A game step by step: the facts of each and the game after it.

    Ends with a winner, or after ``most_deals`` distributions without one. How a deck is cut and
    stacked is the table's business (options 6 to 8, 12): here each is shuffled, and nobody is fined
    for the cut.
    """
    started = start(rules, random.randrange(rules.players))
    game = begin(started)
    yield (started,), game
    for _ in range(most_deals):
        coming = game.coming
        deck = tuple(random.sample(DECK, len(DECK)))
        facts, game = act(game, DealCards(coming.dealer, coming.deal, coming.attempt, deck))
        yield facts, game
        while game.winner is None and not game.awaits_deal:
            facts, game = act(game, player(game, random))
            yield facts, game
        if game.winner is not None:
            return
