import grpc.aio

from chassis.callers import Role
from chassis.run import serve
from chassis.settings import Settings
from services.table.servicer import RulesServicer
from tests.accounts import KEYS
from thousand.rules.v1 import rules_pb2_grpc
from thousand_client import catalogue
from thousand_engine import PRESETS


async def test_a_client_without_an_account_gets_the_catalogue():
    async def bind(chassis):
        rules_pb2_grpc.add_RulesServiceServicer_to_server(RulesServicer(), chassis.server)
        chassis.auth.needs({"GetCatalogue": Role.ANYBODY})

    async with (
        serve("table", bind, Settings(grace=0), KEYS) as running,
        grpc.aio.insecure_channel(running.grpc) as channel,
    ):
        read = await catalogue(channel)

    assert read.presets == PRESETS
    assert read.options["barrel_score"].values == (880, 900, "none")
    assert [constraint.other for constraint in read.constraints] == [
        "ace_marriage",
        "barrel_three_falls",
    ]
