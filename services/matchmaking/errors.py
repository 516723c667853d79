"""Why matchmaking refuses.

Refusal
  + BadRequest          cannot be read, or does not fit what was asked before
  + TicketNotFound      the caller has no such ticket
  + QueuedElsewhere     the caller waits under another preset
  + AlreadyMatched      what is matched is not taken back
  + Draining            this replica is going away; another one answers
"""

from thousand_engine import Refusal


class BadRequest(Refusal):
    """A request that means nothing here."""


class CommandIdReused(BadRequest):
    """The same id has named another ticket before."""

    def __init__(self) -> None:
        super().__init__("COMMAND_ID_REUSED", "this command id named another ticket before")


class TicketNotFound(Refusal):
    """There is no such ticket, or it is somebody else's."""

    def __init__(self, ticket_id: str) -> None:
        super().__init__("TICKET_NOT_FOUND", "you have no such ticket", ticket_id=ticket_id)


class QueuedElsewhere(Refusal):
    """One account has one ticket."""

    def __init__(self, preset: str) -> None:
        super().__init__(
            "QUEUED_ELSEWHERE", f"you wait under {preset} already; leave there first", preset=preset
        )


class AlreadyMatched(Refusal):
    """Others have a seat because of this ticket."""

    def __init__(self, ticket_id: str) -> None:
        super().__init__("ALREADY_MATCHED", "the ticket is matched already", ticket_id=ticket_id)


class Draining(Refusal):
    """This replica stops; a ticket is watched elsewhere."""

    retry_after = 0.0

    def __init__(self) -> None:
        super().__init__("DRAINING", "this replica is stopping; go on with another one")
