"""Packs that are cut and stacked, followed from the published secrets as anybody may do it."""

import json
from itertools import count
from random import Random

import pytest

from services.table.application import Games
from services.table.commands import first_game_of
from services.table.distribution import dealing_from
from services.table.facts import DealCommitted, DeckCut, SecretRevealed
from services.table.live import moments
from tests.unit.table.tables import (
    SOAK,
    TroubledLog,
    begin,
    check_steps,
    play_on,
    replica,
    updates_of,
)
from thousand_engine import Fact, agree, fold_game, start
from thousand_engine import begin as begin_game
from thousand_engine.cards import codes
from thousand_engine.facts import CardsDealt, Fined, RedealClaimed
from thousand_engine.record import play_record
from thousand_engine.stacking import stacked
from thousand_evidence.cut import cut_deck
from thousand_evidence.fair import deal_key, shuffled

SECRET = bytes(range(32))


async def facts_of(log, game_id):
    history = moments(game_id, await log.read(game_id), None)
    return [fact for moment in history for fact in moment.facts]


def first_dealing(secret=SECRET, dealer=0, **options):
    """What a table deals to a game that has just begun."""
    game = begin_game(start(agree("classic_ru", options), dealer))
    return dealing_from(secret, "t1-1", game)


def key_of(secret):
    return deal_key(secret, "t1-1", 1, 0, [b""] * 3)


def secret_whose_cuts(see, key, **rule):
    """The first secret, counted from 0, whose dealing is what somebody wants to see."""
    for number in count():
        secret = number.to_bytes(32, "big")
        if see(cut_deck(key(secret), **rule)):
            return secret
    raise AssertionError


@pytest.mark.parametrize("mode", ["full", "stacked"])
def test_without_the_ritual_the_first_deck_of_a_game_is_shuffled_and_not_cut(mode):
    dealing = first_dealing(shuffle_mode=mode)

    assert codes(dealing.deal.deck) == shuffled(key_of(SECRET))
    assert (dealing.cuts, dealing.deal.cut_fined) == ((), None)


@pytest.mark.parametrize(("side", "cutter"), [("right", 0), ("left", 2)])
def test_each_cut_is_told_by_seat_and_bottom_card(side, cutter):
    secret = secret_whose_cuts(
        lambda made: len(made.shown) > 2 and made.shown[-1].by == "dealer",
        key_of,
        ritual="dealer_cuts_once",
    )

    dealing = first_dealing(
        secret, dealer=1, cut_ritual="on", cut_by=side, cut_jack_rule="dealer_cuts_once"
    )

    *before, last = dealing.cuts
    assert {cut.seat for cut in before} == {cutter}
    assert last == DeckCut(1, dealing.deal.deck[-1].code)
    assert [cut.card[0] for cut in before][-1] == "J"


def test_who_cut_three_nines_is_named_to_the_engine():
    secret = secret_whose_cuts(lambda made: made.fined, key_of, ritual="reshuffle")

    dealing = first_dealing(secret, dealer=1, cut_ritual="on", cut_jack_rule="reshuffle")

    assert dealing.deal.cut_fined == 0
    assert [cut.card[0] for cut in dealing.cuts[-4:-1]] == ["9", "9", "9"]


async def test_three_nines_cost_the_cutter_a_line_of_the_ledger_and_stand_in_the_record():
    _, game_id = first_game_of("ann", "open")
    fined = secret_whose_cuts(
        lambda made: made.fined,
        lambda secret: deal_key(secret, game_id, 1, 0, [b""] * 3),
        ritual="to_middle_no_cut",
    )
    secrets, random = iter([fined]), Random(0)
    games = Games(
        log := TroubledLog(),
        now=count().__next__,
        draw=lambda size: next(secrets, None) or random.randbytes(size),
        lot=lambda _seats: 0,
    )
    await begin(games, cut_ritual="on", redeal_low_hand="off", redeal_four_nines_hand="off")

    while not any(isinstance(fact, Fined) for fact in await facts_of(log, game_id)):
        await play_on(games, game_id, random, most=1)

    fine = next(fact for fact in await facts_of(log, game_id) if isinstance(fact, Fined))
    assert fine == Fined(2, "cut", -120)
    record = await games.record(game_id)
    assert record["deals"][0]["cut_fined"] == 2
    assert list(play_record(record))


HOUSES = [
    pytest.param({"cut_ritual": "on"}, id="a ritual"),
    pytest.param({"shuffle_mode": "stacked"}, id="a stack"),
    pytest.param(
        {"shuffle_mode": "stacked", "cut_ritual": "on", "cut_jack_rule": "reshuffle"},
        id="both, a jack is shuffled away",
    ),
    pytest.param(
        {"shuffle_mode": "stacked", "cut_ritual": "on", "cut_jack_rule": "dealer_cuts_once"},
        id="both, the dealer cuts at a jack",
    ),
]


@pytest.mark.parametrize("options", HOUSES)
@pytest.mark.parametrize("seed", range(SOAK))
async def test_every_pack_of_a_game_follows_from_its_secret_and_the_deal_before(options, seed):
    games = replica(log := TroubledLog(), seed)
    game_id = await begin(games, **options)
    await play_on(games, game_id, Random(seed))

    check_steps(game_id, await log.read(game_id))
    facts = await facts_of(log, game_id)
    secrets = {fact.commitment: fact.secret for fact in facts if isinstance(fact, SecretRevealed)}
    committed, cuts, played = [], [], []
    for fact in facts:
        match fact:
            case DealCommitted(commitment=commitment):
                committed.append(commitment)
            case DeckCut():
                cuts.append(fact)
            case CardsDealt():
                key = deal_key(
                    bytes.fromhex(secrets[committed[-2]]),
                    game_id,
                    fact.deal,
                    fact.attempt,
                    [b""] * 3,
                )
                last = fold_game(played).deal
                stack = codes(stacked(last)) if last and "shuffle_mode" in options else None
                rule = options.get("cut_jack_rule", "to_middle_no_cut")
                made = cut_deck(key, stack=stack, ritual=rule if "cut_ritual" in options else None)
                assert fact.deck == made.deck
                assert fact.cut_fined == ((fact.dealer - 1) % 3 if made.fined else None)
                assert [cut.card for cut in cuts] == [shown.bottom for shown in made.shown]
                assert [cut.seat for cut in cuts] == [
                    fact.dealer if shown.by == "dealer" else (fact.dealer - 1) % 3
                    for shown in made.shown
                ]
                cuts = []
        if isinstance(fact, Fact):
            played.append(fact)
    assert cuts == []


async def test_a_cut_is_told_to_everybody_before_the_cards_in_the_step_that_deals_them():
    games = replica(TroubledLog())
    game_id = await begin(games, cut_ritual="on")
    await play_on(games, game_id, Random(0))

    updates = await updates_of(games, game_id)

    steps = [[json.loads(fact.public) for fact in moment.step.facts] for moment, _ in updates]
    cut = [step for step in steps if any(fact["type"] == "game.deck_cut" for fact in step)]
    assert len(cut) == sum(fact["type"] == "game.cards_dealt" for step in steps for fact in step)
    for step in cut:
        kinds = [fact["type"] for fact in step]
        cuts = kinds.count("game.deck_cut")
        assert kinds[: cuts + 2] == [
            "game.deal_committed",
            *["game.deck_cut"] * cuts,
            "game.cards_dealt",
        ]
        assert all("hidden" not in fact for fact in step[: cuts + 1])
        assert all(
            fact["seat"] in range(3) and len(fact["card"]) == 2 for fact in step[1 : cuts + 1]
        )


async def test_a_compulsory_redeal_publishes_its_secret_in_the_step_that_dealt_it():
    games = replica(log := TroubledLog())
    for number in count():
        game_id = await begin(games, f"open-{number}", redeal_four_aces="mandatory")
        steps = [moment.facts for moment in moments(game_id, await log.read(game_id), None)]
        dealt = next(step for step in steps if any(isinstance(f, CardsDealt) for f in step))
        if any(isinstance(fact, RedealClaimed) for fact in dealt):
            break

    facts = await facts_of(log, game_id)
    [first, *_] = [fact.commitment for fact in facts if isinstance(fact, DealCommitted)]
    assert dealt[-1].commitment == first
