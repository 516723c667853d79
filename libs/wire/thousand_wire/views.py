"""What a viewer may see as a message, and back to the engine's view."""

from collections.abc import Iterable, Mapping, Sequence

from thousand.cards.v1 import cards_pb2
from thousand.table.v1 import table_pb2
from thousand_engine import Card, Onlooker, Phase, Rules, Suit, View, hand_of
from thousand_engine.actions import LEFTOVER
from thousand_engine.deal import Marriage, TakenTrick, Voice
from thousand_engine.sheet import Sheet
from thousand_engine.trick import Trick
from thousand_engine.view import DealView, SeenGift
from thousand_wire.actions import read_action, write_action, write_gift

PHASES: Mapping[Phase, "table_pb2.Phase.ValueType"] = {
    Phase.BLIND_OFFER: table_pb2.PHASE_BLIND_OFFER,
    Phase.AUCTION: table_pb2.PHASE_AUCTION,
    Phase.TALON: table_pb2.PHASE_TALON,
    Phase.CONTRACT: table_pb2.PHASE_CONTRACT,
    Phase.PLAY: table_pb2.PHASE_PLAY,
    Phase.DONE: table_pb2.PHASE_DONE,
}


def write_view(
    game_id: str, version: int, accounts: Sequence[str | None], seen: View | None
) -> table_pb2.View:
    """The message for a view; before the game has started there is none, only seats."""
    message = table_pb2.View(game_id=game_id, version=version, phase=table_pb2.PHASE_SEATING)
    for number, account in enumerate(accounts):
        message.seats.add(number=number, account=account or "")
    if seen is None:
        return message
    message.phase = PHASES[seen.phase]
    if isinstance(seen.viewer, int):
        message.own_seat = seen.viewer
    if seen.to_act is not None:
        message.to_act = seen.to_act
    if seen.winner is not None:
        message.winner = seen.winner
        message.phase = table_pb2.PHASE_OVER
    message.legal_actions.extend(map(write_action, seen.legal))
    message.sheet.extend(write_sheet(seen.sheet))
    if seen.deal is not None:
        write_deal(message, seen.deal, seen.hand)
    return message


def write_sheet(sheet: Sheet) -> list[cards_pb2.SheetEntry]:
    return [
        cards_pb2.SheetEntry(
            total=total,
            barrel_attempts=attempts,
            barrels_lost=lost,
            bolts=bolts,
            write_offs=write_offs,
        )
        for total, attempts, lost, bolts, write_offs in zip(
            sheet.totals,
            sheet.attempts,
            sheet.barrels_lost,
            sheet.bolts,
            sheet.write_offs,
            strict=True,
        )
    ]


def write_deal(message: table_pb2.View, deal: DealView, hand: Sequence[Card]) -> None:
    """Add a deal to the message."""
    message.deal, message.attempt, message.dealer = deal.deal, deal.attempt, deal.dealer
    message.active_seats.extend(deal.active)
    for seat, count, tricks in zip(message.seats, deal.card_counts, deal.tricks, strict=True):
        seat.hand_size, seat.tricks = count, tricks
    for seat, dealt in zip(message.seats, deal.dealt or (), strict=False):
        seat.dealt.extend(card.code for card in dealt)
    message.hand.extend(card.code for card in hand)
    message.talon.extend(card.code for card in deal.talon or ())
    for voice in deal.voices:
        message.voices.add(seat=voice.seat, amount=voice.amount, forced=voice.forced)
    message.bid = deal.bid
    message.leader = deal.leader
    if deal.declarer is not None:
        message.declarer = deal.declarer
    if deal.contract:
        message.contract = deal.contract
    for gift in deal.gifts:
        recipient = LEFTOVER if gift.seat is None else gift.seat
        message.gifts.append(write_gift(gift.card, recipient))
    message.trick.CopyFrom(write_trick(deal.trick, deal.leader, deal.active))
    if deal.last_trick is not None:
        last = deal.last_trick
        message.last_trick.CopyFrom(write_trick(last.trick.cards, last.leader, deal.active))
        message.last_trick.winner = last.seat
    message.trump = deal.trump or ""
    for marriage in deal.marriages:
        message.marriages.add(seat=marriage.seat, kind=marriage.suit, points=marriage.points)


def write_trick(cards: Sequence[Card], leader: int, active: Sequence[int]) -> cards_pb2.Trick:
    """Cards with who played them, the leader's first."""
    message = cards_pb2.Trick()
    for place, card in enumerate(cards, active.index(leader)):
        message.cards.add(seat=active[place % len(active)], card=card.code)
    return message


def read_view(message: table_pb2.View, rules: Rules) -> View:
    """The view a message shows, under the agreement of its game.

    What the wire leaves out – cards that are not the viewer's – is None. ValueError before the
    game has started.
    """
    if message.phase == table_pb2.PHASE_SEATING:
        raise ValueError("the game has not started")
    over = message.phase == table_pb2.PHASE_OVER
    viewer = message.own_seat if message.HasField("own_seat") else None
    return View(
        viewer=Onlooker.SPECTATOR if viewer is None else viewer,
        rules=rules,
        phase=Phase.DONE if over else READ_PHASES[message.phase],
        to_act=message.to_act if message.HasField("to_act") else None,
        deal=read_deal(message, viewer) if message.deal else None,
        sheet=read_sheet(message.sheet),
        winner=message.winner if message.HasField("winner") else None,
        legal=tuple(
            read_action(action)(viewer) for action in message.legal_actions if viewer is not None
        ),
    )


READ_PHASES = {theirs: ours for ours, theirs in PHASES.items()}


def read_deal(message: table_pb2.View, viewer: int | None) -> DealView:
    hand = tuple(map(Card.parse, message.hand))
    seats = range(len(message.seats))
    dealt = tuple(hand_of(map(Card.parse, seat.dealt)) for seat in message.seats)
    return DealView(
        dealer=message.dealer,
        deal=message.deal,
        attempt=message.attempt,
        active=tuple(message.active_seats),
        dealt=dealt if any(dealt) else None,
        hands=tuple(hand if seat == viewer else None for seat in seats),
        card_counts=tuple(seat.hand_size for seat in message.seats),
        talon=tuple(map(Card.parse, message.talon)) or None,
        voices=tuple(
            Voice(voice.seat, voice.amount if voice.HasField("amount") else None, voice.forced)
            for voice in message.voices
        ),
        declarer=message.declarer if message.HasField("declarer") else None,
        bid=message.bid,
        contract=message.contract,
        gifts=tuple(map(read_seen_gift, message.gifts)),
        leader=message.leader,
        trick=read_cards(message.trick.cards),
        last_trick=read_taken(message.last_trick),
        trump=Suit(message.trump) if message.trump else None,
        marriages=tuple(
            Marriage(marriage.seat, Suit(marriage.kind), marriage.points)
            for marriage in message.marriages
        ),
        tricks=tuple(seat.tricks for seat in message.seats),
    )


def read_seen_gift(message: cards_pb2.Gift) -> SeenGift:
    card = Card.parse(message.card) if message.card else None
    return SeenGift(None if message.leftover else message.seat, card)


def read_cards(played: Iterable[cards_pb2.PlayedCard]) -> tuple[Card, ...]:
    return tuple(Card.parse(card.card) for card in played)


def read_taken(message: cards_pb2.Trick) -> TakenTrick | None:
    if not message.cards:
        return None
    return TakenTrick(message.winner, message.cards[0].seat, Trick(read_cards(message.cards)))


def read_sheet(entries: Iterable[cards_pb2.SheetEntry]) -> Sheet:
    rows = tuple(entries)
    return Sheet(
        totals=tuple(row.total for row in rows),
        attempts=tuple(
            row.barrel_attempts if row.HasField("barrel_attempts") else None for row in rows
        ),
        barrels_lost=tuple(row.barrels_lost for row in rows),
        bolts=tuple(row.bolts for row in rows),
        write_offs=tuple(row.write_offs for row in rows),
    )
