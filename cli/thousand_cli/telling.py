"""What happened, in words: a label and a sentence for every fact of a game."""

from collections.abc import Iterable

from rich.text import Text

from thousand_cli.lines import drawn, listed
from thousand_engine.actions import LEFTOVER, Recipient
from thousand_engine.cards import Card, Suit
from thousand_engine.facts import (
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

FALLS: dict[FallCause, str] = {
    "attempts": "the attempts are used up",
    "thrown": "thrown by a newcomer",
    "together": "others arrived in the same deal",
    "contract": "the contract was not made",
    "bolts": "the third bolt",
    "obligation": "the obligation of the last barrel was not made",
}
FINES: dict[FineCause, str] = {
    "bolts": "for bolts",
    "write_offs": "for write-offs",
    "dealer": "as the dealer of a claim that was refused",
    "cut": "for cutting nine after nine",
}

Told = tuple[str, str | Text]
"""A label, and what stands behind it."""


def told(fact: Fact) -> Told:
    """What happened, as far as the fact itself says it."""
    return (
        told_of_contract(fact) or told_of_play(fact) or told_of_ending(fact) or told_of_sheet(fact)
    )


def told_of_contract(fact: Fact) -> Told | None:
    """From the start of a game to the contract of a deal."""
    match fact:
        case GameStarted(first_dealer=seat):
            return "starts", f"seat {seat} deals first"
        case CardsDealt():
            return "deal", heading(fact)
        case BlindOffered(seat=seat):
            return "blind", f"seat {seat} has seen no card and is asked for a blind game"
        case CardsLookedAt(seat=seat):
            return "blind", f"seat {seat} looks at the cards"
        case BlindCalled(seat=seat):
            return "blind", f"seat {seat} plays blind"
        case BlindBroken(seat=seat):
            return "blind", f"the blind game of seat {seat} is broken"
        case BidPlaced(seat=seat, amount=amount, forced=forced):
            return "auction", f"seat {seat} bids {amount}" + by_itself(forced)
        case BidPassed(seat=seat, forced=forced):
            return "auction", f"seat {seat} passes" + by_itself(forced)
        case AuctionWon(seat=seat, amount=amount):
            return "declarer", f"seat {seat}, bid {amount}"
        case TalonTaken(seat=seat, talon=number, chosen=True):
            return "talon", f"seat {seat} chooses talon {number}"
        case TalonTaken(seat=seat):
            return "talon", f"seat {seat} takes it"
        case TalonRevealed(cards=cards):
            return "talon", listed(map(Card.parse, cards))
        case CardsGiven(cards=cards, recipients=recipients, shown=shown):
            return "gives", gifts(cards, recipients, shown=shown)
        case ContractSet(seat=seat, amount=amount):
            return "contract", f"seat {seat} plays {amount}"
        case _:
            return None


def told_of_play(fact: Fact) -> Told | None:
    """From the first card to the last."""
    match fact:
        case CardPlayed(seat=seat, card=card, said=said):
            behind = f", {said}" if said else ""
            return "", Text.assemble(f"seat {seat} ", drawn(Card.parse(card)), behind)
        case MarriageDeclared(seat=seat, suit=suit, points=points):
            return "marriage", f"seat {seat} declares {suit_name(suit)} for {points}"
        case AcesDeclared(seat=seat, points=points):
            return "aces", f"seat {seat} declares the ace marriage for {points}"
        case BedDeclared(seat=seat, suit=suit, points=points):
            return "bed", f"seat {seat} declares the bed marriage of {suit_name(suit)} for {points}"
        case NinesDeclared(seat=seat, points=points):
            return "nines", f"seat {seat} declares four nines for {points}"
        case TrumpSet(suit=suit, next_trick=later):
            return "trump", suit_name(suit) + (", from the next trick on" if later else "")
        case TrumpCancelled():
            return "trump", "none from here on"
        case TrickTaken(seat=seat, points=points):
            return "trick", f"to seat {seat}, {points} points"
        case LeftoverTaken(seat=seat, points=points):
            return "left over", f"to seat {seat} with the last trick, {points} points"
        case _:
            return None


def told_of_ending(fact: Fact) -> Told | None:
    """How a distribution of cards ends, and with it a golden round or the game."""
    match fact:
        case RedealClaimed(reason=reason, forced=True):
            return "redeal", f"compulsory: {reason.replace('_', ' ')}"
        case RedealClaimed(seat=seat, reason=reason):
            return "redeal", f"claimed by seat {seat}: {reason.replace('_', ' ')}"
        case ClaimRefused(seat=seat):
            return "claim", f"of seat {seat} refused, the third in this deal; the dealer will pay"
        case DealCrossed(seat=seat, crosses=count):
            return "cross", f"seat {seat} takes a cross, {count} so far"
        case DealWrittenOff(seat=seat, write_offs=count):
            return "write-off", f"seat {seat} writes the deal off, {count} so far"
        case DealScored(result=result, made=made, contract=contract, written=written):
            played = "made" if made else "not made"
            outcome = played if result == "played" else result.replace("_", " ")
            amounts = " ".join(f"{amount:+}" for amount in written)
            return "result", f"{kind_of(fact)} {contract} {outcome}: {amounts}"
        case GoldenRoundEnded(reset=reset, next_round=number):
            begun = ", nobody made the contract: the sheet starts anew" if reset else ""
            coming = f"round {number} follows" if number else "ordinary deals follow"
            return "golden", f"the golden round is over{begun}; {coming}"
        case GameWon(seat=seat):
            return "winner", f"seat {seat} wins the game"
        case _:
            return None


def told_of_sheet(fact: Fact) -> Told:
    """What is marked on the sheet beside the points; last, so it leaves no fact without words."""
    match fact:
        case BoltMarked(seat=seat, count=count, bolts=bolts, streak=streak):
            got = "a bolt" if count == 1 else f"{count} bolts"
            in_row = f", {streak} in a row" if streak > 1 else ""
            return "bolts", f"seat {seat} gets {got}, {bolts or 'none'} marked now{in_row}"
        case StreakBroken(seat=seat):
            return "bolts", f"seat {seat} took a trick: the bolts in a row end"
        case Fined(seat=seat, cause=cause, amount=amount):
            return "fine", f"seat {seat} is fined {-amount} {FINES[cause]}"
        case BarrelAttempted(seat=seat, attempts=used):
            return "barrel", f"seat {seat} has used attempt {used}"
        case BarrelEntered(seat=seat):
            return "barrel", f"seat {seat} is on the barrel"
        case BarrelLost(seat=seat, cause=fall):
            return "barrel", f"seat {seat} falls from the barrel: {FALLS[fall]}"
        case ReverseBarrelEntered(seat=seat):
            return "barrel", f"seat {seat} is on the reverse barrel"
        case ReverseBarrelAttempted(seat=seat, attempts=used):
            return "barrel", f"seat {seat} has used deal {used} on the reverse barrel"
        case ReverseBarrelLeft(seat=seat):
            return "barrel", f"seat {seat} leaves the reverse barrel"
        case DumpTruckHit(seat=seat):
            return "dump truck", f"seat {seat} is tipped out"
        case _:
            raise TypeError(f"there are no words for {type(fact).__name__}")


def heading(fact: CardsDealt, players: int | None = None) -> str:
    """What a distribution is called; who rests is known where ``players`` is."""
    again = f", dealt again ({fact.attempt})" if fact.attempt else ""
    golden = ", golden" if fact.golden else ""
    resting = [seat for seat in range(players or 0) if seat not in fact.active]
    rests = "".join(f", seat {seat} rests" for seat in resting)
    return f"Deal {fact.deal}, dealer seat {fact.dealer}{golden}{rests}{again}"


def kind_of(fact: DealScored) -> str:
    """What the contract is called."""
    if fact.golden:
        return "golden contract"
    return "blind contract" if fact.blind else "contract"


def by_itself(forced: bool) -> str:
    return ", without being asked" if forced else ""


def suit_name(letter: str) -> str:
    return Suit(letter).name.lower()


def gifts(cards: Iterable[str], recipients: Iterable[Recipient], *, shown: bool) -> Text:
    """Who got which card, and whether everybody saw it; without the cards where they are hidden."""
    to = list(map(recipient_name, recipients))
    if not to:
        return Text("nothing")
    named = [drawn(Card.parse(code)) for code in cards] or [Text("a card") for _ in to]
    each = (Text.assemble(card, f" to {name}") for card, name in zip(named, to, strict=True))
    return Text.assemble(Text(", ").join(each), "" if shown else ", face down")


def recipient_name(recipient: Recipient) -> str:
    return "the talon left over" if recipient == LEFTOVER else f"seat {recipient}"
