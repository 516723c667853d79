import base64
import hashlib
import hmac
import json
import time

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from chassis.callers import Role
from chassis.tokens import BadToken, Claims, TokenExpired, key_id_of, read, sign

PRIVATE = bytes(range(32))
PUBLIC = Ed25519PrivateKey.from_private_bytes(PRIVATE).public_key().public_bytes_raw()
FOREIGN = Ed25519PrivateKey.generate()
DAY = 86400.0
"""Tokens are made when the tests are collected, which may be long before they run."""


def claims(**changed):
    now = time.time()
    said = {"account": "g-ann", "role": Role.DIRECTOR, "key_id": "k1"}
    return Claims(**said | {"issued_at": now, "expires_at": now + DAY} | changed)


def forged(key=PRIVATE, alg="EdDSA", header=(), **changed):
    """A token with the payload of a good one, but for what is changed; None leaves it out."""
    now = time.time()
    payload = {"iss": "thousand", "sub": "g-ann", "role": "player", "scope": "all", "jti": "j"}
    payload |= {"iat": now, "exp": now + DAY} | changed
    payload = {name: value for name, value in payload.items() if value is not None}
    if isinstance(key, bytes):
        key = Ed25519PrivateKey.from_private_bytes(key)
    return jwt.encode(payload, key, algorithm=alg, headers={"kid": "k1"} | dict(header))


def with_shared_secret(secret):
    """What `jwt` itself refuses to write: HS256, with what everybody knows as the secret."""
    signed = f"{part({'alg': 'HS256', 'kid': 'k1'})}.{forged().split('.')[1]}"
    signature = hmac.digest(secret, signed.encode(), hashlib.sha256)
    return f"{signed}.{encoded(signature)}"


def looked_at(token):
    key_id_of(token)
    return read(token, PUBLIC)


def part(value):
    return encoded(json.dumps(value).encode())


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def swapped(token, header=None, payload=None):
    parts = token.split(".")
    return ".".join([header or parts[0], payload or parts[1], parts[2]])


PEM = Ed25519PublicKey.from_public_bytes(PUBLIC).public_bytes(
    Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
)
GOOD = forged()
FORGERIES = {
    "nothing": "",
    "words": "let me in",
    "dots": "..",
    "a part too many": f"{GOOD}.x",
    "without its signature": GOOD.rpartition(".")[0] + ".",
    "alg none": forged(key=None, alg="none"),
    "alg none with a signature": swapped(GOOD, header=part({"alg": "none", "kid": "k1"})),
    "no alg": swapped(GOOD, header=part({"kid": "k1"})),
    "HS256 with the public key": with_shared_secret(PUBLIC),
    "HS256 with the public key as PEM": with_shared_secret(PEM),
    "another key": forged(key=FOREIGN),
    "another issuer": forged(iss="elsewhere"),
    "another payload": swapped(GOOD, payload=part({"sub": "g-bob", "role": "operator"})),
    "a payload that is no object": swapped(GOOD, payload=part([])),
    "a header that is no object": swapped(GOOD, header=part([])),
    "a header without end": swapped(GOOD, header=encoded(b"[" * 1200)),
    "a critical extension": forged(header={"crit": ["b64"], "b64": False}),
    "not yet valid": forged(iat=time.time() + DAY),
    "not before later": forged(nbf=time.time() + DAY),
    "over-long": forged(jti="j" * 3000),
    "a narrower scope": forged(scope="table"),
    "a role nobody knows": forged(role="anybody"),
    "an account nobody could have": forged(sub="Ann!"),
    "expires at no time": forged(exp="never"),
    **{f"no {name}": forged(**{name: None}) for name in ("iss", "sub", "role", "scope", "jti")},
    **{f"no {name}": forged(**{name: None}) for name in ("iat", "exp")},
}


def test_a_token_says_what_was_signed():
    said = claims()

    token = sign(said, PRIVATE)

    assert key_id_of(token) == "k1"
    assert read(token, PUBLIC) == said


def test_no_token_is_like_another():
    said = claims()

    assert sign(said, PRIVATE) != sign(said, PRIVATE)


@pytest.mark.parametrize("token", FORGERIES.values(), ids=FORGERIES)
def test_anything_else_is_refused_without_a_word_about_it(token):
    with pytest.raises(BadToken) as refused:
        looked_at(token)

    assert refused.value.reason == "BAD_TOKEN"
    assert refused.value.facts == {}
    assert str(refused.value) == "this is no token of this platform"


@given(st.text() | st.text("ey0.-_", max_size=40))
def test_no_text_breaks_the_reader(text):
    with pytest.raises(BadToken):
        key_id_of(text)
    with pytest.raises(BadToken):
        read(text, PUBLIC)


def test_an_expired_token_is_told_from_a_false_one():
    with pytest.raises(TokenExpired):
        read(forged(exp=time.time() - 60), PUBLIC)
    with pytest.raises(BadToken):
        read(forged(exp=time.time() - 60, key=FOREIGN), PUBLIC)


def test_clocks_may_differ_a_little():
    assert read(forged(iat=time.time() + 3), PUBLIC).account == "g-ann"
