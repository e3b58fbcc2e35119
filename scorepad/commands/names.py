"""Argument types for names of a club or of Scorepad, with shell completion; `completion`."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from scorepad.store.file.closed_file import Names


MAX = 100
"""The most names returned to a shell."""

Choices = Callable[[str], Iterable[tuple[str, str]]]
"""Returns the possible names, each with a short description, in the club with a slug."""


class Name(click.ParamType):  # type: ignore[type-arg]  # older versions of click take none
    """A name, with shell completion."""

    name = "name"

    def __init__(self, choices: Choices, *, files: bool = False) -> None:
        self._choices = choices
        self._files = files

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        files = [CompletionItem(incomplete, type="file")] if self._files else []
        return complete(self._choices, ctx, incomplete) or files


class Number(click.ParamType):  # type: ignore[type-arg]
    """A whole number. Unlike `click.IntRange`, it prints no range such as 1<=x<=9 in the help."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        self._range = click.IntRange(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return int(self._range.convert(value, param, ctx))


class _Evening(click.ParamType):  # type: ignore[type-arg]
    """A day, such as 2026-03-31."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        try:
            return value if isinstance(value, date) else date.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is not a day. Write it as 2026-03-31.", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return complete(_of_club("evenings"), ctx, incomplete)


class _Game(Number):
    """The number of a game."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return complete(_of_club("games"), ctx, incomplete)


def complete(choices: Choices, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Return the names with the typed prefix, or with a word that has it. Errors must not disturb the shell."""
    typed, items = incomplete.casefold(), []
    with suppress(Exception):
        for name, about in choices(str(ctx.params.get("slug") or ctx.params.get("club") or "")):
            if any(part.startswith(typed) for part in (name.casefold(), *name.casefold().split())):
                items.append(CompletionItem(_for_shell(name), help=about))
    return items[:MAX]


def _for_shell(name: str) -> str:
    """Escape a name for bash, which unlike other shells adds no quotes."""
    is_bash = os.environ.get("_SCOREPAD_COMPLETE", "").startswith("bash")
    return re.sub(r"([^\w@%+=:,./-])", r"\\\1", name) if is_bash else name


def _of_club(names: "Names") -> Choices:
    def choices(slug: str) -> Iterable[tuple[str, str]]:
        from scorepad import paths
        from scorepad.store.file.closed_file import read_names

        home = paths.present_instance(os.environ)
        return read_names(paths.club_dir(home, slug) / paths.CLUB, names) if home else ()

    return choices


def _clubs(_: str) -> Iterator[tuple[str, str]]:
    """Yield the clubs of a host of many."""
    from scorepad import paths

    if home := paths.present_instance(os.environ):
        yield from ((slug, f"{paths.PREFIX}{slug}") for slug in paths.slugs(home))


def _rule_sets(slug: str) -> Iterator[tuple[str, str]]:
    """Yield the presets, then the rule sets of the club."""
    from scorepad.rules.presets import slugs

    yield from ((name, "comes with Scorepad") for name in slugs())
    yield from _of_club("rule sets")(slug)


CLUB = Name(_clubs)
EVENING = _Evening()
GAME = _Game(1, 999_999_999)
PLAYER = Name(_of_club("players"))
RULES = Name(_rule_sets, files=True)
RULES_SLUG = Name(_rule_sets)
SEASON = Name(_of_club("seasons"))
FILE = Name(lambda _: (), files=True)


PLACES = {
    "bash": "~/.local/share/bash-completion/completions/scorepad",
    "zsh": "~/.zfunc/_scorepad",
    "fish": "~/.config/fish/completions/scorepad.fish",
}
"""The path where each shell looks for the script."""

NOTES = {
    "bash": "Needs bash 4.4 or newer with bash-completion.",
    "zsh": "In ~/.zshrc, before compinit: fpath+=~/.zfunc; autoload -Uz compinit; compinit",
    "fish": "Fish finds it there by itself.",
}


@click.command()
@click.argument("shell", type=click.Choice(tuple(PLACES)))
def completion(shell: str) -> None:
    """Print a script that lets your shell complete commands.

    The script says how to install it. It completes commands, options, rule sets, clubs, seasons, games and names of
    players. SHELL is bash, zsh or fish.

    \b
    Examples:
      scorepad completion bash > ~/.local/share/bash-completion/completions/scorepad
      scorepad completion fish > ~/.config/fish/completions/scorepad.fish
    """
    from click.shell_completion import get_completion_class

    from scorepad.cli import COMPLETION, main

    kind = get_completion_class(shell)
    assert kind is not None, "click knows all of these"
    complete = kind(main, {}, "scorepad", COMPLETION)
    # Not `complete.source()`, which for bash complains if bash is not installed or too old.
    script = (complete.source_template % complete.source_vars()).strip()
    first, _, rest = script.partition("\n")
    hint = f"# To install: scorepad completion {shell} > {PLACES[shell]}\n# {NOTES[shell]}"
    click.echo("\n".join((first, hint, rest) if first.startswith("#") else (hint, first, rest)))
