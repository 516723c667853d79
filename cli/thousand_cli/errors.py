"""How a command says that it could not do what it was asked: one line, no traceback."""

from collections.abc import Mapping
from typing import IO, Any

import click

from thousand_engine.errors import Refusal


class Failed(click.ClickException):
    """A command that could not: a stable reason, a sentence for people, what it was about."""

    def __init__(
        self,
        reason: str,
        sentence: str,
        facts: Mapping[str, object] | None = None,
    ) -> None:
        about = ", ".join(f"{key}={value}" for key, value in (facts or {}).items())
        super().__init__(f"{reason}: {sentence}" + (f" ({about})" if about else ""))

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the line to stderr."""
        click.echo(f"error: {printable(self.message)}", file=file, err=file is None)


class Commands(click.Group):
    """A group whose commands may let a Refusal pass: it becomes the line of a failure."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Refusal as refused:
            raise Failed(refused.reason, str(refused), refused.facts) from refused


def printable(text: str) -> str:
    """The text without what could steer a terminal: files and servers are not trusted."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
