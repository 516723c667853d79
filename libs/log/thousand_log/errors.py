"""What can go wrong with a log.

LogError
  + VersionTaken        somebody else wrote that version of the game first
  + StoreUnreachable    the store gave no answer; a change may or may not have happened
  + NotMigrated         the database is not one that this program can write in
  + UnreadableFact      stored bytes that are no fact as we know it
      + UnknownTopic    of a kind nobody registered
      + NewerFact       written by a newer program
"""


class LogError(Exception):
    """The log could not do what was asked."""


class VersionTaken(LogError):
    """Another step with this version is stored already; nothing of this one is."""

    def __init__(self, game_id: str, version: int) -> None:
        super().__init__(f"version {version} of game {game_id} is taken")
        self.game_id = game_id
        self.version = version


class StoreUnreachable(LogError):
    """The store gave no answer in time, went away before it did, or is closed to us for now."""


class NotMigrated(LogError):
    """The database has no tables, or those of another schema version or number of shards."""


class UnreadableFact(LogError, ValueError):
    """Stored bytes that do not hold the fact they should."""


class UnknownTopic(UnreadableFact):
    """A stored topic that nobody registered."""

    def __init__(self, topic: str) -> None:
        super().__init__(f"no fact is known by the topic {topic!r}")
        self.topic = topic


class NewerFact(UnreadableFact):
    """A stored version newer than the newest that this program knows."""

    def __init__(self, topic: str, stored: int, known: int) -> None:
        super().__init__(f"{topic} is stored in version {stored}, this program knows up to {known}")
        self.topic = topic
        self.stored = stored
        self.known = known
