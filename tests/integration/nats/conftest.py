import uuid

import pytest

from chassis.jetstream import Stream
from thousand_cli.embedded_nats import EmbeddedNats


@pytest.fixture
def stream():
    """A stream of its own for every test."""
    return Stream(f"test{uuid.uuid4().hex}.steps")


@pytest.fixture
def own_nats(tmp_path):
    """A server that a test may stop."""
    server = EmbeddedNats(tmp_path / "nats")
    server.start()
    yield server
    server.stop()
