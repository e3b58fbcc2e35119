"""`records`: the records of a kind of game, and the longest winning streaks."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from scorepad.commands.console import CLUB_OPTION
from scorepad.commands.facts.reading import ask_league, find_kind
from scorepad.commands.output import Column, facts, print_json, print_line, print_table, print_title

if TYPE_CHECKING:
    from scorepad.league.club_names import ClubPeople
    from scorepad.store import Club


@click.command()
@click.option("--kind", metavar="NAME", help="The kind of game, such as Vegas. Default: the one played most.")
@CLUB_OPTION
@facts
def records(kind: str | None, slug: str, as_json: bool) -> None:
    """Show the records, and the longest winning streaks.

    \b
    Examples:
      scorepad records
      scorepad records --kind "Vegas, 6 players"
    """
    from scorepad.exchange.documents.records import kinds_of, records_document

    def ask(club: "Club", people: "ClubPeople") -> Mapping[str, Any]:
        names = {played["id"]: played["name"] for played in kinds_of(club)}
        return records_document(club, people, find_kind(names, kind) if kind else None)

    document = ask_league(slug, ask)
    if as_json:
        print_json(document)
        return
    names = {played["id"]: played["name"] for played in document["kinds"]}
    if document["kind"] is None:
        print_line("No game is finished yet.")
        return
    print_title(f"Records of {names[document['kind']]}")
    for record in (*document["records"], *document["streaks"]):
        if record["best"]:
            _print(record)
    if others := [name for number, name in names.items() if number != document["kind"]]:
        click.echo()
        print_line(f"Other kinds: {'; '.join(others)}.")


def _print(record: Mapping[str, Any]) -> None:
    from scorepad.scoring.text.explain import day, format_number

    best = record["best"]
    click.echo()
    print_title(f"{record['title']} ({record['unit']})")
    print_table(
        [
            Column("", [format_number(each["value"]) for each in best], right=True),
            Column("name", [each["competitor"]["name"] for each in best]),
            Column("game", [str(each["game"]) for each in best], right=True),
            Column("round", [str(each["round"] or "") for each in best], spare=1, right=True),
            Column("day", [day(each["day"]) for each in best]),
        ]
    )
