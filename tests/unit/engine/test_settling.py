import pytest

from tests.unit.engine.endings import agreed, deal, ended, sheet
from thousand_engine.facts import (
    BarrelAttempted,
    BarrelLost,
    BoltMarked,
    DealScored,
    Fined,
    GameWon,
    GoldenRoundEnded,
    ReverseBarrelAttempted,
    ReverseBarrelEntered,
    ReverseBarrelLeft,
    StreakBroken,
)
from thousand_engine.house.barrel import first_sitter, obliged
from thousand_engine.house.fines import fines
from thousand_engine.house.resting_seat import resting
from thousand_engine.sheet import LedgerLine, ledger

ALL_TO_THE_DECLARER = (0, 120, 0)


def of(kind, facts):
    return [fact for fact in facts if isinstance(fact, kind)]


# --- bolts and fines


def test_fines_come_in_the_order_of_the_rule_book():
    rules = agreed(writeoff_cost="stick", writeoff_third_penalty="at_third")
    before = sheet((0, 500, 0), bolts=(0, 2, 0), write_offs=(0, 3, 0))

    facts, _ = ended(rules, before, dealer=2, result="written_off", claim_refused=True, cut_fined=0)

    assert of(Fined, facts) == [
        Fined(1, "bolts", -120),
        Fined(1, "write_offs", -120),
        Fined(2, "dealer", -120),
        Fined(0, "cut", -120),
    ]


def test_dealer_and_cutter_are_not_fined_on_the_barrel():
    before = sheet((880, 0, 880), attempts=(0, None, 0))

    facts, _ = ended(agreed(), before, claim_refused=True, cut_fined=2)

    assert of(Fined, facts) == []


@pytest.mark.parametrize(("golden", "fine"), [(True, -240), (False, -120)])
def test_flat_fines_double_in_golden_deals_alone(golden, fine):
    rules = agreed(golden="on", golden_penalties_doubled="on")

    assert fines(rules, sheet((0, 0, 0)), 1, "dealer", golden=golden) == (Fined(1, "dealer", fine),)


def test_a_fine_of_nothing_is_no_fact():
    facts, _ = ended(agreed(penalty_amount=0), sheet((0, 0, 0), bolts=(2, 0, 0)))

    assert of(BoltMarked, facts)[0].bolts == 1
    assert of(Fined, facts) == []


@pytest.mark.parametrize(
    ("bolts", "streak", "fine"),
    [
        pytest.param(2, 2, -360, id="three in a row"),
        pytest.param(2, 1, -120, id="not in three successive deals"),
    ],
)
def test_the_fine_for_a_row_is_for_three_successive_bolts(bolts, streak, fine):
    before = sheet((0, 0, 500), bolts=(0, 0, bolts), streaks=(0, 0, streak))

    facts, after = ended(agreed(in_row_fine=360), before)

    assert Fined(2, "bolts", fine) in facts
    assert (after.bolts[2], after.streaks[2]) == (0, 0)


def test_bolts_that_were_wiped_make_no_row_with_later_ones():
    rules = agreed(in_row_fine=360)
    after = sheet((900, 900, 0), bolts=(0, 0, 2))
    fined = []
    for _ in range(4):
        facts, after = ended(rules, after.but(totals=(0, 0, 0)))
        fined.append([fact.amount for fact in of(Fined, facts) if fact.seat == 2])

    assert fined == [[-120], [], [], [-360]]


def test_the_fine_for_a_row_doubles_in_gold():
    rules = agreed(golden="on", golden_penalties_doubled="on", in_row_fine=240)
    before = sheet((0, 0, 0), bolts=(2, 0, 0), streaks=(2, 0, 0), golden_round=1)

    facts, _ = ended(rules, before, contract=120, golden=True)

    assert Fined(0, "bolts", -480) in facts


def test_a_stick_makes_no_third_in_a_row():
    rules = agreed(writeoff_cost="stick", in_row_fine=360)
    before = sheet((0, 500, 0), bolts=(0, 2, 0), streaks=(0, 2, 0), write_offs=(0, 1, 0))

    facts, _ = ended(rules, before, result="written_off")

    assert Fined(1, "bolts", -120) in facts


def test_a_write_off_that_is_free_costs_no_stick():
    rules = agreed(writeoff_cost="stick", writeoff_free_first=1)

    facts, _ = ended(rules, sheet((0, 0, 0), write_offs=(0, 1, 0)), result="written_off")

    assert of(BoltMarked, facts) == []


def test_a_trick_breaks_a_streak_and_keeps_the_bolts():
    before = sheet((0, 0, 0), bolts=(2, 0, 0), streaks=(2, 0, 0))

    facts, _ = ended(agreed(), before, points=(20, 100, 0), tricks=(1, 7, 0))

    assert of(StreakBroken, facts) == [StreakBroken(0, 2)]


def test_deals_on_the_barrel_leave_streaks_alone():
    before = sheet((880, 0, 0), attempts=(0, None, None), bolts=(1, 0, 0), streaks=(1, 0, 0))

    _, after = ended(agreed(), before, points=(20, 100, 0), tricks=(1, 7, 0))

    assert (after.bolts[0], after.streaks[0]) == (1, 1)


def test_a_third_bolt_throws_nobody_when_another_sitter_wins():
    rules = agreed(bolt_on_barrel="third_throws", barrel_knock_off="off")
    before = sheet((880, 880, 0), attempts=(0, 0, None), bolts=(2, 0, 0))

    facts, after = ended(rules, before, contract=120)

    assert facts[-1] == GameWon(1)
    assert after.totals == (880, 1000, 0)


# --- the barrel


@pytest.mark.parametrize(
    ("options", "need"),
    [
        pytest.param({}, 120, id="what is missing"),
        pytest.param({"win_score": 1001}, 125, id="rounded up to a legal contract"),
        pytest.param({"win_score": 1005, "bid_step": 10}, 130, id="in tens"),
        pytest.param({"barrel_score": 900}, 100, id="from 900"),
        pytest.param({"barrel_auction": "auto_take", "win_score": 1005}, 121, id="automatic"),
        pytest.param({"barrel_auction": "own_talon", "win_score": 1005}, 125, id="own talon"),
    ],
)
def test_the_need_of_a_sitter(options, need):
    assert agreed(**options).barrel.need == need


def test_two_players_have_a_barrel_when_they_agree_on_one():
    assert agreed(players=2).barrel is None
    assert agreed(players=2, two_barrel="on").barrel is not None


def test_the_sitter_nearest_after_the_dealer_is_first():
    on_it = sheet((880, 0, 880), attempts=(1, None, 1))

    assert first_sitter(on_it, (1, 2, 0)) == 2
    assert first_sitter(sheet((0, 0, 0)), (1, 2, 0)) is None


@pytest.mark.parametrize(
    ("attempts", "lost", "seat"),
    [
        pytest.param(2, 2, 1, id="third barrel, third deal"),
        pytest.param(1, 2, None, id="second deal"),
        pytest.param(2, 1, None, id="second barrel"),
    ],
)
def test_who_is_obliged(attempts, lost, seat):
    barrel = agreed(barrel_obligation="on").barrel
    on_it = sheet((0, 880, 0), attempts=(None, attempts, None), barrels_lost=(0, lost, 0))

    assert obliged(barrel, on_it, (1, 2, 0)) == seat
    assert obliged(agreed().barrel, on_it, (1, 2, 0)) is None


def test_a_failed_obligation_is_the_third_lost_barrel_and_is_not_charged():
    rules = agreed(barrel_obligation="on", barrel_failed_contract="lose_contract_and_leave")
    before = sheet((0, 880, 0), attempts=(None, 2, None), barrels_lost=(0, 2, 0))

    facts, _ = ended(rules, before, contract=121, tricks=(1, 7, 0))

    assert of(DealScored, facts)[0].written == (0, 0, 0)
    assert of(BarrelLost, facts) == [BarrelLost(1, "obligation", -880, 0)]


def test_a_contract_below_the_need_sets_back_even_without_an_attempt():
    rules = agreed(barrel_attempt_counting="own_turn_only")
    before = sheet((0, 880, 0), attempts=(None, 1, None))

    facts, after = ended(rules, before, dealer=1, declarer=1, contract=100)

    assert of(BarrelAttempted, facts) == [BarrelAttempted(1, 1, -100)]
    assert after.totals[1] == 880


def test_raw_points_add_up_on_the_barrel():
    rules = agreed(barrel_raw_scoring="on")
    before = sheet((880, 0, 0), attempts=(0, None, None))
    for _ in range(2):
        _, before = ended(rules, before, points=(31, 89, 0), tricks=(2, 6, 0), marriages=(40, 0, 0))

    assert before.totals[0] == 942
    assert before.attempts[0] == 2


def test_a_raw_scorer_who_must_declare_writes_his_cards():
    rules = agreed(barrel_raw_scoring="on")
    before = sheet((0, 880, 0), attempts=(None, 0, None))

    facts, after = ended(
        rules, before, contract=100, points=(40, 80, 0), marriages=(0, 40, 0), tricks=(3, 5, 0)
    )

    assert after.totals[1] == 960
    assert of(BarrelLost, facts) == []


@pytest.mark.parametrize(("target", "total"), [(1000, 1120), (1005, 880)])
def test_a_blind_120_is_written_doubled_and_wins_by_its_contract(target, total):
    rules = agreed(win_score=target, blind="on", blind_barrel_ban="off")
    before = sheet((0, 880, 0), attempts=(None, 0, None))

    facts, after = ended(rules, before, contract=120, blind=True)

    assert (facts[-1] == GameWon(1)) is (total == 1120)
    assert after.totals[1] == total


def test_a_sitter_who_rests_uses_no_attempt_and_gets_no_talon_points():
    before = sheet((880, 0, 0, 0), attempts=(1, None, None, None))

    _, after = ended(agreed(players=4), before, talon="AS TS KS")

    assert (after.totals[0], after.attempts[0]) == (880, 1)


# --- the reverse barrel


def on_reverse(total=-880, used=0):
    return sheet((500, total, 700), reverse_attempts=(None, used, None))


def test_falling_to_the_reverse_barrel():
    facts, _ = ended(
        agreed(reverse_barrel="to_minus_760"),
        sheet((0, -800, 0)),
        contract=130,
        tricks=(0, 8, 0),
    )

    assert of(ReverseBarrelEntered, facts) == [ReverseBarrelEntered(1, 50)]


def test_gains_do_not_lift_a_seat_from_the_reverse_barrel():
    facts, after = ended(agreed(reverse_barrel="to_minus_760"), on_reverse())

    assert of(DealScored, facts)[0].written == (0, 0, 0)
    assert after.totals[1] == -880
    assert after.reverse_attempts == (None, 1, None)


@pytest.mark.parametrize(("option", "total"), [("to_minus_760", -760), ("to_minus_500", -500)])
def test_three_deals_later_a_seat_is_thrown_back(option, total):
    facts, after = ended(agreed(reverse_barrel=option), on_reverse(used=2))

    assert facts[-2:] == (
        ReverseBarrelAttempted(1, 3, 0),
        ReverseBarrelLeft(1, total + 880),
    )
    assert after.totals[1] == total
    assert after.reverse_attempts == (None, None, None)


def test_minus_the_target_loses_and_the_highest_other_wins():
    facts, after = ended(agreed(reverse_barrel="to_minus_760"), on_reverse(), contract=130)

    assert facts[-1] == GameWon(2)
    assert after.totals == (500, -1010, 700)


def test_a_fine_may_be_the_loss():
    facts, _ = ended(
        agreed(reverse_barrel="to_minus_760"),
        on_reverse(),
        dealer=1,
        declarer=2,
        claim_refused=True,
        points=(0, 30, 90),
        tricks=(0, 2, 6),
    )

    assert facts[-1] == GameWon(2)


# --- golden rounds


def fruitless(round_, **options):
    rules = agreed(golden="on", **options)
    before = sheet((50, -200, 70), golden_round=round_, golden_made=(False, False))
    return ended(rules, before, contract=125, golden=True)


@pytest.mark.parametrize(
    ("nobody", "round_", "next_round", "reset"),
    [
        ("zero_and_normal", 1, 0, True),
        ("zero_and_replay", 4, 5, True),
        ("replay_keep", 1, 2, False),
        ("keep", 1, 0, False),
        ("zero_and_replay_max3", 2, 3, True),
        ("zero_and_replay_max3", 3, 0, False),
    ],
)
def test_what_follows_a_fruitless_round(nobody, round_, next_round, reset):
    facts, after = fruitless(round_, golden_nobody=nobody)

    end = facts[-1]
    assert isinstance(end, GoldenRoundEnded)
    assert (end.next_round, end.reset) == (next_round, reset)
    assert (after.golden_round, after.golden_made) == (next_round, ())
    assert (after.totals == (0, 0, 0)) is reset


def test_wiping_the_totals_is_a_line_of_the_ledger():
    facts, _ = fruitless(1)

    assert ledger(facts[-1]) == (
        LedgerLine(0, "golden round", -50),
        LedgerLine(1, "golden round", 450),
        LedgerLine(2, "golden round", -70),
    )


def test_a_written_off_golden_deal_counts_as_not_made():
    rules = agreed(golden="on")
    before = sheet((0, 0, 0), golden_round=1, golden_made=(False, False), write_offs=(0, 1, 0))

    facts, _ = ended(rules, before, contract=120, golden=True, result="written_off")

    assert facts[-1].reset


def test_a_round_goes_on_until_every_seat_had_its_deal():
    rules = agreed(players=4, golden="on")
    before = sheet((0, 0, 0, 0), golden_round=1, golden_made=(True, False))

    facts, after = ended(rules, before, contract=120, golden=True)

    assert of(GoldenRoundEnded, facts) == []
    assert after.golden_made == (True, False, True)


# --- four and two players


@pytest.mark.parametrize(
    ("who", "seat"), [("dealer", 3), ("right_of_dealer", 2), ("opposite_dealer", 1)]
)
def test_who_rests(who, seat):
    rule = agreed(four_sitter=who).resting_seat

    assert resting(rule, 3, 4) == seat
    assert resting(rule, 2, 3) is None


def test_a_locked_seat_that_rests_gets_nothing():
    rules = agreed(players=4, barrel_score="none", lock_threshold=800)

    facts, _ = ended(rules, sheet((800, 0, 0, 0)), talon="AS TS KS")

    assert of(DealScored, facts)[0].written == (0, 100, 0, 0)


def test_a_shortfall_is_for_two_players_alone():
    rules = agreed(two_fail_score="shortfall")

    facts, _ = ended(rules, sheet((0, 0, 0)), contract=130)

    assert of(DealScored, facts)[0].written == (0, -130, 0)


def test_without_a_barrel_the_seat_that_rests_is_last_on_a_tie():
    rules = agreed(players=4, barrel_score="none", four_sitter_marriage="none")
    before = sheet((980, 0, 980, 300))

    facts, _ = ended(
        rules, before, points=(0, 100, 20, 0), tricks=(0, 7, 1, 0), talon="AS 9S 9C TS"
    )

    assert facts[-1] == GameWon(2)


def test_the_raw_points_of_a_seat_are_all_it_collected():
    outcome = deal(agreed(), points=ALL_TO_THE_DECLARER, marriages=(0, 40, 0), melds=(0, 200, 0))

    assert outcome.raw(1) == 360
