from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.engine.endings import deal
from thousand_engine.catalogue import OPTIONS, defaults
from thousand_engine.facts import DealCrossed, DealScored, DealWrittenOff, GameWon
from thousand_engine.pipeline import settle
from thousand_engine.rules import Rules
from thousand_engine.sheet import Sheet, enter, ledger

MOST_DEALS = 60


def some_rules(chance):
    """An agreement in which every option may be anything."""
    options = {
        id: chance.choice(option.values) if chance.random() < 0.5 else option.default
        for id, option in OPTIONS.items()
    }
    options["penalty_amount"] = chance.choice((0, 60, 120, 500))
    options["writeoff_free_first"] = chance.choice((0, 1))
    options["barrel_three_falls"] = "on"  # 89 needs it
    return Rules.stored({**defaults(), **options})


def some_deal(rules, sheet, dealer, chance):
    players = rules.players
    blank = deal(rules, dealer)
    golden = sheet.golden_round > 0
    blind = not golden and rules.blind is not None and chance.random() < 0.2
    declarer = blank.active[0] if golden or blind else chance.choice(blank.active)
    kinds = ["played"] * 8
    kinds += ["written_off"] if rules.write_off else []
    kinds += ["crossed"] if rules.cross and not golden and not blind and not sheet.sitters else []
    result = chance.choice(kinds)
    brought = {"golden": golden, "blind": blind}
    if result == "played":
        cuts = sorted(chance.choices((0, 0, 7, 30, 61, 90, 120, 120), k=len(blank.active) - 1))
        shares = (high - low for low, high in zip((0, *cuts), (*cuts, 120), strict=True))
        share_of = dict(zip(chance.sample(blank.active, len(blank.active)), shares, strict=True))
        points = tuple(share_of.get(seat, 0) for seat in range(players))
        worth = (0, 0, 40, 60, 80, 100)
        brought |= {
            "points": points,
            "tricks": tuple(1 if each else chance.choice((0, 0, 1)) for each in points),
            "marriages": tuple(chance.choice(worth) if each else 0 for each in points),
            "melds": tuple(chance.choice((0, 0, 0, 200)) if each else 0 for each in points),
        }
    return deal(
        rules,
        dealer,
        declarer=declarer,
        contract=120 if golden or blind else chance.choice((100, 105, 120, 121, 125, 180, 300)),
        result=result,
        talon=chance.choice(("AS KH QH", "9S JC KD", "TS QS KC")) if players == 4 else "",
        claim_refused=chance.random() < 0.1,
        cut_fined=chance.choice((None, None, None, chance.randrange(players))),
        **brought,
    )


def given_up(sheet, outcome):
    seat = outcome.declarer
    if outcome.result == "written_off":
        return enter(sheet, DealWrittenOff(seat, sheet.write_offs[seat] + 1))
    if outcome.result == "crossed":
        return enter(sheet, DealCrossed(seat, sheet.crosses[seat] + 1))
    return sheet


def endings(seed):
    """Deals one after another under some agreement: rules, the sheet before, facts, the sheet."""
    chance = Random(seed)
    rules = some_rules(chance)
    sheet = Sheet.blank(rules.players, 1 if rules.golden else 0)
    for number in range(MOST_DEALS):
        dealer = number % rules.players
        outcome = some_deal(rules, sheet, dealer, chance)
        before = given_up(sheet, outcome)
        facts = tuple(settle(rules, before, outcome, deck=(), next_dealer=dealer))
        sheet = before
        for fact in facts:
            sheet = enter(sheet, fact)
        yield rules, before, facts, sheet
        if isinstance(facts[-1], GameWon):
            return


@given(st.integers(0, 2**32))
def test_every_change_of_a_total_is_a_line_of_the_ledger(seed):
    for _, before, facts, after in endings(seed):
        totals = list(before.totals)
        for fact in facts:
            for line in ledger(fact):
                totals[line.seat] += line.amount

        assert tuple(totals) == after.totals


@given(st.integers(0, 2**32))
def test_the_score_is_the_first_fact_and_a_win_the_last(seed):
    for *_, facts, _ in endings(seed):
        assert isinstance(facts[0], DealScored)
        assert not any(isinstance(fact, GameWon) for fact in facts[:-1])


@given(st.integers(0, 2**32))
def test_who_is_on_a_barrel_stands_at_its_threshold(seed):
    for rules, _, facts, after in endings(seed):
        if isinstance(facts[-1], GameWon):
            continue
        barrel, reverse = rules.barrel, rules.reverse_barrel
        for seat in after.sitters:
            assert barrel is not None
            assert after.totals[seat] == barrel.threshold or barrel.raw_scoring
            assert barrel.attempts is None or after.attempts[seat] < barrel.attempts
        for seat, used in enumerate(after.reverse_attempts):
            assert used is None or after.totals[seat] == reverse.threshold


@given(st.integers(0, 2**32))
def test_no_seat_is_left_with_bolts_that_are_due(seed):
    for rules, _, _, after in endings(seed):
        if rules.bolts is None:
            assert not any(after.bolts)
        elif rules.bolts.mode == "third_in_row_and_every_fifth":
            assert max(after.bolts) < 5
            assert max(after.streaks) < 3
        else:
            assert max(after.bolts) < 3
            assert all(map(int.__le__, after.streaks, after.bolts))
