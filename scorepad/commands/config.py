"""`config`: list the settings."""

import os
import re

import click

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
    from scorepad.settings import SETTINGS, fault_of

    faults = {setting.name: fault_of(setting, os.environ) for setting in SETTINGS}
    rows = [
        {
            "name": setting.name,
            "option": setting.option,
            "value": os.environ[setting.name] if faults[setting.name] else setting.shown(os.environ),
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
