"""What the table service says to its operator, for tests that await it."""

import pytest
from structlog.testing import capture_logs


@pytest.fixture
def alarms():
    with capture_logs() as logs:
        yield logs
