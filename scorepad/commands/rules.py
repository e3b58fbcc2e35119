"""`rules list`, `rules add`, `rules show`, `rules check`, `rules diff` and `rules what-if`."""

import tomllib
from collections.abc import Iterable, Iterator

import click

from scorepad.commands.club_rules import add_rules, club_of, listed_sets, parent_in_club, toml_in_club
from scorepad.commands.console import CHOOSE_OPTION, RULES_CLUB_OPTION, fail, printable, read_text
from scorepad.commands.names import FILE, RULES
from scorepad.commands.output import JSON_OPTION, Column, facts, print_json, print_table
from scorepad.commands.rule_files import at_lines, is_file_name, load_rules, load_text, parent_of
from scorepad.commands.what_if import what_if_
from scorepad.exchange.documents.rule_sets import rule_sets_document
from scorepad.play.rules.catalog import Listed
from scorepad.rulebook.compare import compare
from scorepad.rulebook.suspicions import suspicions
from scorepad.rules.check import rewards
from scorepad.rules.document import NOT_RULES, diff, provenance, to_document, walk
from scorepad.rules.faults import Fault, RulesError
from scorepad.rules.model import RuleSet
from scorepad.rules.parse import EXAMPLE, clashes
from scorepad.rules.presets import preset, slugs
from scorepad.rules.presets import text as text_of_preset
from scorepad.rules.words import Provenance


@click.group()
def rules() -> None:
    """List, show, check and compare rule sets."""


rules.add_command(what_if_)


@rules.command("list")
@RULES_CLUB_OPTION
@facts
def list_(club: str, as_json: bool) -> None:
    """List the rule sets: the club's own, then Scorepad's.

    The files in its folder of rules come between them.
    """
    if as_json:
        with club_of(club) as opened:
            print_json(rule_sets_document(opened))
        return
    rows = [(rules.slug, rules.name, rules.summary) for rules in map(preset, slugs())]
    own = [(listed.slug, printable(listed.name), printable(_about(listed))) for listed in listed_sets(club)]
    slug, name, about = zip(*own, *rows, strict=True)
    print_table([Column("slug", slug), Column("name", name), Column("what it is", about)])


def _about(listed: Listed) -> str:
    if listed.rules is None:
        return " ".join(listed.faults)
    kind = f"own rules, version {listed.number}" if listed.number else "file"
    return f"{listed.rules.summary} ({kind})"


@rules.command()
@click.argument("file", type=FILE)
@RULES_CLUB_OPTION
@JSON_OPTION
def add(file: str, club: str, as_json: bool) -> None:
    """Keep the rules in FILE as own rules of a club.

    If the club has rules with the same slug, they get a new version. FILE may be - for standard input. Its parent is a
    rule set that comes with Scorepad, or one that the club has.

    \b
    Examples:
      scorepad rules add thursday.toml
    """
    text = read_text(file)
    try:
        kept = add_rules(text, club)
    except RulesError as error:
        fail(*at_lines(file, text, error.faults))
    if as_json:
        print_json({"slug": kept.slug, "name": kept.name, "version": kept.version, "new": kept.is_new})
    elif not kept.is_new:
        click.echo(f"Nothing changed: {printable(kept.name)} ({kept.slug}) is so already.")
    else:
        click.echo(f"Kept: {printable(kept.name)} ({kept.slug}), version {kept.version}.")


@rules.command()
@click.argument("rule_set", metavar="RULES", type=RULES)
@CHOOSE_OPTION
@click.option(
    "--toml", "as_toml", is_flag=True, help="Print the TOML file of a preset unchanged, to start your own from."
)
@RULES_CLUB_OPTION
@facts
def show(rule_set: str, choices: tuple[str, ...], as_toml: bool, club: str, as_json: bool) -> None:
    """Show every value of a rule set, and its source.

    RULES is a slug or a TOML file.

    \b
    Examples:
      scorepad rules show partnership
      scorepad rules show vegas --toml > ours.toml
    """
    if as_toml:
        click.echo(_toml(rule_set, club).encode(), nl=False)  # TOML is UTF-8 on every console
        return
    rules = load_rules(rule_set, choices, club)
    if as_json:
        print_json({"slug": rules.slug, "name": rules.name, "rules": to_document(rules, every_key=True)})
        return
    click.echo(f"{rules.name}\n{rules.summary}\nDocument: {rules.document}\n")
    _print_values(_values(rules, _parent(rule_set, rules, club)), ("rule", "value", ""))
    for note in rules.notes:
        click.echo(f"\n{note}")
    for choice in rules.choices:
        click.echo(f"\nChoice {choice.key}: {choice.label}")
        for option in choice.options:
            click.echo(f"  {choice.key}={option.value}: {option.label}")
        if choice.typed:
            click.echo(f"  {choice.key}={EXAMPLE}: or any other list of numbers")


def _print_values(rows: Iterable[tuple[str, ...]], titles: tuple[str, ...]) -> None:
    print_table([Column(title, cells) for title, cells in zip(titles, zip(*rows, strict=True), strict=True)])


def _toml(rule_set: str, club: str) -> str:
    if rule_set in slugs():
        return text_of_preset(rule_set)
    load_rules(rule_set, club=club)
    return read_text(rule_set) if is_file_name(rule_set) else toml_in_club(rule_set, club)


def _parent(rule_set: str, rules: RuleSet, club: str) -> RuleSet | None:
    is_own = rule_set not in slugs() and not is_file_name(rule_set)
    return parent_in_club(rules, club) if is_own else parent_of(rule_set, rules)


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
@click.argument("file", type=FILE)
@JSON_OPTION
def check(file: str, as_json: bool) -> None:
    """Check a file of rules, and print every fault.

    Each fault comes with its line and path, and with what would be right. FILE may be - for standard input.

    \b
    Examples:
      scorepad rules check ours.toml
    """
    text = read_text(file)
    rules = load_text(file, text)
    if clashing := clashes(rules):
        fail(*at_lines(file, text, clashing))
    warnings = at_lines(file, text, _warnings(text, rules))
    if as_json:
        print_json({"slug": rules.slug, "name": rules.name, "warnings": warnings})
        return
    for warning in warnings:
        click.echo(printable(warning))
    click.echo(f"{file} is good: {rules.name} ({rules.slug}).")


def _warnings(text: str, rules: RuleSet) -> Iterator[Fault]:
    """Yield values that are valid but probably not intended."""
    if tomllib.loads(text)["schema"] == 1:
        for price in rewards(rules):
            meant = f"If it is a penalty, write −{price.points}."
            yield Fault(price.path, f"warning: {price.points} is a reward for {price.what} here. {meant}")
    for suspicion in suspicions(rules):
        yield Fault(suspicion.path, f"warning: {suspicion.message}{suspicion.ending}")
    if rules.slug in slugs() and diff(preset(rules.slug), rules):
        name = preset(rules.slug).name
        message = f"warning: {name} comes with Scorepad under this slug, and plays otherwise."
        yield Fault("slug", message)


@rules.command("diff")
@click.argument("a", type=RULES)
@click.argument("b", type=RULES)
@click.option("--paths", is_flag=True, help="Print the path of every value that differs instead, as own rules set it.")
@RULES_CLUB_OPTION
@facts
def diff_(a: str, b: str, paths: bool, club: str, as_json: bool) -> None:
    """Say how two rule sets differ, in plain words.

    A and B are slugs or TOML files.

    \b
    Examples:
      scorepad rules diff partnership vegas
      scorepad rules diff partnership ours.toml --paths
    """
    here, there = load_rules(a, club=club), load_rules(b, club=club)
    if as_json:
        differ = [{"path": each.path, "here": each.ours, "there": each.theirs} for each in diff(here, there)]
        print_json({"here": here.slug, "there": there.slug, "differences": differ})
        return
    if paths and (rows := [(d.path, _shown(d.ours), _shown(d.theirs)) for d in diff(here, there)]):
        _print_values(rows, ("rule", here.slug, there.slug))
        return
    parts = compare(here, there)
    if not parts:
        click.echo(f"{here.name} and {there.name} play by the same rules.")
        return
    click.echo(f"Here: {here.name}. There: {there.name}.")
    for part in parts:
        sentences = [f"  {contrast.sentence}" for contrast in part.contrasts]
        click.echo("\n".join(["", part.title, *sentences]))
