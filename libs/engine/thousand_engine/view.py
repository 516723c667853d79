"""What one viewer may see of a game (RULES H): the only way out of the engine."""

from dataclasses import dataclass
from enum import Enum

from thousand_engine.actions import SeatAction
from thousand_engine.cards import Card, Hand, Suit
from thousand_engine.deal import Deal, Marriage, Meld, Phase, TakenTrick, Voice
from thousand_engine.deciding import legal_actions
from thousand_engine.game import Game
from thousand_engine.rules import Rules
from thousand_engine.sheet import Sheet


class Onlooker(Enum):
    """A viewer without a seat."""

    SPECTATOR = "spectator"
    AUDITOR = "auditor"


Viewer = int | Onlooker
"""A seat, or somebody who has none."""


@dataclass(frozen=True, slots=True)
class SeenGift:
    """That a card went to a seat (None: to the leftover talon), and the card if it may be seen."""

    seat: int | None
    card: Card | None


@dataclass(frozen=True, slots=True)
class DealView:
    """One deal as the viewer sees it.

    ``hands`` has None where the cards are not for him; ``dealt``, the talon and the leftover of two
    players are there for everybody once the deal is over (RULES H).
    """

    dealer: int
    deal: int
    attempt: int
    active: tuple[int, ...]
    golden: bool
    blind: bool
    dealt: tuple[Hand, ...] | None
    hands: tuple[Hand | None, ...]
    card_counts: tuple[int, ...]
    talon: Hand | None
    leftover: Hand | None
    voices: tuple[Voice, ...]
    declarer: int | None
    bid: int
    contract: int
    gifts: tuple[SeenGift, ...]
    leader: int
    trick: tuple[Card, ...]
    last_trick: TakenTrick | None
    trump: Suit | None
    marriages: tuple[Marriage, ...]
    melds: tuple[Meld, ...]
    tricks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A game as the viewer sees it, with everything he may do now."""

    viewer: Viewer
    rules: Rules
    phase: Phase
    to_act: int | None
    deal: DealView | None
    sheet: Sheet
    winner: int | None
    legal: tuple[SeatAction, ...]

    @property
    def hand(self) -> Hand:
        """The viewer's own cards; none for an onlooker."""
        if self.deal is None or not isinstance(self.viewer, int):
            return ()
        return self.deal.hands[self.viewer] or ()


def view(game: Game, viewer: Viewer) -> View:
    """The game for this viewer."""
    return View(
        viewer=viewer,
        rules=game.rules,
        phase=game.phase,
        to_act=game.to_act,
        deal=None if game.deal is None else deal_view(game.deal, viewer),
        sheet=game.sheet,
        winner=game.winner,
        legal=legal_actions(game, viewer) if isinstance(viewer, int) else (),
    )


def deal_view(deal: Deal, viewer: Viewer) -> DealView:
    """A deal that is over lies open for everybody; one in progress only for an auditor."""
    seats = range(len(deal.hands))
    lies_open = deal.phase is Phase.DONE or viewer is Onlooker.AUDITOR
    took_talon = deal.taken > 0 and viewer == deal.declarer
    return DealView(
        dealer=deal.dealer,
        deal=deal.number,
        attempt=deal.attempt,
        active=deal.active,
        golden=deal.golden,
        blind=deal.blind,
        dealt=deal.dealt if lies_open else None,
        hands=tuple(
            deal.hands[seat] if lies_open or (seat == viewer and deal.has_looked(seat)) else None
            for seat in seats
        ),
        card_counts=tuple(map(len, deal.hands)),
        talon=deal.talon if lies_open or deal.talon_shown or took_talon else None,
        leftover=deal.leftover if lies_open else None,
        voices=deal.auction.voices,
        declarer=deal.declarer,
        bid=deal.bid,
        contract=deal.contract,
        gifts=tuple(
            SeenGift(
                gift.seat,
                gift.card
                if lies_open or gift.shown or viewer in (deal.declarer, gift.seat)
                else None,
            )
            for gift in deal.gifts
        ),
        leader=deal.leader,
        trick=deal.trick,
        last_trick=deal.tricks[-1] if deal.tricks else None,
        trump=None if deal.trump is None else deal.trump.suit,
        marriages=deal.marriages,
        melds=deal.melds,
        tricks=tuple(map(deal.tricks_of, seats)),
    )
