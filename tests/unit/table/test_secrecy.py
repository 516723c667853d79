import re
from contextlib import contextmanager
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import Phase as Phases
from hypothesis import strategies as st
from structlog.testing import capture_logs

from chassis.callers import Caller, Role, called_by
from services.table.facts import DeckCut
from services.table.publishing import step_message
from services.table.servicer import TableServicer
from tests.unit.engine.games import agreements
from tests.unit.table.tables import (
    AT_FOUR,
    SOAK,
    TroubledLog,
    act,
    begin,
    first,
    lively,
    replica,
    turn,
)
from thousand.table.v1 import table_pb2
from thousand_engine import DECK, Phase, Refusal, legal_actions
from thousand_engine.actions import Bid, Claim, Give, Pass, Play, SetContract, WriteOff
from thousand_engine.policy import random_player
from thousand_wire.actions import write_action

CARD = "[9JQKTA][SCDH]"
ACTIONS = 60
"""About two deals."""


def viewers(game):
    """Who looks, and from which seat; None has none."""
    return {**dict(zip(AT_FOUR, range(game.rules.players), strict=False)), "eve": None}


@contextmanager
def call_of(account):
    """A call, as a servicer knows it: by who it comes from."""
    call = object()
    with called_by(Caller(account=account, role=Role.PLAYER, issued_at=0.0), call):
        yield call


def hidden_from(game, seat):
    """The cards that a seat (None: a spectator) must not see, told from the whole truth."""
    deal = game and game.deal
    if deal is None or deal.phase is Phase.DONE:
        return set()
    shown = {*deal.trick, *(card for taken in deal.tricks for card in taken.cards)}
    shown |= {gift.card for gift in deal.gifts if gift.shown}
    if deal.talon_shown:
        shown |= {*deal.talons[deal.taken - 1]}
    if seat is not None:
        shown |= {gift.card for gift in deal.gifts if seat in (gift.seat, deal.declarer)}
        if deal.taken and seat == deal.declarer:
            shown |= {*deal.talons[deal.taken - 1]}
        if not is_blind(deal, seat):
            shown |= {*deal.dealt[seat]}
    return {card.code for card in DECK if card not in shown}


def is_blind(deal, seat):
    """Whether a seat has not seen its own cards: asked whether it goes blind, or gone and bid for."""
    if seat != deal.active[0] or deal.declarer is not None:
        return False
    return deal.phase is Phase.BLIND_OFFER or deal.blind


def shown_when_cut(moment):
    """The cards that lay at the bottom when the pack was cut: everybody saw them."""
    return {fact.card for fact in moment.facts if isinstance(fact, DeckCut)}


def cards_in(message):
    """Every card whose code stands anywhere in the bytes of a message."""
    codes = re.findall(CARD.encode(), message.SerializeToString())
    return {code.decode() for code in codes}


def cards_told(refusal):
    """Every card that a refusal names."""
    return {*re.findall(rf"\b{CARD}\b", f"{refusal} {refusal.facts}")}


def forbidden_action(game, seat, random):
    """Something that this seat may not do now."""
    one, other = random.sample(DECK, 2)
    tries = [
        Bid(seat, 420),
        SetContract(seat, 420),
        Pass(seat),
        Claim(seat),
        WriteOff(seat),
        Play(seat, one),
        Give(seat, ((one, seat), (other, seat))),
    ]
    return random.choice([action for action in tries if action not in legal_actions(game, seat)])


async def refusal_of(table, game_id, account, action):
    request = table_pb2.ActRequest(game_id=game_id, command_id="try", action=write_action(action))
    with call_of(account) as call, pytest.raises(Refusal) as refused:
        await table.Act(request, call)
    return refused.value, cards_in(request)


def any_action(game, random):
    """Now a simple player's action, now any legal one: a deal is given up, but most are played."""
    if game.phase is not Phase.TALON and random.random() < 0.4:
        return random_player(game, random)
    return lively(game, random)


async def check_looks(table, game_id, game, random):
    """Passes a game of which views and refusals tell nobody more than he may know."""
    for account, seat in viewers(game).items():
        with call_of(account) as call:
            looked = await table.GetView(table_pb2.GetViewRequest(game_id=game_id), call)
        action = forbidden_action(game, seat or 0, random)
        refused, sent = await refusal_of(table, game_id, account, action)
        told = cards_in(looked) | (cards_told(refused) - sent)
        assert told.isdisjoint(hidden_from(game, seat))


async def check_steps(games, table, game_id, steps):
    """Passes a game whose steps, of which there are so many, told nobody more than he might know.

    The updates of every viewer, and the public forms that other services hear.
    """
    moments = await first(games.watch("nobody", game_id, 0), steps)
    for account, seat in viewers(moments[-1][1].seated.game).items():
        request = table_pb2.WatchGameRequest(game_id=game_id, from_version=0)
        with call_of(account) as call:
            updates = await first(table.WatchGame(request, call), steps)
        for (moment, seen), answer in zip(moments, updates, strict=True):
            update = answer.update
            update.head = b""  # 32 bytes may spell anything
            hidden = hidden_from(seen.seated.game, seat) - shown_when_cut(moment)
            assert cards_in(update).isdisjoint(hidden)
    told = await games.steps(0, 0, 0)
    for (moment, seen), placed in zip(moments, told, strict=True):
        hidden = hidden_from(seen.seated.game, None) - shown_when_cut(moment)
        assert cards_in(step_message(placed)).isdisjoint(hidden)


@given(agreements, st.integers(0, 2**32))
@settings(
    deadline=None,
    max_examples=6 * SOAK,
    phases=[Phases.explicit, Phases.reuse, Phases.generate],
    suppress_health_check=list(HealthCheck),
)
@example({"blind": "on", "blind_min_score": "none", "players": 2}, 1)
@example({"golden": "on", "golden_talon_and_pass": "hidden"}, 2)
@example({"players": 2, "two_pass": "discard_two", "pass_visibility": "open"}, 3)
@example({"players": 2, "two_pass": "one_to_opponent_one_to_talon", "two_layout": "3+3"}, 4)
@example({"players": 4, "cut_ritual": "on", "shuffle_mode": "stacked"}, 5)
async def test_nothing_anybody_is_told_names_a_card_that_is_hidden_from_him(options, seed):
    random = Random(seed)
    games = replica(TroubledLog(), seed)
    table = TableServicer(games)

    with capture_logs() as lines:
        game_id = await begin(games, **options)
        for _ in range(ACTIONS):
            if (seen := await turn(games, game_id)).seated.is_over:
                break
            game = seen.seated.game
            await check_looks(table, game_id, game, random)
            await act(games, game_id, any_action(game, random), f"act-{seen.version}")
        await turn(games, game_id)

    await check_steps(games, table, game_id, len(await games._log.read(game_id)))
    assert not re.findall(CARD, f"{lines}")


async def test_the_scanner_finds_a_view_that_went_to_the_wrong_seat():
    games = replica(TroubledLog())
    game_id = await begin(games)
    game = (await turn(games, game_id)).seated.game

    request = table_pb2.GetViewRequest(game_id=game_id)
    with call_of("ann") as call:
        looked = await TableServicer(games).GetView(request, call)

    assert cards_in(looked) == {card.code for card in game.deal.hands[0]}
    assert cards_in(looked) <= hidden_from(game, 1)
    assert len(hidden_from(game, 1)) == 24 - 7
    assert len(hidden_from(game, None)) == 24
