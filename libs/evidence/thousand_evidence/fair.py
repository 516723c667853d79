"""Fair deals: which cards follow from a secret and nonces (``thousand-fair/1``, ARCHITECTURE 7)."""

import hashlib
import hmac
import itertools
import struct
from collections.abc import Iterator, Sequence

from thousand_engine.cards import DECK, codes
from thousand_evidence.values import check_bytes, check_id, check_number

PROTOCOL = "thousand-fair/1"
UNSHUFFLED: tuple[str, ...] = codes(DECK)
"""The cards before a full shuffle, top first (step 5)."""


def commitment(secret: bytes) -> str:
    """What is published of a secret before any card exists: its SHA-256 in hex (step 1)."""
    return hashlib.sha256(check_bytes("secret", secret)).hexdigest()


def deal_key(
    secret: bytes, game_id: str, deal: int, attempt: int, nonces: Sequence[bytes]
) -> bytes:
    """The key of one distribution (step 3); ValueError when a value has not its form.

    ``nonces`` has one member for every seat of the game, ``b""`` for a seat that gave none.
    """
    fields = [
        PROTOCOL,
        check_id(game_id),
        str(check_number("deal", deal, 1)),
        str(check_number("attempt", attempt, 0)),
        *(check_bytes("nonce", nonce).hex() if nonce else "" for nonce in nonces),
    ]
    return _key(secret, fields)


def board_key(secret: bytes, event_id: str, board: int, attempt: int) -> bytes:
    """The key of a board, the same at every table of the event; ValueError as ``deal_key``."""
    fields = [
        PROTOCOL,
        "board",
        check_id(event_id),
        str(check_number("board", board, 1)),
        str(check_number("attempt", attempt, 0)),
    ]
    return _key(secret, fields)


def words(key: bytes) -> Iterator[int]:
    """The endless stream of 32-bit words that a key stands for (step 4)."""
    for block in itertools.count():
        yield from struct.unpack(">8I", hmac.digest(key, struct.pack(">I", block), "sha256"))


def below(n: int, stream: Iterator[int]) -> int:
    """The next number in 0 … n-1. Words that would favour the low ones are passed over (step 5)."""
    fair = n * (2**32 // n)
    return next(word for word in stream if word < fair) % n


def shuffle(stream: Iterator[int], deck: Sequence[str] = UNSHUFFLED) -> tuple[str, ...]:
    """The cards as the next words swap them from where they lie, top first (step 5)."""
    cards = list(deck)
    for i in reversed(range(1, len(cards))):
        r = below(i + 1, stream)
        cards[i], cards[r] = cards[r], cards[i]
    return tuple(cards)


def shuffled(key: bytes) -> tuple[str, ...]:
    """The 24 cards that a key stands for, top first."""
    return shuffle(words(key))


def _key(secret: bytes, fields: Sequence[str]) -> bytes:
    return hmac.digest(check_bytes("secret", secret), "|".join(fields).encode(), "sha256")
