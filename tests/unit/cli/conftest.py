"""The command as a person calls it, and the rule book's complete deal as a game."""

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from thousand_cli.main import main
from thousand_engine import DealCards, agree, hand_of, parse_action, parse_cards, start
from thousand_engine.dealing import deck_of
from thousand_engine.deciding import act
from thousand_engine.game import begin
from thousand_engine.record import write_record

CASES = Path(__file__).parents[2] / "cases"


@pytest.fixture
def thousand(monkeypatch):
    monkeypatch.delenv("THOUSAND_TABLE_SERVER", raising=False)

    def thousand(*words, given=None):
        return CliRunner().invoke(main, list(map(str, words)), input=given)

    return thousand


@pytest.fixture(scope="session")
def complete_deal():
    """The case deal-ew-complete of the rule book (RULES E-W)."""
    cases = yaml.safe_load((CASES / "deal.yaml").read_text())
    return next(case for case in cases if case["id"] == "deal-ew-complete")


@pytest.fixture
def record_of(complete_deal):
    """Makes the record of a game: the cards of the complete deal, and these actions."""

    def record_of(actions):
        hands = tuple(hand_of(parse_cards(hand)) for hand in complete_deal["hands"])
        deck = deck_of(agree(), hands, [parse_cards(complete_deal["talon"])], dealer=0)
        started = start(agree(), 0)
        facts, game = act(begin(started), DealCards(0, 1, 0, deck))
        for text in actions:
            step, game = act(game, parse_action(text))
            facts += step
        return write_record("complete", (started, *facts))

    return record_of


@pytest.fixture
def dealt():
    """Makes a game with its first deal laid; hands and talons as the rule book writes them."""

    def dealt(hands, *talons, preset="classic_ru", dealer=0, **options):
        game = begin(start(agree(preset, options), dealer))
        cards = tuple(hand_of(parse_cards(hand)) for hand in hands)
        deck = deck_of(game.rules, cards, tuple(map(parse_cards, talons)), dealer)
        return act(game, DealCards(dealer, 1, 0, deck))

    return dealt


@pytest.fixture
def record(complete_deal, record_of):
    """The complete deal as the record of a game that has only begun."""
    return record_of(complete_deal["actions"])
