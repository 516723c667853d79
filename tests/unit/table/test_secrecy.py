import re
from contextlib import contextmanager
from random import Random

import pytest

from chassis.callers import Caller, Role, called_by
from services.table.servicer import TableServicer
from tests.unit.table.tables import ACCOUNTS, SOAK, TroubledLog, begin, play_on, replica, turn
from thousand.table.v1 import table_pb2
from thousand_engine import DECK, Phase, Refusal, legal_actions
from thousand_engine.actions import Bid, Give, Pass, Play, SetContract, WriteOff
from thousand_wire.actions import write_action

VIEWERS = {**{account: seat for seat, account in enumerate(ACCOUNTS)}, "eve": None}
"""Who looks, and from which seat."""


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
    tricks = (deal.trick, *(taken.trick for taken in deal.tricks))
    shown = {card for trick in tricks for card in trick.cards}
    shown |= {gift.card for gift in deal.gifts if gift.shown or seat in (gift.seat, deal.declarer)}
    if deal.talon_shown or (deal.taken and seat == deal.declarer):
        shown |= {*deal.talon}
    if seat is not None:
        shown |= {*deal.dealt[seat]}
    return {card.code for card in DECK if card not in shown}


def cards_in(message):
    """Every card whose code stands anywhere in the bytes of a message."""
    codes = re.findall(rb"[9JQKTA][SCDH]", message.SerializeToString())
    return {code.decode() for code in codes}


def cards_told(refusal):
    """Every card that a refusal names."""
    return {*re.findall(r"\b[9JQKTA][SCDH]\b", f"{refusal} {refusal.facts}")}


def forbidden_action(game, seat, random):
    """Something that this seat may not do now."""
    one, other = random.sample(DECK, 2)
    tries = [
        Bid(seat, 420),
        SetContract(seat, 420),
        Pass(seat),
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


@pytest.mark.parametrize("seed", range(2 * SOAK))
async def test_nothing_a_viewer_is_sent_names_a_card_that_is_hidden_from_him(seed):
    random = Random(seed)
    games = replica(TroubledLog(), seed)
    table = TableServicer(games)
    game_id = await begin(games)

    while not (seen := await turn(games, game_id)).seated.is_over:
        game = seen.seated.game
        for account, seat in VIEWERS.items():
            with call_of(account) as call:
                request = table_pb2.GetViewRequest(game_id=game_id)
                looked = await table.GetView(request, call)
            action = forbidden_action(game, seat or 0, random)
            refused, sent = await refusal_of(table, game_id, account, action)
            told = cards_in(looked) | (cards_told(refused) - sent)
            assert told.isdisjoint(hidden_from(game, seat))
        await play_on(games, game_id, random, most=1)

    for account, seat in VIEWERS.items():
        states = [seen.seated.game async for _, seen in games.watch(account, game_id, 0)]
        request = table_pb2.WatchGameRequest(game_id=game_id, from_version=0)
        with call_of(account) as call:
            updates = [answer.update async for answer in table.WatchGame(request, call)]
        for game, update in zip(states, updates, strict=True):
            update.head = b""  # 32 bytes may spell anything
            assert cards_in(update).isdisjoint(hidden_from(game, seat))


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
