"""A deal after a fact. Asks no rule: a fact carries its outcome."""

from collections.abc import Callable, Mapping
from typing import Any

from thousand_engine.cards import Card, Suit, hand_of, without
from thousand_engine.deal import Deal, Gift, Marriage, Meld, Phase, TakenTrick, Trump, Voice
from thousand_engine.facts import (
    AcesDeclared,
    AuctionWon,
    BedDeclared,
    BidPassed,
    BidPlaced,
    BlindBroken,
    BlindCalled,
    BlindOffered,
    CardPlayed,
    CardsGiven,
    CardsLookedAt,
    ClaimRefused,
    ContractSet,
    DealCrossed,
    DealScored,
    DealWrittenOff,
    Fact,
    LeftoverTaken,
    MarriageDeclared,
    NinesDeclared,
    RedealClaimed,
    TalonRevealed,
    TalonTaken,
    TrickTaken,
    TrumpCancelled,
    TrumpSet,
)
from thousand_engine.seats import with_seat


def heard(deal: Deal, voice: Voice, bid: int) -> Deal:
    auction = deal.auction
    return deal.but(auction=auction.but(voices=(*auction.voices, voice)), bid=bid)


def bid_placed(deal: Deal, fact: BidPlaced) -> Deal:
    return heard(deal, Voice(fact.seat, fact.amount, fact.forced), fact.amount)


def bid_passed(deal: Deal, fact: BidPassed) -> Deal:
    return heard(deal, Voice(fact.seat, None, fact.forced), deal.bid)


def blind_offered(deal: Deal, _fact: BlindOffered) -> Deal:
    return deal.but(phase=Phase.BLIND_OFFER)


def cards_looked_at(deal: Deal, _fact: CardsLookedAt) -> Deal:
    return deal.but(phase=Phase.AUCTION, blind_answer="looked")


def blind_called(deal: Deal, _fact: BlindCalled) -> Deal:
    return deal.but(phase=Phase.AUCTION, blind_answer="called", blind=True)


def blind_broken(deal: Deal, _fact: BlindBroken) -> Deal:
    return deal.but(blind=False)


def auction_won(deal: Deal, fact: AuctionWon) -> Deal:
    return deal.but(
        declarer=fact.seat,
        bid=fact.amount,
        unopposed=fact.unopposed,
        phase=Phase.TALON,
    )


def talon_taken(deal: Deal, fact: TalonTaken) -> Deal:
    hand = hand_of(deal.hands[fact.seat] + deal.talons[fact.talon - 1])
    return deal.but(hands=with_seat(deal.hands, fact.seat, hand), taken=fact.talon)


def talon_revealed(deal: Deal, _fact: TalonRevealed) -> Deal:
    return deal.but(talon_shown=True)


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
    return deal.but(hands=hands, gifts=gifts, phase=Phase.CONTRACT)


def contract_set(deal: Deal, fact: ContractSet) -> Deal:
    return deal.but(contract=fact.amount, leader=fact.leader, phase=Phase.PLAY)


def card_played(deal: Deal, fact: CardPlayed) -> Deal:
    card = Card.parse(fact.card)
    return deal.but(
        hands=with_seat(deal.hands, fact.seat, without(deal.hands[fact.seat], card)),
        trick=(*deal.trick, card),
    )


def marriage_declared(deal: Deal, fact: MarriageDeclared) -> Deal:
    marriage = Marriage(fact.seat, Suit(fact.suit), fact.points)
    return deal.but(marriages=(*deal.marriages, marriage))


def aces_declared(deal: Deal, fact: AcesDeclared) -> Deal:
    return deal.but(melds=(*deal.melds, Meld(fact.seat, "aces", fact.points)))


def bed_declared(deal: Deal, fact: BedDeclared) -> Deal:
    return deal.but(melds=(*deal.melds, Meld(fact.seat, "bed", fact.points, Suit(fact.suit))))


def nines_declared(deal: Deal, fact: NinesDeclared) -> Deal:
    return deal.but(melds=(*deal.melds, Meld(fact.seat, "nines", fact.points)))


def trump_set(deal: Deal, fact: TrumpSet) -> Deal:
    trump = Trump(Suit(fact.suit), fact.seat)
    return deal.but(coming_trump=trump) if fact.next_trick else deal.but(trump=trump)


def trump_cancelled(deal: Deal, _fact: TrumpCancelled) -> Deal:
    return deal.but(trump=None)


def trick_taken(deal: Deal, fact: TrickTaken) -> Deal:
    taken = TakenTrick(fact.seat, deal.leader, deal.trick)
    return deal.but(
        tricks=(*deal.tricks, taken),
        trick=(),
        leader=fact.seat,
        trump=deal.coming_trump or deal.trump,
        coming_trump=None,
    )


def leftover_taken(deal: Deal, fact: LeftoverTaken) -> Deal:
    return deal.but(leftover_taker=fact.seat)


def claim_refused(deal: Deal, _fact: ClaimRefused) -> Deal:
    return deal.but(claim_refused=True)


def written_off(deal: Deal, _fact: DealWrittenOff) -> Deal:
    return deal.but(given_up="written_off")


def crossed(deal: Deal, _fact: DealCrossed) -> Deal:
    return deal.but(given_up="crossed")


def deal_ended(deal: Deal, _fact: DealScored | RedealClaimed) -> Deal:
    return deal.but(phase=Phase.DONE)


ON_THE_DEAL: Mapping[type[Fact], Callable[[Deal, Any], Deal]] = {
    BlindOffered: blind_offered,
    CardsLookedAt: cards_looked_at,
    BlindCalled: blind_called,
    BlindBroken: blind_broken,
    BidPlaced: bid_placed,
    BidPassed: bid_passed,
    AuctionWon: auction_won,
    TalonTaken: talon_taken,
    TalonRevealed: talon_revealed,
    CardsGiven: cards_given,
    ContractSet: contract_set,
    CardPlayed: card_played,
    MarriageDeclared: marriage_declared,
    AcesDeclared: aces_declared,
    BedDeclared: bed_declared,
    NinesDeclared: nines_declared,
    TrumpSet: trump_set,
    TrumpCancelled: trump_cancelled,
    TrickTaken: trick_taken,
    LeftoverTaken: leftover_taken,
    ClaimRefused: claim_refused,
    DealWrittenOff: written_off,
    DealCrossed: crossed,
    RedealClaimed: deal_ended,
    DealScored: deal_ended,
}
"""What each fact about a deal does to it; the others leave it as it is."""
