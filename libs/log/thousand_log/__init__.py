"""Facts kept: the port `Log`, its implementations, and the stored form of facts."""

from thousand_log.errors import (
    LogError,
    NewerFact,
    NotMigrated,
    StoreUnreachable,
    UnknownTopic,
    UnreadableFact,
    VersionTaken,
)
from thousand_log.mapper import Entry, FactMapper
from thousand_log.memory import MemoryLog
from thousand_log.port import Log
from thousand_log.shards import shard_of
from thousand_log.step import PlacedStep, Secret, Step, StoredFact, chained
from thousand_log.topics import Topic, Topics

__all__ = [
    "Entry",
    "FactMapper",
    "Log",
    "LogError",
    "MemoryLog",
    "NewerFact",
    "NotMigrated",
    "PlacedStep",
    "Secret",
    "Step",
    "StoreUnreachable",
    "StoredFact",
    "Topic",
    "Topics",
    "UnknownTopic",
    "UnreadableFact",
    "VersionTaken",
    "chained",
    "shard_of",
]
