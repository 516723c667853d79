"""A deal after a fact. Asks no rule: a fact carries its outcome."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from thousand_engine.cards import Card, Suit, hand_of, without
from thousand_engine.deal import Auction, Deal, Gift, Marriage, Phase, TakenTrick, Voice
from thousand_engine.facts import (
    AuctionWon,
    BidPassed,
    BidPlaced,
    CardPlayed,
    CardsGiven,
    ContractSet,
    DealScored,
    Fact,
    MarriageDeclared,
    RedealClaimed,
    TalonRevealed,
    TalonTaken,
    TrickTaken,
    TrumpSet,
)
from thousand_engine.seats import with_seat
from thousand_engine.trick import NO_CARDS, Trick


def heard(auction: Auction, voice: Voice) -> Auction:
    return replace(auction, voices=(*auction.voices, voice))


def bid_placed(deal: Deal, fact: BidPlaced) -> Deal:
    voice = Voice(fact.seat, fact.amount, fact.forced)
    return replace(deal, auction=heard(deal.auction, voice), bid=fact.amount)


def bid_passed(deal: Deal, fact: BidPassed) -> Deal:
    return replace(deal, auction=heard(deal.auction, Voice(fact.seat, None, fact.forced)))


def auction_won(deal: Deal, fact: AuctionWon) -> Deal:
    return replace(
        deal,
        declarer=fact.seat,
        bid=fact.amount,
        unopposed=fact.unopposed,
        phase=Phase.TALON,
    )


def talon_taken(deal: Deal, fact: TalonTaken) -> Deal:
    hand = hand_of(deal.hands[fact.seat] + deal.talons[fact.talon - 1])
    return replace(deal, hands=with_seat(deal.hands, fact.seat, hand), taken=fact.talon)


def talon_revealed(deal: Deal, _fact: TalonRevealed) -> Deal:
    return replace(deal, talon_shown=True)


def cards_given(deal: Deal, fact: CardsGiven) -> Deal:
    cards = tuple(map(Card.parse, fact.cards))
    gifts = tuple(
        Gift(card, recipient if isinstance(recipient, int) else None, fact.shown)
        for card, recipient in zip(cards, fact.recipients, strict=True)
    )
    hands = with_seat(deal.hands, fact.seat, without(deal.hands[fact.seat], *cards))
    for gift in gifts:
        if gift.seat is not None:
            hands = with_seat(hands, gift.seat, hand_of((*hands[gift.seat], gift.card)))
    return replace(deal, hands=hands, gifts=gifts, phase=Phase.CONTRACT)


def contract_set(deal: Deal, fact: ContractSet) -> Deal:
    return replace(deal, contract=fact.amount, leader=fact.leader, phase=Phase.PLAY)


def card_played(deal: Deal, fact: CardPlayed) -> Deal:
    card = Card.parse(fact.card)
    return replace(
        deal,
        hands=with_seat(deal.hands, fact.seat, without(deal.hands[fact.seat], card)),
        trick=Trick((*deal.trick.cards, card)),
    )


def marriage_declared(deal: Deal, fact: MarriageDeclared) -> Deal:
    marriage = Marriage(fact.seat, Suit(fact.suit), fact.points)
    return replace(deal, marriages=(*deal.marriages, marriage))


def trump_set(deal: Deal, fact: TrumpSet) -> Deal:
    return replace(deal, trump=Suit(fact.suit), trump_owner=fact.seat)


def trick_taken(deal: Deal, fact: TrickTaken) -> Deal:
    taken = TakenTrick(fact.seat, deal.leader, deal.trick)
    return replace(deal, tricks=(*deal.tricks, taken), trick=NO_CARDS, leader=fact.seat)


def deal_ended(deal: Deal, _fact: DealScored | RedealClaimed) -> Deal:
    return replace(deal, phase=Phase.DONE)


_HOW: dict[type[Fact], Callable[[Deal, Any], Deal]] = {
    BidPlaced: bid_placed,
    BidPassed: bid_passed,
    AuctionWon: auction_won,
    TalonTaken: talon_taken,
    TalonRevealed: talon_revealed,
    CardsGiven: cards_given,
    ContractSet: contract_set,
    CardPlayed: card_played,
    MarriageDeclared: marriage_declared,
    TrumpSet: trump_set,
    TrickTaken: trick_taken,
    RedealClaimed: deal_ended,
    DealScored: deal_ended,
}


def fold(deal: Deal, fact: Fact) -> Deal:
    """The deal after a fact; facts about the sheet or the game leave it as it is."""
    how = _HOW.get(type(fact))
    return how(deal, fact) if how else deal
