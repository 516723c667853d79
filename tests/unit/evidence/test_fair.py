import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thousand_engine.cards import DECK
from thousand_evidence.fair import below, board_key, commitment, deal_key, shuffled

VECTORS = json.loads(
    Path(__file__).parents[2].joinpath("vectors/fair.json").read_text(encoding="utf-8")
)
SECRET = bytes(range(32))


def spelled(*values):
    return "/".join(map(str, values))


@pytest.mark.parametrize(
    "deal",
    VECTORS["deals"],
    ids=lambda deal: spelled(deal["game_id"], deal["deal"], deal["attempt"], deal["secret"][-4:]),
)
def test_a_deal_is_the_vectors(deal):
    secret = bytes.fromhex(deal["secret"])
    nonces = [bytes.fromhex(nonce) for nonce in deal["nonces"]]

    key = deal_key(secret, deal["game_id"], deal["deal"], deal["attempt"], nonces)

    assert commitment(secret) == deal["commitment"]
    assert key.hex() == deal["key"]
    assert shuffled(key) == tuple(deal["deck"].split())


@pytest.mark.parametrize(
    "board",
    VECTORS["boards"],
    ids=lambda board: spelled(board["event_id"], board["board"], board["attempt"]),
)
def test_a_board_is_the_vectors(board):
    secret = bytes.fromhex(board["secret"])

    key = board_key(secret, board["event_id"], board["board"], board["attempt"])

    assert key.hex() == board["key"]
    assert shuffled(key) == tuple(board["deck"].split())


@given(st.binary(min_size=32, max_size=32))
def test_every_secret_deals_each_card_once(secret):
    deck = shuffled(deal_key(secret, "t1-1", 1, 0, [b"", b"", b""]))

    assert sorted(deck) == sorted(card.code for card in DECK)


def test_a_word_that_favours_low_numbers_is_passed_over():
    highest_fair = 3 * (2**32 // 3) - 1

    assert below(3, iter([2**32 - 1, highest_fair])) == 2


def test_whatever_is_agreed_on_changes_the_key():
    nonce = bytes(32)
    keys = {
        deal_key(SECRET, "t1-1", 1, 0, [b"", b"", b""]),
        deal_key(bytes(32), "t1-1", 1, 0, [b"", b"", b""]),
        deal_key(SECRET, "t1-2", 1, 0, [b"", b"", b""]),
        deal_key(SECRET, "t1-1", 2, 0, [b"", b"", b""]),
        deal_key(SECRET, "t1-1", 1, 1, [b"", b"", b""]),
        deal_key(SECRET, "t1-1", 1, 0, [b"", b""]),
        deal_key(SECRET, "t1-1", 1, 0, [nonce, b"", b""]),
        deal_key(SECRET, "t1-1", 1, 0, [b"", nonce, b""]),
        board_key(SECRET, "t1-1", 1, 0),
    }

    assert len(keys) == 9


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        pytest.param(
            {"secret": bytes(31)}, "the secret is 32 bytes long, not 31", id="short secret"
        ),
        pytest.param(
            {"nonces": [bytes(33)]}, "the nonce is 32 bytes long, not 33", id="long nonce"
        ),
        pytest.param({"game_id": "t1|1"}, "an id is made of .* not 't1|1'", id="a bar in the id"),
        pytest.param({"game_id": "T1-1"}, "an id is made of", id="a capital in the id"),
        pytest.param({"game_id": "t1-1\n"}, "an id is made of", id="a line end in the id"),
        pytest.param({"game_id": ""}, "an id is made of", id="no id"),
        pytest.param({"deal": 0}, "the deal is at least 1, not 0", id="deal zero"),
        pytest.param({"attempt": -1}, "the attempt is at least 0, not -1", id="attempt below zero"),
    ],
)
def test_a_value_out_of_form_is_refused(wrong, sentence):
    right = {"secret": SECRET, "game_id": "t1-1", "deal": 1, "attempt": 0, "nonces": [b""] * 3}

    with pytest.raises(ValueError, match=sentence):
        deal_key(**(right | wrong))
