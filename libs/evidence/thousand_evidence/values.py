"""What may be hashed: the few checks that every protocol of ours begins with (ARCHITECTURE 7)."""

import re

HASH_BYTES = 32
"""Length of a secret, a nonce, a salt and a head."""

_ID = re.compile(r"[a-z0-9-]+")


def check_id(text: str) -> str:
    """The id of a game, event or table; ValueError unless it is made of ``[a-z0-9-]``."""
    if not _ID.fullmatch(text):
        raise ValueError(f"an id is made of a-z, 0-9 and dashes, not {text!r:.80}")
    return text


def check_bytes(name: str, value: bytes) -> bytes:
    """Exactly 32 bytes; ValueError otherwise, which never shows them."""
    if len(value) != HASH_BYTES:
        raise ValueError(f"the {name} is {HASH_BYTES} bytes long, not {len(value)}")
    return value


def check_number(name: str, value: int, least: int) -> int:
    """A number counted from ``least``; ValueError when it is lower."""
    if value < least:
        raise ValueError(f"the {name} is at least {least}, not {value}")
    return value
