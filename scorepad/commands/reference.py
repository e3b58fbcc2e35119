"""Write docs/commands.md from the help texts:  python -m scorepad.commands.reference > docs/commands.md"""

import re
import sys
from collections.abc import Iterator
from inspect import cleandoc

import click

from scorepad.cli import main
from scorepad.commands.console import MEANINGS

INTRODUCTION = """\
# The command line

Every command prints its own help with `--help`. This page is made from those texts: do not change it by hand, but run
`python -m scorepad.commands.reference > docs/commands.md`.

* **One club or many.** A command works on the club at home; `--club SLUG` names one of a host of many. No command but
  `serve`, `club new` and `demo` makes a club.
* **JSON.** Every command but `serve` and `completion` has `--json`, or answers in JSON anyway. Facts are the same
  documents as those of the JSON API.
* **Tables** fit the terminal and are plain in a pipe. There is colour on a terminal only, and none if
  `NO_COLOR` is set, if `TERM` is `dumb`, or with `--color never`.
* **Times** and days are by the club's clock; in JSON, times are UTC.
* **Faults** are sentences on standard error.

## Exit status

| status | what happened |
|---|---|
"""

OMITTED = ("--help",)


def text() -> str:
    """Return the whole page."""
    table = "".join(f"| {status} | {meaning} |\n" for status, meaning in MEANINGS.items())
    pages = [*_groups(main, ("scorepad",))]
    names = [" ".join(path) for path, _ in pages]
    contents = "".join(f"* [`{name}`](#{name.replace(' ', '-')})\n" for name in names)
    parts = "".join(f"\n## `{' '.join(path)}`\n\n{_command(command, path)}" for path, command in pages)
    return f"{INTRODUCTION}{table}\n## Commands\n\n{contents}{parts}"


def _groups(group: click.Group, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command that is not a group, with the words to type for it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _groups(command, (*path, name))
        elif command is not None:
            yield (*path, name), command


def _command(command: click.Command, path: tuple[str, ...]) -> str:
    context = click.Context(command, info_name=" ".join(path))
    usage = " ".join((" ".join(path), *command.collect_usage_pieces(context)))
    records = [record for each in command.get_params(context) if (record := _record(each, context))]
    rows = "".join(f"| `{option}` | {meaning} |\n" for option, meaning in records)
    table = f"\n| option | what it does |\n|---|---|\n{rows}" if rows else ""
    return f"```text\n{usage}\n```\n\n{_paragraphs(command.help or '')}{table}"


def _record(parameter: click.Parameter, context: click.Context) -> tuple[str, str] | None:
    record = None if OMITTED[0] in parameter.opts else parameter.get_help_record(context)
    return (record[0], record[1].replace("|", r"\|")) if record and record[1] else None


def _paragraphs(help: str) -> str:
    """Convert a help text to Markdown. A \\b starts a block of examples."""
    text = re.sub(r"\n*\x08\n(.*?):\n((?:  .*\n?)+)", _examples, f"{cleandoc(help)}\n")
    return f"{text.strip()}\n"


def _examples(part: re.Match[str]) -> str:
    lines = "\n".join(line.strip() for line in part[2].strip().splitlines())
    title, language = ("", "sh") if part[1] == "Examples" else (f"{part[1]}:\n\n", "text")
    return f"\n\n{title}```{language}\n{lines}\n```\n\n"


if __name__ == "__main__":
    sys.stdout.write(text())
