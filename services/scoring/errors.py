"""Why the scoring service refuses.

Refusal
  + BadRequest        cannot be read
  + NotFound          nothing is known by that name
  + RebuildRunning    everything is being built anew already
  + StillParked       the facts of the game cannot be counted this time either

UncountableStep     a step does not follow from what was counted of its game, which is moved aside
"""

from thousand_engine import Refusal


class BadRequest(Refusal):
    """A request that means nothing here."""


class NotFound(Refusal):
    """PLAYER_NOT_FOUND, GAME_NOT_FOUND."""


class RebuildRunning(Refusal):
    """One at a time."""

    def __init__(self) -> None:
        super().__init__("REBUILD_RUNNING", "everything is being built anew already")


class StillParked(Refusal):
    """The cause is not mended."""

    def __init__(self, game_id: str, error: str) -> None:
        super().__init__(
            "STILL_PARKED",
            "the facts of this game still cannot be counted",
            game_id=game_id,
            error=error,
        )


class UncountableStep(Exception):
    """A step that does not follow from what was counted of its game."""
