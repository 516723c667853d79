"""What tables can agree on, asked of a table service."""

import grpc.aio

from thousand.rules.v1 import rules_pb2, rules_pb2_grpc
from thousand_wire.catalogue import Catalogue, read_catalogue


async def catalogue(channel: grpc.aio.Channel) -> Catalogue:
    """Every option, what ties options together, every preset, on a channel to the table service.

    It needs no account. A refused call raises grpc.aio.AioRpcError.
    """
    answer = await rules_pb2_grpc.RulesServiceStub(channel).GetCatalogue(
        rules_pb2.GetCatalogueRequest()
    )
    return read_catalogue(answer.catalogue)
