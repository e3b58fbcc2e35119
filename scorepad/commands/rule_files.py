"""Load the rules named on the command line: a preset, a TOML file, or a set of a club. Exits on faults."""

import tomllib
from collections.abc import Iterable
from contextlib import suppress
from operator import itemgetter
from pathlib import Path

from scorepad.commands.console import fail, read_text
from scorepad.rules.faults import Fault, RulesError, quote, suggest
from scorepad.rules.model import RuleSet
from scorepad.rules.own import MAX_PARENTS
from scorepad.rules.parse import choose, parse
from scorepad.rules.presets import preset, slugs
from scorepad.rules.toml_text import line_of


def load_rules(name: str, choices: Iterable[str] = (), club: str = "") -> RuleSet:
    """Load the rule set of a preset's slug, a TOML file or a club's slug, with these choices. Exits with every fault if
    that fails.
    """
    try:
        return choose(_find(name, club), _chosen(choices))
    except RulesError as error:
        fail(*map(str, error.faults))


def load_file(name: str) -> RuleSet:
    """Load the rule set in a TOML file. Exits with every fault and its line if it is invalid."""
    return load_text(name, read_text(name))


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


def is_file_name(name: str) -> bool:
    """Whether the name of rules is a file name, not a slug."""
    return name == "-" or name.endswith(".toml") or _is_file(name)


def _find(name: str, club: str) -> RuleSet:
    if name in slugs():
        return preset(name)
    if is_file_name(name):
        return load_file(name)
    # Imported here because presets and files need no club.
    from scorepad.commands.rules import rules_of_club

    if rules := rules_of_club(name, club):
        return rules
    message = f"{quote(name)} is neither a rule set that comes with Scorepad nor a TOML file."
    raise RulesError((Fault("", message + suggest(name, slugs())),))


def _parse(name: str, text: str, above: tuple[str, ...] = ()) -> RuleSet:
    """Parse the text of a file. The parent of own rules is a preset, or a file in the same folder.

    `above` are the files of which it is an ancestor. Raises RulesError with every fault.
    """

    def find(slug: str) -> RuleSet:
        return _parent(name, slug, above)

    return parse(text, find)


def parent_of(name: str, rules: RuleSet) -> RuleSet | None:
    """Return the parent of the rule set with this name, None if it has none or the parent is not available."""
    # A file of own rules contains the file name of its parent, which may differ from the parent's slug.
    slug = rules.parent if name in slugs() else tomllib.loads(read_text(name)).get("parent")
    with suppress(RulesError):
        return _parent(name, slug) if rules.parent and isinstance(slug, str) else None
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
