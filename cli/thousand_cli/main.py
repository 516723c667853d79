"""The command `thousand`, and the list of what it can do."""

import click

from thousand_cli.check import check
from thousand_cli.errors import Commands
from thousand_cli.export import export
from thousand_cli.migrate import migrate
from thousand_cli.operate import operate
from thousand_cli.play import play
from thousand_cli.relay import relay
from thousand_cli.replay import replay
from thousand_cli.rules import rules
from thousand_cli.simulate import simulate
from thousand_cli.up import up


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Play, watch and check games of 1000, the card game of bids and marriages.

    Each command explains itself: thousand COMMAND --help.
    """


for command in (up, migrate, play, simulate, check, replay, export, rules, relay, operate):
    main.add_command(command)
