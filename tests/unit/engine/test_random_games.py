import dataclasses
import json

import pytest
from hypothesis import given, settings

from tests.unit.engine.games import dealt, games
from thousand_engine import (
    DECK,
    Card,
    Onlooker,
    RuleBroken,
    act,
    fold_game,
    legal_actions,
    parse_action,
    safe_action,
    view,
)
from thousand_engine.facts import (
    AuctionWon,
    CardPlayed,
    CardsDealt,
    CardsGiven,
    DealScored,
    RedealClaimed,
    TalonRevealed,
)
from thousand_engine.record import play_record, write_record
from thousand_engine.sheet import ledger
from thousand_engine.text import read_text, write_text

settings.register_profile("games", deadline=None, max_examples=25)
settings.load_profile("games")


def facts_of(game):
    return [fact for facts, _ in game for fact in facts]


def whereabouts(deal):
    yield from (card for hand in deal.hands for card in hand)
    yield from () if deal.taken else deal.talon
    yield from deal.trick.cards
    yield from (card for taken in deal.tricks for card in taken.trick.cards)


@given(games)
def test_every_card_is_somewhere_exactly_once(game):
    for _, state in game:
        if state.deal is not None:
            assert sorted(whereabouts(state.deal), key=DECK.index) == list(DECK)


@given(games)
def test_a_played_deal_has_120_card_points(game):
    for fact in facts_of(game):
        if isinstance(fact, DealScored):
            assert sum(fact.card_points) == (120 if fact.result == "played" else 0)


@given(games)
def test_a_total_is_the_sum_of_its_ledger_lines(game):
    totals = [0, 0, 0]
    for facts, state in game:
        for fact in facts:
            for line in ledger(fact):
                totals[line.seat] += line.amount
        assert state.sheet.totals == tuple(totals)


@given(games)
def test_nobody_is_ever_stuck(game):
    for _, state in game:
        if state.winner is not None:
            assert not any(legal_actions(state, seat) for seat in range(3))
        elif not state.awaits_deal:
            assert legal_actions(state, state.to_act)


@given(games)
def test_the_facts_folded_are_the_state(game):
    assert fold_game(facts_of(game)) == game[-1][1]


@given(games)
def test_a_record_plays_the_same_game_again(game):
    record = json.loads(json.dumps(write_record("t1-1", facts_of(game))))

    again = [fact for facts, _ in play_record(record) for fact in facts]

    assert again == facts_of(game)


@given(games)
def test_a_game_as_text_reads_back_the_same(game):
    record = write_record("t1-1", facts_of(game))

    assert read_text(write_text(record)) == record


EVERY_ACTION = tuple(
    f"{seat} {words}"
    for seat in range(3)
    for words in (
        *("look", "blind", "pass", "claim", "writeoff", "cross", "talon 1", "talon 2"),
        *(f"bid {amount}" for amount in (0, 95, 100, 103, 105, 120, 125, 160, 200, 300, 420)),
        *(f"contract {amount}" for amount in (95, 100, 103, 105, 120, 125, 160, 220, 300)),
        *(f"play {card}" for card in DECK),
        *(
            f"give {one}>{to} {two}>{(to + 1) % 3}"
            for one, two in zip(DECK, DECK[5:], strict=False)
            for to in range(3)
        ),
    )
)


@given(games)
@settings(max_examples=5)
def test_what_is_not_listed_as_legal_is_refused_and_what_is_listed_is_done(game):
    for _, state in game[:60]:
        legal = {action for seat in range(3) for action in legal_actions(state, seat)}
        for action in map(parse_action, EVERY_ACTION):
            if gives_as_listed(action) not in legal:
                with pytest.raises(RuleBroken):
                    act(state, action)
        for action in legal:
            act(state, action)


def gives_as_listed(action):
    """The list names the defenders clockwise; any order of them is the same action."""
    if not hasattr(action, "gifts"):
        return action
    clockwise = sorted(action.gifts, key=lambda gift: (gift[1] - action.seat) % 3)
    return dataclasses.replace(action, gifts=tuple(clockwise))


@given(games)
def test_the_safe_action_is_legal_for_every_seat_to_act(game):
    for _, state in game:
        if state.to_act is not None:
            assert safe_action(view(state, state.to_act)) in legal_actions(state, state.to_act)


def cards_in(value):
    """Every card that stands anywhere in a value."""
    if isinstance(value, Card):
        yield value.code
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from cards_in(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from cards_in(part)


class Known:
    """What one viewer has been allowed to see, counted from the facts alone."""

    def __init__(self, viewer):
        self.viewer = viewer
        self.cards = set()

    def take(self, fact, state):
        match fact:
            case CardsDealt():
                self.cards = set()
                if isinstance(self.viewer, int):
                    self.cards |= {card.code for card in state.deal.dealt[self.viewer]}
            case AuctionWon(seat=self.viewer):
                self.cards |= {card.code for card in state.deal.talon}
            case TalonRevealed(cards=cards):
                self.cards |= set(cards)
            case CardsGiven(cards=cards, recipients=recipients, shown=shown):
                for card, seat in zip(cards, recipients, strict=True):
                    if shown or seat == self.viewer:
                        self.cards.add(card)
            case CardPlayed(card=card):
                self.cards.add(card)
            case DealScored() | RedealClaimed():
                self.cards |= {card.code for card in DECK}


@pytest.mark.parametrize("viewer", [0, 1, 2, Onlooker.SPECTATOR])
@given(game=games)
@settings(max_examples=10)
def test_no_view_shows_a_card_that_is_not_for_the_viewer(viewer, game):
    known = Known(viewer)
    for facts, state in game:
        for fact in facts:
            known.take(fact, state)
        assert set(cards_in(view(state, viewer))) <= known.cards


def test_the_scanner_finds_a_hand_that_is_not_the_viewers():
    state = dealt()
    known = Known(1)
    known.take(CardsDealt(0, 1, 0, (1, 2, 0), (), (), ()), state)

    assert not set(cards_in(view(state, 2))) <= known.cards


def test_an_auditor_sees_every_hand():
    state = dealt()

    assert view(state, Onlooker.AUDITOR).deal.hands == state.deal.hands


@given(games)
@settings(max_examples=5)
def test_folding_asks_no_rule(game):
    facts = facts_of(game)
    with pytest.MonkeyPatch.context() as patched:
        for judge in (
            "auction.check_amount",
            "trick.legal_cards",
            "deciding.judge",
            "pipeline.settle",
        ):
            patched.setattr(f"thousand_engine.{judge}", None)

        assert fold_game(facts) == game[-1][1]
