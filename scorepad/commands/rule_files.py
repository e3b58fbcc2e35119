"""Load the rules named on the command line: a preset, a TOML file, or a set of a club. Exits on faults."""

import os
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scorepad import paths
from scorepad.commands.console import fail, read_text, readable_instance
from scorepad.rules.faults import Fault, RulesError, quote, suggest
from scorepad.rules.model import RuleSet
from scorepad.rules.own import MAX_PARENTS
from scorepad.rules.parse import choose, parse
from scorepad.rules.presets import preset, slugs
from scorepad.rules.presets import text as text_of_preset
from scorepad.rules.toml_text import line_of

if TYPE_CHECKING:
    from scorepad.store import Club


class NamedRules(NamedTuple):
    """The rules that a command names, their parent if it is there, and a function that returns their TOML text."""

    rules: RuleSet
    parent: RuleSet | None
    toml: Callable[[], str]


def load_rules(name: str, choices: Iterable[str] = (), club: str = "") -> RuleSet:
    """Load a rule set with these choices. Exits with every fault if that fails."""
    return load(name, choices, club).rules


def load(name: str, choices: Iterable[str] = (), club: str = "") -> NamedRules:
    """Load what a preset's slug, a TOML file or a club's slug names. Exits with every fault if that fails."""
    try:
        named = _find(name, club)
        return named._replace(rules=choose(named.rules, _chosen(choices)))
    except RulesError as error:
        fail(*map(str, error.faults))


def load_text(name: str, text: str) -> RuleSet:
    """Parse the rule set in the text of a file. Exits with every fault and its line if it is invalid."""
    try:
        return _parse(name, text)
    except RulesError as error:
        fail(*at_lines(name, text, error.faults))


def at_lines(name: str, text: str, faults: Iterable[Fault]) -> list[str]:
    """Return a sentence for each fault of a file, with its line if known, in the order of lines."""
    # A fault in an option of a choice has a second path after that of the option.
    placed = [(line_of(text, fault.path.partition(":")[0]) or 0, fault) for fault in faults]
    placed.sort(key=itemgetter(0))
    return [f"{name}, line {line}: {fault}" if line else f"{name}: {fault}" for line, fault in placed]


def _find(name: str, club: str) -> NamedRules:
    if name in slugs():
        return NamedRules(preset(name), None, partial(text_of_preset, name))
    if name == "-" or name.endswith(".toml") or _is_file(name):
        text = read_text(name)
        rules = load_text(name, text)
        return NamedRules(rules, _parent_of(name, text) if rules.parent else None, lambda: text)
    # Imported here because presets and files need no club.
    from scorepad.play.rules.catalog import find_listed
    from scorepad.play.rules.sharing import portable_text

    with club_of(club) as opened:
        listed = find_listed(opened, name) if opened else None
    if listed and listed.rules:
        return NamedRules(listed.rules, listed.parent, partial(portable_text, listed))
    message = f"{quote(name)} is neither a rule set that comes with Scorepad nor a TOML file."
    raise RulesError((Fault("", message + suggest(name, slugs())),))


@contextmanager
def club_of(slug: str) -> "Iterator[Club | None]":
    """Open the club `slug`, "" for the one at home; None if there is none at home. Nothing is created.

    Exits with a message if there is no club of this name.
    """
    home = paths.present_instance(os.environ) and readable_instance()
    file = home and paths.club_dir(home, slug) / paths.CLUB
    if slug and not (file and file.exists()):
        fail(paths.no_such_club(home or paths.instance_dir(os.environ), slug))
    if not (file and file.exists()):
        yield None
        return
    from scorepad.store import Club

    with Club.open(file) as club:
        yield club


def _parse(name: str, text: str, above: tuple[str, ...] = ()) -> RuleSet:
    """Parse the text of a file. The parent of own rules is a preset, or a file in the same folder.

    `above` are the files of which it is an ancestor. Raises RulesError with every fault.
    """

    def find(slug: str) -> RuleSet:
        return _parent(name, slug, above)

    return parse(text, find)


def _parent_of(name: str, text: str) -> RuleSet | None:
    """Return the parent of the rules in a file, None if it is not available."""
    # A file of own rules contains the file name of its parent, which may differ from the parent's slug.
    slug = tomllib.loads(text).get("parent")
    with suppress(RulesError):
        return _parent(name, slug) if isinstance(slug, str) else None
    return None


def _parent(name: str, slug: str, above: tuple[str, ...] = ()) -> RuleSet:
    file = str(Path(name).parent / f"{slug}.toml")
    if slug in slugs() or Path(slug).name != slug or not _is_file(file):
        return preset(slug)
    children = (str(Path(name)), *above)
    if file in children:
        raise RulesError((Fault("", f"{quote(slug)} has these rules as its own parent."),))
    if len(children) > MAX_PARENTS:
        raise RulesError((Fault("", f"there are more than {MAX_PARENTS} parents, one above the other."),))
    return _parse(file, read_text(file), children)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # a name no file can have
        return False


def _chosen(choices: Iterable[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for choice in choices:
        key, equals, value = choice.partition("=")
        if not equals:
            fail(f"--choose {quote(choice)}: write it as KEY=VALUE, for example books=short.")
        if key in pairs:
            fail(f"--choose {quote(key)} is given twice. Give each choice once.")
        pairs[key] = value
    return pairs
