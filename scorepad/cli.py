"""The command line. Each command is in a module of `scorepad.commands`.

A module is imported only when its command is used: `scorepad serve` does not wait for the imports of others.
"""

import io
import os
import sys
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from scorepad import __version__
from scorepad.commands.console import NOT_DONE, explained

COMMANDS = {
    "serve": "serve:serve",
    "link": "links:link",
    "club": "clubs:club",
    "token": "tokens:token",
    "demo": "clubs:demo",
    "games": "games:games",
    "game": "games:game",
    "standings": "league:standings",
    "player": "league:player",
    "records": "league:records",
    "score": "score:score",
    "can-go-out": "score:can_go_out",
    "can-open": "score:can_open",
    "draw": "draw:draw_command",
    "rules": "rules:rules",
    "export": "export:export",
    "import": "importing:import_",
    "imports": "importing:imports",
    "backup": "club:backup",
    "doctor": "club:doctor",
    "config": "serve:config",
    "league": "league:league",
    "completion": "names:completion",
}
"""Each command, in the order of `scorepad --help`, with its module and its name there."""


COMPLETION = "_SCOREPAD_COMPLETE"
"""The environment variable by which a shell requests completions."""


class Commands(click.Group):
    """A group that imports a command's module when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command = getattr(import_module(f"scorepad.commands.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        # Without help texts, for which every command would have to be imported.
        if incomplete and not incomplete[0].isalnum():
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(name) for name in COMMANDS if name.startswith(incomplete)]

    def main(self, *args: Any, **extra: Any) -> Any:
        if COMPLETION not in os.environ:
            return super().main(*args, **extra)
        try:
            return super().main(*args, **extra)
        except Exception:  # pressing Tab must not print a traceback
            raise SystemExit(NOT_DONE) from None

    def invoke(self, ctx: click.Context) -> Any:
        with explained():
            return super().invoke(ctx)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="Scorepad", message="%(prog)s %(version)s")
def main() -> None:
    """Keep the score of Hand and Foot and its family."""
    # A console with an old code page prints a question mark for a dash that it cannot show.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
