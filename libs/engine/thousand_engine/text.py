"""A whole game as text that a person can post and a program can parse (RULES J3).

It says what the record of J7 says, so each is made from the other.
"""

import re
import textwrap
from collections.abc import Iterator
from typing import Any

from thousand_engine.catalogue import OPTIONS, complete
from thousand_engine.errors import Refusal
from thousand_engine.notation import NUMBER, parse_number
from thousand_engine.options import OptionValue
from thousand_engine.record import FORMAT, Record

TITLE = "thousand-text/1"
WIDTH = 100
LISTS = ("card_points", "written", "totals")


class BadText(Refusal):
    """Text that is no game; names the line."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__("BAD_TEXT", f"line {line}: {sentence}", line=line)


def write_text(record: Record) -> str:
    """The game as text; reading it gives the same record."""
    return "\n".join(lines(record)) + "\n"


def lines(record: Record) -> Iterator[str]:
    yield TITLE
    yield f"game {record['game_id']}"
    yield f"seats {record['players']}"
    yield f"first dealer {record['first_dealer']}"
    yield f"rules version {record['rules_version']}"
    yield "rules"
    options = " ".join(f"{id}={value}" for id, value in record["options"].items())
    yield from textwrap.wrap(
        options, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
    )
    before = [0] * record["players"]
    for number, entry in enumerate(record["deals"], 1):
        yield f"deal {number}, dealer {entry['dealer']}"
        yield f"  before {' '.join(map(str, before))}"
        before = entry.get("totals", before)
        yield f"  deck {' '.join(entry['deck'])}"
        yield from (f"  {action}" for action in entry["actions"])
        if "cut_fined" in entry:
            yield f"  cut_fined {entry['cut_fined']}"
        if "result" in entry:
            yield f"  result {entry['result']}"
        for key in LISTS:
            if key in entry:
                yield f"  {key} {' '.join(map(str, entry[key]))}"
    if record["winner"] is not None:
        yield f"winner {record['winner']}"


def read_text(text: str) -> Record:
    """The record of a game written as text; BadText names the first line that is wrong."""
    reader = Reader()
    for place, line in enumerate(text.splitlines(), 1):
        try:
            reader.take(place, line)
        except (Refusal, ValueError) as error:
            raise BadText(place, str(error)) from error
    return reader.record(len(text.splitlines()))


class Reader:
    """Takes the lines one by one and keeps what they say."""

    def __init__(self) -> None:
        self.title = False
        self.head: dict[str, Any] = {}
        self.options: dict[str, OptionValue] = {}
        self.deals: list[dict[str, Any]] = []
        self.in_rules = False
        self.rules_line = 0
        self.begins_deal = False

    def take(self, place: int, line: str) -> None:
        """One line; ValueError or a Refusal when it says nothing this form knows."""
        if not self.title:
            self.title = line == TITLE
            if not self.title:
                raise ValueError(f"a game begins with {TITLE}")
        elif line.startswith("  "):
            if self.in_rules:
                self.take_options(line)
            else:
                self.take_in_deal(line.strip())
        elif line.strip():
            self.take_head(line)
            if self.in_rules:
                self.rules_line = place

    def take_head(self, line: str) -> None:
        self.in_rules = line == "rules"
        if self.in_rules:
            return
        if found := re.fullmatch(r"game (\S+)", line):
            said_once(self.head, "game_id", found[1])
        elif found := re.fullmatch(r"(seats|first dealer|rules version|winner) (\S+)", line):
            said_once(self.head, found[1], parse_number(found[2]))
        elif found := re.fullmatch(r"deal (\d+), dealer (\S+)", line, re.ASCII):
            if int(found[1]) != len(self.deals) + 1:
                raise ValueError(f"deal {len(self.deals) + 1} is next")
            self.deals.append({"dealer": parse_number(found[2]), "actions": []})
            self.begins_deal = True
        else:
            raise ValueError(f"{line:.40} is not understood")

    def take_options(self, line: str) -> None:
        for word in line.split():
            id, _, value = word.partition("=")
            if id not in OPTIONS:
                raise ValueError(f"there is no option {id:.40}")
            said_once(self.options, id, read_value(id, value))

    def take_in_deal(self, line: str) -> None:
        if not self.deals:
            raise ValueError("no deal has begun")
        entry = self.deals[-1]
        word, _, rest = line.partition(" ")
        if self.begins_deal != (word == "before"):
            raise ValueError("a deal begins with its totals before, said once")
        if word == "before":
            self.begins_deal = False
            self.check_before(list(map(parse_number, rest.split())))
        elif word == "deck":
            said_once(entry, "deck", rest.split())
        elif word == "cut_fined":
            said_once(entry, "cut_fined", parse_number(rest))
        elif word == "result":
            said_once(entry, "result", rest)
        elif word in LISTS:
            said_once(entry, word, list(map(parse_number, rest.split())))
        else:
            entry["actions"].append(line)

    def check_before(self, said: list[int]) -> None:
        """The totals before a deal are those after the one before it."""
        earlier = self.deals[-2].get("totals") if len(self.deals) > 1 else None
        if said != (earlier or [0] * self.head.get("seats", 0)):
            raise ValueError("these are not the totals before this deal")

    def record(self, last_line: int) -> Record:
        for key in ("game_id", "seats", "first dealer", "rules version"):
            if key not in self.head:
                raise BadText(last_line, f"the text ends without {key.replace('_', ' ')}")
        if not self.options:
            raise BadText(last_line, "the text ends without its rules")
        try:
            complete(self.options)
        except Refusal as refused:
            raise BadText(self.rules_line, str(refused)) from refused
        return {
            "format": FORMAT,
            "game_id": self.head["game_id"],
            "options": self.options,
            "players": self.head["seats"],
            "rules_version": self.head["rules version"],
            "first_dealer": self.head["first dealer"],
            "deals": self.deals,
            "winner": self.head.get("winner"),
        }


def said_once(said: dict[str, Any], what: str, value: object) -> None:
    """Keep what a line says; ValueError when another line said it before."""
    if what in said:
        raise ValueError(f"{what} was said before")
    said[what] = value


def read_value(id: str, text: str) -> OptionValue:
    """The value of an option as the agreement has it: a number where it has numbers.

    BadAgreement when the option has no such value.
    """
    option = OPTIONS[id]
    value = int(text) if NUMBER.fullmatch(text) else text
    option.check(value)
    return value
