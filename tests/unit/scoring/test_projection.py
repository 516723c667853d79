from dataclasses import replace

import pytest

from services.scoring import consumers
from services.scoring.errors import UncountableStep
from services.scoring.facts import TOPICS, WITHOUT_MEANING
from services.scoring.projection import project
from services.scoring.results import Counted
from services.table import facts as table_facts
from services.table.publishing import ROOT
from tests.unit.scoring.told import a_game
from thousand_engine import FACTS
from thousand_engine.facts import BoltMarked, CardPlayed, CardsGiven, DealScored, Fined, GameWon
from thousand_log import NewerFact, UnknownTopic
from thousand_log.mapper import UnreadableFact


def counted(steps):
    """The game at the end, and the results of its deals."""
    game, results = Counted(game_id="t1-1"), []
    for step in steps:
        game, result = project(game, step)
        if result:
            results.append(result)
    return game, results


@pytest.mark.parametrize("policy", ["simple", "random"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_counted_of_a_game_is_what_the_engine_says(policy, seed):
    played = a_game(seed, policy=policy, most_deals=40)

    game, results = counted(played.told)

    _, last = played.played[-1]
    assert (game.game.sheet, game.winner, game.accounts) == (
        last.sheet,
        last.winner,
        played.accounts,
    )
    assert [(deal.written, deal.contract, deal.declarer) for deal in results] == [
        (fact.written, fact.contract, fact.declarer) for fact in played.scored
    ]
    assert results[-1].totals == last.sheet.totals
    assert [deal.number for deal in results] == list(range(1, len(results) + 1))


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="gifts are hidden"),
        pytest.param({"pass_visibility": "open"}, id="gifts are shown"),
        pytest.param({"talon_hidden_on_100": "off"}, id="every talon is shown"),
    ],
)
@pytest.mark.parametrize("policy", ["simple", "random"])
def test_the_recount_agrees_with_every_deal_when(policy, options):
    for seed in range(6):
        played = a_game(seed, policy=policy, most_deals=20, **options)

        _, results = counted(played.told)

        assert {deal.dispute for deal in results} == {""}
        assert len(results) == len(played.scored) > 2


def test_deals_that_are_written_off_are_recounted_without_the_gifts():
    results = [
        deal
        for seed in range(8)
        for deal in counted(a_game(seed, policy="random", most_deals=30).told)[1]
    ]

    written_off = [deal for deal in results if deal.result == "written_off"]
    assert written_off
    assert {deal.dispute for deal in written_off} == {""}


def wrong_once(kind, first=3, **changes):
    """Changes one fact of a kind, by default the third."""
    seen = 0

    def falsify(fact):
        nonlocal seen
        if isinstance(fact, kind):
            seen += 1
            if seen == first:
                return replace(
                    fact, **{name: change(getattr(fact, name)) for name, change in changes.items()}
                )
        return fact

    return falsify


def a_little_more(amounts):
    return (amounts[0] + 5, *amounts[1:])


@pytest.mark.parametrize(
    ("falsify", "says"),
    [
        pytest.param(wrong_once(DealScored, written=a_little_more), "written", id="what it writes"),
        pytest.param(wrong_once(DealScored, contract=lambda was: was + 5), "contract", id="terms"),
        pytest.param(wrong_once(DealScored, declarer=lambda was: (was + 1) % 3), "", id="declarer"),
        pytest.param(wrong_once(DealScored, tricks=lambda was: was[::-1]), "", id="tricks"),
        pytest.param(
            wrong_once(DealScored, card_points=lambda was: was[1:] + was[:1]),
            "card_points",
            id="who took the last trick",
        ),
        pytest.param(wrong_once(CardPlayed, card=lambda _: "9S"), "refuse", id="a card"),
        pytest.param(wrong_once(CardPlayed, seat=lambda was: (was + 1) % 3), "refuse", id="a seat"),
    ],
)
def test_a_result_is_disputed_and_kept_when_the_table_is_wrong_about(falsify, says):
    played = a_game(3, falsify=falsify, most_deals=8)

    _, results = counted(played.told)

    [disputed] = [deal for deal in results if deal.dispute]
    assert says in disputed.dispute
    said = [fact for facts in played.kept for fact in facts if isinstance(fact, DealScored)]
    assert [(deal.written, deal.contract) for deal in results] == [
        (fact.written, fact.contract) for fact in said
    ]


@pytest.mark.parametrize(
    ("falsify", "says"),
    [
        pytest.param(
            wrong_once(Fined, first=1, amount=lambda was: was + 20), "amount", id="a fine"
        ),
        pytest.param(wrong_once(BoltMarked, bolts=lambda was: was + 1), "bolts", id="a bolt"),
    ],
)
def test_what_stays_on_the_sheet_is_disputed_when_it_is_wrong_by(falsify, says):
    played = a_game(5, policy="random", most_deals=40, falsify=falsify)

    _, results = counted(played.told)

    disputed = next(deal for deal in results if deal.dispute)
    assert says in disputed.dispute


def test_a_false_winner_is_disputed():
    played = a_game(1, falsify=wrong_once(GameWon, first=1, seat=lambda was: (was + 1) % 3))

    game, results = counted(played.told)

    assert game.winner == (played.winner + 1) % 3
    assert [bool(deal.dispute) for deal in results] == [*[False] * (len(results) - 1), True]


def test_a_gift_of_a_card_that_was_shown_elsewhere_is_disputed():
    played = a_game(
        2,
        most_deals=6,
        pass_visibility="open",
        talon_hidden_on_100="off",
        falsify=wrong_once(CardsGiven, cards=lambda was: was[::-1]),
    )

    _, results = counted(played.told)

    assert [deal for deal in results if deal.dispute]


def test_a_step_that_does_not_follow_is_not_counted():
    first, second, third = a_game(most_deals=1).told[:3]
    game, _ = project(Counted(game_id="t1-1"), first)

    for step in (first, third):
        with pytest.raises(UncountableStep):
            project(game, step)
    with pytest.raises(UncountableStep):
        project(Counted(game_id="t1-1"), second)


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        pytest.param(
            b'"game.deal_scored","v":1', b'"game.deal_scored","v":2', NewerFact, id="newer"
        ),
        pytest.param(b'"game.card_played"', b'"game.card_hurled"', UnknownTopic, id="unknown"),
        pytest.param(b'"written":[', b'"written":["x",', UnreadableFact, id="unreadable"),
    ],
)
def test_a_fact_is_not_passed_over_that_is(old, new, error):
    steps = [
        replace(step, facts=tuple(fact.replace(old, new) for fact in step.facts))
        for step in a_game(most_deals=3).told
    ]

    with pytest.raises(error):
        counted(steps)


def test_every_fact_of_a_table_is_known_here():
    names = set(table_facts.TOPICS._by_name)

    assert set(TOPICS._by_name) | WITHOUT_MEANING == names
    assert {TOPICS._by_name[name].fact for name in names - WITHOUT_MEANING} >= set(FACTS)


def test_the_table_is_heard_where_it_speaks():
    assert consumers.ROOT == ROOT
