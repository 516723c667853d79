"""The log nobody can rewrite: public forms and their chain (``thousand-log/1``, ARCHITECTURE 8)."""

import hashlib
import hmac
from collections.abc import Mapping

from thousand_evidence.canonical import canonical
from thousand_evidence.values import check_bytes, check_id, check_number

PROTOCOL = "thousand-log/1"


def first_head(game_id: str) -> bytes:
    """H(0), the head before a game's first fact; ValueError when the id has not its form."""
    return hashlib.sha256(f"{PROTOCOL}|{check_id(game_id)}".encode()).digest()


def next_head(head: bytes, public: bytes) -> bytes:
    """H(k), from H(k-1) and the public form of fact k as it is stored."""
    return hashlib.sha256(check_bytes("head", head) + public).digest()


def salt(secret: bytes, game_id: str, version: int) -> bytes:
    """What keeps the hidden fields of one fact from being guessed.

    ``secret`` is that of the distribution the fact belongs to; ValueError when a value has not
    its form.
    """
    text = f"{PROTOCOL}|salt|{check_id(game_id)}|{check_number('version', version, 1)}"
    return hmac.digest(check_bytes("secret", secret), text.encode(), "sha256")


def public_form(
    open_: Mapping[str, object], hidden: Mapping[str, object] | None, salt: bytes | None
) -> bytes:
    """What everybody gets of a fact, and what is chained.

    The salt is needed, and used, only when there are hidden fields. ValueError without it, and
    for values that ``canonical`` refuses.
    """
    if "hidden" in open_:
        raise ValueError("the member 'hidden' is made here, from the hidden fields")
    if not hidden:
        return canonical(open_)
    if salt is None:
        raise ValueError("hidden fields need the salt of their distribution")
    digest = hashlib.sha256(check_bytes("salt", salt) + canonical(hidden)).hexdigest()
    return canonical({**open_, "hidden": digest})
