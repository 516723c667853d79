"""What a viewer may see as a message, and back to the engine's view."""

from collections.abc import Iterable, Mapping, Sequence

from thousand.cards.v1 import cards_pb2
from thousand.table.v1 import table_pb2
from thousand_engine import Card, Onlooker, Phase, Rules, Suit, View, hand_of
from thousand_engine.actions import LEFTOVER
from thousand_engine.deal import Marriage, Meld, MeldKind, TakenTrick, Voice
from thousand_engine.sheet import Sheet
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
    message.golden_round = seen.sheet.golden_round
    message.golden_made.extend(seen.sheet.golden_made)
    if seen.deal is not None:
        write_deal(message, seen.deal, seen.hand)
    return message


def write_sheet(sheet: Sheet) -> list[cards_pb2.SheetEntry]:
    return [
        cards_pb2.SheetEntry(
            total=sheet.totals[seat],
            barrel_attempts=sheet.attempts[seat],
            barrels_lost=sheet.barrels_lost[seat],
            bolts=sheet.bolts[seat],
            bolt_streak=sheet.streaks[seat],
            write_offs=sheet.write_offs[seat],
            crosses=sheet.crosses[seat],
            reverse_barrel_attempts=sheet.reverse_attempts[seat],
        )
        for seat in range(len(sheet.totals))
    ]


def write_deal(message: table_pb2.View, deal: DealView, hand: Sequence[Card]) -> None:
    """Add a deal to the message."""
    message.deal, message.attempt, message.dealer = deal.deal, deal.attempt, deal.dealer
    message.active_seats.extend(deal.active)
    message.golden, message.blind = deal.golden, deal.blind
    for seat, count, tricks in zip(message.seats, deal.card_counts, deal.tricks, strict=True):
        seat.hand_size, seat.tricks = count, tricks
    for seat, dealt in zip(message.seats, deal.dealt or (), strict=False):
        seat.dealt.extend(card.code for card in dealt)
    message.hand.extend(card.code for card in hand)
    message.talon.extend(card.code for card in deal.talon or ())
    message.leftover.extend(card.code for card in deal.leftover or ())
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
        message.last_trick.CopyFrom(write_trick(last.cards, last.leader, deal.active))
        message.last_trick.winner = last.seat
    message.trump = deal.trump or ""
    for marriage in deal.marriages:
        message.marriages.add(seat=marriage.seat, kind=marriage.suit, points=marriage.points)
    for meld in deal.melds:
        kind = meld.kind if meld.suit is None else f"{meld.kind}:{meld.suit}"
        message.marriages.add(seat=meld.seat, kind=kind, points=meld.points)


def write_trick(cards: Sequence[Card], leader: int, active: Sequence[int]) -> cards_pb2.Trick:
    """Cards with who played them, the leader's first."""
    message = cards_pb2.Trick()
    if not cards:  # before the first lead the leader may be nobody who plays
        return message
    for place, card in enumerate(cards, active.index(leader)):
        message.cards.add(seat=active[place % len(active)], card=card.code)
    return message


def read_view(message: table_pb2.View, rules: Rules) -> View:
    """The view a message shows, under the agreement of its game.

    What the wire leaves out – cards that are not the viewer's, or not looked at – is None. ValueError before the
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
        sheet=read_sheet(message),
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
        golden=message.golden,
        blind=message.blind,
        dealt=dealt if any(dealt) else None,
        hands=tuple(
            hand if seat == viewer and len(hand) == message.seats[seat].hand_size else None
            for seat in seats
        ),
        card_counts=tuple(seat.hand_size for seat in message.seats),
        talon=tuple(map(Card.parse, message.talon)) or None,
        # Seen exactly when the hands dealt are; there may be none.
        leftover=tuple(map(Card.parse, message.leftover)) if any(dealt) else None,
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
            Marriage(declared.seat, Suit(declared.kind), declared.points)
            for declared in message.marriages
            if declared.kind in set(Suit)
        ),
        melds=tuple(
            read_meld(declared) for declared in message.marriages if declared.kind not in set(Suit)
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
    return TakenTrick(message.winner, message.cards[0].seat, read_cards(message.cards))


def read_meld(message: cards_pb2.Marriage) -> Meld:
    kind, _, suit = message.kind.partition(":")
    return Meld(message.seat, MELDS[kind], message.points, Suit(suit) if suit else None)


MELDS: Mapping[str, MeldKind] = {"aces": "aces", "bed": "bed", "nines": "nines"}


def read_sheet(message: table_pb2.View) -> Sheet:
    rows = tuple(message.sheet)
    return Sheet(
        totals=tuple(row.total for row in rows),
        attempts=tuple(
            row.barrel_attempts if row.HasField("barrel_attempts") else None for row in rows
        ),
        barrels_lost=tuple(row.barrels_lost for row in rows),
        bolts=tuple(row.bolts for row in rows),
        streaks=tuple(row.bolt_streak for row in rows),
        write_offs=tuple(row.write_offs for row in rows),
        crosses=tuple(row.crosses for row in rows),
        reverse_attempts=tuple(
            row.reverse_barrel_attempts if row.HasField("reverse_barrel_attempts") else None
            for row in rows
        ),
        golden_round=message.golden_round,
        golden_made=tuple(message.golden_made),
    )
