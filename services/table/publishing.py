"""Steps as other services hear them: in public form, nothing hidden (ARCHITECTURE 5, 8)."""

from prometheus_client import CollectorRegistry, Counter, Gauge

from thousand.table.v1 import facts_pb2
from thousand_log.step import PlacedStep

ROOT = "thousand.table.v1.steps"
"""What the subjects of all steps begin with."""


def step_message(placed: PlacedStep) -> facts_pb2.Step:
    step = placed.step
    return facts_pb2.Step(
        shard=placed.shard,
        previous_position=placed.previous_position,
        position=placed.position,
        game_id=step.game_id,
        first_version=step.first_version,
        last_version=step.last_version,
        facts=(fact.public for fact in step.facts),
    )


def encode(placed: PlacedStep) -> bytes:
    return step_message(placed).SerializeToString()


class RelayGauges:
    """How the relay of this replica does, for Prometheus."""

    def __init__(self, service: str, registry: CollectorRegistry) -> None:
        self._service = service
        self._lag = Gauge(
            "thousand_relay_lag_positions",
            "Positions of a shard not known to be published; 0 where another replica relays.",
            ["service", "shard"],
            registry=registry,
        )
        published = Counter(
            "thousand_relay_published", "Steps published.", ["service"], registry=registry
        )
        self._published = published.labels(service)

    def lag(self, shard: int, positions: int) -> None:
        self._lag.labels(self._service, shard).set(positions)

    def published(self, steps: int) -> None:
        self._published.inc(steps)
