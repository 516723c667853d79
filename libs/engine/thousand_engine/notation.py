"""Actions as text, and back (RULES J3): ``1 bid 105``, ``1 give 9C>2 JD>0``, ``2 play KH``."""

import re
from collections.abc import Callable

from thousand_engine.actions import (
    LEFTOVER,
    Bid,
    Blind,
    ChooseTalon,
    Claim,
    Cross,
    Declare,
    Give,
    Look,
    Pass,
    Play,
    Recipient,
    SeatAction,
    SetContract,
    WriteOff,
)
from thousand_engine.cards import Card
from thousand_engine.errors import BadAction

NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}", re.ASCII)
LONGEST = 200


def parse_action(text: str) -> SeatAction:
    """The action written in ``text``; BadAction when it cannot be read."""
    words = text[:LONGEST].split()
    if len(text) > LONGEST or len(words) < 2:
        raise BadAction(f"{text:.40} is no action: seat, word, what it takes")
    seat, word, *rest = words
    read = READERS.get(word)
    if read is None:
        raise BadAction(f"{word:.20} is no action; there are {', '.join(READERS)}", word=word[:20])
    return read(parse_number(seat), rest)


def parse_number(text: str) -> int:
    """A whole number written plainly; BadAction for anything else."""
    if not NUMBER.fullmatch(text):
        raise BadAction(f"{text:.20} is no number")
    return int(text)


def alone(make: Callable[[int], SeatAction]) -> Callable[[int, list[str]], SeatAction]:
    """An action that is one word."""

    def read(seat: int, rest: list[str]) -> SeatAction:
        if rest:
            raise BadAction(f"nothing stands behind this word, not {' '.join(rest):.40}")
        return make(seat)

    return read


def with_number(make: Callable[[int, int], SeatAction]) -> Callable[[int, list[str]], SeatAction]:
    """An action with one number behind its word."""

    def read(seat: int, rest: list[str]) -> SeatAction:
        if len(rest) != 1:
            raise BadAction("one number stands behind this word")
        return make(seat, parse_number(rest[0]))

    return read


def read_give(seat: int, rest: list[str]) -> Give:
    if not rest:
        raise BadAction("give names each card and who gets it: give 9C>2 JD>0")
    return Give(seat, tuple(map(read_gift, rest)))


def read_gift(text: str) -> tuple[Card, Recipient]:
    code, arrow, recipient = text.partition(">")
    if not arrow:
        raise BadAction(f"{text:.20} is no card with who gets it, as 9C>2 is")
    return Card.parse(code), LEFTOVER if recipient == LEFTOVER else parse_number(recipient)


def read_play(seat: int, rest: list[str]) -> Play:
    match rest:
        case [code]:
            return Play(seat, Card.parse(code))
        case [code, ("declare" | "silent") as word]:
            return Play(seat, Card.parse(code), Declare(word))
        case _:
            raise BadAction("play names a card, and declare or silent if wanted")


READERS: dict[str, Callable[[int, list[str]], SeatAction]] = {
    "look": alone(Look),
    "blind": alone(Blind),
    "bid": with_number(Bid),
    "pass": alone(Pass),
    "claim": alone(Claim),
    "talon": with_number(ChooseTalon),
    "give": read_give,
    "writeoff": alone(WriteOff),
    "cross": alone(Cross),
    "contract": with_number(SetContract),
    "play": read_play,
}


def write_action(action: SeatAction) -> str:
    """The action as ``parse_action`` reads it."""
    return f"{action.seat} {words(action)}"


def words(action: SeatAction) -> str:
    """The action without its seat."""
    match action:
        case Bid(amount=amount):
            return f"bid {amount}"
        case SetContract(amount=amount):
            return f"contract {amount}"
        case ChooseTalon(number=number):
            return f"talon {number}"
        case Give(gifts=gifts):
            return "give " + " ".join(f"{card}>{recipient}" for card, recipient in gifts)
        case Play(card=card, declare=None):
            return f"play {card}"
        case Play(card=card, declare=Declare() as said):
            return f"play {card} {said.value}"
        case _:
            return type(action).__name__.lower()
