"""How a simple sensible player chooses: from a view to an action, nothing remembered.

It counts what its hand is likely to take, bids up to that, keeps aces and marriages, leads them,
and beats a trick when it can do so cheaply. It sees only its own view.
"""

from collections.abc import Callable, Iterable
from random import Random

from thousand_engine.actions import (
    Bid,
    Give,
    Pass,
    Play,
    SeatAction,
    SetContract,
    WriteOff,
)
from thousand_engine.cards import RANK_POINTS, Card, Hand, Rank, Suit, card_points, of_suit
from thousand_engine.deal import Phase
from thousand_engine.deciding import legal_actions
from thousand_engine.game import Game
from thousand_engine.marriage import Marriages, held
from thousand_engine.safe_action import cheapness, safe_action
from thousand_engine.trick import winning
from thousand_engine.view import View, view

ACE_POINTS, TEN_POINTS = RANK_POINTS[Rank.ACE], RANK_POINTS[Rank.TEN]
TALON_HELPS = 15
"""What the three talon cards add to a hand on average."""
TRICK_EXTRA = 8
"""What an ace catches from the others."""
HOPELESS = 45
"""A contract so far above what the hand promises is written off."""


def promise(hand: Hand, marriages: Marriages) -> int:
    """Points the hand is likely to collect as declarer."""
    aces = sum(card.rank is Rank.ACE for card in hand)
    points = sum(promise_of_suit(of_suit(hand, suit)) for suit in Suit)
    worth = sum(marriages.worth(suit) for suit in held(hand))
    # Without an ace the trick that a declaration needs is far from sure.
    return points + (worth if aces else worth // 2)


def promise_of_suit(cards: Hand) -> int:
    """Aces, tens behind them, and length."""
    ranks = {card.rank for card in cards}
    points = 0
    if Rank.ACE in ranks:
        points += ACE_POINTS + TRICK_EXTRA
    if Rank.TEN in ranks and (Rank.ACE in ranks or len(cards) > 2):
        points += TEN_POINTS + TRICK_EXTRA // 2
    return points + 10 * max(0, len(cards) - 3)


def simple(seen: View, _random: Random) -> SeatAction:
    """The action of a simple player whose turn it is."""
    match seen.phase:
        case Phase.AUCTION:
            return bids(seen)
        case Phase.TALON:
            return passes_on(seen)
        case Phase.CONTRACT:
            return names_contract(seen)
        case Phase.PLAY:
            return plays(seen)
        case _:
            return safe_action(seen)


def on_barrel(seen: View) -> bool:
    return isinstance(seen.viewer, int) and seen.sheet.on_barrel(seen.viewer)


def need(seen: View) -> int:
    """What a sitter must play to win; 0 for anybody else."""
    barrel = seen.rules.barrel
    return barrel.need if barrel and on_barrel(seen) else 0


def bids(seen: View) -> SeatAction:
    """One step higher while the hand promises it; a sitter takes a risk for his need."""
    limit = promise(seen.hand, seen.rules.marriages) + TALON_HELPS
    if on_barrel(seen) and limit >= need(seen) - HOPELESS:
        limit = max(limit, need(seen))
    offers = [action for action in seen.legal if isinstance(action, Bid)]
    lowest = min(offers, key=lambda bid: bid.amount, default=None)
    if lowest is not None and lowest.amount <= limit:
        return lowest
    return next(action for action in seen.legal if isinstance(action, Pass))


def passes_on(seen: View) -> SeatAction:
    """The cards it misses least; a hopeless contract is written off; one talon is like another."""
    deal = seen.deal
    write_offs = [action for action in seen.legal if isinstance(action, WriteOff)]
    if deal and write_offs and promise(seen.hand, seen.rules.marriages) < deal.bid - HOPELESS:
        return write_offs[0]
    gives = [action for action in seen.legal if isinstance(action, Give)]
    if not gives:
        return safe_action(seen)
    return min(gives, key=lambda give: sum(misses(card, seen.hand) for card, _ in give.gifts))


def misses(card: Card, hand: Hand) -> int:
    """How much a hand loses with a card."""
    suit = of_suit(hand, card.suit)
    loss = card.points + 2 * len(suit)
    if card.rank is Rank.ACE:
        loss += 40
    if card.rank is Rank.TEN and suit[-1].rank is Rank.ACE:
        loss += 20
    if card.rank in (Rank.KING, Rank.QUEEN) and card.suit in held(hand):
        loss += 60
    return loss


def names_contract(seen: View) -> SeatAction:
    """The bid, or what the hand promises when that is more; a sitter his need."""
    contracts = [action for action in seen.legal if isinstance(action, SetContract)]
    wanted = max(promise(seen.hand, seen.rules.marriages) - TALON_HELPS, need(seen))
    return max(
        contracts,
        key=lambda contract: (contract.amount <= wanted, -abs(contract.amount - wanted)),
    )


def plays(seen: View) -> SeatAction:
    """Leads what is strong; follows with the cheapest card that takes, else the cheapest."""
    actions = [action for action in seen.legal if isinstance(action, Play)]
    # Where it is asked, a declaration is better than silence.
    cards = {action.card: action for action in sorted(actions, key=lambda play: bool(play.declare))}
    if seen.deal is None or not seen.deal.trick:
        return cards[leads(seen, cards)]
    taking = [card for card in cards if takes(seen, card)]
    if taking and worth_taking(seen):
        return cards[min(taking, key=cheapness)]
    return cards[min(cards, key=cheapness)]


def leads(seen: View, cards: Iterable[Card]) -> Card:
    """The best marriage once a trick is taken, else an ace, else a low card."""
    deal, marriages = seen.deal, seen.rules.marriages
    pairs = list(held(seen.hand))
    kings = [card for card in cards if card.rank is Rank.KING and card.suit in pairs]
    has_trick = deal is not None and isinstance(seen.viewer, int) and deal.tricks[seen.viewer] > 0
    if kings and has_trick:
        return max(kings, key=lambda king: marriages.worth(king.suit))
    aces = [card for card in cards if card.rank is Rank.ACE]
    if aces:
        return max(aces, key=lambda ace: len(of_suit(seen.hand, ace.suit)))
    loose = [card for card in cards if card.suit not in pairs] or list(cards)
    return min(loose, key=cheapness)


def takes(seen: View, card: Card) -> bool:
    """Whether the card would lead the trick so far."""
    if seen.deal is None:
        return False
    trick = (*seen.deal.trick, card)
    return winning(trick, seen.deal.trump) == len(trick) - 1


def worth_taking(seen: View) -> bool:
    """The last hand takes what is there; an earlier one only with points on the table."""
    deal = seen.deal
    if deal is None:
        return False
    last = len(deal.trick) == len(deal.active) - 1
    return last or card_points(deal.trick) >= TEN_POINTS


def simple_player(game: Game, random: Random) -> SeatAction:
    """What the seat to act does when a simple player sits there."""
    if game.to_act is None:
        raise ValueError("no seat is to act")
    return simple(view(game, game.to_act), random)


def random_player(game: Game, random: Random) -> SeatAction:
    """Any legal action of any seat, all equally likely: walks every branch of the rules."""
    return random.choice(
        [action for seat in range(game.rules.players) for action in legal_actions(game, seat)]
    )


Player = Callable[[Game, Random], SeatAction]
POLICIES: dict[str, Player] = {"random": random_player, "simple": simple_player}
