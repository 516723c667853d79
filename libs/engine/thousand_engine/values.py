"""Values that never change, and a cheap way to a changed copy."""

from typing import Self


class Value:
    """The base of the frozen values that a game is made of."""

    def but(self, **changes: object) -> Self:
        """The same value with some fields changed.

        ``dataclasses.replace`` runs ``__init__`` and sets every field again; a state has two dozen
        fields, and a move makes several states: this costs a twentieth. Names are not checked.
        """
        new = object.__new__(type(self))
        object.__setattr__(new, "__dict__", {**self.__dict__, **changes})
        return new
