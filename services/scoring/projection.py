"""How the facts of a step change what is known of their game."""

from dataclasses import replace

from services.scoring.errors import UncountableStep
from services.scoring.facts import PublicFact, SeatTaken, Step, read
from services.scoring.recount import dispute
from services.scoring.results import Counted, DealResult
from thousand_engine import Fact, GameStarted, begin, evolve
from thousand_engine.facts import CardsDealt, CardsGiven, DealScored, RedealClaimed
from thousand_engine.seats import with_seat

ENDS = frozenset({"game.deal_scored", "game.redeal_claimed"})
"""Topics of the facts with which a distribution is over; what follows in the step belongs to it."""


def project(counted: Counted, step: Step) -> tuple[Counted, DealResult | None]:
    """The game after a step, and the result of the deal if the step ended one.

    UncountableStep when the step does not follow; UnknownTopic, UnreadableFact and others for
    facts that this program cannot read.
    """
    if step.first_version != counted.version + 1:
        raise UncountableStep(f"version {step.first_version} after {counted.version}")
    counted = replace(counted, version=step.last_version)
    told = [read(step.game_id, form) for form in step.facts]
    for one in told:
        if one.has_meaning:
            counted = heard(counted, one)
    if any(one.header.type in ENDS for one in told):
        return settled(counted)
    return counted, None


def heard(counted: Counted, one: PublicFact) -> Counted:
    """The game after one fact that matters; those of a distribution are kept until it is over."""
    if one.kind not in {SeatTaken, GameStarted}:
        return replace(counted, running=(*counted.running, one.form))
    match one.fact():
        case SeatTaken(seat=seat, account=account):
            free = ("",) * (seat + 1 - len(counted.accounts))
            return replace(counted, accounts=with_seat(counted.accounts + free, seat, account))
        case GameStarted() as started:
            return replace(counted, game=begin(started), started_at=one.header.at)
        case _:
            return counted


def settled(counted: Counted) -> tuple[Counted, DealResult | None]:
    """The game after its distribution, and the result unless the cards are dealt again.

    What is wrong with a redeal is found when it happens, and told with the result of its deal.
    """
    if counted.game is None:
        raise UncountableStep("a deal ends in a game that has not begun")
    told = [read(counted.game_id, form) for form in counted.running]
    # Cards change no sheet, and most are sealed.
    facts = [one.fact() for one in told if one.kind not in {CardsDealt, CardsGiven}]
    after = counted.game
    for fact in facts:
        if isinstance(fact, Fact):
            after = evolve(after, fact)
    ending = next(fact for fact in facts if isinstance(fact, DealScored | RedealClaimed))
    found = dispute(counted.game, told, ending.deck)
    doubts = tuple(doubt for doubt in (*counted.doubts, found) if doubt)
    done = replace(counted, game=after, running=(), doubts=doubts)
    if isinstance(ending, RedealClaimed):
        return done, None
    return replace(done, doubts=()), DealResult(
        number=counted.game.coming.deal,
        version=counted.version,
        result=ending.result,
        declarer=ending.declarer,
        contract=ending.contract,
        made=ending.made,
        written=ending.written,
        totals=after.sheet.totals,
        dispute="; ".join(doubts),
    )
