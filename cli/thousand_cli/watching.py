"""A game watched as a spectator sees it: public facts and the sheet, told in lines."""

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from thousand_cli.lines import drawn, line, listed
from thousand_client import Update
from thousand_engine import Card, View


def told(update: Update) -> Iterator[Text]:
    """What a step brought, as everybody may know it."""
    for fact in update.facts:
        yield from fact_told(fact)
    ended = any(fact["type"] == "game.deal_scored" for fact in update.facts)
    if ended and update.view is not None:
        yield totals(update.view)


def fact_told(fact: dict[str, Any]) -> Iterator[Text]:
    """The line for a fact; none for what other lines tell."""
    match fact:
        case {"type": "game.seat_taken", "seat": seat, "account": account}:
            yield line("sits down", f"{account} at seat {seat}")
        case {"type": "game.deal_committed", "commitment": commitment}:
            yield line("committed", Text(commitment, style="dim"))
        case {"type": "game.cards_dealt", "deal": deal, "dealer": dealer}:
            yield Text(f"Deal {deal}, dealer seat {dealer}", style="bold")
        case {"type": "game.bid_placed", "seat": seat, "amount": amount}:
            yield line("auction", f"seat {seat} bids {amount}")
        case {"type": "game.bid_passed", "seat": seat}:
            yield line("auction", f"seat {seat} passes")
        case {"type": "game.talon_revealed", "cards": cards}:
            yield line("talon", listed(map(Card.parse, cards)))
        case {"type": "game.contract_set", "seat": seat, "amount": amount}:
            yield line("contract", f"seat {seat} plays {amount}")
        case {"type": "game.card_played", "seat": seat, "card": card}:
            yield line("", f"seat {seat} ", drawn(Card.parse(card)))
        case {"type": "game.marriage_declared", "seat": seat, "suit": suit, "points": points}:
            yield line("marriage", f"seat {seat} {suit}, {points} points")
        case {"type": "game.trick_taken", "seat": seat, "points": points}:
            yield line("trick", f"to seat {seat}, {points} points")
        case {"type": "game.redeal_claimed", "seat": seat, "reason": reason}:
            yield line("redeal", f"seat {seat}: {reason.replace('_', ' ')}")
        case {"type": "game.deal_scored", "result": result, "written": written}:
            yield line(result.replace("_", " "), " ".join(f"{amount:+}" for amount in written))
        case {"type": "game.game_won", "seat": seat}:
            yield Text(f"Seat {seat} has won.", style="bold")


def totals(view: View) -> Text:
    """The totals, with a line around them on the barrel."""
    sheet = view.sheet
    numbers = (
        f"({total})" if sheet.on_barrel(seat) else f"{total}"
        for seat, total in enumerate(sheet.totals)
    )
    return line("totals", "  ".join(numbers))
