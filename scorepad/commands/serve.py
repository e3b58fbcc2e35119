"""`serve`: serve the pages to the phones of a house, or to this machine only. `config`: list the settings."""

import os
import re

import click


@click.command()
@click.option("--port", metavar="N", help="The port, from 1 to 65535, or 0 for any free one. Default: 8484.")
@click.option("--address", metavar="IP", help="Answer at this address of the machine only. Default: at all of them.")
@click.option("--here", is_flag=True, help="Serve this machine only, no phones.")
@click.option("--link/--no-link", default=None, help="Print the owner's link, or not. Default: on a terminal only.")
@click.option("--log-level", metavar="WORD", help="The lowest level to log: debug, info, warning or error.")
@click.option("--log-format", metavar="WORD", help="Log lines of text, or of json.")
@click.option("--access-log", "access_log", flag_value="1", help="Log every request.")
@click.option("--no-access-log", "access_log", flag_value="0", help="Log no requests, whatever the environment says.")
def serve(here: bool, link: bool | None, **typed: str | None) -> None:
    """Serve the pages to the phones of your network.

    Prints the addresses, and runs until Ctrl-C. Every phone needs a link to join: the owner's is printed here on a
    terminal, and `scorepad link` prints it again. Environment variables set what these options set, and more:
    `scorepad config` lists them all.

    \b
    Examples:
      scorepad serve
      scorepad serve --here --port 8485
    """
    from scorepad.serving.serve import Options, serve

    serve(Options(typed, here=here, link=link), os.environ, click.echo)


# `config`: list the settings.


WIDTH = 100
ENVIRONMENT, DEFAULT = "environment", "default"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def config(as_json: bool) -> None:
    """List all settings, and what each is set to.

    Each has its value, where that comes from, its default, and what it does. An environment variable sets each. For
    some, `scorepad serve` has an option, which goes before the variable. Exit status 2 if a setting cannot be used.
    """
    import json

    from scorepad.commands.console import fail, printable
    from scorepad.environment import SETTINGS, fault_of

    faults = {setting.name: fault_of(setting, os.environ) for setting in SETTINGS}
    rows = [
        {
            "name": setting.name,
            "option": setting.option,
            "value": setting.typed(os.environ) if faults[setting.name] else setting.shown(os.environ),
            "from": ENVIRONMENT if setting.is_set(os.environ) else DEFAULT,
            "default": _plain(setting.default),
            "meaning": _plain(setting.meaning),
            "fault": faults[setting.name],
        }
        for setting in SETTINGS
    ]
    if as_json:
        click.echo(json.dumps({"settings": rows}, ensure_ascii=False))
    else:
        for row in rows:
            click.echo(printable(f"{row['name']} = {row['value']}  (from the {row['from']})"))
            click.echo(click.wrap_text(_about(row), WIDTH, "    ", "    "))
    if wrong := [fault for fault in faults.values() if fault]:
        fail(*wrong)


def _plain(text: str) -> str:
    """Return a text of the documentation as a terminal shows it: without Markdown."""
    return re.sub(r"\[([^]]+)\]\(#[^)]+\)", r"“\1” in docs/hosting.md", text).replace("`", "")


def _about(row: dict[str, str]) -> str:
    meaning = f"{row['meaning'][0].upper()}{row['meaning'][1:]}. Default: {row['default']}."
    return f"{meaning} Option of serve: {row['option']}." if row["option"] else meaning
