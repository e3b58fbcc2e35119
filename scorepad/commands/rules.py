"""`rules list`, `add`, `show`, `check`, `diff` and `what-if`."""

import os
import secrets
import tomllib
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from scorepad import paths
from scorepad.commands.console import CHOOSE_OPTION, RULES_CLUB_OPTION, fail, open_club, printable, read_text
from scorepad.commands.names import FILE, GAME, RULES
from scorepad.commands.output import JSON_OPTION, Column, facts, print_json, print_line, print_table
from scorepad.commands.rule_files import at_lines, club_of, load, load_rules, load_text
from scorepad.rules.check import rewards
from scorepad.rules.document import NOT_RULES, diff, origins, to_document, walk
from scorepad.rules.faults import Fault, RulesError
from scorepad.rules.model import RuleSet
from scorepad.rules.parse import EXAMPLE, clashes
from scorepad.rules.presets import named, preset, slugs
from scorepad.rules.toml_text import load_toml
from scorepad.rules.words import Provenance

if TYPE_CHECKING:
    from scorepad.play.game import LoadedGame
    from scorepad.play.rules.catalog import Listed, OwnSet
    from scorepad.scoring.game.record import GameRecord, PointsChange
    from scorepad.scoring.game.what_if import WhatIf
    from scorepad.store import Club


@click.group()
def rules() -> None:
    """List, show, check and compare rule sets."""


@rules.command("list")
@RULES_CLUB_OPTION
@facts
def list_(club: str, as_json: bool) -> None:
    """List the rule sets: the club's own, then Scorepad's.

    The files in its folder of rules come between them.
    """
    with club_of(club) as opened:
        if as_json:
            from scorepad.exchange.documents.rule_sets import rule_sets_document

            print_json(rule_sets_document(opened))
            return
        rows = [(listed.slug, listed.name, _about(listed)) for listed in _added(opened) if not listed.is_retired]
    rows += [(slug, *named(slug)) for slug in slugs()]
    _print_values(rows, ("slug", "name", "what it is"))


def _added(club: "Club | None") -> "list[Listed]":
    if club is None:
        return []
    # Imported here because Scorepad's own sets need no store.
    from scorepad.play.rules.catalog import list_added

    return list_added(club)


def _about(listed: "Listed") -> str:
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
        kept, is_new = _add(text, club)
    except RulesError as error:
        fail(*at_lines(file, text, error.faults))
    name = printable(kept.rules.name)
    if as_json:
        print_json({"slug": kept.slug, "name": kept.rules.name, "version": kept.number, "new": is_new})
    elif not is_new:
        click.echo(f"Nothing changed: {name} ({kept.slug}) is so already.")
    else:
        click.echo(f"Kept: {name} ({kept.slug}), version {kept.number}.")


def _add(text: str, slug: str) -> "tuple[OwnSet, bool]":
    """Add the rules in a TOML text to a club: as a new version of its own set with this slug, or as a new set.

    Return the set, and whether it is new. Raises RulesError.
    """
    from scorepad.play.rules import own_rules
    from scorepad.play.rules.own_rules import Sender
    from scorepad.store import NoSuchRuleSet

    with club_of(slug) as club:
        if club is None:
            fail(paths.no_such_club(paths.instance_dir(os.environ), slug))
        data, sender = load_toml(text), Sender(secrets.token_hex(16))
        stated = own_rules.check(club, data).stated_slug
        try:
            base = club.rule_sets.latest(stated).number
        except NoSuchRuleSet:
            own, before = own_rules.save_new(club, data, sender), 0
        else:
            own, before = own_rules.save_version(club, stated, data, base, sender), base
        return own, own.number != before


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
    named = load(rule_set, choices, club)
    rules = named.rules
    if as_toml:
        click.echo(named.toml().encode(), nl=False)  # TOML is UTF-8 on every console
        return
    if as_json:
        print_json({"slug": rules.slug, "name": rules.name, "rules": to_document(rules, every_key=True)})
        return
    click.echo(f"{rules.name}\n{rules.summary}\nDocument: {rules.document}\n")
    _print_values(_values(rules, named.parent), ("rule", "value", ""))
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


def _values(rules: RuleSet, parent: RuleSet | None) -> list[tuple[str, str, str]]:
    document = to_document(rules)
    kept = {k: v for k, v in document.items() if k not in NOT_RULES and k != "choices"}
    origin = origins(rules, parent)
    return [(path, _shown(value), _origin(origin(path))) for path, value in walk(kept)]


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
    from scorepad.rulebook.suspicions import suspicions

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
    from scorepad.rulebook.compare import compare

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


# `rules what-if`: score a finished game again under other rules.


@rules.command("what-if")
@click.argument("game", type=GAME)
@click.argument("rule_set", metavar="RULES", type=RULES)
@CHOOSE_OPTION
@RULES_CLUB_OPTION
@JSON_OPTION
def what_if_(game: int, rule_set: str, choices: tuple[str, ...], club: str, as_json: bool) -> None:
    """Count a finished game again by other rules.

    Prints how it ended and would have ended. GAME is its number. Nothing is changed.

    \b
    Examples:
      scorepad rules what-if 12 vegas
    """
    from scorepad.commands.reading import load_game
    from scorepad.scoring.game.course import Phase
    from scorepad.scoring.game.what_if import can_score_again, what_if

    rules = load_rules(rule_set, choices, club)
    with open_club(club) as store:
        loaded = load_game(store, game)
    if loaded.record.course.phase is not Phase.OVER:
        fail(f"Game {game} is not over yet.")
    if loaded.record.has_only_points:
        fail(f"Only the points of game {game} are known. It cannot be counted by other rules.")
    if not can_score_again(rules, loaded.agreement.table):
        fail(f"{rules.name} has no table of the size of game {game}.")
    comparison = what_if(loaded.values, loaded.names, rules)
    if as_json:
        print_json(_document(loaded, comparison))
    else:
        _print(loaded, comparison)


def _document(loaded: "LoadedGame", comparison: "WhatIf") -> dict[str, Any]:
    """Build the document of how the game ended and would have ended. `doubts` and `faults` are sentences."""
    from scorepad.scoring.game.what_if import doubt_text

    return {
        "game": loaded.id,
        "teams": list(loaded.agreement.teams),
        "before": _end(comparison.before),
        "after": _end(comparison.after) | {"ended": comparison.ended},
        "doubts": [doubt_text(doubt, loaded.agreement, loaded.names) for doubt in comparison.doubts],
        "faults": [f"Round {change.number}: {fault}" for change in comparison.rounds for fault in change.faults],
        "not_counted": [field.label for field in comparison.missing],
    }


def _end(record: "GameRecord") -> dict[str, Any]:
    course = record.course
    return {
        "rules": record.agreement.base.slug,
        "totals": list(course.now),
        "winners": list(course.winners),
        "rounds": course.counted,
    }


def _print(loaded: "LoadedGame", comparison: "WhatIf") -> None:
    from scorepad.scoring.game.what_if import DOUBTS, doubt_text, end_text, outcome_text

    teams = loaded.agreement.teams
    for record, over in ((comparison.before, True), (comparison.after, comparison.ended)):
        outcome = outcome_text(record.course.winners, record.course.now, teams, over=over)
        print_line(f"{record.agreement.base.name}: {outcome}.")
    for sentence in filter(None, [end_text(comparison)]):
        print_line(sentence)
    print_line()
    points = [change.points for change in comparison.rounds] + [comparison.totals]
    labels = [*(f"round {change.number}" for change in comparison.rounds), "total"]
    of_teams = [Column(team, [_change(row[at]) for row in points]) for at, team in enumerate(teams)]
    print_table([Column("", labels), *of_teams])
    for change in comparison.rounds:
        for fault in change.faults:
            print_line()
            print_line(f"Round {change.number} is not possible under these rules: {fault}")
    for why, doubts in groupby(sorted(comparison.doubts, key=lambda doubt: doubt.why), key=lambda doubt: doubt.why):
        print_line()
        print_line(": ".join(DOUBTS[why]))
        for doubt in doubts:
            print_line(f"  {doubt_text(doubt, loaded.agreement, loaded.names)}")
    if comparison.missing:
        print_line()
        print_line(f"These were not counted, so they are 0: {'; '.join(field.label for field in comparison.missing)}.")


def _change(points: "PointsChange") -> str:
    from scorepad.language.words import format_number

    return f"{format_number(points.before or 0)} → {format_number(points.after)}"
