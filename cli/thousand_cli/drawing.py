"""A game told step by step, as lines and tables for a terminal."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from thousand_cli import telling
from thousand_cli.explaining import ENDINGS, explained
from thousand_cli.lines import drawn, hand, line, listed
from thousand_cli.score_sheet import Row, row, score_sheet
from thousand_engine.deal import Deal
from thousand_engine.facts import (
    CardPlayed,
    CardsDealt,
    ContractSet,
    DealScored,
    Fact,
    Fined,
    GameStarted,
    LeftoverTaken,
    TalonRevealed,
    TalonTaken,
    TrickTaken,
)
from thousand_engine.game import Game
from thousand_engine.rules import Rules

COLUMN = 9
"""How wide a seat's cards are drawn in a trick."""
SCREENFUL = 30
"""Rows of the sheet between two deals; at the end all of them are drawn."""


class Narrator:
    """Tells one game. Remembers the rows of its sheet, and the facts that no row has yet."""

    def __init__(self) -> None:
        self.before: Game | None = None
        self.last_row: Game | None = None
        self.without_row: list[Fact] = []
        self.rows: dict[int, Row] = {}

    def tell(self, facts: Sequence[Fact], game: Game) -> Iterator[RenderableType]:
        """What a step brought: its facts and the game after them, the whole step at once."""
        before, self.before = self.before or game, game
        for fact in facts:
            yield from told(fact, before, game)
        yield from explained(facts, before.sheet, game)
        self.last_row = self.last_row or game
        self.without_row.extend(facts)
        if any(isinstance(fact, DealScored) for fact in facts) and game.deal:
            self.rows[game.deal.number] = row(self.without_row, self.last_row.sheet, game.rules)
            self.last_row, self.without_row = game, []
            most = SCREENFUL if game.winner is None else None
            yield score_sheet(self.rows, game.rules.players, most)


def told(fact: Fact, before: Game, game: Game) -> Iterator[Text]:
    """The lines for a fact; none for what ``explained`` or the tricks tell."""
    deal = game.deal
    match fact:
        case GameStarted():
            yield from started(fact, game.rules)
        case CardsDealt() if deal:
            yield from dealt(fact, deal)
        case TalonTaken(seat=seat, talon=number, chosen=chosen) if deal:
            seen = "shown to all" if deal.talon_shown else "hidden from the others"
            choice = f", chosen: talon {number}" if chosen else ""
            yield line("talon", listed(deal.talon), f" to seat {seat}, {seen}{choice}")
        case ContractSet(amount=amount):
            yield line("contract", f"{amount}")
            yield line("tricks", *(f"seat {seat}".ljust(COLUMN) for seat in seats(game)), "points")
        case TrickTaken(points=points) if before.deal and deal:
            yield trick(before.deal, deal, points)
        case LeftoverTaken(seat=seat, points=points) if deal:
            took = f" to seat {seat} with the last trick, {points} points"
            yield line("left over", listed(deal.unplayed), took)
        case TalonRevealed() | CardPlayed() | Fined():
            return
        case _ if not isinstance(fact, ENDINGS):
            yield line(*telling.told(fact))


def seats(game: Game) -> range:
    return range(game.rules.players)


def started(fact: GameStarted, rules: Rules) -> Iterator[Text]:
    """The table, and what it agreed otherwise than usual."""
    usual = Rules.from_options({}).options()
    agreed = (f"{id}={value}" for id, value in fact.options.items() if value != usual[id])
    yield line("seats", f"0 to {rules.players - 1} clockwise, seat {fact.first_dealer} deals first")
    yield line("agreed", " ".join(agreed) or "every option as usual")


def dealt(fact: CardsDealt, deal: Deal) -> Iterator[Text]:
    """The heading of a deal, and every hand."""
    yield Text()
    yield Text(telling.heading(fact, len(deal.hands)), style="bold")
    for seat in sorted(deal.active):
        yield line(f"seat {seat}", hand(deal.dealt[seat]))
    for number, talon in enumerate(deal.talons, 1):
        yield line("talon" if len(deal.talons) == 1 else f"talon {number}", listed(talon))


def trick(before: Deal, after: Deal, points: int) -> Text:
    """A trick in the seats' columns: ``>`` is the card led, ``*`` the card that took it."""
    taken = after.tricks[-1]
    place = before.active.index(before.leader)
    order = before.active[place:] + before.active[:place]
    cells = {
        seat: Text.assemble(
            ">" if seat == before.leader else " ", drawn(card), "*" if seat == taken.seat else ""
        )
        for seat, card in zip(order, taken.cards, strict=True)
    }
    for cell in cells.values():
        cell.align("left", COLUMN)
    columns = (cells.get(seat, Text(" " * COLUMN)) for seat in range(len(before.hands)))
    return line(f"trick {len(after.tricks)}", *columns, f"{points:3}")


def standing(game: Game) -> Text:
    """How a game that is not over stands."""
    deal = game.deal
    if deal is None or game.to_act is None:
        return Text("The game is not over; the next deal is to come.")
    phase = game.phase.value.replace("_", " ")
    text = Text(f"The game is not over: seat {game.to_act} is to act, phase {phase}.")
    if deal.trick:
        text.append_text(Text.assemble(" On the table: ", listed(deal.trick), "."))
    return text
