"""A game watched as a spectator sees it: public facts and the sheet, told in lines."""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

from rich.text import Text

from thousand_cli import telling
from thousand_cli.lines import drawn, line
from thousand_cli.score_sheet import total
from thousand_client import Update
from thousand_engine import Card, View
from thousand_engine.facts import NAMES, CardsDealt, Fact, GameWon

FACT = "game."
"""What the stored name of a fact begins with."""

CHANGES = ("game.deal_scored", "game.fined")
"""Behind these the totals are others: every other change comes with one of them."""


def told(update: Update) -> Iterator[Text]:
    """What a step brought, as everybody may know it."""
    for members in update.facts:
        yield from members_told(members, update.view)
    if update.view and any(members["type"] in CHANGES for members in update.facts):
        yield totals(update.view)


def members_told(members: dict[str, Any], view: View | None) -> Iterator[Text]:
    """The line for what is stored; none for what other lines tell."""
    match members:
        case {"type": "game.seat_taken", "seat": seat, "account": account}:
            yield line("sits down", f"{account} at seat {seat}")
        case {"type": "game.deal_committed", "commitment": commitment}:
            yield line("committed", Text(commitment, style="dim"))
        case {"type": "game.deck_cut", "seat": seat, "card": card}:
            yield line("cut", f"seat {seat} shows ", drawn(Card.parse(card)))
        case _:
            if fact := public_fact(members):
                yield from fact_told(fact, view)


def public_fact(members: dict[str, Any]) -> Fact | None:
    """The engine's fact, empty where it is sealed; None for what is no fact of ours."""
    kind = NAMES.get(members["type"].removeprefix(FACT))
    if kind is None:
        return None
    known = {}
    for field in fields(kind):  # type: ignore[arg-type]  # every fact is a dataclass
        sealed = () if field.default is MISSING else field.default
        known[field.name] = members.get(field.name, sealed)
    return kind(**known)


def fact_told(fact: Fact, view: View | None) -> Iterator[Text]:
    match fact:
        case CardsDealt():
            yield Text(telling.heading(fact, view.rules.players if view else None), style="bold")
        case GameWon(seat=seat):
            yield Text(f"Seat {seat} has won.", style="bold")
        case _:
            yield line(*telling.told(fact))


def totals(view: View) -> Text:
    """The totals, with a line around them on the barrel."""
    seats = range(view.rules.players)
    return line("totals", "  ".join(total(view.sheet, seat, view.rules) for seat in seats))
