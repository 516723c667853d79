"""Why the table refuses what the rules do not speak of.

Refusal
  + BadRequest          cannot be read, or does not fit what was asked before
  + GameNotFound        there is no such game
  + NotSeated           the caller has no seat in it
  + StaleVersion        the game has moved on
  + UnknownVersion      the game is not there yet
  + SeatRefused         the seat cannot be had
  + GameNotStarted      seats are still free
  + HistoryDiffers      the caller has seen another history of this game
  + Draining            this replica is going away; another one answers
"""

from thousand_engine import Refusal


class BadRequest(Refusal):
    """A request that means nothing here."""


class CommandIdReused(BadRequest):
    """The same id has named another action before."""

    def __init__(self) -> None:
        super().__init__("COMMAND_ID_REUSED", "this command id named another action before")


class GameNotFound(Refusal):
    """No game with this id is stored."""

    def __init__(self, game_id: str) -> None:
        super().__init__("GAME_NOT_FOUND", "there is no such game", game_id=game_id)


class NotSeated(Refusal):
    """Only seated accounts act."""

    def __init__(self, game_id: str) -> None:
        super().__init__("NOT_SEATED", "you have no seat in this game", game_id=game_id)


class StaleVersion(Refusal):
    """The game does not stand where the command expects it."""

    def __init__(self, expected: int, version: int) -> None:
        super().__init__(
            "STALE_VERSION",
            f"the game is at version {version}, not {expected}; look again and decide again",
            expected=expected,
            version=version,
        )


class UnknownVersion(Refusal):
    """A version that the game has not reached."""

    def __init__(self, asked: int, version: int) -> None:
        super().__init__(
            "UNKNOWN_VERSION",
            f"the game is at version {version}, so nothing can follow {asked}",
            asked=asked,
            version=version,
        )


class SeatRefused(Refusal):
    """SEAT_TAKEN, ALREADY_SEATED or TABLE_FULL."""


class GameNotStarted(Refusal):
    """Nobody acts before the last seat is taken."""

    def __init__(self, free: int) -> None:
        super().__init__("GAME_NOT_STARTED", f"{free} seats are still free", free=free)


class HistoryDiffers(Refusal):
    """The head the caller has is none of this game's: one of two histories is false."""

    def __init__(self, game_id: str, head: bytes) -> None:
        super().__init__(
            "HISTORY_DIFFERS",
            "the head you have belongs to another history of this game; keep it and report it",
            game_id=game_id,
            head=head.hex()[:64],
        )


class Draining(Refusal):
    """This replica stops; a stream is taken up again elsewhere from its last version."""

    retry_after = 0.0

    def __init__(self) -> None:
        super().__init__("DRAINING", "this replica is stopping; go on with another one")
