"""The play, from positions: what a card declares, which trump it makes, what a deal brought."""

import pytest

from thousand_engine import (
    Card,
    Phase,
    Reason,
    RuleBroken,
    Suit,
    agree,
    hand_of,
    parse_action,
    parse_cards,
    write_action,
)
from thousand_engine.deal import Auction, Deal, Gift, Marriage, Meld, TakenTrick, Trump
from thousand_engine.facts import (
    AcesDeclared,
    BedDeclared,
    CardPlayed,
    LeftoverTaken,
    MarriageDeclared,
    NinesDeclared,
    TrickTaken,
    TrumpCancelled,
    TrumpSet,
)
from thousand_engine.folding import ON_THE_DEAL
from thousand_engine.play import decide_play, is_over, outcome, plays, taking_trick

ACES = "AS AC AD AH"
NINES = "9S 9C 9D 9H"
A_TRICK = ("TS", 0)


def position(*hands, trump=None, won=(), leader=0, table="", **more):
    """Seats and their hands; ``won`` are tricks, each its cards and who took them."""
    seats = tuple(range(len(hands)))
    return Deal(
        dealer=seats[-1],
        number=1,
        attempt=0,
        active=more.pop("active", seats),
        deck=(),
        dealt=(),
        hands=tuple(hand_of(parse_cards(hand)) for hand in hands),
        talons=more.pop("talons", ()),
        auction=Auction(seats),
        phase=Phase.PLAY,
        leader=leader,
        trick=parse_cards(table),
        tricks=tuple(TakenTrick(seat, seat, parse_cards(cards)) for cards, seat in won),
        trump=trump and Trump(Suit(trump[0]), int(trump[1])),
        **more,
    )


def led_by_0(hand, *others, **more):
    """Seat 0 has taken a trick and leads."""
    return position(hand, *(others or ("", "")), won=(A_TRICK,), **more)


def facts(deal, action, **options):
    """What a card brings beside lying on the table."""
    played, *more = decide_play(agree("classic_ru", options), deal, parse_action(action))
    assert isinstance(played, CardPlayed)
    return more


def after(deal, *actions, **options):
    """The deal after these cards."""
    rules = agree("classic_ru", options)
    for action in actions:
        for fact in decide_play(rules, deal, parse_action(action)):
            deal = ON_THE_DEAL[type(fact)](deal, fact)
        for fact in taking_trick(rules, deal):
            deal = ON_THE_DEAL[type(fact)](deal, fact)
    return deal


def refused(deal, action, **options):
    with pytest.raises(RuleBroken) as broken:
        decide_play(agree("classic_ru", options), deal, parse_action(action))
    return broken.value.rule


def legal(deal, seat, **options):
    return [write_action(play)[7:] for play in plays(agree("classic_ru", options), deal, seat)]


# --- marriages


@pytest.mark.parametrize("card", ["KH", "QH"])
def test_leading_king_or_queen_of_a_pair_declares_it(card):
    deal = led_by_0("KH QH 9S")

    assert facts(deal, f"0 play {card}") == [MarriageDeclared(0, "H", 100), TrumpSet(0, "H")]


def test_a_pair_without_a_trick_is_led_and_declares_nothing():
    assert facts(position("KH QH 9S", "", ""), "0 play KH") == []


def test_the_first_lead_declares_where_that_is_agreed():
    deal = position("KS QS", "", "")

    declared, _ = facts(deal, "0 play QS", marriage_first_lead="on", marriage_values="clubs_high")

    assert declared == MarriageDeclared(0, "S", 80)


def test_a_follower_declares_nothing():
    deal = position("9H", "KH QH", "", leader=0, won=(("TS", 1),), table="9H")

    assert facts(deal, "1 play KH") == []


def test_a_card_that_is_alone_declares_nothing():
    assert facts(led_by_0("KH 9H QS"), "0 play KH") == []


def test_the_new_trump_takes_the_very_trick():
    deal = led_by_0("KH QH", "9S 9D", "AC JC", trump="S1")

    deal = after(deal, "0 play KH", "1 play 9S", "2 play JC")

    assert deal.tricks[-1].seat == 0
    assert deal.trump == Trump(Suit.HEARTS, 0)


def test_where_it_waits_the_old_trump_takes_the_trick_and_binds():
    deal = led_by_0("KH QH", "9S 9D", "AC JC", trump="S1")

    led = after(deal, "0 play KH", trump_switch_timing="next_trick")
    taken = after(led, "1 play 9S", "2 play JC", trump_switch_timing="next_trick")

    assert legal(led, 1) == ["9S"]
    assert taken.tricks[-1].seat == 1
    assert taken.trump == Trump(Suit.HEARTS, 0)
    assert taken.coming_trump is None


def test_a_marriage_counts_only_when_captured_where_that_is_agreed():
    rules = agree("classic_ru", {"marriage_needs_capture": "on"})
    declared = (Marriage(0, Suit.HEARTS, 100), Marriage(1, Suit.SPADES, 40))
    won = (("QH 9H JH", 0), ("KS TS QS", 2), ("AS 9S KD", 1))
    deal = position("", "", "", won=won, marriages=declared)

    assert outcome(rules, deal, "played").marriages == (100, 0, 0)
    assert outcome(agree(), deal, "played").marriages == (100, 40, 0)


# --- asked


def test_asked_a_card_that_could_declare_is_listed_with_and_without_the_word():
    deal = led_by_0("KH QH AS 9D", marriages=())

    assert legal(deal, 0, marriage_declaration="ask") == [
        "AS",
        "9D",
        "QH",
        "KH",
        "QH declare",
        "KH declare",
    ]
    assert legal(deal, 0) == ["AS", "9D", "QH", "KH"]


@pytest.mark.parametrize(
    ("said", "in_the_fact", "declares"),
    [("", "", False), (" silent", "silent", False), (" declare", "declare", True)],
)
def test_asked_only_the_word_declares_and_stands_in_the_fact(said, in_the_fact, declares):
    rules = agree("classic_ru", {"marriage_declaration": "ask"})

    played, *more = decide_play(rules, led_by_0("KH QH"), parse_action(f"0 play KH{said}"))

    assert played == CardPlayed(0, "KH", in_the_fact)
    assert bool(more) == declares


@pytest.mark.parametrize("said", ["", " silent", " declare"])
def test_unasked_words_change_nothing(said):
    rules = agree()

    assert decide_play(rules, led_by_0("KH QH"), parse_action(f"0 play KH{said}")) == (
        CardPlayed(0, "KH"),
        MarriageDeclared(0, "H", 100),
        TrumpSet(0, "H"),
    )


def test_a_marriage_kept_silent_is_gone():
    deal = led_by_0("KH QH", "9S JS", "9C JC")

    deal = after(deal, "0 play KH", "1 play 9S", "2 play 9C", marriage_declaration="ask")

    assert refused(deal, "0 play QH declare", marriage_declaration="ask") is (
        Reason.MARRIAGE_NOT_HELD
    )


@pytest.mark.parametrize(
    ("deal", "action", "reason"),
    [
        pytest.param(
            position("AS", "KH QH 9S", "", table="AS"),
            "1 play KH declare",
            Reason.MUST_FOLLOW_SUIT,
            id="the card itself comes first",
        ),
        pytest.param(
            position("9H", "KH 9S", "", table="9H"),
            "1 play KH declare",
            Reason.MARRIAGE_NOT_HELD,
            id="no pair, no trick, not the leader",
        ),
        pytest.param(
            position("9H", "KH QH", "", table="9H"),
            "1 play KH declare",
            Reason.MARRIAGE_NEEDS_TRICK,
            id="a pair, no trick, not the leader",
        ),
        pytest.param(
            position("9H", "KH QH", "", table="9H", won=(("TS", 1),)),
            "1 play KH declare",
            Reason.NOT_THE_LEADER,
            id="a pair and a trick, not the leader",
        ),
        pytest.param(
            position("KH QH", "", ""),
            "0 play QH declare",
            Reason.MARRIAGE_NEEDS_TRICK,
            id="the leader without a trick",
        ),
        pytest.param(
            led_by_0(ACES), "0 play AS declare", Reason.MARRIAGE_NOT_HELD, id="aces not agreed"
        ),
    ],
)
def test_asked_a_word_that_declares_nothing_is_refused(deal, action, reason):
    assert refused(deal, action, marriage_declaration="ask") is reason


# --- four aces


@pytest.mark.parametrize(
    ("effect", "trump", "then"),
    [
        ("none", "S1", []),
        ("cancels_trump", "S1", [TrumpCancelled(0)]),
        ("cancels_trump", None, []),
        ("suit_of_led_ace", "S1", [TrumpSet(0, "D")]),
        ("suit_of_last_ace", "S1", [TrumpCancelled(0)]),
    ],
)
def test_leading_one_of_four_aces_declares_them(effect, trump, then):
    deal = led_by_0(ACES, trump=trump)

    found = facts(deal, "0 play AD", ace_marriage="on", ace_marriage_trump=effect)

    assert found == [AcesDeclared(0, 200), *then]


def test_the_trump_of_an_ace_waits_like_any_other():
    effect = {"ace_marriage": "on", "ace_marriage_trump": "suit_of_led_ace"}

    found = facts(led_by_0(ACES), "0 play AD", trump_switch_timing="next_trick", **effect)

    assert found == [AcesDeclared(0, 200), TrumpSet(0, "D", next_trick=True)]


@pytest.mark.parametrize(
    ("options", "declares"),
    [
        ({}, False),
        ({"marriage_first_lead": "on"}, True),
        ({"marriage_first_lead": "on", "ace_marriage_first_lead": "never"}, False),
    ],
)
def test_aces_on_the_first_lead(options, declares):
    found = facts(position(ACES, "", ""), "0 play AS", ace_marriage="on", **options)

    assert bool(found) == declares


def test_three_aces_declare_nothing():
    assert facts(led_by_0("AS AC AD TS"), "0 play AS", ace_marriage="on") == []


LAST_ACE = {"ace_marriage": "on", "ace_marriage_trump": "suit_of_last_ace"}
DECLARED = (Meld(0, "aces", 200),)


@pytest.mark.parametrize(("timing", "waits"), [("same_trick", False), ("next_trick", True)])
def test_the_last_ace_led_sets_the_trump(timing, waits):
    deal = led_by_0("AH 9S", melds=DECLARED)

    assert facts(deal, "0 play AH", trump_switch_timing=timing, **LAST_ACE) == [
        TrumpSet(0, "H", next_trick=waits)
    ]


def test_the_last_ace_followed_sets_the_trump_of_the_next_trick():
    deal = position("AH 9S", "KD", "9H", melds=DECLARED, leader=2, table="9H", won=(A_TRICK,))

    assert facts(deal, "0 play AH", **LAST_ACE) == [TrumpSet(0, "H", next_trick=True)]


def test_an_ace_before_the_last_sets_no_trump():
    assert facts(led_by_0("AH AS 9S", melds=DECLARED), "0 play AH", **LAST_ACE) == []


def test_an_ace_of_another_seat_sets_no_trump():
    deal = position("9S", "AH", "", melds=DECLARED, leader=1)

    assert facts(deal, "1 play AH", **LAST_ACE) == []


# --- what leading is bound by


CONTINUE = {"ace_marriage": "on", "ace_marriage_must_continue": "on"}
RESTRICTED = {"lead_trump_restriction": "on"}


def test_who_declared_aces_leads_the_others_whenever_he_is_on_lead():
    deal = led_by_0("AH AC 9S", melds=DECLARED)

    assert legal(deal, 0, **CONTINUE) == ["AC", "AH"]
    assert refused(deal, "0 play 9S", **CONTINUE) is Reason.MUST_LEAD_ACE


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        pytest.param("TH 9S", DECLARED, id="no ace left"),
        pytest.param("AH 9S", (), id="none declared"),
        pytest.param("AH 9S", (Meld(1, "aces", 200),), id="declared by another"),
        pytest.param("AH 9S", (Meld(0, "nines", 100),), id="nines declared"),
    ],
)
def test_nobody_else_is_bound_to_aces(hand, melds):
    assert len(legal(led_by_0(hand, melds=melds), 0, **CONTINUE)) == 2


def test_a_foreign_trump_is_not_led_even_when_it_is_the_ace_that_is_due():
    deal = led_by_0("AH 9S KC", trump="H1", melds=DECLARED)

    assert legal(deal, 0, **CONTINUE, **RESTRICTED) == ["9S", "KC"]
    assert refused(deal, "0 play AH", **CONTINUE, **RESTRICTED) is Reason.TRUMP_LEAD_RESTRICTED


def test_of_several_aces_the_one_that_is_no_foreign_trump_is_due():
    deal = led_by_0("AH AS KC", trump="H1", melds=DECLARED)

    assert legal(deal, 0, **CONTINUE, **RESTRICTED) == ["AS"]


def test_the_trump_of_ones_own_is_led_freely():
    assert legal(led_by_0("9H KC", trump="H0"), 0, **RESTRICTED) == ["KC", "9H"]
    assert legal(led_by_0("9H JH", trump="H1"), 0, **RESTRICTED) == ["9H", "JH"]
    assert legal(led_by_0("9H KC", trump="H1"), 0, **RESTRICTED) == ["KC"]


# --- bed marriages and nines


@pytest.mark.parametrize("card", ["QC", "JC"])
def test_queen_and_jack_are_half_a_marriage_and_set_no_trump(card):
    assert facts(led_by_0("QC JC"), f"0 play {card}", bed_marriage="on") == [
        BedDeclared(0, "C", 30)
    ]
    assert facts(led_by_0("QC JC"), f"0 play {card}") == []


def test_a_bed_marriage_needs_a_trick_like_a_marriage():
    deal = position("QC JC", "", "")

    assert facts(deal, "0 play QC", bed_marriage="on") == []
    assert facts(deal, "0 play QC", bed_marriage="on", marriage_first_lead="on") == [
        BedDeclared(0, "C", 30)
    ]


@pytest.mark.parametrize(
    ("card", "declared"), [("KH", MarriageDeclared), ("QH", MarriageDeclared), ("JH", BedDeclared)]
)
def test_with_king_queen_and_jack_the_card_decides(card, declared):
    first, *_ = facts(led_by_0("KH QH JH"), f"0 play {card}", bed_marriage="on")

    assert type(first) is declared


def test_a_queen_serves_once():
    spent_in_bed = led_by_0("KH QH", melds=(Meld(0, "bed", 50, Suit.HEARTS),))
    spent_in_marriage = led_by_0("QH JH", marriages=(Marriage(0, Suit.HEARTS, 100),))

    assert facts(spent_in_bed, "0 play KH", bed_marriage="on") == []
    assert facts(spent_in_bed, "0 play QH", bed_marriage="on") == []
    assert facts(spent_in_marriage, "0 play QH", bed_marriage="on") == []
    assert facts(spent_in_marriage, "0 play JH", bed_marriage="on") == []


def test_a_queen_led_before_any_trick_has_not_served():
    """Nothing was declared; but the pair is broken."""
    deal = position("KH QH JH", "9S 9C 9D", "JS JC JD")

    deal = after(deal, "0 play JH", "1 play 9S", "2 play JS", bed_marriage="on")

    assert facts(deal, "0 play KH", bed_marriage="on") == [
        MarriageDeclared(0, "H", 100),
        TrumpSet(0, "H"),
    ]


@pytest.mark.parametrize("bonus", [100, 200, 360])
def test_the_first_of_four_nines_scores_without_a_trick(bonus):
    deal = position(NINES, "", "")

    assert facts(deal, "0 play 9D", four_nines_bonus=bonus) == [NinesDeclared(0, bonus)]
    assert facts(deal, "0 play 9D") == []


def test_three_nines_score_nothing():
    assert facts(led_by_0("9S 9C 9D TH"), "0 play 9D", four_nines_bonus=200) == []


@pytest.mark.parametrize(
    ("hand", "card", "options"),
    [
        (ACES, "AH", {"ace_marriage": "on"}),
        ("QS JS", "JS", {"bed_marriage": "on"}),
        (NINES, "9C", {"four_nines_bonus": 200}),
    ],
)
def test_asked_the_word_declares_them_too(hand, card, options):
    options = {**options, "marriage_declaration": "ask"}

    assert facts(led_by_0(hand), f"0 play {card}", **options) == []
    assert facts(led_by_0(hand), f"0 play {card} declare", **options)
    assert f"{card} declare" in legal(led_by_0(hand), 0, **options)


# --- the end of the play


def test_a_trick_goes_to_its_best_card_and_its_seat_leads():
    deal = after(
        position("9H TS", "AH KS", "TH QS", leader=1), "1 play AH", "2 play TH", "0 play 9H"
    )

    assert deal.leader == 1
    assert deal.card_points_of(1) == 21
    assert not is_over(deal)


def two_players(*hands, **more):
    talons = (parse_cards("AS QS"), parse_cards("AC 9C"))
    return position(*hands, talons=talons, taken=1, declarer=1, **more)


def ends(deal, **options):
    """What follows when the cards on the table are the last."""
    return list(taking_trick(agree("classic_ru", {"players": 2, **options}), deal))


def test_between_two_the_last_trick_brings_the_leftover():
    deal = two_players("", "", table="9H TH", gifts=(Gift(Card.parse("KD"), None, shown=False),))

    assert ends(deal) == [TrickTaken(1, 10), LeftoverTaken(1, 15)]
    assert ends(deal, two_leftover="dead") == [TrickTaken(1, 10)]


def test_no_other_trick_brings_it():
    assert ends(two_players("KH", "QH", table="9H TH")) == [TrickTaken(1, 10)]


def test_unequal_hands_end_with_the_shorter_and_the_rest_is_left_over():
    deal = two_players("", "KH TD", table="9H TH")

    after_it = deal
    for fact in ends(deal):
        after_it = ON_THE_DEAL[type(fact)](after_it, fact)

    assert ends(deal) == [TrickTaken(1, 10), LeftoverTaken(1, 25)]
    assert is_over(after_it)
    assert after_it.card_points_of(1) == 35
    assert after_it.tricks_of(1) == 1


def test_a_trick_on_the_table_is_not_over():
    assert not is_over(position("", "KH", "QH", table="9H"))


def test_melds_count_beside_marriages():
    melds = (Meld(1, "bed", 50, Suit.HEARTS), Meld(1, "nines", 200), Meld(2, "aces", 200))
    deal = position("", "", "", melds=melds, marriages=(Marriage(1, Suit.CLUBS, 60),))

    brought = outcome(agree(), deal, "played")

    assert brought.melds == (0, 250, 200)
    assert brought.marriages == (0, 60, 0)


def test_the_resting_seat_of_four_is_shown_the_talon_as_dealt():
    talon = parse_cards("AS KH QH")
    four = position("", "", "", "", active=(0, 1, 2), talons=(talon,), declarer=1, bid=110)
    three = position("", "", "", talons=(talon,), declarer=1, bid=110, contract=120)

    assert outcome(agree(), four, "written_off").talon == talon
    assert outcome(agree(), four, "written_off").contract == 110
    assert outcome(agree(), three, "played").talon == ()
    assert outcome(agree(), three, "played").contract == 120
