"""How the command line reads texts and talks to people: sentences on standard error, exit status 2, no traceback."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import click

from scorepad.rules.model import RuleSet
from scorepad.rules.parse import choose, parse
from scorepad.rules.presets import preset, slugs
from scorepad.rules.read import Fault, RulesError, nearest, quoted

BAD_INPUT = 2
LARGEST_FILE = 256 * 1024 * 1024


def plain(text: str) -> str:
    """Text safe for a terminal: what does not print is shown as �."""
    return "".join(c if c.isprintable() else "�" for c in text)


def complain(sentences: Iterable[str]) -> None:
    """Says what is wrong on standard error, a line each."""
    for sentence in sentences:
        click.echo(plain(sentence), err=True)


def refuse(*sentences: str) -> NoReturn:
    """Says what is wrong and ends with the status for bad input."""
    complain(sentences)
    raise SystemExit(BAD_INPUT)


def read_text(name: str) -> str:
    """The text of a file, or of standard input for "-". Ends with a sentence where it cannot be read."""
    try:
        if name == "-":
            # Closed, as `<&-` leaves it, there is no standard input at all.
            data = sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin else b""
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        refuse(f"{name} cannot be read: {reason}.")
    if len(data) > LARGEST_FILE:
        refuse(
            f"{name} is larger than {LARGEST_FILE // 1024 // 1024} MiB; split it into several files."
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        refuse(f"{name} is not UTF-8 text: byte {error.start} does not fit.")


def rules_named(name: str) -> RuleSet:
    """The rule set of a preset's slug or a TOML file. Raises RulesError."""
    if name in slugs():
        return preset(name)
    if name.endswith(".toml") or _is_file(name):
        return parse(read_text(name))
    message = f"{quoted(name)} is neither a rule set that comes with Scorepad nor a TOML file."
    raise RulesError((Fault("", message + nearest(name, slugs())),))


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # a name no file can have
        return False


def rules_or_refuse(name: str, choices: Iterable[str] = ()) -> RuleSet:
    """The rule set with its choices; ends with every fault where there is none."""
    try:
        return choose(rules_named(name), _pairs(choices))
    except RulesError as error:
        prefix = f"{name}: " if name.endswith(".toml") else ""
        refuse(*(f"{prefix}{fault}" for fault in error.faults))


def _pairs(choices: Iterable[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for choice in choices:
        key, equals, value = choice.partition("=")
        if not equals:
            refuse(f"--choose {quoted(choice)}: write it as KEY=VALUE, for example books=short.")
        if key in pairs:
            refuse(f"--choose {quoted(key)} stands here twice; name each choice once.")
        pairs[key] = value
    return pairs
