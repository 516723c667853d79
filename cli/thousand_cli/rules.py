"""`thousand rules`: what a table can agree on, and the agreements that have a name."""

import json

import click

from thousand_cli.rules_data import as_data
from thousand_cli.rules_lines import as_lines, show
from thousand_cli.rules_page import page
from thousand_engine.presets import PRESETS

EXAMPLES = """\b
Examples:
  thousand rules
  thousand rules house_strict
  thousand rules pagat_ru tysiac_pl
  thousand rules --json
"""


@click.command(epilog=EXAMPLES)
@click.argument("preset", required=False, metavar="[PRESET]", type=click.Choice(list(PRESETS)))
@click.argument("other", required=False, metavar="[PRESET]", type=click.Choice(list(PRESETS)))
@click.option("--json", "as_json", is_flag=True, help="Say it in one line of JSON.")
@click.option("--markdown", "as_page", is_flag=True, help="Print the page docs/rules.md instead.")
def rules(preset: str | None, other: str | None, *, as_json: bool, as_page: bool) -> None:
    """List the presets: agreements with a name.

    With one PRESET, print every option with its value there and its meaning; with two, print where
    they differ. Without any, --json prints all there is: options, constraints, presets.
    """
    if as_page and (preset or as_json):
        raise click.UsageError("--markdown goes with nothing else")
    chosen = [PRESETS[name] for name in (preset, other) if name]
    if as_page:
        click.echo(page(), nl=False)
    elif as_json:
        click.echo(json.dumps(as_data(*chosen)))
    else:
        show(as_lines(*chosen))
