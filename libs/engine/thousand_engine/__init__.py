"""The rules of the card game 1000: pure, without clock, chance, network or disk."""

from thousand_engine.actions import Action, DealCards, SeatAction
from thousand_engine.cards import DECK, Card, Suit, hand_of, parse_cards
from thousand_engine.deal import Phase
from thousand_engine.deciding import act, decide, legal_actions
from thousand_engine.errors import BadAction, BadAgreement, Reason, Refusal, RuleBroken
from thousand_engine.facts import FACTS, Fact, GameStarted
from thousand_engine.game import Game, NextDeal, begin, evolve, fold_game, start
from thousand_engine.notation import parse_action, write_action
from thousand_engine.presets import PRESETS, agree
from thousand_engine.rules import RULES_VERSION, Rules
from thousand_engine.safe_action import safe_action
from thousand_engine.view import Onlooker, View, Viewer, view

__all__ = [
    "DECK",
    "FACTS",
    "PRESETS",
    "RULES_VERSION",
    "Action",
    "BadAction",
    "BadAgreement",
    "Card",
    "DealCards",
    "Fact",
    "Game",
    "GameStarted",
    "NextDeal",
    "Onlooker",
    "Phase",
    "Reason",
    "Refusal",
    "RuleBroken",
    "Rules",
    "SeatAction",
    "Suit",
    "View",
    "Viewer",
    "act",
    "agree",
    "begin",
    "decide",
    "evolve",
    "fold_game",
    "hand_of",
    "legal_actions",
    "parse_action",
    "parse_cards",
    "safe_action",
    "start",
    "view",
    "write_action",
]
