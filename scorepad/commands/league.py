"""The league: `standings`, `player` and `records`, as on its pages, and `league rebuild`."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from scorepad.commands.console import CLUB_OPTION, fail, open_club
from scorepad.commands.names import PLAYER, SEASON, Number
from scorepad.commands.output import (
    JSON_OPTION,
    Column,
    facts,
    print_json,
    print_line,
    print_table,
    print_title,
    progress,
)
from scorepad.commands.reading import ask_league, find_kind, find_player, find_season

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
    from scorepad.exchange.documents.league import standings_document
    from scorepad.league.table_request import TableRequest
    from scorepad.league.tables import provisional, with_comparisons

    def ask(club: "Club", people: "ClubPeople") -> None:
        asked = TableRequest.of(club, people, _arguments(club, **wanted), today=club.clock.today())
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


# `player`: one player with figures, partners, opponents and badges.


SHOWN = 5
"""The most partners and opponents listed; --json has all."""


@click.command()
@click.argument("name", nargs=-1, required=True, type=PLAYER)
@CLUB_OPTION
@facts
def player(name: tuple[str, ...], slug: str, as_json: bool) -> None:
    """Show one player: figures, partners, badges.

    It also shows opponents and the last games. NAME need not have the right case or accents. It may also be the
    player's number.

    \b
    Examples:
      scorepad player Ann
      scorepad player John Miller --json
    """
    from scorepad.exchange.documents.league import player_document

    def ask(club: "Club", people: "ClubPeople") -> Mapping[str, Any]:
        return player_document(club, people, find_player(club, " ".join(name)))

    document = ask_league(slug, ask)
    if as_json:
        print_json(document)
        return
    print_title(document["name"])
    for line in _about(document):
        print_line(line)
    _print_kinds(document["by_kind"])
    _print_people("Partners", "together", document["partners"])
    _print_people("Opponents", "met", document["opponents"])
    _print_badges(document["badges"])
    _print_games(document["last_games"])


def _about(document: Mapping[str, Any]) -> Iterator[str]:
    from scorepad.language.words import plural

    figures = document["figures"]
    if not document["games"]:
        yield "No finished game yet."
        return
    if rating := document["rating"]:
        yield f"Rating {_rating(rating)}."
    for place in document["ranks"]:
        missing = plural(place["games_missing"], "more game", "more games")
        rank = f"{place['rank']} of {place['of']}" if place["rank"] else f"after {missing}"
        yield f"Rank by {place['by']}: {rank}."
    games = plural(figures["games"], "game", "games")
    ties = f", {figures['tied']} tied" if figures["tied"] else ""
    yield f"{games}: {figures['won']} won{ties}, {figures['lost']} lost ({_percent(figures['win_share'])} won)."
    streak = document["streak"]
    if abs(streak) > 1:
        yield f"{abs(streak)} {'won' if streak > 0 else 'lost'} in a row now."
    if document["longest_streak"] > 1:
        yield f"Longest run: {document['longest_streak']} games won in a row."
    if document["evenings_in_a_row"] > 1:
        yield f"{document['evenings_in_a_row']} evenings in a row."
    if document["guest"]:
        yield "A guest, whom tables leave out."
    if document["retired"]:
        yield "No longer plays."


def _print_kinds(kinds: Sequence[Mapping[str, Any]]) -> None:
    from scorepad.language.words import format_number

    if not kinds:
        return
    figures = [kind["figures"] for kind in kinds]
    points = [each["points_a_round"] for each in figures]
    click.echo()
    print_title("By rules")
    print_table(
        [
            Column("kind of game", [kind["name"] for kind in kinds]),
            Column("games", [str(each["games"]) for each in figures], right=True),
            Column("won", [_percent(each["win_share"]) for each in figures], right=True),
            Column("points a round", ["–" if each is None else format_number(round(each)) for each in points], 1, True),
        ]
    )


def _print_people(title: str, games: str, people: Sequence[Mapping[str, Any]]) -> None:
    if not people:
        return
    shown = people[:SHOWN]
    click.echo()
    print_title(f"{title}{f' ({SHOWN} of {len(people)})' if len(people) > SHOWN else ''}")
    print_table(
        [
            Column("name", [each["player"]["name"] for each in shown]),
            Column(games, [str(each["games"]) for each in shown], right=True),
            Column("won", [_percent(each["win_share"]) for each in shown], right=True),
            Column("to expect", [_percent(each["expected"]) for each in shown], right=True),
            Column("", [each["certainty"] for each in shown], spare=1),
        ]
    )


def _print_badges(badges: Sequence[Mapping[str, Any]]) -> None:
    earned = [badge for badge in badges if badge["level"] is not None]
    if not earned:
        return
    click.echo()
    print_title("Badges")
    print_table(
        [
            Column("badge", [badge["name"] for badge in earned]),
            Column("level", [str(badge["level"]) for badge in earned], right=True),
            Column("game", [str(badge["game"]) for badge in earned], right=True),
            Column("to the next", [_next(badge) for badge in earned], spare=2),
            Column("for", [badge["meaning"] for badge in earned], spare=1),
        ]
    )


def _next(badge: Mapping[str, Any]) -> str:
    return f"{badge['count']} of {badge['next']}" if badge["next"] else ""


def _print_games(games: Sequence[Mapping[str, Any]]) -> None:
    from scorepad.language.words import format_number
    from scorepad.scoring.text.explain import day

    if not games:
        return
    click.echo()
    print_title("Last games")
    print_table(
        [
            Column("game", [str(each["game"]) for each in games], right=True),
            Column("day", [day(each["day"]) for each in games]),
            Column("", [each["outcome"] for each in games]),
            Column(
                "points",
                [" – ".join(map(format_number, (each["total"], *each["others"]))) for each in games],
                whole=True,
            ),
        ]
    )


def _rating(rating: Mapping[str, Any]) -> str:
    from scorepad.language.words import format_number

    if rating["provisional"]:
        return f"about {format_number(round(rating['rating'], -1))}, still provisional"
    return f"{format_number(rating['rating'])} ± {rating['give_or_take']}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{round(100 * share)}%"


# `records`: the records of a kind of game, and the longest winning streaks.


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
    from scorepad.exchange.documents.league import kinds_of, records_document

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
    (games,) = [played["games"] for played in document["kinds"] if played["id"] == document["kind"]]
    if games < document["least"]:
        print_line(f"None yet: a kind of game has records from its game number {document['least']} on.")
    for record in (*document["records"], *document["streaks"]):
        if record["best"]:
            _print_records(record)
    if others := [name for number, name in names.items() if number != document["kind"]]:
        click.echo()
        print_line(f"Other kinds: {'; '.join(others)}.")


def _print_records(record: Mapping[str, Any]) -> None:
    from scorepad.language.words import format_number
    from scorepad.scoring.text.explain import day

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


_LABELS = {"games": "Reading games", "ratings": "Rating players"}


@click.group()
def league() -> None:
    """Work standings, ratings and records out again."""


@league.command()
@CLUB_OPTION
@JSON_OPTION
def rebuild(slug: str, as_json: bool) -> None:
    """Work all figures out again from the games.

    Nothing that was typed changes, and the figures should not change either: they are kept right all the time.
    Scorepad can keep running; meanwhile its pages say that figures are being worked out.
    """
    with open_club(slug, writes=True) as club:
        with ExitStack() as bars:
            reports = {step: bars.enter_context(progress(label)) for step, label in _LABELS.items()}
            club.league.rebuild(lambda step, done, total: reports[step](done, total))
        days, games = club.league.days(), sum(kind.games for kind in club.league.kinds())
    if as_json:
        first, last = days or (None, None)
        print_json({"club": slug, "games": games, "first_day": first, "last_day": last})
        return
    dates = f", played from {days[0]} to {days[1]}" if days else ""
    count = f"{games:,} game{'' if games == 1 else 's'}"
    click.echo(f"All figures are worked out again from {count} that count{dates}.")
