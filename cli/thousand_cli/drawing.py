"""A game told step by step, as lines and tables for a terminal."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from thousand_cli.explaining import explained
from thousand_cli.lines import drawn, hand, line, listed
from thousand_cli.score_sheet import Row, row, score_sheet
from thousand_engine.actions import LEFTOVER, Recipient
from thousand_engine.cards import Card, Suit
from thousand_engine.deal import Deal
from thousand_engine.facts import (
    AuctionWon,
    BidPassed,
    BidPlaced,
    CardsDealt,
    CardsGiven,
    ContractSet,
    DealScored,
    Fact,
    GameStarted,
    MarriageDeclared,
    RedealClaimed,
    TalonTaken,
    TrickTaken,
    TrumpSet,
)
from thousand_engine.game import Game
from thousand_engine.rules import Rules

COLUMN = 9
"""How wide a seat's cards are drawn in a trick."""
SCREENFUL = 30
"""Rows of the sheet between two deals; at the end all of them are drawn."""


class Narrator:
    """Tells one game. Remembers the rows of its sheet and how the game stood before the step."""

    def __init__(self) -> None:
        self.before: Game | None = None
        self.rows: dict[int, Row] = {}

    def tell(self, facts: Sequence[Fact], game: Game) -> Iterator[RenderableType]:
        """What a step brought: its facts and the game after them, the whole step at once."""
        before, self.before = self.before or game, game
        for fact in facts:
            yield from told(fact, before, game)
        yield from explained(facts, before.sheet, game)
        if any(isinstance(fact, DealScored) for fact in facts) and game.deal:
            self.rows[game.deal.number] = row(facts, before.sheet, game.rules)
            most = SCREENFUL if game.winner is None else None
            yield score_sheet(self.rows, game.rules.players, most)


def told(fact: Fact, before: Game, game: Game) -> Iterator[Text]:
    """The lines for a fact; none for what ``explained`` or the tricks tell."""
    deal = game.deal
    match fact:
        case GameStarted():
            yield from started(fact, game.rules)
        case CardsDealt() if deal:
            yield from dealt(deal)
        case BidPlaced(seat=seat, amount=amount, forced=forced):
            yield line("auction", f"seat {seat} bids {amount}" + by_itself(forced))
        case BidPassed(seat=seat, forced=forced):
            yield line("auction", f"seat {seat} passes" + by_itself(forced))
        case AuctionWon(seat=seat, amount=amount):
            yield line("declarer", f"seat {seat}, bid {amount}")
        case TalonTaken(seat=seat) if deal:
            seen = "shown to all" if deal.talon_shown else "hidden from the others"
            yield line("talon", listed(deal.talon), f" to seat {seat}, {seen}")
        case CardsGiven():
            yield given(fact)
        case ContractSet(amount=amount):
            yield line("contract", f"{amount}")
            yield line("tricks", *(f"seat {seat}".ljust(COLUMN) for seat in seats(game)), "points")
        case MarriageDeclared(seat=seat, suit=suit, points=points):
            yield line("marriage", f"seat {seat} declares {suit_name(suit)} for {points}")
        case TrumpSet(suit=suit):
            yield line("trump", suit_name(suit))
        case TrickTaken(points=points) if before.deal and deal:
            yield trick(before.deal, deal, points)
        case RedealClaimed(seat=seat, reason=reason):
            yield line("redeal", f"claimed by seat {seat}: {reason.replace('_', ' ')}")


def seats(game: Game) -> range:
    return range(game.rules.players)


def by_itself(forced: bool) -> str:
    return ", without being asked" if forced else ""


def suit_name(letter: str) -> str:
    return Suit(letter).name.lower()


def started(fact: GameStarted, rules: Rules) -> Iterator[Text]:
    """The table, and what it agreed otherwise than usual."""
    usual = Rules.from_options({}).options()
    agreed = (f"{id}={value}" for id, value in fact.options.items() if value != usual[id])
    yield line("seats", f"0 to {rules.players - 1} clockwise, seat {fact.first_dealer} deals first")
    yield line("agreed", " ".join(agreed) or "every option as usual")


def dealt(deal: Deal) -> Iterator[Text]:
    """The heading of a deal, and every hand."""
    again = f", dealt again ({deal.attempt})" if deal.attempt else ""
    yield Text()
    yield Text(f"Deal {deal.number}, dealer seat {deal.dealer}{again}", style="bold")
    for seat in sorted(deal.active):
        yield line(f"seat {seat}", hand(deal.dealt[seat]))
    yield line("talon", listed(deal.talon))


def given(fact: CardsGiven) -> Text:
    """Who got which card, and whether everybody saw it."""
    gifts = (
        Text.assemble(drawn(Card.parse(code)), f" to {recipient_name(recipient)}")
        for code, recipient in zip(fact.cards, fact.recipients, strict=True)
    )
    return line("gives", Text(", ").join(gifts), "" if fact.shown else ", face down")


def recipient_name(recipient: Recipient) -> str:
    return "the talon left over" if recipient == LEFTOVER else f"seat {recipient}"


def trick(before: Deal, after: Deal, points: int) -> Text:
    """A trick in the seats' columns: ``>`` is the card led, ``*`` the card that took it."""
    taken = after.tricks[-1]
    place = before.active.index(before.leader)
    order = before.active[place:] + before.active[:place]
    cells = {
        seat: Text.assemble(
            ">" if seat == before.leader else " ", drawn(card), "*" if seat == taken.seat else ""
        )
        for seat, card in zip(order, taken.trick.cards, strict=True)
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
    text = Text(f"The game is not over: seat {game.to_act} is to act, phase {game.phase.value}.")
    if deal.trick.cards:
        text.append_text(Text.assemble(" On the table: ", listed(deal.trick.cards), "."))
    return text
