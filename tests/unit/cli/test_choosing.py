from itertools import product
from random import Random

import pytest

from thousand_cli.choosing import MEANING, offered, position, read
from thousand_engine import BadAction, agree, parse_action, view
from thousand_engine.actions import Bid, Claim, Give, Play, SetContract
from thousand_engine.deciding import act
from thousand_engine.notation import words
from thousand_engine.policy import random_player
from thousand_engine.presets import PRESETS
from thousand_engine.record import play_record
from thousand_engine.simulation import play_game


@pytest.fixture
def seen(record_of):
    """The complete deal as a seat sees it after some actions."""

    def seen(seat, *actions):
        *_, (_, game) = play_record(record_of(actions))
        return view(game, seat)

    return seen


AUCTION = ("2 bid 105", "0 bid 110", "1 pass", "2 bid 120", "0 pass")
TALON = (*AUCTION, "2 give 9C>1 JD>0")


@pytest.mark.parametrize(
    ("seat", "actions", "typed", "action"),
    [
        pytest.param(2, (), "pass", "2 pass", id="a word"),
        pytest.param(2, (), "BID 110", "2 bid 110", id="in capitals"),
        pytest.param(2, (), "110", "2 bid 110", id="a number alone is a bid"),
        pytest.param(2, AUCTION, "give 9c>1 jd>0", "2 give 9C>1 JD>0", id="small cards given"),
        pytest.param(2, TALON, "125", "2 contract 125", id="a number alone is a contract"),
        pytest.param(2, (*TALON, "2 contract 120"), "ac", "2 play AC", id="a card alone is played"),
        pytest.param(
            2, (*TALON, "2 contract 120"), "kh Declare", "2 play KH declare", id="and declared"
        ),
    ],
)
def test_what_is_typed_is_read(seen, seat, actions, typed, action):
    assert read(typed, seen(seat, *actions)) == parse_action(action)


@pytest.mark.parametrize("typed", ["", " ", "castle", "bid", "play", "give", "give 9C", "9" * 300])
def test_what_means_nothing_is_refused(seen, typed):
    with pytest.raises(BadAction):
        read(typed, seen(2))


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ((), ["pass", "bid 105, 110 … 220"]),
        (AUCTION, ["give CARD>0 CARD>1"]),
        (TALON, ["contract 120, 125 … 260", "writeoff"]),
        ((*TALON, "2 contract 120"), ["play KS QS"]),
    ],
)
def test_everything_that_may_be_done_is_offered(seen, actions, said):
    shown = "\n".join(text.plain for text in offered(seen(2, *actions)))

    for each in said:
        assert each in shown


TWO_HANDS = ("9S JS QS KS TS AS 9C JC QC KC", "9D JD QD KD TD AD 9H JH QH KH")


def shown_of(view):
    return "\n".join(text.plain for text in (*position(view), *offered(view)))


def test_between_two_players_a_talon_is_chosen_and_cards_are_laid_away(dealt):
    _, game = dealt(TWO_HANDS, "TC AC", "TH AH", preset="tysiac_pl", players=2)
    game = play(game, "0 pass")
    assert "talon 1, talon 2" in shown_of(view(game, 1))
    assert read("2", view(game, 1)) == parse_action("1 talon 2")

    game = play(game, "1 talon 2")

    assert "talon      TH AH" in shown_of(view(game, 1))
    assert "give CARD>T CARD>T" in shown_of(view(game, 1))
    assert "T is the talon left over" in shown_of(view(game, 1))
    assert read("give 9d>t JD>T", view(game, 1)) == parse_action("1 give 9D>T JD>T")


def test_who_is_asked_for_a_blind_game_sees_no_card(dealt):
    hands = ("9H TS JS AD TD KC QC", "TH JH AS 9S KD QD JC", "AH KH QH QS AC TC 9D")
    _, game = dealt(hands, "KS 9C JD", blind="on", blind_min_score="none")

    shown = shown_of(view(game, 1))

    assert "you have not looked" in shown
    assert "blind" in shown
    assert "look" in shown
    assert not any(card in shown for card in hands[1].split())


def play(game, *actions):
    for text in actions:
        _, game = act(game, parse_action(text))
    return game


UNUSUAL = {
    "marriage_declaration": "ask",
    "golden": "off",
    "blind": "on",
    "blind_min_score": "none",
    "cross": "on",
}


def random_views():
    """What every seat may do in games of every preset between two, three and four."""
    for seed, (preset, players) in enumerate(product(PRESETS, (2, 3, 4))):
        rules = agree(preset, {**UNUSUAL, "players": players})
        for _, game in play_game(rules, random_player, Random(seed), most_deals=2):
            yield from (view(game, seat) for seat in range(players))


def test_whatever_is_legal_can_be_typed_and_is_offered():
    kinds = set()
    for seen in random_views():
        shown = shown_of(seen) if seen.legal else ""
        for action in {type(action): action for action in seen.legal}.values():
            kinds.add(type(action))
            assert read(words(action), seen) == action
            assert words(action).split()[0] in shown

    assert kinds >= {*MEANING, Bid, Give, Play, SetContract} - {Claim}
