"""A game as one object for programs, ``thousand-record/1`` (RULES J7), and played again from it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from thousand_engine.actions import (
    Bid,
    Blind,
    ChooseTalon,
    Claim,
    Cross,
    DealCards,
    Declare,
    Give,
    Look,
    Pass,
    Play,
    SeatAction,
    SetContract,
    WriteOff,
)
from thousand_engine.cards import Card, check_deck
from thousand_engine.deciding import act
from thousand_engine.errors import Refusal
from thousand_engine.facts import (
    BidPassed,
    BidPlaced,
    BlindCalled,
    CardPlayed,
    CardsDealt,
    CardsGiven,
    CardsLookedAt,
    ClaimRefused,
    ContractSet,
    DealCrossed,
    DealScored,
    DealWrittenOff,
    Fact,
    GameStarted,
    RedealClaimed,
    TalonTaken,
)
from thousand_engine.game import Game, begin, evolve
from thousand_engine.notation import parse_action, write_action
from thousand_engine.rules import RULES_VERSION, Rules

FORMAT = "thousand-record/1"
KEYS = frozenset(
    (
        *("format", "game_id", "options", "players", "rules_version"),
        *("first_dealer", "deals", "winner"),
    )
)
FIRST_RULES_VERSION = 1
"""Of a record that names none: those of other programs need not."""
DEALING = "deal"
"""Stands for the table's own action, number 0 of every entry."""

Record = dict[str, Any]
"""The object of RULES J7, made of plain lists, words and numbers."""


class BadRecord(Refusal):
    """A record that cannot be read, or whose game does not come out as it says."""

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__("BAD_RECORD", sentence, **facts)


def action_of(fact: Fact) -> SeatAction | None:
    """The action of a seat that a fact records; None for what the engine did by itself."""
    match fact:
        case BidPlaced(seat=seat, amount=amount, forced=False):
            return Bid(seat, amount)
        case BidPassed(seat=seat, forced=False):
            return Pass(seat)
        case CardsLookedAt(seat=seat):
            return Look(seat)
        case BlindCalled(seat=seat):
            return Blind(seat)
        case RedealClaimed(seat=seat, forced=False) | ClaimRefused(seat=seat):
            return Claim(seat)
        case TalonTaken(seat=seat, talon=talon, chosen=True):
            return ChooseTalon(seat, talon)
        case CardsGiven(seat=seat, recipients=recipients, cards=cards) if cards:
            return Give(seat, tuple(zip(map(Card.parse, cards), recipients, strict=True)))
        case ContractSet(seat=seat, amount=amount):
            return SetContract(seat, amount)
        case DealWrittenOff(seat=seat):
            return WriteOff(seat)
        case DealCrossed(seat=seat):
            return Cross(seat)
        case CardPlayed(seat=seat, card=card, said=said):
            return Play(seat, Card.parse(card), Declare(said) if said else None)
        case _:
            return None


def write_record(game_id: str, facts: Iterable[Fact]) -> Record:
    """The record of a game from its facts, the first of which is GameStarted."""
    facts = iter(facts)
    started = next(facts)
    if not isinstance(started, GameStarted):
        raise TypeError("the facts of a game begin with GameStarted")
    game = begin(started)
    deals: list[dict[str, Any]] = []
    for fact in facts:
        game = evolve(game, fact)
        enter(deals, fact)
        if deals:
            # Fines and falls follow the score, so the totals that count are the last ones.
            deals[-1]["totals"] = list(game.sheet.totals)
    return {
        "format": FORMAT,
        "game_id": game_id,
        "options": game.rules.options(),
        "players": game.rules.players,
        "rules_version": game.rules_version,
        "first_dealer": started.first_dealer,
        "deals": deals,
        "winner": game.winner,
    }


def enter(deals: list[dict[str, Any]], fact: Fact) -> None:
    """Add what a fact says to the entries, one for every distribution."""
    if isinstance(fact, CardsDealt):
        entry = {"dealer": fact.dealer, "deck": list(fact.deck), "actions": []}
        deals.append(entry if fact.cut_fined is None else {**entry, "cut_fined": fact.cut_fined})
    elif action := action_of(fact):
        deals[-1]["actions"].append(write_action(action))
    match fact:
        case RedealClaimed():
            deals[-1] |= {"result": "redealt"}
        case DealScored(result=result, card_points=points, written=written):
            deals[-1] |= {
                "result": result,
                "card_points": list(points),
                "written": list(written),
            }


def play_record(record: Mapping[str, Any]) -> Iterator[tuple[tuple[Fact, ...], Game]]:
    """The game of a record, step by step, as the rules play it: facts and the game after them.

    BadRecord for an unreadable record, for an action the rules refuse, and where results differ
    from the record's own – named by distribution and action.
    """
    read = checked(record)
    started = GameStarted(read["options"], read["rules_version"], read["first_dealer"])
    game = begin(started)
    facts: list[Fact] = [started]
    yield (started,), game
    for number, entry in enumerate(read["deals"], 1):
        for place, words in enumerate((DEALING, *entry["actions"])):
            try:
                make = deal_of(entry, game) if words is DEALING else parse_action(words)
                step, game = act(game, make)
            except Refusal as refused:
                raise BadRecord(
                    f"distribution {number}, action {place}: {refused}",
                    distribution=number,
                    action=place,
                ) from refused
            facts.extend(step)
            yield step, game
    again = write_record(read["game_id"], facts)
    for number, (entry, own) in enumerate(zip(again["deals"], read["deals"], strict=True), 1):
        if entry != own:
            keys = sorted(key for key in entry | own if entry.get(key) != own.get(key))
            raise BadRecord(
                f"distribution {number} does not come out as recorded: {', '.join(keys)}",
                distribution=number,
            )
    if again["winner"] != read["winner"]:
        raise BadRecord(f"the winner is {again['winner']}, not {read['winner']}")


def deal_of(entry: Mapping[str, Any], game: Game) -> DealCards:
    """The table's action with which an entry begins."""
    deck = check_deck(tuple(map(Card.parse, entry["deck"])))
    coming = game.coming
    fined = entry.get("cut_fined")
    return DealCards(entry["dealer"], coming.deal, coming.attempt, deck, fined)


def checked(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record, if it has the shape of J7; BadRecord otherwise."""
    if not isinstance(record, Mapping) or record.get("format") != FORMAT:
        raise BadRecord(f"this is no {FORMAT}")
    record = {"rules_version": FIRST_RULES_VERSION, "winner": None, **record}
    for key in record:
        if key not in KEYS:
            raise BadRecord(f"a record has no {key!r:.40}", key=f"{key!r:.40}")
    shape = {
        "game_id": str,
        "options": Mapping,
        "players": int,
        "rules_version": int,
        "first_dealer": int,
        "deals": Sequence,
    }
    for key, kind in shape.items():
        if not is_a(kind, record.get(key)):
            raise BadRecord(f"a record has {key}", key=key)
    if record["rules_version"] < FIRST_RULES_VERSION:
        raise BadRecord(f"rules begin with version {FIRST_RULES_VERSION}", key="rules_version")
    if record["rules_version"] > RULES_VERSION:
        raise BadRecord(
            f"the rules of version {record['rules_version']} are newer than ours, {RULES_VERSION}",
            rules_version=record["rules_version"],
            ours=RULES_VERSION,
        )
    if not 0 <= record["first_dealer"] < record["players"]:
        raise BadRecord("the first dealer is a seat of the game", key="first_dealer")
    if record["options"].get("players") != record["players"]:
        raise BadRecord("players is what the options say", key="players")
    try:
        Rules.from_options(record["options"])
    except Refusal as refused:
        raise BadRecord(str(refused), **refused.facts) from refused
    for number, entry in enumerate(record["deals"], 1):
        if not isinstance(entry, Mapping) or not is_a(int, entry.get("dealer")):
            raise BadRecord(f"distribution {number} has a dealer", distribution=number)
        fined = entry.get("cut_fined")
        if fined is not None and not (is_a(int, fined) and fined in range(record["players"])):
            raise BadRecord(f"distribution {number} has cut_fined, a seat", distribution=number)
        for key in ("deck", "actions"):
            words = entry.get(key)
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise BadRecord(
                    f"distribution {number} has {key}, a list of words", distribution=number
                )
    return record


def is_a(kind: type, value: object) -> bool:
    """Whether a value is of a kind; true and false are no numbers here."""
    return isinstance(value, kind) and not isinstance(value, bool)
