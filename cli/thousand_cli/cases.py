"""Case files: the exam of the rules (RULES J6)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from thousand_engine.actions import DealCards
from thousand_engine.auction import ceiling
from thousand_engine.cards import Card, Suit, check_deck, hand_of, parse_cards
from thousand_engine.dealing import deck_of
from thousand_engine.deciding import act
from thousand_engine.errors import Refusal
from thousand_engine.facts import (
    DealScored,
    Fact,
    GameWon,
    MarriageDeclared,
    RedealClaimed,
    TalonRevealed,
)
from thousand_engine.game import Game, NextDeal, begin, start
from thousand_engine.marriage import declarable
from thousand_engine.notation import parse_action
from thousand_engine.options import OptionValue
from thousand_engine.pipeline import settle
from thousand_engine.presets import agree
from thousand_engine.rules import Rules
from thousand_engine.seats import after, clockwise
from thousand_engine.settling import Outcome
from thousand_engine.sheet import Sheet, enter
from thousand_engine.trick import Trick, Turn, legal_cards, refusal

Case = Mapping[str, Any]
REFUSED = "refused "
NONSENSE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What a word in the place of a number, or a seat that is none, leads to in a runner."""
YES_AND_NO = {True: "on", "yes": "on", False: "off", "no": "off"}


class CaseUnreadable(Refusal):
    """A case that is not of the form of RULES J6."""

    def __init__(self, sentence: str) -> None:
        super().__init__("BAD_CASE", sentence)


def differences(case: Case) -> list[str]:
    """What came out otherwise than the case expects, a line each; none when it passes.

    CaseUnreadable or another Refusal when the case cannot be run at all.
    """
    try:
        found = KINDS[case["kind"]](case)
        return [*found.pop("not refused as written", ()), *compare(case["expect"], found)]
    except Refusal:
        raise
    except NONSENSE as error:
        raise CaseUnreadable(f"not a case of RULES J6: {error!r}") from error


def compare(expected: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    """Only the keys that the case names are compared."""
    for key, value in expected.items():
        if key not in found:
            yield f"{key}: expected {value}, this kind of case has no such result"
        elif found[key] != tidy(key, value):
            yield f"{key}: expected {tidy(key, value)}, came out {found[key]}"


def tidy(key: str, value: Any) -> Any:
    """The same value in the form the runners below give it: sets where order means nothing."""
    if key in ("cards", "declarable"):
        return set(value.split())
    if key in ("on_barrel", "marriages"):
        return {int(seat): held for seat, held in value.items()}
    return value


def rules_of(case: Case, **more: OptionValue) -> Rules:
    """The agreement a case is played by; YAML's yes and no are our on and off."""
    options = {
        # 1 and 0 are equal to True and False, but no yes and no.
        id: YES_AND_NO.get(value, value) if isinstance(value, bool | str) else value
        for id, value in (case.get("options") or {}).items()
    }
    return agree(case.get("preset", "classic_ru"), {**options, **more})


# --- one hand


def run_ceiling(case: Case) -> dict[str, Any]:
    rules = rules_of(case)
    hand = hand_of(parse_cards(case["hand"]))
    limits = (ceiling(rules.auction, rules.marriages, hand), rules.auction.absolute_max)
    return {"max_bid": min((limit for limit in limits if limit is not None), default="none")}


def run_legal(case: Case) -> dict[str, Any]:
    rules = rules_of(case)
    hand = hand_of(parse_cards(case["hand"]))
    trump = None if case.get("trump") is None else Suit(case["trump"])
    trick = Trick(parse_cards(case.get("trick") or ""))
    turn = Turn(hand, trick, trump, owns_trump=case.get("trump_owner") == "self")
    leading = not turn.trick.cards
    suits = declarable(rules.marriages, hand, case.get("tricks_won", 1)) if leading else ()
    reasons = {
        code: reason.name if (reason := refusal(rules.duties, turn, parse_cards(code)[0])) else None
        for code in case["expect"].get("refused", {})
    }
    return {
        "cards": {card.code for card in legal_cards(rules.duties, turn)},
        "declarable": {suit.value for suit in suits},
        "refused": reasons,
    }


# --- the end of a deal


def sheet_of(case: Case, players: int) -> Sheet:
    """The sheet before the deal."""
    before = case.get("before") or {}
    sitting = {int(seat): used for seat, used in (before.get("on_barrel") or {}).items()}
    blank = Sheet.blank(players)
    return replace(
        blank,
        totals=tuple(before.get("totals", blank.totals)),
        attempts=tuple(map(sitting.get, range(players))),
        barrels_lost=tuple(before.get("barrels_lost", blank.barrels_lost)),
        bolts=tuple(before.get("bolts", blank.bolts)),
        write_offs=tuple(before.get("writeoffs", blank.write_offs)),
    )


def sheet_results(sheet: Sheet) -> dict[str, Any]:
    return {
        "totals": list(sheet.totals),
        "on_barrel": {seat: sheet.attempts[seat] for seat in sheet.sitters},
        "barrels_lost": list(sheet.barrels_lost),
        "bolts": list(sheet.bolts),
    }


def run_score(case: Case) -> dict[str, Any]:
    players = case.get("players", 3)
    rules, sheet = rules_of(case, players=players), sheet_of(case, players)
    ended, dealer = case["deal"], case.get("dealer", 0)
    zeros = (0,) * players
    outcome = Outcome(
        result=ended["outcome"],
        active=clockwise(after(dealer, players), players),
        declarer=ended["declarer"],
        contract=ended["contract"],
        card_points=tuple(ended.get("card_points", zeros)),
        tricks=tuple(ended.get("tricks", zeros)),
        marriages=tuple(
            sum(rules.marriages.worth(Suit(suit)) for suit in declared.split())
            for declared in (ended.get("marriages", {}).get(seat, "") for seat in range(players))
        ),
    )
    facts = tuple(settle(rules, sheet, outcome, deck=(), next_dealer=after(dealer, players)))
    for fact in facts:
        sheet = enter(sheet, fact)
    return {**sheet_results(sheet), **deal_results(facts)}


def deal_results(facts: Sequence[Fact]) -> dict[str, Any]:
    """What the facts of one deal say of its end."""
    results: dict[str, Any] = {"winner": None, "marriages": {}, "talon_shown": False}
    for fact in facts:
        match fact:
            case DealScored():
                results |= {
                    "result": fact.result,
                    "card_points": list(fact.card_points),
                    "tricks": list(fact.tricks),
                    "written": list(fact.written),
                }
            case RedealClaimed():
                results["result"] = "redealt"
            case GameWon(seat=seat):
                results["winner"] = seat
            case MarriageDeclared(seat=seat, suit=suit):
                declared = results["marriages"]
                declared[seat] = f"{declared[seat]} {suit}" if seat in declared else suit
            case TalonRevealed():
                results["talon_shown"] = True
    return results


# --- whole deals and games


def run_deal(case: Case) -> dict[str, Any]:
    players, dealer = case.get("players", 3), case.get("dealer", 0)
    sheet = sheet_of(case, players)
    game = Game(rules_of(case, players=players), sheet, NextDeal(dealer, 1, 0))
    facts, game = act(game, DealCards(dealer, 1, 0, deck_in(case, dealer)))
    wrong: list[str] = []
    for text in case["actions"]:
        if text.startswith(REFUSED):
            wrong.extend(refused_otherwise(game, text))
        else:
            step, game = act(game, parse_action(text))
            facts += step
    return {
        **sheet_results(game.sheet),
        **so_far(game),
        **deal_results(facts),
        "not refused as written": wrong,
    }


def deck_in(case: Case, dealer: int) -> tuple[Card, ...]:
    if "deck" in case:
        return check_deck(parse_cards(case["deck"]))
    hands = tuple(hand_of(parse_cards(hand)) for hand in case["hands"])
    return deck_of(hands, parse_cards(case["talon"]), dealer)


def refused_otherwise(game: Game, text: str) -> Iterator[str]:
    """What is wrong with the refusal a case asks for; nothing when it comes as written."""
    reason, _, action = text.removeprefix(REFUSED).partition(": ")
    try:
        act(game, parse_action(action))
    except Refusal as refused:
        if refused.reason != reason:
            yield f"{action} was refused {refused.reason}, not {reason}"
    else:
        yield f"{action} was not refused"


def so_far(game: Game) -> dict[str, Any]:
    """What stands in the middle of a deal."""
    deal = game.deal
    if deal is None:
        return {}
    seats = range(len(deal.hands))
    return {
        "phase": game.phase.value,
        "to_act": game.to_act,
        "trump": deal.trump and deal.trump.value,
        "declarer": deal.declarer,
        "bid": deal.bid,
        "contract": deal.contract,
        "blind": False,
        "card_points": list(map(deal.card_points_of, seats)),
        "tricks": list(map(deal.tricks_of, seats)),
    }


def run_game(case: Case) -> dict[str, Any]:
    rules = rules_of(case, players=case["players"])
    game = begin(start(rules, 0))
    decks = iter(case["decks"])
    dealt = 0
    for text in case["actions"]:
        if game.awaits_deal:
            dealt += 1
            deck = check_deck(parse_cards(next(decks)))
            coming = game.coming
            _, game = act(game, DealCards(coming.dealer, coming.deal, coming.attempt, deck))
        _, game = act(game, parse_action(text))
    return {"deals": dealt, "totals": list(game.sheet.totals), "winner": game.winner}


KINDS: Mapping[str, Callable[[Case], dict[str, Any]]] = {
    "ceiling": run_ceiling,
    "legal": run_legal,
    "score": run_score,
    "deal": run_deal,
    "game": run_game,
}
