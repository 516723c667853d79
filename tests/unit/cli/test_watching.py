"""What a spectator is told: the public form of every fact, and totals when they change."""

from random import Random

import pytest

from tests.unit.cli.open_forms import open_form
from tests.unit.cli.test_telling import WORDS
from thousand_cli.watching import told
from thousand_client import Update
from thousand_engine import Onlooker, agree, view
from thousand_engine.policy import POLICIES
from thousand_engine.simulation import play_game


def lines(*members, seen=None):
    return [text.plain.strip() for text in told(Update(1, "", members, seen))]


@pytest.mark.parametrize("fact", [fact for fact, _ in WORDS], ids=lambda fact: type(fact).__name__)
def test_every_fact_is_told_to_everybody(fact):
    assert len(lines(open_form(fact))) == 1


def test_what_the_table_itself_does_is_told_too():
    assert lines({"type": "game.deck_cut", "seat": 1, "card": "JS"}) == [
        "cut        seat 1 shows JS"
    ]
    assert lines({"type": "game.seat_taken", "seat": 1, "account": "ann"}) == [
        "sits down  ann at seat 1"
    ]


def test_what_is_not_known_here_is_passed_over():
    assert lines({"type": "game.chat_said", "text": "hello"}) == []


@pytest.mark.parametrize(("preset", "players"), [("tysiac_pl", 2), ("reference_short", 4)])
def test_no_card_is_told_before_it_is_seen(preset, players):
    rules = agree(preset, {"players": players})
    steps = play_game(rules, POLICIES["simple"], Random(1), most_deals=1)
    for facts, game in steps:
        seen = view(game, Onlooker.SPECTATOR)
        said = " ".join(lines(*map(open_form, facts), seen=seen)).split()
        if any(hasattr(fact, "deck") and hasattr(fact, "hands") for fact in facts):
            assert not {card.code for card in game.deal.deck} & set(said)


def test_who_rests_and_the_totals_are_told():
    rules = agree("club_3_4", {"players": 4})
    (_, (dealt, first), *_, (ended, last)) = play_game(
        rules, POLICIES["simple"], Random(1), most_deals=1
    )

    heading = lines(*map(open_form, dealt), seen=view(first, Onlooker.SPECTATOR))[0]
    closing = lines(*map(open_form, ended), seen=view(last, Onlooker.SPECTATOR))[-1]

    assert heading == f"Deal 1, dealer seat {first.deal.dealer}, seat {first.deal.dealer} rests"
    assert closing.split() == ["totals", *map(str, last.sheet.totals)]
