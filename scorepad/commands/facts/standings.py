"""`standings`: a table of people or pairs, as on the league's page."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from scorepad.commands.console import CLUB_OPTION, fail
from scorepad.commands.facts.reading import ask_league, find_kind, find_season
from scorepad.commands.names import SEASON, Number
from scorepad.commands.output import Column, facts, print_json, print_line, print_table, print_title

if TYPE_CHECKING:
    from scorepad.league.club_names import ClubPeople
    from scorepad.league.table_request import TableRequest
    from scorepad.league.tables import Provisional, RankedPage
    from scorepad.store import Club

ORDERS = ("wins", "share", "rating", "gained", "best", "points", "books", "games")
"""The figures that can rank a table: the values of `Figure`."""

USUAL = 50
MAX = 1_000_000


@click.command()
@click.option("--pairs", is_flag=True, help="Pairs instead of people.")
@click.option("--season", metavar="NAME", type=SEASON, help="The games of this season. Default: the current one.")
@click.option("--all-games", is_flag=True, help="All games ever played.")
@click.option("--from", "first", metavar="DAY", default="", help="Games from this day on, such as 2026-03-31.")
@click.option("--to", "last", metavar="DAY", default="", help="Games up to this day.")
@click.option("--kind", metavar="NAME", help="Games of one kind only, such as Vegas.")
@click.option("--by", type=click.Choice(ORDERS), help="The figure that ranks.")
@click.option("--least", metavar="N", default="", help="Only those with N games or more. 1 lists everyone.")
@click.option("--limit", metavar="N", type=Number(1, MAX), default=USUAL, help="At most N rows. Default: 50.")
@CLUB_OPTION
@facts
def standings(slug: str, limit: int, as_json: bool, **wanted: Any) -> None:
    """Show the table of people or of pairs.

    It is for the current season, or for all games if there is none. It lists those with a quarter of the most games
    played, or with as many as the season requires. Those with fewer than 10 games are listed below it.

    \b
    Examples:
      scorepad standings
      scorepad standings --pairs --all-games --by share
      scorepad standings --from 2026-01-01 --to 2026-03-31
    """
    from scorepad.exchange.documents.standings import standings_document, today_of
    from scorepad.league.table_request import TableRequest
    from scorepad.league.tables import provisional, with_comparisons

    def ask(club: "Club", people: "ClubPeople") -> None:
        asked = TableRequest.of(club, people, _arguments(club, **wanted), size=limit, today=today_of(club))
        if asked.query.faults:
            fail(*asked.query.faults.values())
        if as_json:
            print_json(standings_document(people, asked, size=limit))
            return
        page = with_comparisons(asked.table.page(limit, "", ""), asked.games, asked.played, asked.query.group)
        _print(asked, page, people, provisional(asked.table, asked.games, people))

    ask_league(slug, ask)


def _arguments(
    club: "Club",
    *,
    pairs: bool,
    season: str | None,
    all_games: bool,
    first: str,
    last: str,
    kind: str | None,
    by: str | None,
    least: str,
) -> dict[str, str]:
    """Return the query string of the league's page for these options."""
    from scorepad.league.club_names import club_kind_names
    from scorepad.league.tables import ALL, DAYS, PARTNERSHIPS, PEOPLE, SEASON

    if sum(map(bool, (season, all_games, first or last))) > 1:
        raise click.UsageError("--season, --all-games and --from with --to exclude each other. Leave some out.")
    chosen = f"{SEASON}{find_season(club, season).id}" if season else ALL if all_games else ""
    number = find_kind(club_kind_names(club, club.league.kinds()), kind) if kind else None
    return {
        "over": chosen or (DAYS if first or last else ""),
        "from": first,
        "to": last,
        "whose": PARTNERSHIPS if pairs else PEOPLE,
        "kind": str(number) if number else "",
        "by": by or "",
        "least": least,
    }


def _print(
    asked: "TableRequest", page: "RankedPage", people: "ClubPeople", below: tuple[Sequence["Provisional"], bool]
) -> None:
    from scorepad.league.figures import FIGURES
    from scorepad.league.tables import TITLE

    print_title(_title(asked))
    if page.rows:
        print_table(_columns(asked, page, people), strong=[0])
    else:
        print_line("No one has played enough games in these days to be listed. --least 1 lists everyone.")
    if asked.query.figure is not asked.table.figure:
        label = FIGURES[asked.query.figure].label.lower()
        print_line(f"These games cannot be ranked by {label}.")
    if asked.table.least > 1:
        print_line(f"Listed with {asked.table.least} games or more.")
    if page.following:
        print_line(f"{len(page.rows)} of {page.count} rows: --limit N shows N.")
    rows, has_more = below
    if rows:
        click.echo()
        print_title(TITLE)
        print_table(
            [
                Column("name", [people.name_of(row.key) for row in rows]),
                Column("games and rating", [row.text for row in rows]),
            ]
        )
        if has_more:
            print_line("There are more.")


def _title(asked: "TableRequest") -> str:
    from scorepad.league.figures import FIGURES
    from scorepad.scoring.text.explain import days_text

    query = asked.query
    kind = asked.kinds[query.kind] if query.kind else "all kinds of game"
    days = query.days.name
    if query.days.season:
        days += f" ({days_text(query.days.first, query.days.last)})"
    return f"{days}: {query.group}, {kind}, by {FIGURES[asked.table.figure].label.lower()}"


def _columns(asked: "TableRequest", page: "RankedPage", people: "ClubPeople") -> list[Column]:
    from scorepad.league.figures import FIGURES, figure_text, rank_text
    from scorepad.league.tables import columns

    standings = [row.standing for row in page.rows]
    codes = columns(asked.table.figure, asked.games, asked.played)
    texts = {code: [figure_text(code, each) for each in standings] for code in codes}
    figures = [
        Column(FIGURES[code].label.lower(), texts[code], spare=max(0, at - 1), right=True)
        for at, code in enumerate(codes)
    ]
    return [
        Column("", [rank_text(row) for row in page.rows], right=True),
        Column("name", [people.name_of(each.competitor) for each in standings]),
        *figures,
    ]
