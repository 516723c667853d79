"""`thousand up`: the whole platform on this machine, until Ctrl-C."""

import asyncio
import json
import signal
import time
from types import FrameType

import click
import grpc.aio

from thousand_cli.audit import failed
from thousand_cli.demo import demo
from thousand_cli.errors import Failed
from thousand_cli.home import Home
from thousand_cli.local_platform import Platform, platform

EXAMPLES = """\b
Examples:
  thousand up
  thousand up --demo
  THOUSAND_HOME=/srv/thousand thousand up --json

All data lies in the folder that THOUSAND_HOME names (.thousand when it is not set). Killed at any
moment and started again, every game goes on.
"""


@click.command(epilog=EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Say where all is, in one line of JSON.")
@click.option("--demo", "show", is_flag=True, help="Show a game of three bots, and replay it.")
def up(*, as_json: bool, show: bool) -> None:
    """Start the platform here: a real PostgreSQL and every service, until Ctrl-C."""
    signal.signal(signal.SIGTERM, interrupted)
    try:
        home = Home.of_environment()
        with platform(home, lambda text: click.echo(f"{text} …", err=True)) as running:
            click.echo(json.dumps(addresses(running)) if as_json else described(running))
            if show:
                show_demo(running, home)
                click.echo(described(running))
            while (ended := running.ended()) is None:
                time.sleep(0.2)
            raise Failed("PART_ENDED", f"{ended} ended by itself; start again, every game goes on")
    except KeyboardInterrupt:
        click.echo("stopped", err=True)


def show_demo(running: Platform, home: Home) -> None:
    """A game of bots, played, shown and replayed; Failed when a part goes away meanwhile."""
    try:
        asyncio.run(demo(running.services, home.bootstrap_secret().read_text()))
    except grpc.aio.AioRpcError as error:
        raise failed(error, running.services["table"].grpc) from error


def interrupted(_number: int, _frame: FrameType | None) -> None:
    """SIGTERM stops as Ctrl-C does."""
    raise KeyboardInterrupt


def addresses(running: Platform) -> dict[str, object]:
    """What a program needs to know once all is ready (ARCHITECTURE 12)."""
    return {
        "ready": True,
        "web": web_of(running),
        "grpc": {name: service.grpc for name, service in running.services.items() if service.grpc},
        "metrics": {name: service.metrics for name, service in running.services.items()},
    }


def web_of(running: Platform) -> str:
    """Where browsers go."""
    return next((service.web for service in running.services.values() if service.web), "")


def described(running: Platform) -> str:
    """The same for people."""
    lines = [
        f"  {name:<12} {service.grpc or service.web:<24} metrics http://{service.metrics}/metrics"
        for name, service in running.services.items()
    ]
    return "\n".join(
        ["ready", *lines, f"In a browser: {web_of(running)}   Ctrl-C stops all; nothing is lost."]
    )
