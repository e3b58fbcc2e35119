"""`rules list`, `rules show`, `rules check` and `rules diff`."""

import click
from tabulate import tabulate

from scorepad.commands.speech import read_text, refuse, rules_or_refuse
from scorepad.rules.document import NOT_RULES, diff, provenance, to_document, walk
from scorepad.rules.model import RuleSet
from scorepad.rules.parse import parse
from scorepad.rules.presets import preset, slugs, text
from scorepad.rules.read import RulesError
from scorepad.rules.words import Provenance

CHOOSE = click.option(
    "--choose",
    "choices",
    multiple=True,
    metavar="KEY=VALUE",
    help="A choice the rule set leaves to the table, such as books=short. May stand several times.",
)


@click.group()
def rules() -> None:
    """The rule sets: which there are, what they say, whether a file is one, how two differ."""


@rules.command("list")
def list_() -> None:
    """The rule sets that come with Scorepad."""
    rows = [(one.slug, one.name, one.summary) for one in map(preset, slugs())]
    click.echo(tabulate(rows, headers=("slug", "name", "what it is"), tablefmt="plain"))


@rules.command()
@click.argument("rule_set", metavar="RULES")
@CHOOSE
@click.option(
    "--toml",
    "as_toml",
    is_flag=True,
    help="A preset's TOML file as it stands, to start your own from.",
)
def show(rule_set: str, choices: tuple[str, ...], as_toml: bool) -> None:
    """Every value of a rule set, with where it comes from.

    RULES is a preset's slug or a TOML file.
    """
    if as_toml:
        click.echo(_toml(rule_set).encode(), nl=False)  # TOML is UTF-8, whatever the console speaks
        return
    found = rules_or_refuse(rule_set, choices)
    click.echo(f"{found.name}\n{found.summary}\nDocument: {found.document}\n")
    click.echo(
        tabulate(
            _values(found), headers=("rule", "value", ""), tablefmt="plain", disable_numparse=True
        )
    )
    for note in found.notes:
        click.echo(f"\n{note}")
    for choice in found.choices:
        click.echo(f"\nChoice {choice.key}: {choice.label}")
        for option in choice.options:
            click.echo(f"  {choice.key}={option.value}: {option.label}")


def _toml(rule_set: str) -> str:
    if rule_set in slugs():
        return text(rule_set)
    rules_or_refuse(rule_set)
    return read_text(rule_set)


def _values(found: RuleSet) -> list[tuple[str, str, str]]:
    document = to_document(found)
    kept = {k: v for k, v in document.items() if k not in NOT_RULES and k != "choices"}
    return [(path, _shown(value), _mark(provenance(found, path))) for path, value in walk(kept)]


def _mark(origin: Provenance) -> str:
    return "" if origin is Provenance.SOURCE else f"({origin})"


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in ([], {}):
        return "none"
    return "–" if value is None else str(value)


@rules.command()
@click.argument("file")
def check(file: str) -> None:
    """Whether FILE is a rule set Scorepad can play; names every fault with its path if it is not.

    FILE may be - for standard input.
    """
    try:
        found = parse(read_text(file))
    except RulesError as error:
        refuse(*(f"{file}: {fault}" for fault in error.faults))
    click.echo(f"{file} is good: {found.name} ({found.slug}).")


@rules.command("diff")
@click.argument("a")
@click.argument("b")
def diff_(a: str, b: str) -> None:
    """What differs between two rule sets, A and B: presets' slugs or TOML files."""
    ours, theirs = rules_or_refuse(a), rules_or_refuse(b)
    rows = [(d.path, _shown(d.ours), _shown(d.theirs)) for d in diff(ours, theirs)]
    if not rows:
        click.echo(f"{ours.name} and {theirs.name} play by the same rules.")
        return
    headers = ("rule", ours.slug, theirs.slug)
    click.echo(tabulate(rows, headers=headers, tablefmt="plain", disable_numparse=True))
