"""The command line: which verbs there are. Each lives in a module of `scorepad.commands`.

A module is imported when its verb is asked for, so that `scorepad serve` does not wait for what only `scorepad score`
needs, and the other way round.
"""

import io
import sys
from importlib import import_module

import click

from scorepad import __version__

VERBS = {
    "serve": "serve:serve",
    "link": "links:link",
    "club": "clubs:club",
    "score": "score:score",
    "can-go-out": "score:can_go_out",
    "can-open": "score:can_open",
    "rules": "rules:rules",
    "backup": "club:backup",
    "doctor": "club:doctor",
    "league": "league:league",
}
"""The verbs in the order `scorepad --help` lists them, each with its module and its name there."""


class Verbs(click.Group):
    """A group that imports a verb's module when the verb is used, or its help is."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every verb, in the order of `VERBS`."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of this name; None where there is none, which click answers with a sentence."""
        if cmd_name not in VERBS:
            return None
        module, _, name = VERBS[cmd_name].partition(":")
        command = getattr(import_module(f"scorepad.commands.{module}"), name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="Scorepad", message="%(prog)s %(version)s")
def main() -> None:
    """Keep the score of Hand and Foot and its family."""
    # A console with a code page of its own shows a question mark for a dash it does not have.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
