"""Our side: whole games at random, and recorded games folded again."""

from collections.abc import Iterator
from random import Random

from bench.contest import Bout, Contestant
from thousand_engine import Fact, Game, SeatAction, agree, fold_game, legal_actions
from thousand_engine.facts import DealScored
from thousand_engine.policy import Player, random_player
from thousand_engine.simulation import play_game

RULES = agree("classic_ru")
DEALS_OF_A_GAME = 50
RECORDED_GAMES = 8


def seat_to_act(game: Game, random: Random) -> SeatAction:
    """Any legal action of the seat whose turn it is."""
    if game.to_act is None:
        raise ValueError("no seat is to act")
    return random.choice(legal_actions(game, game.to_act))


def deals_with(player: Player) -> Bout:
    def play(random: Random) -> tuple[int, int]:
        played = moves = 0
        for facts, _ in play_game(RULES, player, random, most_deals=DEALS_OF_A_GAME):
            moves += 1
            played += any(map(is_complete, facts))
        return played, moves

    return play


def is_complete(fact: Fact) -> bool:
    return isinstance(fact, DealScored) and fact.result == "played"


def folding() -> Bout:
    """The games are recorded before the clock runs."""
    chance = Random(0)
    recorded = [
        [
            fact
            for facts, _ in play_game(RULES, seat_to_act, chance, most_deals=DEALS_OF_A_GAME)
            for fact in facts
        ]
        for _ in range(RECORDED_GAMES)
    ]

    def fold(random: Random) -> tuple[int, int]:
        facts = random.choice(recorded)
        fold_game(facts)
        return len(facts), 0

    return fold


def thousand() -> Iterator[Contestant]:
    """The engine as a table uses it: ``legal_actions``, then ``act``."""
    yield Contestant("thousand classic_ru", deals_with(seat_to_act))
    yield Contestant("thousand classic_ru, every seat asked", deals_with(random_player))
    yield Contestant("thousand fold_game", folding(), "facts")
