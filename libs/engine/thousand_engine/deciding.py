"""What follows from an action: the judge of every phase, and the only list of what is legal."""

from collections.abc import Callable, Mapping
from typing import Any

from thousand_engine import auction, play, talon
from thousand_engine.actions import (
    Action,
    Bid,
    Blind,
    ChooseTalon,
    Claim,
    Cross,
    DealCards,
    Give,
    Look,
    Pass,
    Play,
    SeatAction,
    SetContract,
    WriteOff,
)
from thousand_engine.by_itself import by_itself
from thousand_engine.claims import decide_claim, may_claim
from thousand_engine.deal import Deal, Phase
from thousand_engine.dealing import distribute
from thousand_engine.errors import Reason, RuleBroken
from thousand_engine.facts import CardsLookedAt, DealCrossed, DealWrittenOff, Fact
from thousand_engine.game import Game, evolve
from thousand_engine.house.barrel import is_obliged
from thousand_engine.house.cross import check_cross
from thousand_engine.house.going_blind import decide_blind
from thousand_engine.house.without_auction import least_of_a_sitter
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
    coming = game.coming
    if (action.dealer, action.deal, action.attempt) != (
        coming.dealer,
        coming.deal,
        coming.attempt,
    ):
        raise RuleBroken(
            Reason.NOT_THE_NEXT_DEAL,
            dealer=coming.dealer,
            deal=coming.deal,
            attempt=coming.attempt,
        )
    return (distribute(game.rules, action, golden=game.sheet.golden_round > 0),)


def look(_game: Game, _deal: Deal, action: Look) -> tuple[Fact, ...]:
    return (CardsLookedAt(action.seat),)


def blind(game: Game, _deal: Deal, action: Blind) -> tuple[Fact, ...]:
    return decide_blind(game.rules, action.seat)


def bid(game: Game, deal: Deal, action: Bid) -> tuple[Fact, ...]:
    least = least_of_a_sitter(game.rules, game.sheet, action.seat)
    return auction.decide_bid(game.rules, deal, action, least)


def pass_(_game: Game, _deal: Deal, action: Pass) -> tuple[Fact, ...]:
    return auction.decide_pass(action)


def claim(game: Game, deal: Deal, action: Claim) -> tuple[Fact, ...]:
    """A redeal; who has not seen his cards is told nothing about them.

    Asked for a blind game the forehand has no claim yet (J9); having called one, no more (J8).
    """
    if not deal.has_looked(action.seat):
        if deal.phase is Phase.BLIND_OFFER:
            raise RuleBroken(Reason.WRONG_PHASE, phase=deal.phase.value)
        raise RuleBroken(Reason.CLAIM_TOO_LATE)
    facts = decide_claim(game, deal, action)
    if action.seat == deal.declarer:
        check_talon_chosen(game, deal)
    return facts


def check_talon_chosen(game: Game, deal: Deal) -> None:
    """Between two players the declarer chooses his talon before anything else (J1)."""
    if deal.phase is Phase.TALON and talon.must_choose(game.rules, deal):
        raise RuleBroken(Reason.TALON_NOT_CHOSEN)


def choose_talon(game: Game, deal: Deal, action: ChooseTalon) -> tuple[Fact, ...]:
    return talon.decide_choice(game.rules, deal, action)


def give(game: Game, deal: Deal, action: Give) -> tuple[Fact, ...]:
    return talon.decide_give(game.rules, deal, action)


def set_contract(game: Game, deal: Deal, action: SetContract) -> tuple[Fact, ...]:
    obliged = is_obliged(game.rules.barrel, game.sheet, action.seat, golden=deal.golden)
    return talon.decide_contract(game.rules, deal, action, obliged=obliged)


def write_off(game: Game, deal: Deal, action: WriteOff) -> tuple[Fact, ...]:
    check_talon_chosen(game, deal)
    check_write_off(game.rules.write_off, game.sheet, deal, action.seat)
    return (DealWrittenOff(action.seat, game.sheet.write_offs[action.seat] + 1),)


def cross(game: Game, deal: Deal, action: Cross) -> tuple[Fact, ...]:
    check_talon_chosen(game, deal)
    check_cross(game.rules.cross, game.sheet, deal, action.seat)
    return (DealCrossed(action.seat, game.sheet.crosses[action.seat] + 1),)


def play_card(game: Game, deal: Deal, action: Play) -> tuple[Fact, ...]:
    return play.decide_play(game.rules, deal, action)


JUDGES: Mapping[Phase, Mapping[type[SeatAction], Judge]] = {
    Phase.BLIND_OFFER: {Look: look, Blind: blind, Claim: claim},
    Phase.AUCTION: {Bid: bid, Pass: pass_, Claim: claim},
    Phase.TALON: {
        ChooseTalon: choose_talon,
        Give: give,
        WriteOff: write_off,
        Cross: cross,
        Claim: claim,
    },
    Phase.CONTRACT: {SetContract: set_contract, WriteOff: write_off, Claim: claim},
    Phase.PLAY: {Play: play_card, Claim: claim},
}
"""Who judges which action in which phase (RULES J1)."""


def legal_actions(game: Game, seat: int) -> tuple[SeatAction, ...]:
    """Everything the seat may do now: the one judge, for servicers, bots, clients and tests."""
    deal = game.deal
    if deal is None or deal.phase is Phase.DONE or seat not in deal.active:
        return ()
    actions = OFFERS[deal.phase](game, deal, seat) if seat == deal.to_act else []
    if may_claim(game, deal, seat):
        actions += allowed(claim, game, deal, Claim(seat))
    return tuple(actions)


def may_look_or_not(_game: Game, _deal: Deal, seat: int) -> list[SeatAction]:
    return [Look(seat), Blind(seat)]


def may_say(game: Game, deal: Deal, seat: int) -> list[SeatAction]:
    least = least_of_a_sitter(game.rules, game.sheet, seat)
    return auction.voices(game.rules, deal, seat, least)


def may_do_with_the_talon(game: Game, deal: Deal, seat: int) -> list[SeatAction]:
    if talon.must_choose(game.rules, deal):
        return [ChooseTalon(seat, 1), ChooseTalon(seat, 2)]
    return [
        *talon.gives(game.rules, deal, seat),
        *allowed(write_off, game, deal, WriteOff(seat)),
        *allowed(cross, game, deal, Cross(seat)),
    ]


def may_name(game: Game, deal: Deal, seat: int) -> list[SeatAction]:
    obliged = is_obliged(game.rules.barrel, game.sheet, seat, golden=deal.golden)
    return [
        *talon.contracts(game.rules, deal, seat, obliged=obliged),
        *allowed(write_off, game, deal, WriteOff(seat)),
    ]


def may_play(game: Game, deal: Deal, seat: int) -> list[SeatAction]:
    return [*play.plays(game.rules, deal, seat)]


OFFERS: Mapping[Phase, Callable[[Game, Deal, int], list[SeatAction]]] = {
    Phase.BLIND_OFFER: may_look_or_not,
    Phase.AUCTION: may_say,
    Phase.TALON: may_do_with_the_talon,
    Phase.CONTRACT: may_name,
    Phase.PLAY: may_play,
}
"""What the seat whose turn it is may do in which phase."""


def allowed(judge: Judge, game: Game, deal: Deal, action: SeatAction) -> list[SeatAction]:
    """The action, when its judge does not refuse it."""
    try:
        judge(game, deal, action)
    except RuleBroken:
        return []
    return [action]
