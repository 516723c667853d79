"""Seats, numbered clockwise from 0, and the order of play (RULES J1)."""

from typing import TypeVar

Value = TypeVar("Value")


def after(seat: int, players: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % players


def before(seat: int, players: int) -> int:
    """The seat from which the turn comes: the neighbour on the right."""
    return (seat - 1) % players


def clockwise(first: int, players: int) -> tuple[int, ...]:
    """Every seat, beginning with ``first``."""
    return tuple((first + step) % players for step in range(players))


def with_seat(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    """The values by seat, one of them changed."""
    return (*values[:seat], value, *values[seat + 1 :])
