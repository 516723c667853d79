"""Who is calling: the one place that knows."""

import re
from typing import Any

import grpc.aio

from thousand_engine.errors import Refusal

ACCOUNT_KEY = "thousand-account"
ACCOUNT = re.compile(r"[a-z0-9_-]{1,64}")


class Unauthenticated(Refusal):
    """Nobody is known to be calling."""


def caller(context: grpc.aio.ServicerContext[Any, Any]) -> str:
    """The account that calls, as the call's metadata names it.

    Unauthenticated with NO_ACCOUNT or BAD_ACCOUNT.
    """
    metadata = dict(context.invocation_metadata() or ())
    account = metadata.get(ACCOUNT_KEY)
    if not isinstance(account, str):
        raise Unauthenticated("NO_ACCOUNT", f"the metadata key {ACCOUNT_KEY} names no account")
    if not ACCOUNT.fullmatch(account):
        raise Unauthenticated(
            "BAD_ACCOUNT", "an account is 1 to 64 of a-z, 0-9, hyphen and underscore"
        )
    return account
