"""Actions of seats as messages, and back."""

from collections.abc import Callable, Mapping

from thousand.cards.v1 import cards_pb2
from thousand.table.v1 import table_pb2
from thousand_engine import BadAction, Card, SeatAction
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
    SetContract,
    WriteOff,
)

ForSeat = Callable[[int], SeatAction]
"""An action before it is known whose it is: the caller's seat is the server's to say."""

PLAIN: Mapping[str, type[Look | Blind | Pass | Claim | WriteOff | Cross]] = {
    "look": Look,
    "blind": Blind,
    "pass_auction": Pass,
    "claim": Claim,
    "write_off": WriteOff,
    "cross": Cross,
}
NAMES = {kind: name for name, kind in PLAIN.items()}
SAID: Mapping["table_pb2.Declaration.ValueType", Declare | None] = {
    table_pb2.DECLARATION_UNSPECIFIED: None,
    table_pb2.DECLARATION_DECLARED: Declare.DECLARE,
    table_pb2.DECLARATION_SILENT: Declare.SILENT,
}
DECLARATIONS = {said: declaration for declaration, said in SAID.items()}


def read_action(message: table_pb2.Action) -> ForSeat:
    """What a message says; BadAction when it says nothing, or names what is no card."""
    match message.WhichOneof("action"):
        case "bid":
            return lambda seat: Bid(seat, message.bid.amount)
        case "choose_talon":
            return lambda seat: ChooseTalon(seat, message.choose_talon.number)
        case "give":
            gifts = tuple(map(read_gift, message.give.gifts))
            return lambda seat: Give(seat, gifts)
        case "set_contract":
            return lambda seat: SetContract(seat, message.set_contract.amount)
        case "play":
            return read_play(message.play)
        case None:
            raise BadAction("the action is empty: exactly one of its kinds is to be set")
        case name:
            return PLAIN[name]


def read_play(message: table_pb2.Play) -> ForSeat:
    card = Card.parse(message.card)
    if message.declaration not in SAID:
        raise BadAction("this declaration is not known", declaration=message.declaration)
    return lambda seat: Play(seat, card, SAID[message.declaration])


def read_gift(message: cards_pb2.Gift) -> tuple[Card, Recipient]:
    match message.WhichOneof("recipient"):
        case "seat":
            return Card.parse(message.card), message.seat
        case "leftover" if message.leftover:
            return Card.parse(message.card), LEFTOVER
        case _:
            raise BadAction("a gift names who gets the card")


def write_action(action: SeatAction) -> table_pb2.Action:
    """The message for an action; whose seat it is stands elsewhere."""
    match action:
        case Bid(amount=amount):
            return table_pb2.Action(bid=table_pb2.Bid(amount=amount))
        case ChooseTalon(number=number):
            return table_pb2.Action(choose_talon=table_pb2.ChooseTalon(number=number))
        case Give(gifts=gifts):
            messages = (write_gift(card, recipient) for card, recipient in gifts)
            return table_pb2.Action(give=table_pb2.Give(gifts=messages))
        case SetContract(amount=amount):
            return table_pb2.Action(set_contract=table_pb2.SetContract(amount=amount))
        case Play(card=card, declare=declare):
            play = table_pb2.Play(card=card.code, declaration=DECLARATIONS[declare])
            return table_pb2.Action(play=play)
        case Look() | Blind() | Pass() | Claim() | WriteOff() | Cross():
            message = table_pb2.Action()
            getattr(message, NAMES[type(action)]).SetInParent()
            return message


def write_gift(card: Card | None, recipient: Recipient) -> cards_pb2.Gift:
    """A card with who gets it; None for a card that the reader may not see."""
    code = "" if card is None else card.code
    if isinstance(recipient, int):
        return cards_pb2.Gift(card=code, seat=recipient)
    return cards_pb2.Gift(card=code, leftover=True)
