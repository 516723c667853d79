"""Why the bot service refuses.

Refusal
  + BadRequest          cannot be read
  + GameNotFound        there is no such game
  + NotSeated           only who sits in a game asks for bots in it
  + TableFull           no seat was left for the bot; not seen outside
"""

from thousand_engine import Refusal


class BadRequest(Refusal):
    """A request that means nothing here."""


class GameNotFound(Refusal):
    """The table service knows no such game."""

    def __init__(self, game_id: str) -> None:
        super().__init__("GAME_NOT_FOUND", "there is no such game", game_id=game_id)


class NotSeated(Refusal):
    """Bots are asked for by those who will play with them."""

    def __init__(self, game_id: str) -> None:
        super().__init__("NOT_SEATED", "you have no seat in this game", game_id=game_id)


class TableFull(Refusal):
    """Somebody was faster."""

    def __init__(self, game_id: str) -> None:
        super().__init__("TABLE_FULL", "every seat is taken", game_id=game_id)
