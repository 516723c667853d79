"""What a player may do, in words, and what he types, read as an action."""

from collections.abc import Iterator

from rich.text import Text

from thousand_cli.lines import hand, line, listed
from thousand_engine import BadAction, Card, Phase, SeatAction, View, parse_action
from thousand_engine.actions import (
    LEFTOVER,
    Bid,
    Blind,
    ChooseTalon,
    Claim,
    Cross,
    Give,
    Look,
    Pass,
    Play,
    SetContract,
    WriteOff,
)
from thousand_engine.notation import words

NUMBERED = {Phase.AUCTION: "bid", Phase.TALON: "talon", Phase.CONTRACT: "contract"}
"""What a number alone means."""

UNSEEN = "you have not looked"

MEANING: dict[type[SeatAction], str] = {
    Look: "look at your cards",
    Blind: "play blind: 120 without having seen a card, for double",
    Pass: "leave the auction",
    Claim: "ask for new cards, which these give a right to",
    ChooseTalon: "take this talon, unseen",
    WriteOff: "give the deal up as lost",
    Cross: "give the deal up for a cross on the sheet",
}


def read(text: str, view: View) -> SeatAction:
    """The action that a player types; BadAction when it cannot be read.

    Short forms: a card alone is played, a number alone is a bid, a talon or a contract.
    """
    first, *rest = text.split() or [""]
    if is_card(first) and view.phase is Phase.PLAY:
        first, rest = "play", [first, *rest]
    elif first.isdecimal() and view.phase in NUMBERED:
        first, rest = NUMBERED[view.phase], [first, *rest]
    rest = [word.upper() if is_card(word.partition(">")[0]) else word.lower() for word in rest]
    return parse_action(" ".join([str(view.viewer), first.lower(), *rest]))


def is_card(text: str) -> bool:
    try:
        Card.parse(text.upper())
    except BadAction:
        return False
    return True


def position(view: View) -> Iterator[Text]:
    """What a player needs to see before he chooses."""
    deal = view.deal
    if deal is None:
        return
    yield Text()
    if kinds := [name for name, so in (("golden", deal.golden), ("blind", deal.blind)) if so]:
        yield line("deal", f"{' and '.join(kinds)}, doubled")
    if view.phase is Phase.AUCTION and deal.voices:
        yield line("standing", f"bid {deal.bid}")
    if deal.talon and view.phase is not Phase.PLAY:
        yield line("talon", listed(deal.talon))
    if deal.trick:
        yield line("on table", listed(deal.trick))
    if deal.trump:
        yield line("trump", deal.trump.name.lower())
    if deal.declarer is not None and deal.contract:
        yield line("contract", f"seat {deal.declarer} plays {deal.contract}")
    if got := [gift.card for gift in deal.gifts if gift.seat == view.viewer and gift.card]:
        yield line("given you", listed(got))
    yield line("your hand", hand(view.hand) if view.hand else UNSEEN)


def offered(view: View) -> Iterator[Text]:
    """Everything the player may do now, a line for each kind of action."""
    legal = view.legal
    for kind, meaning in MEANING.items():
        if actions := [words(action) for action in legal if isinstance(action, kind)]:
            yield line("you may", ", ".join(actions), "  ", Text(meaning, style="dim"))
    if bids := [action.amount for action in legal if isinstance(action, Bid)]:
        yield line("you may", "bid ", numbers(bids))
    if gives := [action for action in legal if isinstance(action, Give)]:
        to = "each card with the seat that gets it"
        if any(recipient == LEFTOVER for _, recipient in gives[0].gifts):
            to += f"; {LEFTOVER} is the talon left over"
        yield line("you may", form(gives[0]), Text(f"  {to}", style="dim"))
    if contracts := [action.amount for action in legal if isinstance(action, SetContract)]:
        yield line("you may", "contract ", numbers(contracts))
    if plays := [action for action in legal if isinstance(action, Play)]:
        yield line("you may", "play ", hand({play.card for play in plays}))
    if any(isinstance(action, Play) and action.declare for action in legal):
        explained = "behind a card that declares something: declare, or silent"
        yield line("", Text(explained, style="dim"))


def numbers(amounts: list[int]) -> str:
    """All of them when they are few, else the first two and the last."""
    if len(amounts) <= 4:
        return ", ".join(map(str, amounts))
    return f"{amounts[0]}, {amounts[1]} … {amounts[-1]}"


def form(give: Give) -> str:
    """How a gift is typed, whichever cards it is made of."""
    return " ".join(["give", *(f"CARD>{recipient}" for _, recipient in give.gifts)])
