"""Games for the engine's tests: positions written as a rule book writes them."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from thousand_engine import (
    BadAgreement,
    DealCards,
    NextDeal,
    act,
    agree,
    hand_of,
    parse_action,
    parse_cards,
    start,
)
from thousand_engine.catalogue import OPTIONS
from thousand_engine.dealing import deck_of
from thousand_engine.game import Game, begin
from thousand_engine.policy import POLICIES
from thousand_engine.presets import PRESETS
from thousand_engine.sheet import Sheet
from thousand_engine.simulation import play_game

EW_HANDS = ("9H TS JS AD TD KC QC", "TH JH AS 9S KD QD JC", "AH KH QH QS AC TC 9D")
EW_TALON = "KS 9C JD"


def is_agreed(options):
    """Whether the options go together."""
    try:
        agree("classic_ru", options)
    except BadAgreement:
        return False
    return True


def values_of(option):
    """Its values, the default most of the time: a house has a few rules of its own."""
    return st.one_of(
        st.just(option.default), st.just(option.default), st.sampled_from(option.values)
    )


presets = st.builds(
    lambda preset, players: {**PRESETS[preset].options, "players": players},
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from((2, 3, 4)),
)
house_rules = st.fixed_dictionaries(
    {id: values_of(option) for id, option in OPTIONS.items()}
    | {"players": st.sampled_from((2, 3, 4))}
).filter(is_agreed)
agreements = st.one_of(presets, house_rules)
"""Every preset between two, three and four players, and agreements nobody has named."""


class RandomGame(list):
    """A legal game of six deals at most, as steps: the facts of each and the game after it."""

    def __init__(self, agreement, seed, policy):
        rules = agree("classic_ru", agreement)
        super().__init__(play_game(rules, POLICIES[policy], Random(seed), most_deals=6))
        self.players = rules.players
        changed = {id: value for id, value in rules.agreement if value != OPTIONS[id].default}
        self.made_of = changed, seed, policy

    @property
    def facts(self):
        return [fact for facts, _ in self for fact in facts]

    def __repr__(self):
        return f"RandomGame{self.made_of}"


games = st.builds(
    RandomGame, agreements, st.integers(0, 2**32), st.sampled_from(("random", "random", "simple"))
)


def dealt(hands=EW_HANDS, talon=EW_TALON, dealer=0, **options):
    """A first deal with these cards, ready for the first voice."""
    rules = agree("classic_ru", options)
    cards = tuple(hand_of(parse_cards(hand)) for hand in hands)
    deck = deck_of(rules, cards, (parse_cards(talon),), dealer)
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
