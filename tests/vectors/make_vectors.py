"""Write fair.json and chain.json anew; shares no code with the library (ARCHITECTURE 7 and 8).

Run as `python tests/vectors/make_vectors.py FOLDER`.
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])

COUNTING = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
ZEROS = "00" * 32
ONES = "ff" * 32
# Found by search: the first secret, counted from 1, whose shuffle passes over a word (its second,
# fffffffb, where n is 23).
REJECTING = f"{4514015:064x}"


def deck_from(key):
    stream = b"".join(
        hmac.new(key, j.to_bytes(4, "big"), hashlib.sha256).digest() for j in range(5)
    )
    place = 0
    deck = [rank + suit for suit in "SCDH" for rank in "9JQKTA"]
    for i in range(23, 0, -1):
        n = i + 1
        w = int.from_bytes(stream[place : place + 4], "big")
        place += 4
        while w >= n * (2**32 // n):
            w = int.from_bytes(stream[place : place + 4], "big")
            place += 4
        r = w % n
        deck[i], deck[r] = deck[r], deck[i]
    return " ".join(deck)


deals = []
for secret, game_id, deal, attempt, nonces in [
    (COUNTING, "t1-1", 1, 0, ["", "", ""]),
    (ONES, "t7-12", 3, 1, ["11" * 32, "", "22" * 32]),
    (ZEROS, "a-0-9", 1, 0, ["", ""]),
    (COUNTING, "t1-1", 1, 1, ["", "", ""]),
    (COUNTING, "t1-1", 2, 0, ["", "", ""]),
    (COUNTING, "t1-2", 117, 12, ["", COUNTING, "", ONES]),
    (REJECTING, "t1-1", 1, 0, ["", "", ""]),
]:
    message = f"thousand-fair/1|{game_id}|{deal}|{attempt}|" + "|".join(nonces)
    key = hmac.new(bytes.fromhex(secret), message.encode("ascii"), hashlib.sha256).digest()
    deals.append(
        {
            "secret": secret,
            "game_id": game_id,
            "deal": deal,
            "attempt": attempt,
            "nonces": nonces,
            "commitment": hashlib.sha256(bytes.fromhex(secret)).hexdigest(),
            "key": key.hex(),
            "deck": deck_from(key),
        }
    )

boards = []
for secret, event_id, board, attempt in [
    (ONES, "ev1", 4, 0),
    (ONES, "ev1", 4, 1),
    (COUNTING, "spring-cup", 12, 0),
]:
    message = f"thousand-fair/1|board|{event_id}|{board}|{attempt}"
    key = hmac.new(bytes.fromhex(secret), message.encode("ascii"), hashlib.sha256).digest()
    boards.append(
        {
            "secret": secret,
            "event_id": event_id,
            "board": board,
            "attempt": attempt,
            "key": key.hex(),
            "deck": deck_from(key),
        }
    )

games = []
for game_id, facts in [
    (
        "t1-1",
        [
            (
                {
                    "type": "game.started",
                    "v": 1,
                    "version": 1,
                    "last": 1,
                    "at": 1767225600000,
                    "actor": "engine",
                    "rules": 1,
                    "options": {"target": 1000, "must_trump": True, "preset": "classic"},
                },
                None,
                None,
            ),
            (
                {
                    "type": "game.cards_dealt",
                    "v": 1,
                    "version": 2,
                    "last": 2,
                    "at": 1767225600001,
                    "actor": "engine",
                    "rules": 1,
                    "deal": 1,
                    "attempt": 0,
                },
                {"deck": deals[0]["deck"].split()},
                COUNTING,
            ),
            (
                {
                    "type": "game.cards_given",
                    "v": 2,
                    "version": 3,
                    "last": 4,
                    "at": 1767225609999,
                    "actor": "seat:1",
                    "rules": 1,
                    "seat": 1,
                },
                {"gifts": [{"card": "9S", "to": 0}, {"card": "9C", "to": 2}], "shown": False},
                COUNTING,
            ),
            (
                {
                    "type": "game.contract_set",
                    "v": 1,
                    "version": 4,
                    "last": 4,
                    "at": 1767225609999,
                    "actor": "seat:1",
                    "rules": 1,
                    "seat": 1,
                    "amount": 120,
                },
                None,
                None,
            ),
        ],
    ),
    (
        "characters-9",
        [
            (
                {
                    "type": "game.ruled",
                    "v": 1,
                    "version": 1,
                    "last": 1,
                    "at": 9007199254740991,
                    "actor": "director:zoë",
                    "rules": 1,
                    "text": 'кон "№ 1" \\ / \u2028 \x7f \x1f \b\t\n\f\r 𝄞',
                    "amounts": [-120, 0, -9007199254740991],
                    "nested": {"b": [], "a": {}, "B": [[True], [False]]},
                },
                None,
                None,
            ),
        ],
    ),
]:
    head = hashlib.sha256(b"thousand-log/1|" + game_id.encode("ascii")).digest()
    records = []
    first_head = head.hex()
    for open_, hidden, secret in facts:
        public = dict(open_)
        if hidden is not None:
            salt = hmac.new(
                bytes.fromhex(secret),
                f"thousand-log/1|salt|{game_id}|{open_['version']}".encode("ascii"),
                hashlib.sha256,
            ).digest()
            # Member names are ASCII and numbers small integers, so this is RFC 8785 here.
            text = json.dumps(hidden, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            public["hidden"] = hashlib.sha256(salt + text.encode("utf-8")).hexdigest()
        text = json.dumps(public, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        head = hashlib.sha256(head + text.encode("utf-8")).digest()
        records.append(
            {
                "open": open_,
                "hidden": hidden,
                "secret": secret,
                "public": text,
                "head": head.hex(),
            }
        )
    games.append({"game_id": game_id, "first_head": first_head, "facts": records})

for name, content in [
    ("fair.json", {"protocol": "thousand-fair/1", "deals": deals, "boards": boards}),
    ("chain.json", {"protocol": "thousand-log/1", "games": games}),
]:
    text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    (FOLDER / name).write_text(text, encoding="utf-8")
