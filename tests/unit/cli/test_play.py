"""A table in the terminal, without a platform: what is typed, and what comes of it."""

import asyncio
import builtins
import io
from itertools import product
from random import Random

import pytest
from rich.console import Console

from tests.unit.cli.open_forms import open_form
from thousand_cli import play
from thousand_client import Update
from thousand_engine import DealCards, act, agree, parse_action, start, view
from thousand_engine.cards import DECK
from thousand_engine.game import begin
from thousand_engine.policy import simple_player
from thousand_engine.presets import PRESETS

GRACE = 200
"""More prompts than a deal has."""


class Platform:
    """Keeps one game, in which simple players hold every seat but the first."""

    def __init__(self, game, facts, random):
        self.game = game
        self.random = random
        self.updates = []
        self.acted = []
        self.deals = 1
        self.keep(facts, game)

    def keep(self, facts, game):
        self.game = game
        open_facts = tuple(map(open_form, facts))
        self.updates.append(Update(len(self.updates), "", open_facts, view(game, 0)))

    async def act(self, _game_id, _command_id, action, expected_version=None):
        self.acted.append((action, expected_version))
        self.keep(*act(self.game, action))

    def others_act(self):
        """One action of a seat that is not the first, or of the table."""
        coming = self.game.coming
        if self.game.awaits_deal:
            self.deals += 1
            deck = tuple(self.random.sample(DECK, len(DECK)))
            laid = DealCards(coming.dealer, coming.deal, coming.attempt, deck)
            self.keep(*act(self.game, laid))
        elif self.game.to_act:
            self.keep(*act(self.game, simple_player(self.game, self.random)))

    async def followed(self, *_words, lost):
        told = 0
        while self.game.winner is None or told < len(self.updates):
            if told == len(self.updates):
                self.others_act()
            yield self.updates[told]
            told += 1


@pytest.fixture
def sit(monkeypatch):
    """Sits at the first seat and types these lines, then quit: what was said, and the platform."""

    def sit(facts, game, typed, seed=0):
        platform = Platform(game, facts, Random(seed))
        lines = iter(typed)
        prompts = []

        def typing(prompt):
            prompts.append(prompt)
            return next(lines, "quit")

        monkeypatch.setattr(builtins, "input", typing)
        monkeypatch.setattr(play, "followed", platform.followed)
        said = io.StringIO()
        console = Console(file=said, width=100, highlight=False, markup=False, soft_wrap=True)
        platform.over = asyncio.run(play.Table(platform, "t1-1", console).play())
        platform.said, platform.prompts = said.getvalue(), prompts
        return platform

    return sit


def dealt_by_lot(preset, players, seed):
    game = begin(start(agree(preset, {"players": players}), seed % players))
    deck = tuple(Random(seed).sample(DECK, len(DECK)))
    return act(game, DealCards(game.coming.dealer, 1, 0, deck))


@pytest.mark.parametrize(("preset", "players"), list(product(PRESETS, (2, 3, 4))))
def test_whoever_presses_enter_plays_deals_of_every_preset(sit, preset, players):
    played = sit(*dealt_by_lot(preset, players, 7), [""] * GRACE)

    assert played.deals > 1
    assert "totals" in played.said
    assert "Traceback" not in played.said


HANDS = ("9S 9C 9D 9H JS QS KS", "TS AS JC QC KC TC AC", "JD QD KD TD AD JH QH")
TALON = "KH TH AH"


def test_a_claim_out_of_turn_is_offered_and_made(sit, dealt):
    facts, game = dealt(HANDS, TALON, dealer=0)
    assert game.to_act == 2

    played = sit(facts, game, ["claim"])

    assert played.prompts[0] == "[go on] > "
    assert played.acted == [(parse_action("0 claim"), None)]
    assert "redeal" in played.said


def test_a_claim_out_of_turn_that_is_let_be_is_not_offered_again(sit, dealt):
    facts, game = dealt(HANDS, TALON, dealer=0)

    played = sit(facts, game, ["", "pass"])

    assert played.prompts[:2] == ["[go on] > ", "[pass] > "]


def test_what_is_left_undone_waits(sit, dealt):
    facts, game = dealt(HANDS, TALON, dealer=1)

    played = sit(facts, game, [])

    assert (played.over, played.acted) == (False, [])


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--game", "t1-1", "--players", "2"), "--game goes on as it was agreed"),
        (("--game", "t1-1", "--preset", "kosar"), "--game goes on as it was agreed"),
        (("--option", "golden"), "--option is ID=VALUE, not 'golden'"),
        (("--option", "golden=maybe"), "BAD_AGREEMENT: golden is off or on, not 'maybe'"),
        (("--players", "5"), "5 is not in the range 2<=x<=4"),
    ],
)
def test_what_cannot_be_agreed_is_refused_before_anybody_is_called(thousand, words, line):
    result = thousand("play", *words)

    assert result.exit_code != 0
    assert line in result.stderr
