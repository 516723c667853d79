"""Steps from elsewhere, turned into application calls."""

import grpc.aio

from chassis.bus import BusMetrics, Consumer, Page, ReadSteps
from services.scoring.application import Counting
from services.scoring.facts import Step
from thousand.table.v1 import facts_pb2, table_pb2, table_pb2_grpc
from thousand_client.identity import Credentials
from thousand_log.errors import StoreUnreachable

ROOT = "thousand.table.v1.steps"
"""What the subjects of the table service's steps begin with."""
SECONDS_TO_READ = 10.0


def read_step(message: facts_pb2.Step) -> Step:
    return Step(
        shard=message.shard,
        previous_position=message.previous_position,
        position=message.position,
        game_id=message.game_id,
        first_version=message.first_version,
        last_version=message.last_version,
        facts=tuple(message.facts),
    )


def parse(data: bytes) -> Step:
    """The step of a message on the bus; DecodeError when it is none."""
    return read_step(facts_pb2.Step.FromString(data))


def reader_of(channel: grpc.aio.Channel, credentials: Credentials) -> ReadSteps[Step]:
    """Asks the table service at the other end of a channel for steps."""
    table = table_pb2_grpc.TableServiceStub(channel)

    async def read_steps(shard: int, after: int) -> Page[Step]:
        answer = await table.ReadSteps(
            table_pb2.ReadStepsRequest(shard=shard, after=after),
            metadata=await credentials.metadata(),
            timeout=SECONDS_TO_READ,
        )
        return Page([read_step(message) for message in answer.steps], answer.shards)

    return read_steps


def consumer_of(
    counting: Counting, read_steps: ReadSteps[Step], metrics: BusMetrics
) -> Consumer[Step]:
    """Brings every step of every game to be counted."""
    return Consumer(counting, read_steps, parse=parse, away=StoreUnreachable, metrics=metrics)
