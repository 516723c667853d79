from dataclasses import replace

import pytest

from tests.unit.engine.endings import agreed, ended, sheet
from tests.unit.engine.games import dealt, play
from thousand_engine import (
    DECK,
    BadAction,
    DealCards,
    Onlooker,
    Phase,
    Reason,
    RuleBroken,
    act,
    agree,
    begin,
    decide,
    parse_action,
    safe_action,
    start,
    view,
    write_action,
)
from thousand_engine.facts import BarrelLost, BoltMarked, DumpTruckHit, Fined

CONTRACT = ("2 bid 105", "0 pass", "1 pass", "2 give 9C>1 JD>0")
PLAY = (*CONTRACT, "2 contract 105")


def reason_of(game, action):
    with pytest.raises(RuleBroken) as broken:
        decide(game, parse_action(action))
    return broken.value.rule


def test_a_low_bid_leaves_no_trace():
    game = play(dealt(), "2 bid 110")

    assert reason_of(game, "0 bid 105") is Reason.BID_TOO_LOW
    assert game == play(dealt(), "2 bid 110")


def test_the_earliest_reason_is_given():
    game = dealt()

    assert reason_of(game, "1 play AC") is Reason.NOT_YOUR_TURN
    assert reason_of(game, "2 play AC") is Reason.WRONG_PHASE
    assert reason_of(game, "2 bid 303") is Reason.BID_NOT_A_STEP
    assert reason_of(game, "7 claim") is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize(
    ("actions", "own"),
    [
        pytest.param((), {"bid", "pass", "claim"}, id="auction"),
        pytest.param(CONTRACT[:3], {"give", "writeoff", "cross", "claim"}, id="talon"),
        pytest.param(CONTRACT, {"contract", "writeoff", "claim"}, id="contract"),
        pytest.param(PLAY, {"play", "claim"}, id="play"),
    ],
)
def test_each_phase_takes_only_its_own_actions(actions, own):
    game = play(dealt(), *actions)
    every = (
        "look",
        "blind",
        "bid 120",
        "pass",
        "claim",
        "talon 1",
        "give 9C>1 JD>0",
        "writeoff",
        "cross",
        "contract 105",
        "play AC",
    )

    for words in every:
        if words.split()[0] not in own:
            assert reason_of(game, f"2 {words}") is Reason.WRONG_PHASE


def test_between_deals_only_the_table_acts():
    game = play(dealt(), *CONTRACT, "2 writeoff")

    assert game.phase is Phase.DONE
    assert game.awaits_deal
    for words in ("pass", "claim", "play AC", "writeoff"):
        assert reason_of(game, f"2 {words}") is Reason.WRONG_PHASE


def test_the_next_dealer_deals_the_next_deal_and_no_other():
    game = play(dealt(), *CONTRACT, "2 writeoff")

    for wrong in (DealCards(0, 2, 0, DECK), DealCards(1, 1, 0, DECK), DealCards(1, 2, 1, DECK)):
        with pytest.raises(RuleBroken) as broken:
            act(game, wrong)
        assert broken.value.rule is Reason.NOT_THE_NEXT_DEAL
    assert act(game, DealCards(1, 2, 0, DECK))[1].deal.dealer == 1


def test_after_a_redeal_the_same_dealer_deals_the_next_attempt():
    low = ("AC TC QC JD AD TD KD", "9S 9C 9D JS JC QS KC", "AS TS KS AH TH KH QH")
    game = play(dealt(low, "9H JH QD"), "1 claim")

    assert act(game, DealCards(0, 1, 1, DECK))[1].deal.attempt == 1


def test_a_deck_has_every_card_once():
    game = begin(start(agree(), 0))

    for deck in (DECK[:23], DECK[:23] + DECK[:1], DECK + DECK[:1]):
        with pytest.raises(BadAction):
            act(game, DealCards(0, 1, 0, deck))


def test_nothing_follows_a_won_game():
    won = replace(play(dealt(), *CONTRACT, "2 writeoff"), winner=1)

    assert reason_of(won, "2 pass") is Reason.GAME_OVER
    with pytest.raises(RuleBroken, match="over"):
        act(won, DealCards(1, 2, 0, DECK))


@pytest.mark.parametrize(
    ("actions", "safe"),
    [
        pytest.param((), "2 pass", id="the auction is passed"),
        pytest.param(CONTRACT[:3], "2 give 9C>0 9D>1", id="the cheapest cards, S C D H"),
        pytest.param(CONTRACT, "2 contract 105", id="the bid is kept"),
        pytest.param(PLAY, "2 play 9D", id="the cheapest card"),
        pytest.param((*PLAY, "2 play AC"), "0 play QC", id="the cheapest legal card"),
    ],
)
def test_the_safe_action_is(actions, safe):
    game = play(dealt(), *actions)

    assert write_action(safe_action(view(game, game.to_act))) == safe


@pytest.mark.parametrize(("visibility", "seen"), [("open", ["9C", "JD"]), ("closed", [None, None])])
def test_passed_cards_are_seen_by_all_where_that_is_agreed(visibility, seen):
    game = play(dealt(pass_visibility=visibility), *CONTRACT)

    gifts = view(game, Onlooker.SPECTATOR).deal.gifts

    assert [gift.card and gift.card.code for gift in gifts] == seen


def test_a_bolt_fine_can_tip_the_dump_truck_once_both_steps_show():
    """FAILURES B16: 675 − 120 → 555 → 0."""
    before = sheet((675, 0, 0), bolts=(2, 0, 0))

    facts, _ = ended(agreed(), before, points=(0, 110, 10), tricks=(0, 7, 1))

    assert facts[1:] == (
        BoltMarked(0, count=1, bolts=0, streak=0),
        Fined(0, "bolts", -120),
        DumpTruckHit(0, -555),
    )


@pytest.mark.parametrize("used", [0, 1, 2])
def test_the_third_attempt_is_the_last(used):
    before = sheet((880, 0, 0), attempts=(used, None, None))

    facts, _ = ended(agreed(), before, points=(30, 80, 10), tricks=(1, 6, 1), marriages=(0, 40, 0))

    assert any(isinstance(fact, BarrelLost) for fact in facts) == (used == 2)
