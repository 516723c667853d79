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


FRESH = [rank + suit for suit in "SCDH" for rank in "9JQKTA"]


class Words:
    def __init__(self, key):
        # More than twenty times what a shuffle takes.
        self.stream = b"".join(
            hmac.new(key, j.to_bytes(4, "big"), hashlib.sha256).digest() for j in range(64)
        )
        self.place = 0

    def number(self, n):
        while True:
            w = int.from_bytes(self.stream[self.place : self.place + 4], "big")
            self.place += 4
            if w < n * (2**32 // n):
                return w % n

    def swap(self, deck):
        for i in range(23, 0, -1):
            r = self.number(i + 1)
            deck[i], deck[r] = deck[r], deck[i]

    def cut(self, deck):
        for _ in range(self.number(23) + 1):
            deck.append(deck.pop(0))


def deck_from(key):
    deck = list(FRESH)
    Words(key).swap(deck)
    return " ".join(deck)


def pack_from(key, stack, jack_rule):
    """The deck, the cuts that were shown, whether the cutter is fined."""
    words = Words(key)
    deck = stack.split() or list(FRESH)
    cuts = []
    if not stack:
        words.swap(deck)
    if not jack_rule:
        if stack:
            words.cut(deck)
        return " ".join(deck), "", False
    row = ""
    while True:
        words.cut(deck)
        cuts.append("cutter:" + deck[23])
        row += deck[23][0]
        if row.endswith("999"):
            words.swap(deck)
            words.cut(deck)
            cuts.append("cutter:" + deck[23])
            break
        if row.endswith("J") and jack_rule == "reshuffle":
            words.swap(deck)
        elif row.endswith("J") and jack_rule == "dealer_cuts_once":
            words.cut(deck)
            cuts.append("dealer:" + deck[23])
            break
        elif row.endswith("J"):
            deck.insert(12, deck.pop())
            break
        elif not row.endswith("9"):
            break
    return " ".join(deck), " ".join(cuts), row.endswith("999")


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

# Found by search among secrets counted from 1; the comments are what the cuts show.
STACK = "JH QC AC QH TD 9S QD JC JS AD QS KD AS AH KS 9C 9D TS TC 9H KH KC JD TH"
# Cut by REJECTING it shows a nine, and the word of the next cut is passed over.
STACK_ON_A_NINE = "TD 9S QD JC JS AD QS KD AS AH KS 9C 9D TS TC 9H KH KC JD TH JH QC AC QH"
PACKS = [
    (f"{number:064x}", stack, jack_rule)
    for number, stack, jack_rule in [
        (1, "", ""),
        (1, STACK, ""),
        (2, "", "to_middle_no_cut"),  # neither
        (1, STACK, "to_middle_no_cut"),  # neither
        (1, "", "to_middle_no_cut"),  # jack
        (55, STACK, "to_middle_no_cut"),  # nine, jack
        (14, "", "to_middle_no_cut"),  # nine, nine, jack
        (100, "", "to_middle_no_cut"),  # nine, nine, neither
        (66, "", "to_middle_no_cut"),  # three nines, neither
        (737, "", "to_middle_no_cut"),  # three nines, jack
        (899, "", "to_middle_no_cut"),  # four nines
        (1545, STACK, "to_middle_no_cut"),  # four nines
        (4514015, STACK_ON_A_NINE, "to_middle_no_cut"),  # nine, neither
        (1, "", "dealer_cuts_once"),  # jack, neither
        (28, "", "dealer_cuts_once"),  # jack, jack
        (120, "", "dealer_cuts_once"),  # jack, nine
        (265, STACK, "dealer_cuts_once"),  # nine, jack, nine
        (351, STACK, "dealer_cuts_once"),  # three nines, neither
        (1, "", "reshuffle"),  # jack, neither
        (651, "", "reshuffle"),  # jack, jack, jack, neither
        (1685, "", "reshuffle"),  # nine, nine, jack, nine, nine, neither
        (622, STACK, "reshuffle"),  # nine, jack, nine, nine, neither
        (20, "", "reshuffle"),  # nine, jack, three nines, neither
        (2866, STACK, "reshuffle"),  # three nines, jack
    ]
]

cut_decks = []
for secret, stack, jack_rule in PACKS:
    message = "thousand-fair/1|t1-1|1|0|||"
    key = hmac.new(bytes.fromhex(secret), message.encode("ascii"), hashlib.sha256).digest()
    deck, cuts, fined = pack_from(key, stack, jack_rule)
    cut_decks.append(
        {
            "key": key.hex(),
            "stack": stack,
            "jack_rule": jack_rule,
            "cuts": cuts,
            "fined": fined,
            "deck": deck,
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
    (
        "fair.json",
        {"protocol": "thousand-fair/1", "deals": deals, "boards": boards, "cut_decks": cut_decks},
    ),
    ("chain.json", {"protocol": "thousand-log/1", "games": games}),
]:
    text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    (FOLDER / name).write_text(text, encoding="utf-8")
