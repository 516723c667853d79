from random import Random

import pytest

from thousand_engine import DealCards, act, agree, parse_action, start
from thousand_engine.cards import DECK, codes
from thousand_engine.facts import CardPlayed
from thousand_engine.game import begin
from thousand_engine.policy import POLICIES
from thousand_engine.simulation import play_game
from thousand_engine.stacking import stacked

FROM_ACE_OF_HEARTS = DECK[::-1]
"""AH TH KH QH JH 9H AD … 9S, so that no hand lies as it was dealt when its suits are sorted."""


def after(*actions, **options):
    """The first deal of this pack by 0, after actions."""
    game = begin(start(agree("classic_ru", options), 0))
    _, game = act(game, DealCards(0, 1, 0, FROM_ACE_OF_HEARTS))
    for action in actions:
        _, game = act(game, parse_action(action))
    return game.deal


def piles(*cards):
    return tuple(" ".join(cards).split())


FOREHAND = "AH QH TD 9D QC AS QS"
SECOND = "TH JH KD AC JC TS JS"
DEALER = "KH 9H QD TC 9C KS 9S"
TALON = "AD JD KC"


def test_hands_lie_as_they_were_dealt_from_forehand_on_and_the_talon_after_them():
    deal = after()

    assert codes(stacked(deal)) == piles(FOREHAND, SECOND, DEALER, TALON)


def test_of_four_who_rests_has_nothing_to_give_back():
    deal = after(players=4)

    assert deal.active == (1, 2, 3)
    assert codes(stacked(deal)) == piles(FOREHAND, SECOND, DEALER, TALON)


def test_a_talon_that_was_taken_lies_in_the_declarers_hand():
    deal = after("2 pass", "0 pass", "1 writeoff")

    assert codes(stacked(deal)) == piles("AH QH AD TD JD 9D KC QC AS QS", SECOND, DEALER)


def test_a_card_that_was_given_lies_with_who_got_it():
    deal = after("2 pass", "0 pass", "1 give QS>2 KC>0")

    assert codes(stacked(deal)) == piles(
        "AH QH AD TD JD 9D QC AS", "TH JH KD AC JC TS QS JS", "KH 9H QD TC KC 9C KS 9S"
    )


def test_between_two_the_talon_left_and_the_discards_lie_last():
    deal = after("0 pass", "1 talon 2", "1 give TC>T AH>T", players=2, two_pass="discard_two")

    assert codes(stacked(deal)) == piles(
        "KH 9H KD JD 9D KC JC AS KS JS", "TH QH AD QD AC QC 9C TS QS 9S", "JH TD", "AH TC"
    )


def test_tricks_lie_first_each_as_it_was_played():
    played = ("1 play AH", "2 play JH", "0 play 9H", "1 play AD", "2 play KD", "0 play QD")
    deal = after("2 pass", "0 pass", "1 give QS>2 KC>0", "1 contract 100", *played)

    assert codes(stacked(deal)) == piles(
        "AH JH 9H AD KD QD",
        "QH TD JD 9D QC AS",
        "TH AC JC TS QS JS",
        "KH TC KC 9C KS 9S",
    )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_whatever_was_played_the_pack_is_whole(players, seed):
    layout = {"two_layout": "3+3", "two_pass": "one_to_opponent_one_to_talon"} if seed % 2 else {}
    rules = agree("classic_ru", {"players": players, **layout})
    played = []

    for facts, game in play_game(rules, POLICIES["random"], Random(seed), most_deals=8):
        played += [fact.card for fact in facts if isinstance(fact, CardPlayed)]
        if game.awaits_deal and game.deal:
            lies = codes(stacked(game.deal))
            assert set(lies) == set(codes(DECK))
            assert len(lies) == 24
            assert list(lies[: len(played)]) == played
            played = []
