import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thousand_engine.cards import DECK
from thousand_evidence.canonical import canonical
from thousand_evidence.chain import first_head, next_head, public_form, salt

VECTORS = json.loads(
    Path(__file__).parents[2].joinpath("vectors/chain.json").read_text(encoding="utf-8")
)
SECRET = bytes(range(32))
CODES = [card.code for card in DECK]


@pytest.mark.parametrize("game", VECTORS["games"], ids=lambda game: game["game_id"])
def test_a_games_chain_is_the_vectors(game):
    head = first_head(game["game_id"])

    assert head.hex() == game["first_head"]
    for fact in game["facts"]:
        grains = None
        if fact["secret"]:
            secret = bytes.fromhex(fact["secret"])
            grains = salt(secret, game["game_id"], fact["open"]["version"])

        public = public_form(fact["open"], fact["hidden"], grains)
        head = next_head(head, public)

        assert public.decode() == fact["public"]
        assert head.hex() == fact["head"]


def heads(public_forms):
    head = first_head("t1-1")
    for public in public_forms:
        head = next_head(head, public)
    return head


@given(st.lists(st.binary(min_size=1), min_size=1), st.data())
def test_a_changed_byte_anywhere_changes_the_head(public_forms, data):
    which = data.draw(st.integers(0, len(public_forms) - 1))
    place = data.draw(st.integers(0, len(public_forms[which]) - 1))
    changed = bytearray(public_forms[which])
    changed[place] ^= data.draw(st.integers(1, 255))

    forged = [*public_forms[:which], bytes(changed), *public_forms[which + 1 :]]

    assert heads(forged) != heads(public_forms)


def test_a_hidden_card_cannot_be_found_by_trying_all_of_them():
    public = json.loads(
        public_form({"type": "game.cards_given"}, {"card": "TS"}, salt(SECRET, "t1-1", 7))
    )

    unsalted = {hashlib.sha256(canonical({"card": code})).hexdigest() for code in CODES}
    known_salts = [bytes(32), first_head("t1-1"), salt(bytes(32), "t1-1", 7)]
    salted = {
        json.loads(public_form({}, {"card": code}, grains))["hidden"]
        for code in CODES
        for grains in known_salts
    }

    assert public["hidden"] not in unsalted | salted


def test_who_has_the_secret_finds_the_hidden_card_at_once():
    open_ = {"type": "game.cards_given"}
    grains = salt(SECRET, "t1-1", 7)
    public = public_form(open_, {"card": "TS"}, grains)

    found = [code for code in CODES if public_form(open_, {"card": code}, grains) == public]

    assert found == ["TS"]


def test_the_same_card_looks_different_in_every_fact_and_game():
    places = [("t1-1", 1), ("t1-1", 2), ("t1-2", 1)]

    forms = {public_form({}, {"card": "TS"}, salt(SECRET, *place)) for place in places}

    assert len(forms) == 3


def test_hidden_fields_without_a_salt_are_refused():
    with pytest.raises(ValueError, match="need the salt"):
        public_form({}, {"card": "TS"}, None)


def test_a_fact_cannot_bring_a_hidden_member_of_its_own():
    with pytest.raises(ValueError, match="'hidden' is made here"):
        public_form({"hidden": "00"}, None, None)


@pytest.mark.parametrize("hidden", [None, {}], ids=["none", "empty"])
def test_a_fact_that_hides_nothing_has_no_hidden_member(hidden):
    assert public_form({"seat": 1}, hidden, bytes(32)) == b'{"seat":1}'


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(1.0, id="a float"),
        pytest.param(None, id="null"),
        pytest.param(2**53, id="an integer above 2^53 - 1"),
        pytest.param(-(2**53), id="an integer below -2^53 + 1"),
        pytest.param({"ключ": 1}, id="a member name outside ASCII"),
        pytest.param({1: 1}, id="a member name that is no text"),
        pytest.param(b"", id="bytes"),
        pytest.param("\ud800", id="half a character"),
        pytest.param([[{"deep": [None]}]], id="null, deep inside"),
    ],
)
def test_a_public_form_refuses(value):
    with pytest.raises(ValueError, match=r"."):
        public_form({"value": value}, None, None)


def test_a_short_head_is_refused():
    with pytest.raises(ValueError, match="the head is 32 bytes long"):
        next_head(b"", b"{}")
