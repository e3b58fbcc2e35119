"""`games` and `game`: the list of games, and one game with its rounds."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import click

from scorepad.commands.console import CLUB_OPTION, fail
from scorepad.commands.names import GAME, PLAYER, RULES_SLUG, SEASON, Number
from scorepad.commands.output import Column, facts, print_json, print_line, print_table, print_title
from scorepad.commands.reading import find_player, find_season, load_game, reading

if TYPE_CHECKING:
    from scorepad.exchange.documents.games import GameFilter, ListedGame
    from scorepad.store import Club


MAX = 1_000_000
USUAL = 20


@click.command()
@click.option("--season", metavar="NAME", type=SEASON, help="Only games of this season.")
@click.option("--player", metavar="NAME", type=PLAYER, help="Only games in which this person sat.")
@click.option("--rules", metavar="RULES", type=RULES_SLUG, help="Only games by these rules.")
@click.option("--unfinished", is_flag=True, help="Only games that are not over.")
@click.option("--bin", "binned", is_flag=True, help="The games in the bin instead.")
@click.option("--limit", metavar="N", type=Number(1, MAX), default=USUAL, help="At most N games. Default: 20.")
@click.option("--all", "everything", is_flag=True, help="All games.")
@CLUB_OPTION
@facts
def games(slug: str, limit: int, binned: bool, everything: bool, as_json: bool, **wanted: Any) -> None:
    """List the games, newest first.

    \b
    Examples:
      scorepad games --unfinished
      scorepad games --player Ann --season "Winter 2026"
    """
    with reading(slug) as club:
        listed, more = _listed(club, _filter(club, **wanted), MAX if everything else limit, binned)
        if wanted["rules"] and not listed:
            _check_rules(club, wanted["rules"])
    if as_json:
        print_json({"games": listed, "next": str(listed[-1]["id"]) if more else None})
        return
    if not listed:
        print_line("No games." if not any(wanted.values()) else "No such games.")
        return
    print_table(
        [
            Column("game", [str(each["id"]) for each in listed], right=True),
            Column("day", [_day(each["day"]) for each in listed]),
            Column("teams, the winner first", [" – ".join(_names(each)) for each in listed]),
            Column("points", [" – ".join(_totals(each)) for each in listed], whole=True),
            Column("state", [state_text(each) for each in listed]),
            Column("rules", [each["rules"]["name"] for each in listed], spare=1),
        ]
    )
    if more:
        print_line("There are more: --limit N lists N games, --all lists all.")


def _filter(club: "Club", season: str | None, player: str | None, rules: str | None, unfinished: bool) -> "GameFilter":
    from scorepad.exchange.documents.games import GameFilter
    from scorepad.store.games import ALL_DAYS

    person = find_player(club, player).id if player else None
    days = ALL_DAYS
    if season:
        ends = find_season(club, season)
        days = (ends.first_day.isoformat(), ends.last_day.isoformat() if ends.last_day else ALL_DAYS[1])
    return GameFilter(player=person, rules=rules, unfinished=unfinished, days=days)


def _check_rules(club: "Club", slug: str) -> None:
    """Exit with a message if there is no such rule set. Checked only without games: a removed set may have some."""
    from scorepad.play.rules.catalog import find_rules
    from scorepad.rules.faults import RulesError

    try:
        find_rules(club, slug)
    except RulesError as error:
        fail(*map(str, error.faults))


def _listed(club: "Club", only: "GameFilter", limit: int, binned: bool) -> tuple[list["ListedGame"], bool]:
    """Return up to `limit` games, and whether there are more."""
    from scorepad.exchange.documents.games import MAX as PAGE
    from scorepad.exchange.documents.games import games_document

    listed: list[ListedGame] = []
    before: int | None = None
    while True:
        page = games_document(club, before=before, limit=PAGE, only=only, binned=binned)
        listed += page["games"]
        if len(listed) > limit or page["next"] is None:
            return listed[:limit], len(listed) > limit
        before = int(page["next"])


@click.command()
@click.argument("number", metavar="N", type=GAME)
@click.option("--lines", is_flag=True, help="Explain every score, line by line.")
@click.option("--round", "only", metavar="N", type=Number(1, 999), help="Only this round, with its lines.")
@CLUB_OPTION
@facts
def game(number: int, slug: str, lines: bool, only: int | None, as_json: bool) -> None:
    """Show one game: its rounds, totals, and who won.

    N is its number in the list of games.

    \b
    Examples:
      scorepad game 12
      scorepad game 12 --round 3
    """
    from scorepad.exchange.documents.games import game_document

    with reading(slug) as club:
        document = game_document(club, load_game(club, number))
    rounds = document["rounds"]
    if only is not None and only not in [each["number"] for each in rounds]:
        fail(f"Game {number} has no round {only} yet.")
    if as_json:
        print_json(document)
        return
    if only is None:
        _print_game(document)
    for each in rounds:
        if (lines and only is None) or each["number"] == only:
            _print_lines(each)


def _print_game(document: Mapping[str, Any]) -> None:
    print_title(f"Game {document['id']}, {_day(document['day'])}: {document['rules']['name']}")
    print_line(_outcome(document))
    for sentence in _notes(document):
        print_line(sentence)
    rounds, teams = document["rounds"], document["teams"]
    if not rounds:
        return
    click.echo()
    paper = sum(1 for _ in takewhile(lambda each: each["on_paper"], rounds))
    rounds = rounds[max(paper - 1, 0) :]
    labels = [str(each["number"]) for each in rounds]
    if paper:
        labels[0] = f"On paper: 1 to {paper}" if paper > 1 else "On paper: 1"
    columns = [Column("round", [*labels, "total"], right=True)]
    for at, team in enumerate(teams):
        points = ["" if each["on_paper"] else _number(each["teams"][at]["total"]) for each in rounds]
        columns.append(Column(team["name"], [*points, _number(team["total"])], right=True))
        columns.append(Column("total", [*(_number(each["totals"][at]) for each in rounds), ""], spare=1, right=True))
    print_table(columns, strong=[len(rounds)])


def _notes(document: Mapping[str, Any]) -> Iterator[str]:
    seats = [f"{place['name']} ({seat})" for seat, place in enumerate(document["seats"], start=1)]
    yield f"Seats: {', '.join(seats)}."
    if document["choices"]:
        yield f"Choices: {', '.join(f'{key}={value}' for key, value in document['choices'].items())}."
    if any(document["brought"]):
        yield f"Brought along: {', '.join(map(_number, document['brought']))}."
    if document["conflicts"]:
        yield f"{document['conflicts']} entries differ between phones: the table must settle them."
    if document["binned"]:
        yield "It is in the bin."
    elif not document["counts"]:
        yield "It does not count in the league."


def _print_lines(each: Mapping[str, Any]) -> None:
    click.echo()
    print_title(f"Round {each['number']}{'' if each['finished'] else ', not finished'}")
    if each["on_paper"]:
        print_line("It was played on paper: its points are in the totals brought forward.")
    for team in each["teams"]:
        print_line(f"{team['name']}: {_number(team['total'])}")
        for line in team["lines"]:
            print_line(f"    {line['text']}")


def _outcome(document: Mapping[str, Any]) -> str:
    from scorepad.scoring.game.what_if import outcome_text

    teams = [team["name"] for team in document["teams"]]
    totals = tuple(team["total"] for team in document["teams"])
    if document["winners"]:
        return f"{outcome_text(document['winners'], totals, teams)}."
    points = ", ".join(f"{name} {_number(total)}" for name, total in zip(teams, totals, strict=True))
    return f"{state_text(document).capitalize()}: {points}."


def state_text(listed: Mapping[str, Any]) -> str:
    """Return the state of a game: "won", "tied", "round 3", or "over?" if the table must say whether it ended."""
    if listed["state"] == "over":
        return "tied" if len(listed["winners"]) > 1 else "won"
    return "over?" if listed["state"] == "asks" else f"round {listed['round']}"


def _by_place(listed: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return sorted(listed["teams"], key=lambda team: team["number"] not in listed["winners"])


def _names(listed: Mapping[str, Any]) -> list[str]:
    return [team["name"] for team in _by_place(listed)]


def _totals(listed: Mapping[str, Any]) -> list[str]:
    return [_number(team["total"]) for team in _by_place(listed)]


def _number(points: int) -> str:
    from scorepad.language.words import format_number

    return format_number(points)


def _day(text: str) -> str:
    from scorepad.scoring.text.explain import day

    return day(text)
