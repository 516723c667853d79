"""The safe action: what is done for a seat whose time has run out (RULES G8, J9)."""

from collections.abc import Callable, Mapping

from thousand_engine.actions import (
    ChooseTalon,
    Give,
    Look,
    Pass,
    Play,
    SeatAction,
    SetContract,
)
from thousand_engine.cards import DECK, Card
from thousand_engine.deal import Phase
from thousand_engine.view import View

_SUITS_AS_DEALT = {card: place for place, card in enumerate(DECK)}


def cheapness(card: Card) -> tuple[int, int]:
    """The lowest card points first, among equals the order S C D H."""
    return card.points, _SUITS_AS_DEALT[card]


def looks(view: View) -> SeatAction:
    return next(action for action in view.legal if isinstance(action, Look))


def passes(view: View) -> SeatAction:
    return next(action for action in view.legal if isinstance(action, Pass))


def gives_cheaply(view: View) -> SeatAction:
    """Talon 1 if still to choose; then the cheapest cards, to the defenders clockwise."""
    for action in view.legal:
        if isinstance(action, ChooseTalon):
            return action
    return min((action for action in view.legal if isinstance(action, Give)), key=cost_of_gifts)


def cost_of_gifts(give: Give) -> list[tuple[int, int]]:
    """Compared card by card; of cards that all go to one place the cheapest counts first."""
    costs = [cheapness(card) for card, _ in give.gifts]
    return sorted(costs) if len({recipient for _, recipient in give.gifts}) == 1 else costs


def keeps_contract(view: View) -> SeatAction:
    contracts = (action for action in view.legal if isinstance(action, SetContract))
    return min(contracts, key=lambda contract: contract.amount)


def plays_cheaply(view: View) -> SeatAction:
    plays = (action for action in view.legal if isinstance(action, Play) and not action.declare)
    return min(plays, key=lambda play: cheapness(play.card))


SAFE: Mapping[Phase, Callable[[View], SeatAction]] = {
    Phase.BLIND_OFFER: looks,
    Phase.AUCTION: passes,
    Phase.TALON: gives_cheaply,
    Phase.CONTRACT: keeps_contract,
    Phase.PLAY: plays_cheaply,
}


def safe_action(view: View) -> SeatAction:
    """The safe action of the seat to act: never a claim, a write-off, a cross or a blind call.

    ValueError when it is not the viewer's turn.
    """
    if view.to_act is None or view.to_act != view.viewer:
        raise ValueError("there is a safe action only for the seat whose turn it is")
    return SAFE[view.phase](view)
