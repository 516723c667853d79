"""The keys that tokens are signed with."""

import secrets
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningKey:
    """An Ed25519 key pair, 32 bytes each; ``id`` is the ``kid`` of tokens."""

    id: str
    private: bytes = field(repr=False)
    public: bytes


def new_key() -> SigningKey:
    """A key that nobody has seen."""
    private = Ed25519PrivateKey.generate()
    return SigningKey(
        id=secrets.token_hex(8),
        private=private.private_bytes_raw(),
        public=private.public_key().public_bytes_raw(),
    )
