"""Tables for spreadsheets: games, rounds and standings. Games and rounds have the columns that an import reads."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from scorepad.exchange.documents.standings import MAX, standings_document, today_of
from scorepad.exchange.exports import Report
from scorepad.exchange.imports.team_cells import written
from scorepad.league.club_names import ClubPeople
from scorepad.league.table_request import TableRequest
from scorepad.play.game import values_of
from scorepad.play.game_people import team_people
from scorepad.scoring.game.record import GameRecord, game
from scorepad.store import Club
from scorepad.store.exports.played import played_games
from scorepad.store.results.rows import PlayedGame

Value = str | int | float | None
ExportRow = Sequence[Value]

AT_ONCE = 200
"""Games read in one batch."""

TIE = "Tie"


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A table: its name, its columns, and its rows, which are generated lazily."""

    name: str
    columns: Sequence[str]
    rows: Iterable[ExportRow]


def games_table(club: Club, report: Report) -> ExportTable:
    """Return a table with a row for each game that counts."""
    club.league.catch_up()
    teams, total = _most_teams(club)
    return ExportTable("Games", _columns(teams), _game_rows(club, teams, total, report))


def _most_teams(club: Club) -> tuple[int, int]:
    """The largest number of teams in a game, and the number of games."""
    kinds = club.league.kinds()
    return max((played.kind.teams for played in kinds), default=2), sum(played.games for played in kinds)


def _columns(teams: int) -> list[str]:
    numbers = range(1, teams + 1)
    names, points = [f"Team {number}" for number in numbers], [f"Points {number}" for number in numbers]
    return ["Date", "Game", "Round", "Rules", *names, *points, "Winner"]


def _padded(values: Sequence[Value], teams: int) -> list[Value]:
    return [*values, *[None] * (teams - len(values))]


def _game_rows(club: Club, teams: int, total: int, report: Report) -> Iterator[ExportRow]:
    rules = {played.kind.id: played.kind.name for played in club.league.kinds()}
    people = {person.id: person.name for person in club.people.everyone()}
    for done, played in enumerate(played_games(club), start=1):
        names = [written(people.get(person, "Unknown") for person in side.people) for side in played.sides]
        totals = [side.total for side in played.sides]
        won = [name for name, side in zip(names, played.sides, strict=True) if side.share]
        winner = won[0] if len(won) == 1 else TIE
        yield [
            played.day,
            played.game,
            None,
            rules[played.kind],
            *_padded(names, teams),
            *_padded(totals, teams),
            winner,
        ]
        if done % AT_ONCE == 0:
            report(done, total)
    report(total, total)


def rounds_table(club: Club, report: Report) -> ExportTable:
    """Return a table with a row for each round of the games that count; one with its totals for a game on paper."""
    club.league.catch_up()
    teams, total = _most_teams(club)
    return ExportTable("Rounds", _columns(teams), _round_rows(club, teams, total, report))


def _round_rows(club: Club, teams: int, total: int, report: Report) -> Iterator[ExportRow]:
    games, done = played_games(club), 0
    while batch := list(islice(games, AT_ONCE)):
        yield from _rounds_of(club, batch, teams)
        done += len(batch)
        report(done, total)
    report(total, total)


def _rounds_of(club: Club, batch: Sequence[PlayedGame], teams: int) -> Iterator[ExportRow]:
    cells = club.readable_cells([played.game for played in batch])
    people = {person.id: person.name for person in club.people.everyone()}
    for played in batch:
        if cells[played.game]:
            record = game(values_of(cells[played.game]), people, again=False)
            names = [written(of_team) for of_team in team_people(record, people)]
            for number, points in _points(record):
                sides = [*_padded(names, teams), *_padded(points, teams)]
                yield [played.day, played.game, number, record.agreement.rules.name, *sides, None]


def _points(record: GameRecord) -> list[tuple[int | None, Sequence[int]]]:
    """The number and the points of each round; a single None with the totals if some rounds were played on paper."""
    course = record.course
    rounds = record.rounds[: course.counted]
    if any(played.on_paper for played in rounds) or any(record.agreement.brought):
        return [(None, course.now)]
    return [(number, played.totals) for number, played in enumerate(rounds, start=1)]


STANDINGS = ("Rank", "Name", "Games", "Wins", "Win share", "Points a round", "Rating", "Give or take")


def standings_table(club: Club, report: Report) -> ExportTable:
    """Return a table with everyone who has a game, by wins."""
    club.league.catch_up()
    return ExportTable("Standings", STANDINGS, _standing_rows(club, report))


def _standing_rows(club: Club, report: Report) -> Iterator[ExportRow]:
    people, after = ClubPeople.of(club), ""
    while True:
        args = {"least": "1", "by": "wins", "after": after}
        asked = TableRequest.of(club, people, args, size=MAX, today=today_of(club))
        page: Any = standings_document(people, asked, size=MAX)
        for row in page["rows"]:
            of, rating = row["figures"], row["figures"]["rating"] or {}
            yield [row["rank"], row["competitor"]["name"], of["games"], of["wins"], of["win_share"],
                   of["points_a_round"], rating.get("rating"), rating.get("give_or_take")]  # fmt: skip
        after = page["next"] or ""
        if not after:
            break
    report(1, 1)
