"""What follows from an action: the judge of every phase, and the only list of what is legal."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from thousand_engine import auction, play, talon
from thousand_engine.actions import (
    Action,
    Bid,
    Claim,
    Cross,
    DealCards,
    Give,
    Pass,
    Play,
    SeatAction,
    SetContract,
    WriteOff,
)
from thousand_engine.by_itself import by_itself, ending
from thousand_engine.deal import Deal, Phase
from thousand_engine.dealing import distribute
from thousand_engine.errors import Reason, RuleBroken
from thousand_engine.facts import DealWrittenOff, Fact
from thousand_engine.game import Game, NextDeal, evolve
from thousand_engine.house.redeals import claims, decide_claim
from thousand_engine.house.write_off import check_write_off

Judge = Callable[[Game, Deal, Any], tuple[Fact, ...]]


def act(game: Game, action: Action) -> tuple[tuple[Fact, ...], Game]:
    """One step: everything that follows from an action, and the game after it.

    Forced voices, tricks, scores follow by themselves until a seat, or the table, is to act.
    RuleBroken when the rules forbid the action, BadAction for a deck that is none.
    """
    facts = judge(game, action)
    step: list[Fact] = []
    while facts:
        step.extend(facts)
        for fact in facts:
            game = evolve(game, fact)
        facts = by_itself(game)
    return tuple(step), game


def decide(game: Game, action: Action) -> tuple[Fact, ...]:
    """Everything that follows from one action; RuleBroken if the rules forbid it."""
    return act(game, action)[0]


def judge(game: Game, action: Action) -> tuple[Fact, ...]:
    """What the action itself does, by the first rule it may break (RULES J4)."""
    if game.winner is not None:
        raise RuleBroken(Reason.GAME_OVER, winner=game.winner)
    if isinstance(action, DealCards):
        return deal_cards(game, action)
    deal = game.deal
    if deal is None or deal.phase is Phase.DONE:
        raise RuleBroken(Reason.WRONG_PHASE, phase=Phase.DONE.value)
    out_of_turn = isinstance(action, Claim) and action.seat in deal.active
    if action.seat != deal.to_act and not out_of_turn:
        raise RuleBroken(Reason.NOT_YOUR_TURN, to_act=deal.to_act)
    decider = JUDGES[deal.phase].get(type(action))
    if decider is None:
        raise RuleBroken(Reason.WRONG_PHASE, phase=deal.phase.value)
    return decider(game, deal, action)


def deal_cards(game: Game, action: DealCards) -> tuple[Fact, ...]:
    """The table lays the cards of the distribution that is next."""
    if game.phase is not Phase.DONE:
        raise RuleBroken(Reason.WRONG_PHASE, phase=game.phase.value)
    if NextDeal(action.dealer, action.deal, action.attempt) != game.coming:
        coming = game.coming
        raise RuleBroken(
            Reason.NOT_THE_NEXT_DEAL,
            dealer=coming.dealer,
            deal=coming.deal,
            attempt=coming.attempt,
        )
    return (distribute(action, game.rules.players),)


def bid(game: Game, deal: Deal, action: Bid) -> tuple[Fact, ...]:
    return auction.decide_bid(game.rules.auction, game.rules.marriages, deal, action)


def pass_(_game: Game, _deal: Deal, action: Pass) -> tuple[Fact, ...]:
    return auction.decide_pass(action)


def claim(game: Game, deal: Deal, action: Claim) -> tuple[Fact, ...]:
    return decide_claim(game.rules.redeals, deal, action)


def give(game: Game, deal: Deal, action: Give) -> tuple[Fact, ...]:
    return talon.decide_give(game.rules.talon, deal, action)


def set_contract(game: Game, deal: Deal, action: SetContract) -> tuple[Fact, ...]:
    rules = game.rules
    return talon.decide_contract(rules.talon, rules.auction, rules.marriages, deal, action)


def write_off(game: Game, deal: Deal, action: WriteOff) -> tuple[Fact, ...]:
    check_write_off(game.rules.write_off, game.sheet, deal, action.seat)
    return (
        DealWrittenOff(action.seat, game.sheet.write_offs[action.seat] + 1),
        *ending(game, deal, "written_off"),
    )


def cross(_game: Game, _deal: Deal, _action: Cross) -> tuple[Fact, ...]:
    raise RuleBroken(Reason.CROSS_NOT_ALLOWED)


def play_card(game: Game, deal: Deal, action: Play) -> tuple[Fact, ...]:
    return play.decide_play(game.rules.duties, game.rules.marriages, deal, action)


JUDGES: Mapping[Phase, Mapping[type[SeatAction], Judge]] = {
    Phase.BLIND_OFFER: {},
    Phase.AUCTION: {Bid: bid, Pass: pass_, Claim: claim},
    Phase.TALON: {Give: give, WriteOff: write_off, Cross: cross, Claim: claim},
    Phase.CONTRACT: {SetContract: set_contract, WriteOff: write_off, Claim: claim},
    Phase.PLAY: {Play: play_card, Claim: claim},
}
"""Who judges which action in which phase (RULES J1)."""


def legal_actions(game: Game, seat: int) -> tuple[SeatAction, ...]:
    """Everything the seat may do now: the one judge, for servicers, bots, clients and tests."""
    deal = game.deal
    if game.winner is not None or deal is None or seat not in deal.active:
        return ()
    return (*turn_actions(game, deal, seat), *claims(game.rules.redeals, deal, seat))


def turn_actions(game: Game, deal: Deal, seat: int) -> Iterator[SeatAction]:
    """What the seat may do because it is its turn."""
    rules = game.rules
    if seat != deal.to_act:
        return
    match deal.phase:
        case Phase.AUCTION:
            yield from auction.voices(rules.auction, rules.marriages, deal, seat)
        case Phase.TALON:
            yield from talon.gives(deal, seat)
            yield from write_offs(game, deal, seat)
        case Phase.CONTRACT:
            yield from talon.contracts(rules.talon, rules.auction, rules.marriages, deal, seat)
            yield from write_offs(game, deal, seat)
        case Phase.PLAY:
            yield from play.plays(rules.duties, deal, seat)


def write_offs(game: Game, deal: Deal, seat: int) -> Iterator[WriteOff]:
    """The write-off, when it is allowed."""
    try:
        check_write_off(game.rules.write_off, game.sheet, deal, seat)
    except RuleBroken:
        return
    yield WriteOff(seat)
