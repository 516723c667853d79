"""What is asked of a game: by whom, under which id for ever, and of which moment of it."""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

from services.table.errors import BadRequest, HistoryDiffers, StaleVersion
from services.table.live import Live
from thousand_engine import Fact, SeatAction
from thousand_engine.actions import Declare, Give, Play
from thousand_engine.record import action_of

LONGEST_COMMAND_ID = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Who asks, for what game, and the id that names the command for ever."""

    account: str
    game_id: str
    command_id: str

    def __post_init__(self) -> None:
        if not self.command_id.isprintable() or not 0 < len(self.command_id) <= LONGEST_COMMAND_ID:
            raise BadRequest(
                "BAD_COMMAND_ID", f"a command id has 1 to {LONGEST_COMMAND_ID} printable characters"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ActCommand(Command):
    """An action for the caller's seat.

    ``action`` makes it for a seat; ``expected_version`` and ``head`` are what the caller has seen.
    """

    action: Callable[[int], SeatAction]
    expected_version: int | None = None
    head: bytes | None = None


def check_accounts(accounts: tuple[str, ...], seats: int) -> None:
    """Passes accounts that can be seated together; BadRequest."""
    readable = all(re.fullmatch("[a-z0-9-]{1,64}", account) for account in accounts)
    if not readable or len(set(accounts)) < len(accounts) or len(accounts) > seats:
        raise BadRequest("BAD_ACCOUNTS", f"up to {seats} different accounts are seated at once")


def expect(live: Live, command: ActCommand) -> None:
    """Passes when the game stands where the caller believes it does."""
    if command.head is not None and command.head not in live.heads:
        raise HistoryDiffers(live.game_id, command.head)
    if command.expected_version is not None and not live.stands_at(command.expected_version):
        raise StaleVersion(command.expected_version, live.version)


def says(fact: object, action: SeatAction, *, asked: bool) -> bool:
    """Whether a step that begins with this fact was made by this action.

    ``asked``: whether a marriage is declared by a word at this table.
    """
    return isinstance(fact, Fact) and plain(action, asked=asked) == plain(
        action_of(fact), asked=asked
    )


def plain(action: SeatAction | None, *, asked: bool) -> SeatAction | None:
    """The action without what changes nothing: the order of gifts, words that nobody asks for."""
    match action:
        case Give(gifts=gifts):
            return replace(action, gifts=tuple(sorted(gifts, key=str)))
        case Play(declare=said):
            declares = asked and said is Declare.DECLARE
            return replace(action, declare=Declare.DECLARE if declares else None)
        case _:
            return action


def first_game_of(account: str, command_id: str) -> tuple[str, str]:
    """The table that a command opens, and its first game: the same for ever, in any replica."""
    digest = sha256(f"{account}\n{command_id}".encode()).digest()
    table_id = base64.b32encode(digest[:10]).decode().lower()
    return table_id, f"{table_id}-1"
