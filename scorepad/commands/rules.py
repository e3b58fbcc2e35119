"""`rules list`, `rules show`, `rules check` and `rules diff`."""

import tomllib
from collections.abc import Iterable, Iterator

import click
from tabulate import tabulate

from scorepad.commands.console import CHOOSE_OPTION, at_lines, load_rules, load_text, parent_of, printable, read_text
from scorepad.rules.bounds import rewards
from scorepad.rules.document import NOT_RULES, diff, provenance, to_document, walk
from scorepad.rules.model import RuleSet
from scorepad.rules.presets import preset, slugs
from scorepad.rules.presets import text as text_of_preset
from scorepad.rules.read import Fault
from scorepad.rules.words import Provenance
from scorepad.scoring.card.compare import compare


@click.group()
def rules() -> None:
    """List, show, check and compare rule sets."""


@rules.command("list")
def list_() -> None:
    """List the rule sets that come with Scorepad."""
    rows = [(rules.slug, rules.name, rules.summary) for rules in map(preset, slugs())]
    click.echo(tabulate(rows, headers=("slug", "name", "what it is"), tablefmt="plain"))


@rules.command()
@click.argument("rule_set", metavar="RULES")
@CHOOSE_OPTION
@click.option(
    "--toml", "as_toml", is_flag=True, help="Print the TOML file of a preset unchanged, to start your own from."
)
def show(rule_set: str, choices: tuple[str, ...], as_toml: bool) -> None:
    """Show every value of a rule set, and where it comes from.

    RULES is a preset's slug or a TOML file.
    """
    if as_toml:
        click.echo(_toml(rule_set).encode(), nl=False)  # TOML is UTF-8 on every console
        return
    rules = load_rules(rule_set, choices)
    click.echo(f"{rules.name}\n{rules.summary}\nDocument: {rules.document}\n")
    click.echo(_table(_values(rules, parent_of(rule_set, rules)), ("rule", "value", "")))
    for note in rules.notes:
        click.echo(f"\n{note}")
    for choice in rules.choices:
        click.echo(f"\nChoice {choice.key}: {choice.label}")
        for option in choice.options:
            click.echo(f"  {choice.key}={option.value}: {option.label}")


def _table(rows: Iterable[tuple[str, ...]], headers: tuple[str, ...]) -> str:
    return tabulate(list(rows), headers=headers, tablefmt="plain", disable_numparse=True)


def _toml(rule_set: str) -> str:
    if rule_set in slugs():
        return text_of_preset(rule_set)
    load_rules(rule_set)
    return read_text(rule_set)


def _values(rules: RuleSet, parent: RuleSet | None) -> list[tuple[str, str, str]]:
    document = to_document(rules)
    kept = {k: v for k, v in document.items() if k not in NOT_RULES and k != "choices"}
    return [(path, _shown(value), _origin(provenance(rules, path, parent))) for path, value in walk(kept)]


def _origin(origin: Provenance) -> str:
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
    """Check that FILE is a rule set Scorepad can play, and print every fault with its line and path.

    FILE may be - for standard input.
    """
    text = read_text(file)
    rules = load_text(file, text)
    for warning in at_lines(file, text, _warnings(text, rules)):
        click.echo(printable(warning))
    click.echo(f"{file} is good: {rules.name} ({rules.slug}).")


def _warnings(text: str, rules: RuleSet) -> Iterator[Fault]:
    """Yield what is no fault, and may still not be meant."""
    if tomllib.loads(text)["schema"] == 1:
        for price in rewards(rules):
            meant = f"If it is a penalty, write −{price.points}."
            yield Fault(price.path, f"warning: {price.points} is a reward for {price.what} here. {meant}")
    if rules.slug in slugs() and diff(preset(rules.slug), rules):
        name = preset(rules.slug).name
        message = f"warning: {name} comes with Scorepad under this slug, and plays otherwise."
        yield Fault("slug", message)


@rules.command("diff")
@click.argument("a")
@click.argument("b")
@click.option("--paths", is_flag=True, help="Print the path of every value that differs instead, as own rules set it.")
def diff_(a: str, b: str, paths: bool) -> None:
    """Compare two rule sets, A and B, in plain words: presets' slugs or TOML files."""
    here, there = load_rules(a), load_rules(b)
    if paths and (rows := [(d.path, _shown(d.ours), _shown(d.theirs)) for d in diff(here, there)]):
        click.echo(_table(rows, ("rule", here.slug, there.slug)))
        return
    parts = compare(here, there)
    if not parts:
        click.echo(f"{here.name} and {there.name} play by the same rules.")
        return
    click.echo(f"Here: {here.name}. There: {there.name}.")
    for part in parts:
        sentences = [f"  {contrast.sentence}" for contrast in part.contrasts]
        click.echo("\n".join(["", part.title, *sentences]))
