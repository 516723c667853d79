"""What a log line is about, for every line that a call causes: its trace, game and command.

Each call, and whatever works beside the calls, is a task with a context of its own, so nothing that
is bound there is ever taken back.
"""

import re
import secrets

from structlog.contextvars import bind_contextvars, get_contextvars

TRACEPARENT = "traceparent"
"""The header that passes a trace on (W3C Trace Context): version, trace, span, flags."""
FORM = re.compile(r"00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
LONGEST_ID = 64
"""Longer ids name nothing, and a caller may send megabytes of them."""


def bind_trace(traceparent: str = "") -> None:
    """The trace that the caller is in; one that begins here when he is in none."""
    passed = FORM.fullmatch(traceparent)
    bind_contextvars(trace_id=passed[1] if passed else secrets.token_hex(16))


def bind_request(request: object) -> None:
    """The game and the command that a request names, if it does."""
    for name in ("game_id", "command_id"):
        if id := getattr(request, name, ""):
            bind_contextvars(**{name: id[:LONGEST_ID]})


def passed_on() -> tuple[tuple[str, str], ...]:
    """The metadata that pass this trace on to another service; none outside of one."""
    trace_id = get_contextvars().get("trace_id")
    if trace_id is None:
        return ()
    return ((TRACEPARENT, f"00-{trace_id}-{secrets.token_hex(8)}-00"),)
