"""`thousand up`: the whole platform on this machine, until Ctrl-C."""

import asyncio
import json
import signal
from collections.abc import Mapping
from types import FrameType

import click

from thousand_cli.demo import demo
from thousand_cli.errors import Failed
from thousand_cli.home import Home
from thousand_cli.local_platform import Service, platform, until_one_ends

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
        with platform(home, lambda text: click.echo(f"{text} …", err=True)) as all_:
            click.echo(json.dumps(addresses(all_)) if as_json else described(all_))
            if show:
                asyncio.run(demo(all_, home.bootstrap_secret().read_text()))
            ended = until_one_ends(all_.values())
            raise Failed(
                "SERVICE_ENDED",
                f"{ended.name} ended by itself; start again, every game goes on",
                {"exit_status": ended.process.returncode},
            )
    except KeyboardInterrupt:
        click.echo("stopped", err=True)


def interrupted(_number: int, _frame: FrameType | None) -> None:
    """SIGTERM stops as Ctrl-C does."""
    raise KeyboardInterrupt


def addresses(services: Mapping[str, Service]) -> dict[str, object]:
    """What a program needs to know once all is ready (ARCHITECTURE 12)."""
    return {
        "ready": True,
        "web": web_of(services),
        "grpc": {name: service.grpc for name, service in services.items() if service.grpc},
        "metrics": {name: service.metrics for name, service in services.items()},
    }


def web_of(services: Mapping[str, Service]) -> str:
    """Where browsers go."""
    return next((service.web for service in services.values() if service.web), "")


def described(services: Mapping[str, Service]) -> str:
    """The same for people."""
    lines = [
        f"  {name:<12} {service.grpc or service.web:<24} metrics http://{service.metrics}/metrics"
        for name, service in services.items()
    ]
    return "\n".join(
        ["ready", *lines, f"In a browser: {web_of(services)}   Ctrl-C stops all; nothing is lost."]
    )
