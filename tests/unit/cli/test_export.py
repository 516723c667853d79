import json
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest
from google.protobuf.any_pb2 import Any
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from thousand.table.v1 import audit_pb2, audit_pb2_grpc
from thousand_engine.text import write_text


class Audit(audit_pb2_grpc.AuditServiceServicer):
    """Keeps one game, ``t1-1``."""

    def __init__(self, record):
        self.record = record

    def GetRecord(self, request, context):
        if request.game_id != "t1-1":
            context.abort_with_status(rpc_status.to_status(no_such_game()))
        return audit_pb2.GetRecordResponse(record=json.dumps(self.record))


def no_such_game():
    """As the platform's services refuse."""
    detail = Any()
    detail.Pack(ErrorInfo(domain="thousand", reason="NO_SUCH_GAME", metadata={"game": "t9"}))
    return Status(
        code=grpc.StatusCode.NOT_FOUND.value[0], message="there is no such game", details=[detail]
    )


@pytest.fixture
def audit(record):
    return Audit(record)


@pytest.fixture
def address(audit):
    server = grpc.server(ThreadPoolExecutor(max_workers=1))
    audit_pb2_grpc.add_AuditServiceServicer_to_server(audit, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"127.0.0.1:{port}"
    server.stop(grace=None).wait()


def test_a_record_is_exported_as_one_line(thousand, address, record):
    result = thousand("export", "t1-1", "--server", address)

    assert result.exit_code == 0
    assert result.stdout.count("\n") == 1
    assert json.loads(result.stdout) == record


def test_a_text_is_exported_to_a_file(thousand, address, record, tmp_path):
    file = tmp_path / "game.1000"

    result = thousand("export", "t1-1", "--server", address, "--format", "text", "-o", file)

    assert (result.exit_code, result.stdout) == (0, "")
    assert file.read_text() == write_text(record)


def test_a_kept_game_is_told_like_its_file(thousand, address, record):
    told = thousand("replay", "t1-1", "--server", address)

    assert told.exit_code == 0
    assert told.stdout == thousand("replay", "-", given=json.dumps(record)).stdout


def test_the_server_may_stand_in_the_environment(thousand, address, monkeypatch):
    monkeypatch.setenv("THOUSAND_TABLE_SERVER", address)

    assert thousand("export", "t1-1").exit_code == 0


@pytest.mark.parametrize("command", ["export", "replay"])
def test_a_refusal_of_the_service_is_one_line(thousand, address, command):
    result = thousand(command, "t9-1", "--server", address)

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: NO_SUCH_GAME: there is no such game (game=t9)\n"


def test_a_refused_export_leaves_a_file_alone(thousand, address, tmp_path):
    file = tmp_path / "game.json"
    file.write_text("older")

    thousand("export", "t9-1", "--server", address, "-o", file)

    assert file.read_text() == "older"


def test_a_service_out_of_reach_is_one_line(thousand):
    result = thousand("export", "t1-1", "--server", "127.0.0.1:1")

    assert result.exit_code == 1
    assert result.stderr.startswith("error: UNAVAILABLE: ")
    assert result.stderr.count("\n") == 1
