"""`rules what-if`: score a finished game again under other rules."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click
from tabulate import tabulate

from scorepad.commands.console import CHOOSE_OPTION, RULES_CLUB_OPTION, fail, fail_as, open_club, printable
from scorepad.commands.facts.reading import load_game
from scorepad.commands.names import GAME, RULES
from scorepad.commands.output import JSON_OPTION, print_json
from scorepad.commands.rule_files import load_rules

if TYPE_CHECKING:
    from scorepad.play.game import LoadedGame
    from scorepad.scoring.game.record import GameRecord
    from scorepad.scoring.game.what_if import WhatIf


@click.command("what-if")
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
    from scorepad.scoring.game.course import Phase
    from scorepad.scoring.game.what_if import can_score_again, what_if
    from scorepad.store import StoreError

    rules = load_rules(rule_set, choices, club)
    with open_club(club) as store:
        try:
            loaded = load_game(store, game)
        except StoreError as error:
            fail_as(error)
    if loaded.record.course.phase is not Phase.OVER:
        fail(f"Game {game} is not over yet.")
    if loaded.record.has_only_points:
        fail(f"Only the points of game {game} are known. It cannot be counted by other rules.")
    if not can_score_again(rules, loaded.agreement.table):
        fail(f"{rules.name} has no table of the size of game {game}.")
    comparison = what_if(loaded.values, loaded.names, rules)
    if as_json:
        print_json(_document(loaded, comparison))
        return
    for line in _lines(loaded, comparison):
        click.echo(printable(line))


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


def _lines(loaded: "LoadedGame", comparison: "WhatIf") -> Iterator[str]:
    from scorepad.scoring.game.what_if import DOUBTS, doubt_text, end_text, outcome_text
    from scorepad.scoring.text.explain import format_number

    teams = loaded.agreement.teams
    for record, over in ((comparison.before, True), (comparison.after, comparison.ended)):
        outcome = outcome_text(record.course.winners, record.course.now, teams, over=over)
        yield f"{record.agreement.base.name}: {outcome}."
    yield from filter(None, [end_text(comparison)])
    rows = [(f"round {change.number}", change.points) for change in comparison.rounds] + [("total", comparison.totals)]
    pairs = [
        (label, *(f"{format_number(p.before or 0)} → {format_number(p.after)}" for p in points))
        for label, points in rows
    ]
    yield from ["", *tabulate(pairs, headers=("", *teams), tablefmt="plain").splitlines()]
    for change in comparison.rounds:
        for fault in change.faults:
            yield from ["", f"Round {change.number} is not possible under these rules: {fault}"]
    for why, doubts in groupby(sorted(comparison.doubts, key=lambda doubt: doubt.why), key=lambda doubt: doubt.why):
        yield from ["", ": ".join(DOUBTS[why])]
        yield from (f"  {doubt_text(doubt, loaded.agreement, loaded.names)}" for doubt in doubts)
    if comparison.missing:
        yield from [
            "",
            f"These were not counted, so they are 0: {'; '.join(field.label for field in comparison.missing)}.",
        ]
