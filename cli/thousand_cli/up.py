"""`thousand up`: the whole platform on this machine, until Ctrl-C."""

import asyncio
import json
import os
import signal
from types import FrameType

import click
import grpc.aio
from rich.console import Console

from thousand_cli.audit import failed
from thousand_cli.demo import PACE, demo
from thousand_cli.errors import Failed
from thousand_cli.home import Home
from thousand_cli.local_platform import Platform, ignore_signals, platform

EXAMPLES = """\b
Examples:
  thousand up
  thousand up --demo
  THOUSAND_HOME=/srv/thousand thousand up --json

All data lies in the folder that THOUSAND_HOME names (.thousand when it is not set). Killed at any
moment and started again, every game goes on. Every variable of a service can be set here, too: in
the demo bots wait THOUSAND_BOT_PACE seconds before each action, 1 when it is not set.
"""


@click.command(epilog=EXAMPLES)
@click.option("--json", "as_json", is_flag=True, help="Say where all is, in one line of JSON.")
@click.option("--demo", "show", is_flag=True, help="Show games of three bots, one after the other.")
def up(*, as_json: bool, show: bool) -> None:
    """Start the platform here: a real PostgreSQL and every service, until Ctrl-C."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupted)
    try:
        home = Home.of_environment()
        if show:
            os.environ.setdefault("THOUSAND_BOT_PACE", PACE)
        with platform(home, lambda text: click.echo(f"{text} …", err=True)) as running:
            click.echo(json.dumps(addresses(running)) if as_json else described(running))
            # Behind the one line of JSON nothing comes.
            shown = Console(stderr=as_json, highlight=False, markup=False, soft_wrap=True)
            asyncio.run(stay(running, home, shown if show else None))
    except KeyboardInterrupt:
        click.echo("stopped", err=True)


async def stay(running: Platform, home: Home, shown: Console | None) -> None:
    """Until Ctrl-C, with the demo meanwhile; Failed when a part ends, which none does by itself."""
    tasks = [asyncio.create_task(until_ended(running))]
    if shown:
        tasks.append(asyncio.create_task(demo_of(running, home, shown)))
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


async def until_ended(running: Platform) -> None:
    while (ended := running.ended()) is None:  # noqa: ASYNC110 - a process tells nobody
        await asyncio.sleep(0.2)
    raise Failed("PART_ENDED", f"{ended} ended by itself; start again, every game goes on")


async def demo_of(running: Platform, home: Home, shown: Console) -> None:
    """The demo; Failed when it is refused something."""
    try:
        await demo(running.services, home.bootstrap_secret().read_text(), shown)
    except grpc.aio.AioRpcError as error:
        raise failed(error, running.services["table"].grpc) from error


def interrupted(_number: int, _frame: FrameType | None) -> None:
    """SIGTERM stops as Ctrl-C does, and once."""
    ignore_signals()
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
