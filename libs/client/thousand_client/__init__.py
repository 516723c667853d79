"""A client for the table service: calls in the engine's values, and a player of seats."""

from thousand_client.errors import RefusedError, refusal_of
from thousand_client.identity import Credentials, ServiceSession, Session, Token, guest
from thousand_client.player import Player
from thousand_client.rules import catalogue
from thousand_client.table import Look, TableClient, Update
from thousand_wire.catalogue import Catalogue

__all__ = [
    "Catalogue",
    "Credentials",
    "Look",
    "Player",
    "RefusedError",
    "ServiceSession",
    "Session",
    "TableClient",
    "Token",
    "Update",
    "catalogue",
    "guest",
    "refusal_of",
]
