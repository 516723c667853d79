"""Each fact has its words, for the deal told again and for the game that is watched."""

from typing import get_args

import pytest

from thousand_cli.telling import FALLS, FINES, told
from thousand_engine.facts import (
    FACTS,
    AcesDeclared,
    AuctionWon,
    BarrelAttempted,
    BarrelEntered,
    BarrelLost,
    BedDeclared,
    BidPassed,
    BidPlaced,
    BlindBroken,
    BlindCalled,
    BlindOffered,
    BoltMarked,
    CardPlayed,
    CardsDealt,
    CardsGiven,
    CardsLookedAt,
    ClaimRefused,
    ContractSet,
    DealCrossed,
    DealScored,
    DealWrittenOff,
    DumpTruckHit,
    Fact,
    FallCause,
    FineCause,
    Fined,
    GameStarted,
    GameWon,
    GoldenRoundEnded,
    LeftoverTaken,
    MarriageDeclared,
    NinesDeclared,
    RedealClaimed,
    ReverseBarrelAttempted,
    ReverseBarrelEntered,
    ReverseBarrelLeft,
    StreakBroken,
    TalonRevealed,
    TalonTaken,
    TrickTaken,
    TrumpCancelled,
    TrumpSet,
)


def dealt(**more):
    return CardsDealt(0, 4, 0, (1, 2, 0), (), (), (), **more)


def scored(result="played", *, made=True, **more):
    zeros = (0, 0, 0)
    return DealScored(result, 1, 120, made, zeros, zeros, zeros, zeros, (35, 240, 0), (), 1, **more)


WORDS = [
    (GameStarted({}, 1, 2), "starts: seat 2 deals first"),
    (dealt(), "deal: Deal 4, dealer seat 0"),
    (dealt(golden=True), "deal: Deal 4, dealer seat 0, golden"),
    (BlindOffered(1), "blind: seat 1 has seen no card and is asked for a blind game"),
    (CardsLookedAt(1), "blind: seat 1 looks at the cards"),
    (BlindCalled(1), "blind: seat 1 plays blind"),
    (BlindBroken(1), "blind: the blind game of seat 1 is broken"),
    (BidPlaced(1, 105), "auction: seat 1 bids 105"),
    (BidPlaced(1, 100, forced=True), "auction: seat 1 bids 100, without being asked"),
    (BidPassed(1), "auction: seat 1 passes"),
    (BidPassed(1, forced=True), "auction: seat 1 passes, without being asked"),
    (AuctionWon(1, 120, unopposed=False), "declarer: seat 1, bid 120"),
    (TalonTaken(1), "talon: seat 1 takes it"),
    (TalonTaken(1, 2, chosen=True), "talon: seat 1 chooses talon 2"),
    (TalonRevealed(("KS", "9C")), "talon: KS 9C"),
    (CardsGiven(1, ("T",), ("9C",), shown=True), "gives: 9C to the talon left over"),
    (
        CardsGiven(1, (2, 0), ("9C", "JD"), shown=False),
        "gives: 9C to seat 2, JD to seat 0, face down",
    ),
    (
        CardsGiven(1, (2, 0), (), shown=False),
        "gives: a card to seat 2, a card to seat 0, face down",
    ),
    (CardsGiven(1, (), (), shown=False), "gives: nothing"),
    (ContractSet(1, 125, 1), "contract: seat 1 plays 125"),
    (CardPlayed(1, "KH"), ": seat 1 KH"),
    (CardPlayed(1, "KH", "silent"), ": seat 1 KH, silent"),
    (MarriageDeclared(1, "H", 100), "marriage: seat 1 declares hearts for 100"),
    (AcesDeclared(1, 200), "aces: seat 1 declares the ace marriage for 200"),
    (BedDeclared(1, "H", 50), "bed: seat 1 declares the bed marriage of hearts for 50"),
    (NinesDeclared(1, 40), "nines: seat 1 declares four nines for 40"),
    (TrumpSet(1, "H"), "trump: hearts"),
    (TrumpSet(1, "H", next_trick=True), "trump: hearts, from the next trick on"),
    (TrumpCancelled(1), "trump: none from here on"),
    (TrickTaken(1, 25), "trick: to seat 1, 25 points"),
    (LeftoverTaken(1, 14), "left over: to seat 1 with the last trick, 14 points"),
    (RedealClaimed(1, "four_nines", ()), "redeal: claimed by seat 1: four nines"),
    (RedealClaimed(1, "four_aces", (), forced=True), "redeal: compulsory: four aces"),
    (
        ClaimRefused(1),
        "claim: of seat 1 refused, the third in this deal; the dealer will pay",
    ),
    (DealCrossed(1, 1), "cross: seat 1 takes a cross, 1 so far"),
    (DealWrittenOff(1, 2), "write-off: seat 1 writes the deal off, 2 so far"),
    (scored(), "result: contract 120 made: +35 +240 +0"),
    (scored(made=False, golden=True), "result: golden contract 120 not made: +35 +240 +0"),
    (scored(blind=True), "result: blind contract 120 made: +35 +240 +0"),
    (scored("written_off", made=False), "result: contract 120 written off: +35 +240 +0"),
    (BoltMarked(1, 1, 2, 1), "bolts: seat 1 gets a bolt, 2 marked now"),
    (BoltMarked(1, 2, 2, 2), "bolts: seat 1 gets 2 bolts, 2 marked now, 2 in a row"),
    (BoltMarked(1, 1, 0, 0), "bolts: seat 1 gets a bolt, none marked now"),
    (StreakBroken(1, 0), "bolts: seat 1 took a trick: the bolts in a row end"),
    (Fined(1, "cut", -120), "fine: seat 1 is fined 120 for cutting nine after nine"),
    (BarrelAttempted(1, 2), "barrel: seat 1 has used attempt 2"),
    (BarrelEntered(1, -5), "barrel: seat 1 is on the barrel"),
    (
        BarrelLost(1, "thrown", -120, 1),
        "barrel: seat 1 falls from the barrel: thrown by a newcomer",
    ),
    (ReverseBarrelEntered(1, 5), "barrel: seat 1 is on the reverse barrel"),
    (ReverseBarrelAttempted(1, 2), "barrel: seat 1 has used deal 2 on the reverse barrel"),
    (ReverseBarrelLeft(1, 120), "barrel: seat 1 leaves the reverse barrel"),
    (DumpTruckHit(1, -555), "dump truck: seat 1 is tipped out"),
    (
        GoldenRoundEnded(2, reset=True, amounts=(0, 0, 240)),
        (
            "golden: the golden round is over, nobody made the contract: the sheet starts anew; "
            "round 2 follows"
        ),
    ),
    (GoldenRoundEnded(0, reset=False), "golden: the golden round is over; ordinary deals follow"),
    (GameWon(1), "winner: seat 1 wins the game"),
]


@pytest.mark.parametrize(("fact", "words"), WORDS, ids=lambda part: type(part).__name__)
def test_a_fact_is_told(fact, words):
    label, sentence = told(fact)

    assert f"{label}: {sentence}" == words


def test_no_fact_is_forgotten():
    assert {type(fact) for fact, _ in WORDS} == set(FACTS)


def test_no_cause_is_forgotten():
    assert set(FALLS) == set(get_args(FallCause))
    assert set(FINES) == set(get_args(FineCause))


def test_what_is_no_fact_of_the_engine_has_no_words():
    with pytest.raises(TypeError, match="no words for Fact"):
        told(Fact())
