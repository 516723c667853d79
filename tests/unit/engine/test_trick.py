from itertools import combinations, permutations

import pytest

from thousand_engine import DECK, Reason, Suit, agree, hand_of, parse_cards
from thousand_engine.trick import Turn, legal_cards, refusal, winning

CODES = tuple(card.code for card in DECK)
CARD = {card.code: card for card in DECK}
TRUMPS = ("", *Suit)


# --- an independent judge, on text alone


def taker(cards, trump):
    """The highest trump, else the highest of the led suit."""
    takes = trump if any(suit == trump for _, suit in cards) else cards[0][1]
    strength = ["9JQKTA".index(rank) if suit == takes else -1 for rank, suit in cards]
    return strength.index(max(strength))


def playable(hand, led, trump):
    """Follow suit; else trump; else anything."""
    following = [card for card in hand if card[1] == led[1]]
    return following or [card for card in hand if card[1] == trump] or list(hand)


def playable_in_poland(hand, table, trump):
    """As ever, but higher than what takes the trick, if that is of the suit played."""
    cards, best = playable(hand, table[0], trump), table[taker(table, trump)]
    high = [c for c in cards if c[1] == best[1] and taker((best, c), trump) == 1]
    return high or cards


# --- every trick there is


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("size", [2, 3])
def test_every_trick_goes_where_the_judge_says(size, trump):
    suit = Suit(trump) if trump else None
    for codes in permutations(CODES, size):
        assert winning(tuple(CARD[code] for code in codes), suit) == taker(codes, trump), codes


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("size", [1, 2])
def test_to_every_lead_a_small_hand_plays_what_the_judge_allows(size, trump):
    suit, duties = Suit(trump) if trump else None, agree().duties
    for led in CODES:
        for hand in combinations([code for code in CODES if code != led], size + 1):
            turn = Turn(tuple(CARD[code] for code in hand), (CARD[led],), suit)
            legal = [card.code for card in legal_cards(duties, turn)]
            assert legal == playable(hand, led, trump), (led, hand)


@pytest.mark.parametrize("trump", TRUMPS)
def test_to_every_two_cards_a_large_hand_plays_what_the_judge_allows(trump):
    suit, duties = Suit(trump) if trump else None, agree().duties
    for table in permutations(CODES, 2):
        everything = [code for code in CODES if code not in table]
        void = [code for code in everything if code[1] != table[0][1]]
        trumpless = [code for code in void if code[1] != trump]
        for hand in (everything, void, trumpless):
            turn = Turn(tuple(CARD[c] for c in hand), tuple(CARD[c] for c in table), suit)
            legal = [card.code for card in legal_cards(duties, turn)]
            assert legal == playable(hand, table[0], trump), (table, hand)


@pytest.mark.parametrize("trump", TRUMPS)
def test_to_every_two_cards_a_polish_hand_plays_what_the_judge_allows(trump):
    suit = Suit(trump) if trump else None
    duties = agree("classic_ru", {"must_beat": "on", "must_overtrump": "on"}).duties
    for table in permutations(CODES, 2):
        if table[0][1] != "S":  # a spade led stands for any suit led
            continue
        for hand in combinations([code for code in CODES if code not in table], 2):
            turn = Turn(tuple(CARD[c] for c in hand), tuple(CARD[c] for c in table), suit)
            legal = [card.code for card in legal_cards(duties, turn)]
            assert legal == playable_in_poland(hand, table, trump), (table, hand)


@pytest.mark.parametrize("trump", TRUMPS)
def test_a_card_is_refused_exactly_when_it_is_not_legal(trump):
    suit, duties = Suit(trump) if trump else None, agree().duties
    for led, held, other in permutations(CODES, 3):
        turn = Turn(hand_of((CARD[held], CARD[other])), (CARD[led],), suit)
        refused = refusal(duties, turn, CARD[held])
        assert (refused is None) == (held in playable((held, other), led, trump))
        assert refusal(duties, turn, CARD[led]) is Reason.CARD_NOT_HELD


# --- as a player would say it


@pytest.mark.parametrize(
    ("hand", "on_table", "expected"),
    [
        pytest.param("AS 9S KH", "TS", "AS 9S", id="the led suit must be followed"),
        pytest.param("9C KH QH", "TS", "KH QH", id="void in the led suit, trump"),
        pytest.param("9C JD", "TS", "9C JD", id="void in both, anything goes"),
        pytest.param("9C KH", "", "9C KH", id="the leader is free"),
        pytest.param("9S KH", "TS AH", "9S", id="a trumped trick is still followed"),
    ],
)
def test_with_hearts_trumps(hand, on_table, expected):
    turn = Turn(hand_of(parse_cards(hand)), parse_cards(on_table), Suit.HEARTS)

    assert legal_cards(agree().duties, turn) == hand_of(parse_cards(expected))


@pytest.mark.parametrize(
    ("duty", "hand", "on_table", "expected"),
    [
        pytest.param("must_beat", "AC 9C", "KC", "AC", id="the led suit is beaten"),
        pytest.param("must_beat", "9H AH", "KH", "AH", id="led trumps are beaten"),
        pytest.param("must_beat", "9H AH", "AC TH", "9H AH", id="a trump is not overtrumped"),
        pytest.param("must_overtrump", "9H AH", "AC TH", "AH", id="a trump is overtrumped"),
        pytest.param("must_overtrump", "9H AH", "KH", "9H AH", id="led trumps are followed"),
        pytest.param("must_overtrump", "AC 9C", "KC", "9C AC", id="the led suit is followed"),
    ],
)
def test_with_hearts_trumps_and_one_polish_duty(duty, hand, on_table, expected):
    turn = Turn(hand_of(parse_cards(hand)), parse_cards(on_table), Suit.HEARTS)

    assert legal_cards(agree("classic_ru", {duty: "on"}).duties, turn) == hand_of(
        parse_cards(expected)
    )


def test_a_ten_beats_a_king():
    assert winning(parse_cards("KS TS JS"), None) == 1


def test_a_discard_never_wins():
    assert winning(parse_cards("9S AC JS"), Suit.HEARTS) == 2


def test_the_highest_trump_wins_not_the_last():
    assert winning(parse_cards("9S AH JH"), Suit.HEARTS) == 1
