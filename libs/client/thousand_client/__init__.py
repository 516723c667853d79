"""A client for the table service: calls in the engine's values, and a player of seats."""

from thousand_client.errors import RefusedError, refusal_of
from thousand_client.identity import Credentials, ServiceSession, Session, Token, guest
from thousand_client.player import Player
from thousand_client.table import Look, TableClient, Update

__all__ = [
    "Credentials",
    "Look",
    "Player",
    "RefusedError",
    "ServiceSession",
    "Session",
    "TableClient",
    "Token",
    "Update",
    "guest",
    "refusal_of",
]
