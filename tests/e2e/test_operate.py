import asyncio
import os
import subprocess
import sys

import grpc
import grpc.aio
import pytest

from tests.e2e.platforms import new_home, platform
from thousand.scoring.v1 import scoring_pb2, scoring_pb2_grpc
from thousand_client import guest


def thousand(home, *words):
    return subprocess.run(
        [sys.executable, "-m", "thousand_cli", *words],
        capture_output=True,
        check=False,
        env=os.environ | {"THOUSAND_HOME": str(home)},
        text=True,
    )


async def code_of(rebuild):
    try:
        await rebuild()
    except grpc.aio.AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK


async def until(code, rebuild):
    """Services hear of a role within ten seconds."""
    async with asyncio.timeout(10):
        while await code_of(rebuild) is not code:  # noqa: ASYNC110 - a role tells nobody
            await asyncio.sleep(0.5)


@pytest.mark.timeout(180)
async def test_a_role_is_given_and_taken_on_the_machine_itself():
    with new_home() as home, platform(home) as (_, said):
        async with (
            grpc.aio.insecure_channel(said["grpc"]["identity"]) as door,
            grpc.aio.insecure_channel(said["grpc"]["scoring"]) as channel,
        ):
            olga = await guest(door)
            scoring = scoring_pb2_grpc.ScoringServiceStub(channel)

            async def rebuild():
                request = scoring_pb2.RebuildRequest()
                await scoring.Rebuild(request, metadata=await olga.metadata())

            assert await code_of(rebuild) is grpc.StatusCode.PERMISSION_DENIED

            given = thousand(home, "operate", "role", olga.account, "operator")
            assert (given.returncode, given.stdout) == (0, f"{olga.account} is operator\n")
            await until(grpc.StatusCode.OK, rebuild)

            taken = thousand(home, "operate", "role", olga.account, "operator", "--take")
            assert (taken.returncode, taken.stdout) == (
                0,
                f"{olga.account} is no longer operator\n",
            )
            await until(grpc.StatusCode.PERMISSION_DENIED, rebuild)


@pytest.mark.parametrize(
    "words",
    [("operate", "role", "g-anna", "director"), ("relay", "parked"), ("relay", "retry", "t1-1")],
)
def test_where_no_platform_runs_the_command_says_so(tmp_path, words):
    refused = thousand(tmp_path, *words)

    assert refused.returncode == 1
    assert refused.stderr.startswith("error: NOT_RUNNING: ")
