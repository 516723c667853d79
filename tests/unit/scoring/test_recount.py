"""Distributions of every agreement, counted again from what everybody may know."""

import os
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, assume, given, note, settings
from hypothesis import strategies as st

from services.scoring.projection import project
from services.scoring.results import Counted
from tests.unit.engine.games import RandomGame, games
from tests.unit.scoring.told import tell
from thousand_engine import DECK, DealCards, act, agree, begin, start
from thousand_engine.catalogue import OPTIONS
from thousand_engine.facts import (
    AuctionWon,
    BarrelAttempted,
    BarrelEntered,
    BarrelLost,
    BoltMarked,
    DealCrossed,
    DealScored,
    DealWrittenOff,
    DumpTruckHit,
    Fined,
    GameWon,
    GoldenRoundEnded,
    LeftoverTaken,
    MarriageDeclared,
    RedealClaimed,
    ReverseBarrelAttempted,
    ReverseBarrelEntered,
    ReverseBarrelLeft,
    StreakBroken,
    TrickTaken,
)
from thousand_engine.policy import simple_player

SOAK = int(os.environ.get("THOUSAND_SOAK", "1"))
"""How many times as much is tried as in a quick run."""

thorough = settings(
    deadline=None,
    max_examples=40 * SOAK,
    # A smaller game is no clearer, and takes minutes to find.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def counted(told):
    """The game at the end, with the results of its deals."""
    game, results = Counted(game_id="t1-1"), []
    for step in told.told:
        game, result = project(game, step)
        if result:
            results.append(result)
    return game, results


def disputes(told):
    game, results = counted(told)
    return [*(result.dispute for result in results if result.dispute), *game.doubts]


@given(games)
@thorough
def test_nothing_is_disputed_in_a_game_of_any_agreement(game):
    told = tell(game)

    counted_game, results = counted(told)

    assert [result.dispute for result in results if result.dispute] == []
    assert counted_game.doubts == ()
    assert len(results) == len(told.scored)
    _, last = game[-1]
    if last.awaits_deal or last.winner is not None:
        assert (counted_game.game.sheet, counted_game.game.coming, counted_game.winner) == (
            last.sheet,
            last.coming,
            last.winner,
        )


def with_more(name):
    return lambda fact: replace(fact, **{name: getattr(fact, name) + 5})


def with_more_of_one(name):
    return lambda fact: replace(
        fact, **{name: (getattr(fact, name)[0] + 5, *getattr(fact, name)[1:])}
    )


def of_another_seat(fact):
    return replace(fact, seat=(fact.seat + 1) % 2)


FALSE = {
    DealScored: [
        with_more_of_one("written"),
        with_more_of_one("card_points"),
        with_more_of_one("marriages"),
        with_more("contract"),
        lambda fact: replace(fact, made=not fact.made),
        lambda fact: replace(fact, next_dealer=(fact.next_dealer + 1) % len(fact.written)),
    ],
    RedealClaimed: [
        lambda fact: replace(fact, reason="boredom"),
        lambda fact: replace(fact, forced=not fact.forced),
    ],
    Fined: [with_more("amount"), of_another_seat],
    BoltMarked: [with_more("bolts"), with_more("streak")],
    StreakBroken: [with_more("bolts")],
    DealWrittenOff: [with_more("write_offs")],
    DealCrossed: [with_more("crosses")],
    BarrelEntered: [with_more("amount")],
    BarrelAttempted: [with_more("attempts"), with_more("amount")],
    BarrelLost: [with_more("amount"), with_more("barrels_lost")],
    ReverseBarrelEntered: [with_more("amount")],
    ReverseBarrelAttempted: [with_more("attempts")],
    ReverseBarrelLeft: [with_more("amount")],
    DumpTruckHit: [with_more("amount")],
    GoldenRoundEnded: [with_more("next_round")],
    GameWon: [of_another_seat],
    MarriageDeclared: [with_more("points")],
    TrickTaken: [with_more("points"), of_another_seat],
    LeftoverTaken: [with_more("points")],
    AuctionWon: [with_more("amount")],
}
"""What a wrong result looks like: facts about the sheet, and how each may be false."""


@given(games, st.data())
@thorough
def test_a_wrong_amount_total_or_winner_is_disputed(game, data):
    results = [fact for fact in game.facts if type(fact) in FALSE]
    assume(results)
    # Drawn by its class first: scores are many, and a winner is one.
    kind = data.draw(st.sampled_from(sorted({type(fact) for fact in results}, key=str)))
    wrong = data.draw(st.sampled_from([fact for fact in results if type(fact) is kind]))
    change = data.draw(st.sampled_from(FALSE[kind]))

    note(f"{wrong} becomes {change(wrong)}")

    told = tell(game, falsify=lambda fact: change(fact) if fact is wrong else fact)

    assert disputes(told)


TWO = [
    {"players": 2, "two_pass": given, "two_layout": layout, "marriage_declaration": asked}
    for given in OPTIONS["two_pass"].values
    for layout, asked in (("2+2", "auto"), ("3+3", "ask"))
]


@pytest.mark.parametrize("options", TWO, ids=lambda options: f"{options['two_pass']}")
def test_what_two_players_laid_away_is_found_from_what_was_never_played(options):
    for seed in range(4 * SOAK):
        told = tell(RandomGame(options, seed, "simple"))

        assert disputes(told) == []
        assert told.scored


def test_what_is_wrong_with_a_redeal_is_told_with_the_result_of_its_deal():
    games = (RandomGame({"redeal_low_hand": 15}, seed, "random") for seed in range(100))
    game, first = next(
        (game, fact) for game in games for fact in game.facts if isinstance(fact, RedealClaimed)
    )

    told = tell(
        game, falsify=lambda fact: replace(fact, reason="boredom") if fact is first else fact
    )

    assert [dispute for dispute in disputes(told) if "boredom" in dispute]


def test_the_fine_for_a_pack_that_was_cut_badly_is_counted():
    started = start(agree("classic_ru", {"cut_ritual": "on"}), 0)
    game, random = begin(started), Random(0)
    played = [((started,), game)]
    deck = tuple(random.sample(DECK, len(DECK)))
    facts, game = act(game, DealCards(0, 1, 0, deck, cut_fined=2))
    played.append((facts, game))
    while not game.awaits_deal:
        facts, game = act(game, simple_player(game, random))
        played.append((facts, game))

    told = tell(played)

    assert Fined(2, "cut", -120) in [fact for facts, _ in played for fact in facts]
    assert disputes(told) == []
