"""The statements on the tables of schema.sql that log and recorder share."""

from collections.abc import Sequence
from typing import NamedTuple

from thousand_log.step import Step, StoredFact

SCHEMA_VERSION = 1

SCHEMA = "SELECT version, (SELECT count(*) FROM shard) FROM log_schema"
"""Asks for the schema version and the number of shards."""

VERSION_TAKEN = "version_taken"
"""Name of the constraint that refuses what somebody else already wrote."""

# Facts are counted before secrets are kept, so that a taken version is what is complained of.
APPEND = """
WITH place AS (
    UPDATE shard SET next_position = next_position + %(count)s
    WHERE number = %(shard)s
    RETURNING next_position - %(count)s AS first
), stored AS (
    INSERT INTO fact (shard, position, game_id, version, last_version, topic, public, hidden,
                      head, command_id, account)
    SELECT %(shard)s, place.first + new.ordinal - 1, new.game_id, new.version, new.last_version,
           new.topic, new.public, new.hidden, new.head, new.command_id, new.account
    FROM place, unnest(
        %(game_ids)s::text[], %(versions)s::bigint[], %(last_versions)s::bigint[],
        %(topics)s::text[], %(publics)b::bytea[], %(hiddens)b::bytea[], %(heads)b::bytea[],
        %(command_ids)s::text[], %(accounts)s::text[]
    ) WITH ORDINALITY AS new (game_id, version, last_version, topic, public, hidden, head,
                              command_id, account, ordinal)
    RETURNING position
), kept AS (
    INSERT INTO secret (game_id, commitment, value)
    SELECT new.game_id, new.commitment, new.value
    FROM unnest(
        %(secret_games)s::text[], %(commitments)s::text[], %(secrets)b::bytea[]
    ) AS new (game_id, commitment, value)
    WHERE (SELECT count(*) FROM stored) = %(count)s
)
SELECT first FROM place
"""
"""Stores steps at the next positions of a shard and answers with the first (ARCHITECTURE 5)."""


def append_parameters(shard: int, steps: Sequence[Step]) -> dict[str, object]:
    """What `APPEND` needs to store steps of one shard."""
    facts = [(step, fact) for step in steps for fact in step.facts]
    secrets = [(step.game_id, secret) for step in steps for secret in step.secrets]
    return {
        "shard": shard,
        "count": len(facts),
        "game_ids": [step.game_id for step, _ in facts],
        "versions": [fact.version for _, fact in facts],
        "last_versions": [step.last_version for step, _ in facts],
        "topics": [fact.topic for _, fact in facts],
        "publics": [fact.public for _, fact in facts],
        "hiddens": [fact.hidden for _, fact in facts],
        "heads": [fact.head for _, fact in facts],
        "command_ids": [step.command_id for step, _ in facts],
        "accounts": [step.account for step, _ in facts],
        "secret_games": [game_id for game_id, _ in secrets],
        "commitments": [secret.commitment for _, secret in secrets],
        "secrets": [secret.value for _, secret in secrets],
    }


class FactRow(NamedTuple):
    """A row of the table ``fact``, in the order of its columns."""

    shard: int
    position: int
    game_id: str
    version: int
    last_version: int
    topic: str
    public: bytes
    hidden: bytes | None
    head: bytes
    command_id: str
    account: str

    def fact(self) -> StoredFact:
        """The fact it holds."""
        return StoredFact(self.version, self.topic, self.public, self.hidden, self.head)
