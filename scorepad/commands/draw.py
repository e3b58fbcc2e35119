"""`draw`: all sittings of a night of many tables."""

from collections.abc import Sequence
from typing import Any

import click

from scorepad.commands.console import fail, read_text
from scorepad.commands.names import FILE, Number
from scorepad.commands.output import Column, facts, print_json, print_line, print_table, progress
from scorepad.language.words import plural
from scorepad.movements.draw import MOST_PEOPLE, MOST_SITTINGS, BadPlan, NightDraw, NightPlan, Partners
from scorepad.numbers import whole_number
from scorepad.play.search_tables import search_tables
from scorepad.scoring.names import BadName, clean_name, fold_name

PERCENT = 100
MOST_SEED = 999_999_999


@click.command("draw")
@click.option(
    "--people", required=True, metavar="N|FILE", type=FILE, help="How many people, or a file of names, one a line."
)
@click.option("--sittings", required=True, metavar="K", type=Number(1, MOST_SITTINGS), help="How many sittings.")
@click.option("--fixed", is_flag=True, help="Partners stay the same: 1 and 2, 3 and 4, and so on.")
@click.option("--stay", is_flag=True, help="People stay at their table, and change partners there.")
@click.option(
    "--seed", metavar="S", type=Number(0, MOST_SEED), default=1, help="Another number gives another draw. Default: 1."
)
@facts
def draw_command(people: str, sittings: int, fixed: bool, stay: bool, seed: int, as_json: bool) -> None:
    """Draw the tables of a night, sitting by sitting.

    Nobody has the same partner twice where that is possible, opponents meet as evenly as possible, and who cannot be
    seated sits out, no one twice before everybody once. The search takes at most five seconds. The same people,
    sittings and seed give the same tables again.

    \b
    Examples:
      scorepad draw --people 18 --sittings 5
      scorepad draw --people names.txt --sittings 4 --fixed
      scorepad draw --people 24 --sittings 6 --seed 2 --json
    """
    if fixed and stay:
        fail("Choose --fixed or --stay, not both.")
    names = _names(people)
    partners = Partners.FIXED if fixed else Partners.STAY if stay else Partners.CHANGE
    movement = _draw(NightPlan(len(names), sittings, partners), seed)
    if as_json:
        print_json(_document(movement, names))
    else:
        _print(movement, [str(name) for name in names])


def _names(people: str) -> Sequence[int | str]:
    """Return the people's numbers from 1, or their names from a file."""
    count = whole_number(people)
    if count is not None:
        if not 1 <= count <= MOST_PEOPLE:
            fail(f"--people: Type a number from 1 to {MOST_PEOPLE}, or the name of a file with a name on each line.")
        return range(1, count + 1)
    if people.lstrip("+-−").isdigit():
        fail(f"--people: Type a number from 1 to {MOST_PEOPLE}, or the name of a file with a name on each line.")
    lines = [(at, line) for at, line in enumerate(read_text(people).splitlines(), start=1) if line.strip()]
    names: list[str] = []
    faults: list[str] = []
    seen: dict[str, int] = {}
    for at, line in lines:
        try:
            name = clean_name(line)
        except BadName as error:
            faults.append(f"Line {at}: {error}")
            continue
        if fold_name(name) in seen:
            faults.append(
                f"Line {at}: “{name}” stands in line {seen[fold_name(name)]} already. Add a letter or a surname."
            )
        seen.setdefault(fold_name(name), at)
        names.append(name)
    if faults:
        fail(*faults)
    return names


def _draw(plan: NightPlan, seed: int) -> NightDraw:
    with progress("Drawing") as report:
        try:
            return search_tables((plan, seed), lambda part: report(int(part * PERCENT), PERCENT))
        except BadPlan as error:
            fail(str(error))


def _document(movement: NightDraw, names: Sequence[int | str]) -> dict[str, Any]:
    return {
        "sittings": [
            {
                "tables": [[[names[one - 1] for one in team] for team in table] for table in sitting.tables],
                "out": [names[one - 1] for one in sitting.out],
            }
            for sitting in movement.sittings
        ],
        "partners_repeated": movement.partners_repeated,
        "meetings_repeated": movement.meetings_repeated,
    }


def _print(movement: NightDraw, names: Sequence[str]) -> None:
    """Print a row for each table of each sitting, and what is repeated."""
    rows = [
        (str(number), f"{at}", " – ".join(" & ".join(names[one - 1] for one in team) for team in table))
        for number, sitting in enumerate(movement.sittings, start=1)
        for at, table in enumerate(sitting.tables, start=1)
    ]
    outs = [(str(number), "out", ", ".join(names[one - 1] for one in sitting.out))
            for number, sitting in enumerate(movement.sittings, start=1) if sitting.out]  # fmt: skip
    rows = sorted([*rows, *outs], key=lambda row: int(row[0]))
    numbers, tables, people = zip(*rows, strict=True)
    print_table([Column("Sitting", numbers, right=True), Column("Table", tables, right=True), Column("People", people)])
    print_line()
    print_line(
        f"{plural(movement.partners_repeated, 'partner', 'partners')} repeated, "
        f"{plural(movement.meetings_repeated, 'meeting', 'meetings')} at a table repeated."
        + ("" if movement.complete else " The search was stopped after five seconds; a faster machine may find better.")
    )
