"""The form of a case (RULES J6): which keys it has, and what stands behind each of them.

A form reads a value and raises CaseUnreadable, or BadAction for what is no card or action.
"""

from collections.abc import Callable, Mapping
from typing import Any

from thousand_cli.cases import (
    REASONS,
    REFUSED,
    YES_AND_NO,
    Case,
    CaseUnreadable,
    deck_in,
    refusal_asked,
    rules_played,
)
from thousand_engine.cards import Card, Suit, check_deck, parse_cards
from thousand_engine.deal import Phase
from thousand_engine.dealing import active_seats
from thousand_engine.errors import BadAction
from thousand_engine.notation import parse_action
from thousand_engine.rules import Rules

Form = Callable[[Any], Any]
Keys = Mapping[str, Form]
HIGHEST = 10**9
OUTCOMES = ("played", "written_off", "crossed")
SEATS = range(2, 5)


def read_case(case: Case) -> Case:
    """The case with seats as numbers and flags as True and False.

    CaseUnreadable, BadAction or BadAgreement when it is not of the form of RULES J6.
    """
    kind, players = case["kind"], players_of(case)
    required, optional = keys_of(kind, players)
    read: dict[str, Any] = mapping(
        {"id": text, "kind": text, **required}, {**ANYWHERE, **optional}
    )(case)
    if not read["expect"] and not any(
        action.startswith(REFUSED) for action in read.get("actions", ())
    ):
        raise CaseUnreadable("expect: nothing is expected")
    fit_together(read, rules_played(read))
    return read


def players_of(case: Case) -> int:
    """The number of seats that lists by seat have; 3 where the case is about one hand."""
    totals = case.get("totals")
    settled = case["kind"] == "settlement" and isinstance(totals, list)
    players = case.get("players", len(totals or ()) if settled else 3)
    if type(players) is not int or players not in SEATS:
        raise CaseUnreadable("players: 2, 3 or 4 play")
    return players


def fit_together(case: Case, rules: Rules) -> None:
    """Passes a case whose parts go together; CaseUnreadable or BadAction otherwise."""
    match case["kind"]:
        case "legal":
            trick = parse_cards(case.get("trick") or "")
            once([*parse_cards(case["hand"]), *trick])
            if len(trick) >= min(rules.players, 3):
                raise CaseUnreadable("trick: it is complete")
        case "score":
            if case["deal"]["declarer"] not in active_seats(rules, case.get("dealer", 0)):
                raise CaseUnreadable("deal: declarer: this seat rests")
        case "deal":
            if "deck" in case and ("hands" in case or "talon" in case):
                raise CaseUnreadable("deck: hands and talon stand here already")
            if "deck" not in case and not ("hands" in case and "talon" in case):
                raise CaseUnreadable("it has neither a deck nor hands and talon")
            if "hands" in case:
                once(parse_cards(" ".join([*case["hands"], case["talon"]])))
            deck_in(case, rules, case.get("dealer", 0))


def once(cards: list[Card] | tuple[Card, ...]) -> None:
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise CaseUnreadable(f"{card} stands here twice")


# --- forms of a value


def anything(value: Any) -> Any:
    return value


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise CaseUnreadable("a word stands here, in quotes if need be")
    return value


def whole(value: Any) -> int:
    if type(value) is not int or abs(value) > HIGHEST:  # True is an int too
        raise CaseUnreadable("a whole number stands here")
    return value


def count(value: Any) -> int:
    found = whole(value)
    if found < 0:
        raise CaseUnreadable("a number from 0 stands here")
    return found


def number(value: Any) -> float:
    return value if isinstance(value, float) else whole(value)


def flag(value: Any) -> bool:
    said = YES_AND_NO.get(value, value) if isinstance(value, bool | str) else None
    if said not in ("on", "off"):
        raise CaseUnreadable("yes or no stands here")
    return said == "on"


def cards(value: Any) -> str:
    once(parse_cards(text(value)))
    return str(value)


def card(value: Any) -> str:
    return Card.parse(text(value)).code


def deck(value: Any) -> str:
    check_deck(parse_cards(cards(value)))
    return str(value)


def one_of(*words: str) -> Form:
    def read(value: Any) -> Any:
        if value not in words:
            raise CaseUnreadable(f"{' or '.join(words)} stands here")
        return value

    return read


def words(allowed: Form) -> Form:
    """Words with spaces between them."""

    def read(value: Any) -> str:
        for word in text(value).split():
            allowed(word)
        return str(value)

    return read


def maybe(form: Form) -> Form:
    """The form, or null."""
    return lambda value: None if value is None else form(value)


def either(word: str, form: Form) -> Form:
    return lambda value: value if value == word else form(value)


def listed(form: Form, length: int | None = None) -> Form:
    def read(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise CaseUnreadable("a list stands here")
        if length is not None and len(value) != length:
            raise CaseUnreadable(f"{length} values stand here, one for each seat")
        return [*map(form, value)]

    return read


def seat_of(players: int) -> Form:
    def read(value: Any) -> int:
        if type(value) is not int or value not in range(players):
            raise CaseUnreadable(f"a seat from 0 to {players - 1} stands here")
        return value

    return read


def by_seat(players: int, form: Form) -> Form:
    """A mapping from seats, which JSON writes as text."""
    seats = {str(seat): seat for seat in range(players)}

    def read(value: Any) -> dict[int, Any]:
        found = {}
        for key, each in whole_mapping(value).items():
            seat = seats.get(str(key)) if type(key) in (int, str) else None
            if seat is None or seat in found:
                raise CaseUnreadable(f"its keys are seats from 0 to {players - 1}, each once")
            found[seat] = form(each)
        return found

    return read


def mapping(required: Keys, optional: Keys) -> Form:
    """A mapping with these keys and no other."""

    def read(value: Any) -> dict[str, Any]:
        forms = {**optional, **required}
        for key in whole_mapping(value):
            if key not in forms:
                raise CaseUnreadable(f"there is no key {key!r:.40}")
        for key in required:
            if key not in value:
                raise CaseUnreadable(f"the key {key} is missing")
        return {key: behind(key, forms[key], each) for key, each in value.items()}

    return read


def behind(key: str, form: Form, value: Any) -> Any:
    """What stands behind a key; the error names the key."""
    try:
        return form(value)
    except (CaseUnreadable, BadAction) as error:
        raise CaseUnreadable(f"{key}: {error}") from error


def whole_mapping(value: Any) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise CaseUnreadable("a mapping stands here")
    return value


def options(value: Any) -> dict[str, Any]:
    """Any words: the agreement knows its options and their values."""
    for key in whole_mapping(value):
        text(key)
    return dict(value)


def refusals(value: Any) -> dict[str, str]:
    return {card(key): behind(key, reason, each) for key, each in whole_mapping(value).items()}


def reason(value: Any) -> str:
    if value not in [*REASONS]:
        raise CaseUnreadable("a reason of RULES J4 stands here")
    return str(value)


def action(value: Any) -> str:
    if text(value).startswith(REFUSED):
        refusal_asked(value)
    else:
        parse_action(value)
    return str(value)


suit = one_of(*Suit)
suits = words(suit)
meld = one_of(*Suit, *(f"bed:{each}" for each in Suit), "aces", "nines")


# --- the table of keys


ANYWHERE: Keys = {
    "title": anything,
    "source": anything,
    "preset": text,
    "options": maybe(options),
}


def keys_of(kind: str, players: int) -> tuple[Keys, Keys]:
    """The keys of a case of this kind, required and optional, beside those of every case."""
    seat, numbers = seat_of(players), listed(whole, players)
    before = maybe(before_keys(players))
    match kind:
        case "ceiling":
            return {"hand": cards, "expect": expected(max_bid=either("none", whole))}, {}
        case "legal":
            wanted = expected(cards=cards, declarable=words(meld), refused=refusals)
            return {"hand": cards, "expect": wanted}, {
                "trick": maybe(cards),
                "trump": maybe(suit),
                "trump_owner": maybe(one_of("self", "other")),
                "tricks_won": count,
            }
        case "score":
            return {"deal": deal_keys(players), "expect": results(players)}, {
                "players": whole,
                "dealer": seat,
                "before": before,
            }
        case "deal":
            return {"actions": listed(action), "expect": results(players)}, {
                "players": whole,
                "dealer": seat,
                "before": before,
                "hands": listed(cards, players),
                "talon": cards,
                "deck": deck,
            }
        case "game":
            wanted = expected(deals=count, totals=numbers, winner=maybe(seat))
            return {"decks": listed(deck), "actions": listed(action), "expect": wanted}, {
                "players": whole
            }
        case _:
            wanted = expected(payments=listed(number, players))
            return {"totals": numbers, "expect": wanted}, {
                "players": whole,
                "stake": maybe(count),
            }


def expected(**keys: Form) -> Form:
    """Only what a case names is compared: every key is optional."""
    return mapping({}, keys)


def before_keys(players: int) -> Form:
    numbers, counts = listed(whole, players), listed(count, players)
    return mapping(
        {},
        {
            "totals": numbers,
            "on_barrel": maybe(by_seat(players, count)),
            "barrels_lost": counts,
            "bolts": maybe(counts),
            "bolt_streak": maybe(counts),
            "writeoffs": counts,
            "golden_round": count,
            "redeal_claims": count,
        },
    )


def deal_keys(players: int) -> Form:
    seat, counts = seat_of(players), listed(count, players)
    return mapping(
        {"declarer": seat, "contract": count, "outcome": one_of(*OUTCOMES)},
        {
            "bid": count,
            "unopposed": flag,
            "blind": flag,
            "golden": flag,
            "golden_results": maybe(listed(flag)),
            "card_points": counts,
            "tricks": counts,
            "marriages": maybe(by_seat(players, suits)),
            "other_melds": maybe(by_seat(players, count)),
            "talon": maybe(cards),
            "cut_fined": maybe(seat),
            "claim_refused": flag,
        },
    )


def results(players: int) -> Form:
    """What a case of one deal may expect, and of its end."""
    seat, numbers = maybe(seat_of(players)), listed(whole, players)
    return expected(
        phase=one_of(*Phase),
        to_act=seat,
        trump=maybe(suit),
        declarer=seat,
        bid=count,
        contract=count,
        blind=flag,
        talon_shown=flag,
        tricks=numbers,
        marriages=by_seat(players, suits),
        card_points=numbers,
        result=maybe(one_of(*OUTCOMES, "redealt")),
        written=maybe(numbers),
        totals=numbers,
        on_barrel=by_seat(players, count),
        barrels_lost=numbers,
        bolts=numbers,
        winner=seat,
    )
