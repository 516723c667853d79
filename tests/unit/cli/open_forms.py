"""Facts as a spectator gets them."""

import json
from dataclasses import asdict

from thousand_engine.facts import NAMES

TYPES = {fact: f"game.{name}" for name, fact in NAMES.items()}


def open_form(fact):
    """A fact without what is sealed."""
    members = {
        name: value
        for name, value in asdict(fact).items()
        if value is not None and name not in fact.hidden_fields
    }
    return json.loads(json.dumps({"type": TYPES[type(fact)], **members}))
