"""Games for the engine's tests: positions written as a rule book writes them."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from thousand_engine import (
    DealCards,
    NextDeal,
    act,
    agree,
    hand_of,
    parse_action,
    parse_cards,
    start,
)
from thousand_engine.dealing import deck_of
from thousand_engine.game import Game, begin
from thousand_engine.policy import POLICIES
from thousand_engine.sheet import Sheet
from thousand_engine.simulation import play_game

EW_HANDS = ("9H TS JS AD TD KC QC", "TH JH AS 9S KD QD JC", "AH KH QH QS AC TC 9D")
EW_TALON = "KS 9C JD"


class RandomGame(list):
    """A legal game of twelve deals at most, as steps: the facts of each and the game after it."""

    def __init__(self, seed, policy):
        super().__init__(play_game(agree(), POLICIES[policy], Random(seed), most_deals=12))
        self.made_of = seed, policy

    def __repr__(self):
        return f"RandomGame{self.made_of}"


games = st.builds(RandomGame, st.integers(0, 2**32), st.sampled_from(sorted(POLICIES)))


def dealt(hands=EW_HANDS, talon=EW_TALON, dealer=0, **options):
    """A first deal with these cards, ready for the first voice."""
    rules = agree("classic_ru", options)
    deck = deck_of(tuple(hand_of(parse_cards(hand)) for hand in hands), parse_cards(talon), dealer)
    game = begin(start(rules, dealer))
    return act(game, DealCards(dealer, 1, 0, deck))[1]


def before_deal(dealer=0, **sheet):
    """A game between deals with this sheet."""
    rules = agree()
    return Game(rules, replace(Sheet.blank(rules.players), **sheet), NextDeal(dealer, 1, 0))


def play(game, *actions):
    """The game after actions in the notation of RULES J3."""
    for action in actions:
        game = act(game, parse_action(action))[1]
    return game
