"""Case files: the exam of the rules (RULES J6)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from thousand_engine.actions import DealCards, Play, SeatAction
from thousand_engine.auction import highest
from thousand_engine.cards import Card, Suit, check_deck, hand_of, parse_cards
from thousand_engine.deal import Auction, Deal, Phase, TakenTrick, Trump
from thousand_engine.dealing import active_seats, deck_of
from thousand_engine.deciding import act
from thousand_engine.declaring import Declaration
from thousand_engine.errors import Reason, Refusal
from thousand_engine.facts import (
    AcesDeclared,
    BedDeclared,
    DealCrossed,
    DealScored,
    DealWrittenOff,
    Fact,
    GameWon,
    MarriageDeclared,
    RedealClaimed,
    TalonRevealed,
)
from thousand_engine.game import Game, NextDeal, begin, start
from thousand_engine.house.settlement import payments
from thousand_engine.notation import parse_action, write_action
from thousand_engine.options import OptionValue
from thousand_engine.pipeline import settle
from thousand_engine.play import decide_play, declaration, plays
from thousand_engine.presets import agree
from thousand_engine.rules import Rules
from thousand_engine.seats import after, with_seat
from thousand_engine.settling import Outcome
from thousand_engine.sheet import Sheet, enter

Case = Mapping[str, Any]
REFUSED = "refused "
REASONS = frozenset(reason.name for reason in Reason if reason is not Reason.NOT_THE_NEXT_DEAL)
"""Those of RULES J4."""
YES_AND_NO = {True: "on", "yes": "on", False: "off", "no": "off"}


class CaseUnreadable(Refusal):
    """A case that is not of the form of RULES J6."""

    def __init__(self, sentence: str) -> None:
        super().__init__("BAD_CASE", sentence)


def differences(case: Case) -> list[str]:
    """What came out otherwise than the case expects, a line each; none when it passes.

    A Refusal when the rules do not let it go so far. The case is one that ``read_case`` passes.
    """
    found = KINDS[case["kind"]](case)
    return [*found.pop("not refused as written", ()), *compare(case["expect"], found)]


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
    if key == "on_barrel":
        return {int(seat): used for seat, used in value.items()}
    if key == "marriages":
        return {int(seat): sorted(suits.split()) for seat, suits in value.items()}
    return value


def rules_of(case: Case, **more: OptionValue) -> Rules:
    """The agreement a case is played by; YAML's yes and no are our on and off."""
    options = {
        # 1 and 0 are equal to True and False, but no yes and no.
        id: YES_AND_NO.get(value, value) if isinstance(value, bool | str) else value
        for id, value in (case.get("options") or {}).items()
    }
    return agree(case.get("preset", "classic_ru"), {**options, **more})


def rules_played(case: Case) -> Rules:
    """The agreement of a case, with what the case itself makes sure of."""
    match case["kind"]:
        case "ceiling" | "legal":
            return rules_of(case)
        case "settlement":
            return rules_of(case, players=len(case["totals"]))
        case "score":
            # What the deal was it was by agreement, whether the case says so or not.
            doubled = {id: "on" for id in ("golden", "blind") if case["deal"].get(id)}
            return rules_of(case, players=case.get("players", 3), **doubled)
        case _:
            return rules_of(case, players=case.get("players", 3))


# --- one hand


def run_ceiling(case: Case) -> dict[str, Any]:
    rules = rules_played(case)
    hand = hand_of(parse_cards(case["hand"]))
    most = highest(rules, hand)
    return {"max_bid": "none" if most is None else most}


def run_legal(case: Case) -> dict[str, Any]:
    rules = rules_played(case)
    deal = position(case, rules.players)
    seat = len(deal.trick)
    legal = {play.card for play in plays(rules, deal, seat)}
    found = (declaration(rules, deal, seat, card) for card in legal)
    return {
        "cards": {card.code for card in legal},
        "declarable": {name_of(each) for each in found if isinstance(each, Declaration)},
        "refused": {
            code: why_refused(rules, deal, Play(seat, Card.parse(code)))
            for code in case["expect"].get("refused", {})
        },
    }


def position(case: Case, players: int) -> Deal:
    """A hand at its turn: seat 0 led, and the hand is held by the seat that follows."""
    trick = parse_cards(case.get("trick") or "")
    seat, active = len(trick), tuple(range(min(players, 3)))
    hands = with_seat(((),) * players, seat, hand_of(parse_cards(case["hand"])))
    owner = seat if case.get("trump_owner") == "self" else after(seat, len(active))
    return Deal(
        dealer=active[-1],
        number=1,
        attempt=0,
        active=active,
        deck=(),
        dealt=hands,
        hands=hands,
        talons=(),
        auction=Auction(active),
        phase=Phase.PLAY,
        trick=trick,
        tricks=(TakenTrick(seat, seat, ()),) * case.get("tricks_won", 1),
        trump=Trump(Suit(case["trump"]), owner) if case.get("trump") else None,
    )


def name_of(declared: Declaration) -> str:
    """The word for it in ``declarable``."""
    match declared.facts[0]:
        case MarriageDeclared(suit=suit):
            return suit
        case BedDeclared(suit=suit):
            return f"bed:{suit}"
        case AcesDeclared():
            return "aces"
        case _:
            return "nines"


def why_refused(rules: Rules, deal: Deal, play: Play) -> str | None:
    try:
        decide_play(rules, deal, play)
    except Refusal as refused:
        return refused.reason
    return None


# --- the end of a deal


def sheet_of(case: Case, rules: Rules) -> Sheet:
    """The sheet before the deal; a golden game that says nothing else is in its first round."""
    players = rules.players
    before = case.get("before") or {}
    sitting = {int(seat): used for seat, used in (before.get("on_barrel") or {}).items()}
    blank = Sheet.blank(players, 1 if rules.golden else 0)
    totals = tuple(before.get("totals", blank.totals))
    bolts, streaks = before.get("bolts"), before.get("bolt_streak")
    if rules.bolts and rules.bolts.mode == "three_in_row":  # there the two are one
        bolts, streaks = bolts or streaks, streaks or bolts
    return blank.but(
        totals=totals,
        attempts=tuple(map(sitting.get, range(players))),
        barrels_lost=tuple(before.get("barrels_lost", blank.barrels_lost)),
        bolts=tuple(bolts or blank.bolts),
        streaks=tuple(streaks or blank.streaks),
        write_offs=tuple(before.get("writeoffs", blank.write_offs)),
        # J6 has no word for it: who stands there when the deal begins is on it.
        reverse_attempts=tuple(
            0 if rules.reverse_barrel and total <= rules.reverse_barrel.threshold else None
            for total in totals
        ),
        golden_round=before.get("golden_round", blank.golden_round),
        golden_made=tuple((case.get("deal") or {}).get("golden_results") or ()),
    )


def sheet_results(sheet: Sheet) -> dict[str, Any]:
    return {
        "totals": list(sheet.totals),
        "on_barrel": {seat: sheet.attempts[seat] for seat in sheet.sitters},
        "barrels_lost": list(sheet.barrels_lost),
        "bolts": list(sheet.bolts),
    }


def run_score(case: Case) -> dict[str, Any]:
    rules, dealer = rules_played(case), case.get("dealer", 0)
    players = rules.players
    sheet = sheet_of(case, rules)
    outcome = outcome_of(case, rules, dealer)
    facts = [*given_up(sheet, outcome)]
    for fact in facts:
        sheet = enter(sheet, fact)
    ending = settle(rules, sheet, outcome, deck=(), next_dealer=after(dealer, players))
    for fact in ending:
        sheet = enter(sheet, fact)
        facts.append(fact)
    return {**sheet_results(sheet), **deal_results(facts, players)}


def outcome_of(case: Case, rules: Rules, dealer: int) -> Outcome:
    """What the entry ``deal`` of a case says came out."""
    ended, players = case["deal"], rules.players
    zeros = (0,) * players
    return Outcome(
        result=ended["outcome"],
        dealer=dealer,
        active=active_seats(rules, dealer),
        declarer=ended["declarer"],
        contract=ended["contract"],
        card_points=tuple(ended.get("card_points", zeros)),
        tricks=tuple(ended.get("tricks", zeros)),
        marriages=tuple(
            sum(rules.marriages.worth(Suit(suit)) for suit in declared.split())
            for declared in by_seat(ended.get("marriages"), players, "")
        ),
        melds=tuple(by_seat(ended.get("other_melds"), players, 0)),
        talon=parse_cards(ended.get("talon") or ""),
        blind=ended.get("blind", False),
        golden=ended.get("golden", False),
        claim_refused=ended.get("claim_refused", False),
        cut_fined=ended.get("cut_fined"),
    )


def by_seat(named: Mapping[int, Any] | None, players: int, nothing: Any) -> list[Any]:
    """A list by seat of what a case says for some seats only."""
    return [(named or {}).get(seat, nothing) for seat in range(players)]


def given_up(sheet: Sheet, outcome: Outcome) -> tuple[Fact, ...]:
    """The write-off or the cross, which the sheet before the deal does not count yet."""
    seat = outcome.declarer
    match outcome.result:
        case "written_off":
            return (DealWrittenOff(seat, sheet.write_offs[seat] + 1),)
        case "crossed":
            return (DealCrossed(seat, sheet.crosses[seat] + 1),)
        case _:
            return ()


def deal_results(facts: Sequence[Fact], players: int) -> dict[str, Any]:
    """What the facts of one deal say of its end."""
    results: dict[str, Any] = {
        "winner": None,
        "marriages": {},
        "talon_shown": False,
        "result": None,
        "written": None,
    }
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
                results |= {"result": "redealt", "written": [0] * players}
            case GameWon(seat=seat):
                results["winner"] = seat
            case MarriageDeclared(seat=seat, suit=suit):
                declared = results["marriages"].get(seat, [])
                results["marriages"][seat] = sorted([*declared, suit])
            case TalonRevealed():
                results["talon_shown"] = True
    return results


# --- the end of a game


def run_settlement(case: Case) -> dict[str, Any]:
    totals = tuple(case["totals"])
    rules = rules_played(case)
    paid = payments(rules, totals, case.get("stake"))
    return {"payments": [int(each) if each.denominator == 1 else float(each) for each in paid]}


# --- whole deals and games


def run_deal(case: Case) -> dict[str, Any]:
    rules, dealer = rules_played(case), case.get("dealer", 0)
    sheet = sheet_of(case, rules)
    claims = (case.get("before") or {}).get("redeal_claims", 0)
    game = Game(rules, sheet, NextDeal(dealer, 1, 0, claims))
    facts, game = act(game, DealCards(dealer, 1, 0, deck_in(case, rules, dealer)))
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
        **deal_results(facts, rules.players),
        "not refused as written": wrong,
    }


def deck_in(case: Case, rules: Rules, dealer: int) -> tuple[Card, ...]:
    """The deck of a case; CaseUnreadable when its hands and talon are none."""
    if "deck" in case:
        return check_deck(parse_cards(case["deck"]))
    active = active_seats(rules, dealer)
    if rules.two_players:
        raise CaseUnreadable("hands: a case for two gives its deck instead")
    hands = tuple(hand_of(parse_cards(hand)) for hand in case["hands"])
    talon = parse_cards(case["talon"])
    dealt = [7 if seat in active else 0 for seat in range(rules.players)]
    if [*map(len, hands), len(talon)] != [*dealt, 3]:
        raise CaseUnreadable(f"hands: {dealt} cards are dealt, and 3 lie in the talon")
    return deck_of(rules, hands, (talon,), dealer)


def refusal_asked(text: str) -> tuple[str, SeatAction]:
    """The reason and the action of ``refused REASON: 2 bid 103``; CaseUnreadable for no such."""
    reason, colon, action = text.removeprefix(REFUSED).partition(": ")
    if not colon or reason not in REASONS:
        raise CaseUnreadable(f"{text:.40} is no refusal: refused REASON: ACTION")
    return reason, parse_action(action)


def refused_otherwise(game: Game, text: str) -> Iterator[str]:
    """What is wrong with the refusal a case asks for; nothing when it comes as written."""
    reason, action = refusal_asked(text)
    try:
        act(game, action)
    except Refusal as refused:
        if refused.reason != reason:
            yield f"{write_action(action)} was refused {refused.reason}, not {reason}"
    else:
        yield f"{write_action(action)} was not refused"


def so_far(game: Game) -> dict[str, Any]:
    """What stands in the middle of a deal."""
    deal = game.deal
    if deal is None:
        return {}
    seats = range(len(deal.hands))
    return {
        "phase": game.phase.value,
        "to_act": game.to_act,
        "trump": deal.trump and deal.trump.suit.value,
        "declarer": deal.declarer,
        "bid": deal.bid,
        "contract": deal.contract or deal.bid,
        "blind": deal.blind,
        "card_points": list(map(deal.card_points_of, seats)),
        "tricks": list(map(deal.tricks_of, seats)),
    }


def run_game(case: Case) -> dict[str, Any]:
    rules = rules_played(case)
    game = begin(start(rules, 0))
    decks = iter(case["decks"])
    dealt = 0
    wrong: list[str] = []
    for text in case["actions"]:
        if game.awaits_deal:
            deck = next(decks, None)
            if deck is None:
                raise Refusal("NO_DECK", f"deal {dealt + 1} has actions, but no deck")
            dealt += 1
            cards, coming = check_deck(parse_cards(deck)), game.coming
            _, game = act(game, DealCards(coming.dealer, coming.deal, coming.attempt, cards))
        if text.startswith(REFUSED):
            wrong.extend(refused_otherwise(game, text))
        else:
            _, game = act(game, parse_action(text))
    return {
        "deals": dealt,
        "totals": list(game.sheet.totals),
        "winner": game.winner,
        "not refused as written": wrong,
    }


KINDS: Mapping[str, Callable[[Case], dict[str, Any]]] = {
    "ceiling": run_ceiling,
    "legal": run_legal,
    "score": run_score,
    "settlement": run_settlement,
    "deal": run_deal,
    "game": run_game,
}
