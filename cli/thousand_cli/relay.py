"""`thousand relay`: games that scoring could not count and has moved aside, and what to do then."""

import asyncio
import json

import click

from thousand.scoring.v1 import scoring_pb2, scoring_pb2_grpc
from thousand_cli.audit import Command
from thousand_cli.errors import printable
from thousand_cli.home import Home
from thousand_cli.operators import Operator, operator_options

EXAMPLES = """\b
Examples:
  thousand relay parked
  thousand relay retry abcd2345-1
  thousand relay parked --scoring host:1 --identity host:2 --secret-file secret --json

A game is parked when one of its steps cannot be counted: all other games go on. The error says why.
Once the cause is mended, retry counts what was moved aside, each step once.
"""


@click.group(epilog=EXAMPLES)
def relay() -> None:
    """See to games whose steps could not be counted."""


def scoring_options(command: Command) -> Command:
    """Gives a command of the relay what all of them have."""
    scoring = click.option(
        "--scoring",
        envvar="THOUSAND_SCORING",
        show_envvar=True,
        metavar="HOST:PORT",
        help="The scoring service; else that of the platform in THOUSAND_HOME.",
    )
    as_json = click.option("--json", "as_json", is_flag=True, help="Answer in one line of JSON.")
    return scoring(operator_options(as_json(command)))


@relay.command(epilog=EXAMPLES)
@scoring_options
def parked(*, scoring: str | None, operator: Operator, as_json: bool) -> None:
    """List the games that are parked, with the number of their steps and the error of the first."""
    games = asyncio.run(list_parked(operator, address_of(scoring)))
    if as_json:
        shown = [
            {"game_id": game.game_id, "steps": game.steps, "error": game.error} for game in games
        ]
        click.echo(json.dumps({"games": shown}))
        return
    for game in games:
        click.echo(printable(f"{game.game_id}: {steps(game.steps)}, {game.error}"))
    if not games:
        click.echo("no game is parked")


@relay.command(epilog=EXAMPLES)
@click.argument("game")
@scoring_options
def retry(game: str, *, scoring: str | None, operator: Operator, as_json: bool) -> None:
    """Count what was moved aside of GAME, now that the cause is mended."""
    counted = asyncio.run(retry_game(operator, address_of(scoring), game))
    if as_json:
        click.echo(json.dumps({"game_id": game, "steps": counted}))
    else:
        click.echo(f"{game}: {steps(counted)} counted")


async def list_parked(operator: Operator, address: str) -> list[scoring_pb2.ParkedGame]:
    async with operator.at(address) as (channel, metadata):
        answer = await scoring_pb2_grpc.ScoringServiceStub(channel).ListParked(
            scoring_pb2.ListParkedRequest(), metadata=metadata
        )
        return list(answer.games)


async def retry_game(operator: Operator, address: str, game: str) -> int:
    async with operator.at(address) as (channel, metadata):
        answer = await scoring_pb2_grpc.ScoringServiceStub(channel).RetryGame(
            scoring_pb2.RetryGameRequest(game_id=game), metadata=metadata
        )
        return answer.steps


def address_of(scoring: str | None) -> str:
    return scoring or Home.of_environment().address_of("scoring")


def steps(number: int) -> str:
    return f"{number} step{'' if number == 1 else 's'}"
