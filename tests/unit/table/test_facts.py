import asyncio
import hashlib
import hmac
import json
from functools import cache
from random import Random

import pytest

from services.table.facts import DealCommitted, SecretRevealed
from services.table.live import moments
from services.table.seated_game import fold
from tests.unit.table.tables import SOAK, TroubledLog, begin, check_steps, play_on, replica
from thousand_engine import Fact, fold_game
from thousand_engine.facts import CardsDealt, CardsGiven, DealScored, GameWon, RedealClaimed
from thousand_engine.record import play_record
from thousand_evidence.fair import commitment, deal_key, shuffled


@cache
def finished_game(seed):
    """A whole game as it is stored, as its players had it at the end, and its record."""

    async def play():
        games = replica(log := TroubledLog(), seed)
        game_id = await begin(games)
        await play_on(games, game_id, Random(seed))
        seen = await games.look("eve", game_id)
        return game_id, await log.read(game_id), seen.seated, await games.record(game_id)

    return asyncio.run(play())


games = pytest.mark.parametrize("seed", range(4 * SOAK))


def facts_of(seed):
    """Every fact of a game beside its stored form."""
    game_id, steps, *_ = finished_game(seed)
    for moment in moments(game_id, steps, None):
        yield from zip(moment.facts, moment.step.facts, strict=True)


@games
def test_what_is_stored_folds_to_the_game_that_was_played(seed):
    _, _, played, _ = finished_game(seed)
    facts = [fact for fact, _ in facts_of(seed)]

    assert fold(None, facts) == played
    assert fold_game(fact for fact in facts if isinstance(fact, Fact)) == played.game


@games
def test_the_facts_of_a_game_are_chained(seed):
    game_id, steps, *_ = finished_game(seed)

    check_steps(game_id, steps)


@games
def test_a_public_form_names_its_version_its_step_and_who_acted(seed):
    _, steps, *_ = finished_game(seed)

    for step in steps:
        for stored in step.facts:
            public = json.loads(stored.public)
            assert public["type"] == stored.topic
            assert (public["version"], public["last"]) == (stored.version, step.last_version)
            assert public["actor"] == "engine" or public["actor"].startswith("seat:")


@games
def test_every_commitment_ends_in_a_published_secret(seed):
    facts = [fact for fact, _ in facts_of(seed)]
    committed = [fact.commitment for fact in facts if isinstance(fact, DealCommitted)]
    published = [fact for fact in facts if isinstance(fact, SecretRevealed)]

    assert [fact.commitment for fact in published] == committed
    assert [commitment(bytes.fromhex(fact.secret)) for fact in published] == committed


@games
def test_every_deck_follows_from_a_secret_that_was_committed_before(seed):
    game_id, *_ = finished_game(seed)
    facts = [fact for fact, _ in facts_of(seed)]
    secrets = {fact.commitment: fact.secret for fact in facts if isinstance(fact, SecretRevealed)}

    committed = []
    for fact in facts:
        if isinstance(fact, DealCommitted):
            committed.append(fact.commitment)
        if isinstance(fact, CardsDealt):
            # The newest commitment is for the distribution after this one.
            assert len(committed) == len(set(committed)) >= 2
            secret = bytes.fromhex(secrets[committed[-2]])
            key = deal_key(secret, game_id, fact.deal, fact.attempt, [b"", b"", b""])
            assert fact.deck == shuffled(key)


@games
def test_a_secret_stands_nowhere_before_its_cards_are_done_with(seed):
    facts = list(facts_of(seed))
    secrets = [fact.secret.encode() for fact, _ in facts if isinstance(fact, SecretRevealed)]

    over = shown = 0
    for fact, stored in facts:
        # The win ends a distribution that is never dealt: the prepared one.
        over += isinstance(fact, DealScored | RedealClaimed | GameWon)
        shown += isinstance(fact, SecretRevealed)
        assert shown <= over
        assert not any(
            secret in stored.public + (stored.hidden or b"") for secret in secrets[shown:]
        )


@games
def test_hidden_fields_stand_in_no_public_form_and_are_sealed_by_their_secret(seed):
    game_id, *_ = finished_game(seed)
    facts = list(facts_of(seed))
    secrets = [fact.secret for fact, _ in facts if isinstance(fact, SecretRevealed)]

    dealt = -1
    for fact, stored in facts:
        public = json.loads(stored.public)
        dealt += isinstance(fact, CardsDealt)
        assert ("hidden" in public) == bool(stored.hidden)
        if isinstance(fact, CardsDealt):
            assert "deck" not in public
        if isinstance(fact, CardsGiven):
            assert ("cards" in public) == fact.shown
        if stored.hidden:
            message = f"thousand-log/1|salt|{game_id}|{stored.version}".encode()
            salt = hmac.digest(bytes.fromhex(secrets[dealt]), message, "sha256")
            assert public["hidden"] == hashlib.sha256(salt + stored.hidden).hexdigest()


def test_the_games_above_have_redeals_and_hidden_gifts():
    facts = [fact for seed in range(4) for fact, _ in facts_of(seed)]

    assert any(isinstance(fact, RedealClaimed) for fact in facts)
    assert any(isinstance(fact, CardsGiven) and not fact.shown for fact in facts)


@games
def test_a_record_plays_to_the_same_end(seed):
    _, _, played, record = finished_game(seed)

    *_, (_, last) = play_record(record)

    assert last == played.game


async def test_the_record_of_a_running_game_holds_only_what_is_over():
    games = replica(log := TroubledLog())
    game_id = await begin(games)

    for number in range(150):
        await play_on(games, game_id, Random(number), most=1)
        record = await games.record(game_id)

        facts = [
            f for moment in moments(game_id, await log.read(game_id), None) for f in moment.facts
        ]
        over = [fact for fact in facts if isinstance(fact, DealScored | RedealClaimed)]
        assert ["result" in deal for deal in record["deals"]] == [True] * len(over)
