import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thousand_engine.cards import DECK, codes
from thousand_evidence.cut import cut, cut_deck, cut_with_ritual
from thousand_evidence.fair import UNSHUFFLED, shuffled, words

VECTORS = json.loads(
    Path(__file__).parents[2].joinpath("vectors/fair.json").read_text(encoding="utf-8")
)
JACK_RULES = ["to_middle_no_cut", "dealer_cuts_once", "reshuffle"]

keys = st.binary(min_size=32, max_size=32)
decks = st.permutations(codes(DECK)).map(tuple)
stacks = st.none() | decks
jack_rules = st.sampled_from(JACK_RULES)


def shown_as_text(made):
    return " ".join(f"{shown.by}:{shown.bottom}" for shown in made.shown)


def ranks(made):
    return "".join(shown.bottom[0] for shown in made.shown)


def rotations(deck):
    return [deck[at:] + deck[:at] for at in range(1, 24)]


@pytest.mark.parametrize(
    "pack",
    VECTORS["cut_decks"],
    ids=lambda pack: f"{pack['jack_rule']}/{'stack' if pack['stack'] else ''}/{pack['cuts']}",
)
def test_a_pack_is_the_vectors(pack):
    made = cut_deck(
        bytes.fromhex(pack["key"]),
        stack=pack["stack"].split() or None,
        ritual=pack["jack_rule"] or None,
    )

    assert made.deck == tuple(pack["deck"].split())
    assert shown_as_text(made) == pack["cuts"]
    assert made.fined == pack["fined"]


@given(keys, stacks, st.none() | jack_rules)
def test_the_pack_keeps_each_of_the_24_cards_once(key, stack, ritual):
    made = cut_deck(key, stack=stack, ritual=ritual)

    assert sorted(made.deck) == sorted(UNSHUFFLED)


@given(keys, decks)
def test_a_cut_turns_the_pack_round_and_never_leaves_it_as_it_lay(key, deck):
    assert cut(deck, words(key)) in rotations(deck)


def test_every_place_may_be_cut_at():
    """The words 0 to 22 lift one to 23 cards."""
    assert [cut(UNSHUFFLED, iter([word])) for word in range(23)] == rotations(UNSHUFFLED)


@given(keys)
def test_a_shuffled_pack_without_the_ritual_is_not_cut(key):
    made = cut_deck(key)

    assert (made.deck, made.shown, made.fined) == (shuffled(key), (), False)


@given(keys, decks)
def test_a_stacked_pack_without_the_ritual_is_cut_once_and_nobody_looks(key, stack):
    made = cut_deck(key, stack=stack)

    assert (made.deck, made.shown, made.fined) == (cut(stack, words(key)), (), False)


@given(keys, decks, jack_rules)
def test_the_first_cut_of_the_ritual_is_the_one_a_stack_gets_anyway(key, stack, ritual):
    made = cut_deck(key, stack=stack, ritual=ritual)

    assert made.shown[0].bottom == cut_deck(key, stack=stack).deck[-1]


@given(keys, stacks, jack_rules)
def test_three_nines_in_a_row_are_fined_and_one_more_cut_stands_whatever_it_shows(
    key, stack, ritual
):
    made = cut_deck(key, stack=stack, ritual=ritual)

    assert made.fined == ("999" in ranks(made)[:-1]) == (ranks(made)[-4:-1] == "999")


@given(keys, stacks, jack_rules)
def test_every_cut_before_the_last_showed_a_nine_or_a_jack(key, stack, ritual):
    made = cut_deck(key, stack=stack, ritual=ritual)

    assert set(ranks(made)[:-1]) <= {"9", "J"}


# The pack as it lies unshuffled is 9S JS QS KS TS AS 9C JC …; whoever lifts one card shows 9S, two
# JS. These words leave every card where it lies.
IN_PLACE = range(23, 0, -1)


def lift(cards):
    return cards - 1


def cut_by_hand(jack_rule, *by_word):
    stream = iter(by_word)
    made = cut_with_ritual(UNSHUFFLED, stream, jack_rule)
    assert list(stream) == [], "not all that was lifted was asked for"
    return made


@pytest.mark.parametrize("jack_rule", JACK_RULES)
def test_a_card_that_is_neither_nine_nor_jack_ends_it_at_once(jack_rule):
    made = cut_by_hand(jack_rule, lift(3))

    assert shown_as_text(made) == "cutter:QS"
    assert made.deck[:3] == ("KS", "TS", "AS")


@pytest.mark.parametrize("jack_rule", JACK_RULES)
def test_a_nine_is_cut_again(jack_rule):
    made = cut_by_hand(jack_rule, lift(1), lift(6), lift(5))

    assert shown_as_text(made) == "cutter:9S cutter:9C cutter:AC"
    assert not made.fined


@pytest.mark.parametrize("jack_rule", JACK_RULES)
@pytest.mark.parametrize(
    ("last", "bottom"),
    [
        pytest.param(1, "JD", id="a jack"),
        pytest.param(6, "9H", id="a nine"),
        pytest.param(2, "QD", id="any other card"),
    ],
)
def test_after_the_third_nine_a_shuffle_and_a_cut_that_stands(jack_rule, last, bottom):
    made = cut_by_hand(jack_rule, lift(1), lift(6), lift(6), *IN_PLACE, lift(last))

    assert shown_as_text(made) == f"cutter:9S cutter:9C cutter:9D cutter:{bottom}"
    assert made.fined
    assert made.deck[-1] == bottom


def test_the_shuffle_after_a_fine_swaps_the_pack_as_it_lies():
    top_to_bottom = [0, *range(22, 0, -1)]

    made = cut_by_hand("reshuffle", lift(1), lift(6), lift(6), *top_to_bottom, lift(1))

    # JD lay on top and 9D at the bottom.
    assert shown_as_text(made).endswith("cutter:9D cutter:9D")
    assert made.deck[0] == "QD"
    assert made.deck[-2] == "JD"


def test_a_jack_is_put_into_the_middle_and_nobody_looks_at_the_bottom_again():
    """RULES A4.4: the jack marries."""
    made = cut_by_hand("to_middle_no_cut", lift(2))

    assert shown_as_text(made) == "cutter:JS"
    assert made.deck[12] == "JS"
    assert made.deck[-1] == "9S"
    assert made.deck[:12] == UNSHUFFLED[2:14]
    assert made.deck[13:] == (*UNSHUFFLED[14:], "9S")


@pytest.mark.parametrize(
    ("lifted", "bottom"),
    [
        pytest.param(6, "JC", id="a jack"),
        pytest.param(5, "9C", id="a nine"),
        pytest.param(1, "QS", id="any other card"),
    ],
)
def test_after_a_jack_the_dealer_cuts_once_whatever_he_shows(lifted, bottom):
    made = cut_by_hand("dealer_cuts_once", lift(2), lift(lifted))

    assert shown_as_text(made) == f"cutter:JS dealer:{bottom}"
    assert made.deck[-1] == bottom
    assert not made.fined


def test_a_jack_is_shuffled_away_and_the_new_cut_is_judged_anew():
    made = cut_by_hand("reshuffle", lift(2), *IN_PLACE, lift(6), *IN_PLACE, lift(1))

    assert shown_as_text(made) == "cutter:JS cutter:JC cutter:QC"


def test_a_jack_ends_a_row_of_nines():
    made = cut_by_hand("reshuffle", lift(1), lift(6), lift(1), *IN_PLACE, lift(5), lift(6), lift(2))

    assert shown_as_text(made) == "cutter:9S cutter:9C cutter:JC cutter:9D cutter:9H cutter:QH"
    assert not made.fined


@pytest.mark.parametrize(
    "stack", [UNSHUFFLED[:23], (*UNSHUFFLED[:23], "9S"), ()], ids=["23 cards", "9S twice", "none"]
)
def test_a_stack_that_is_no_deck_is_refused(stack):
    with pytest.raises(ValueError, match="a stack has each of the 24 cards once"):
        cut_deck(bytes(32), stack=stack)
