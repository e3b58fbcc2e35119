"""Documents about games: the list of them, one game with its rounds, a game in progress, a sheet."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Annotated, Literal, NotRequired, TypedDict

from scorepad.play.bets import placed_bets
from scorepad.play.game import LoadedGame, player_ids, seat_owners, team_names, values_of, with_people
from scorepad.play.parse_form import shown_text
from scorepad.play.sheet_form import Input, input_for, sheet_inputs
from scorepad.scoring.answers import scored_teams
from scorepad.scoring.cells import TABLE, CellName, CellValue, Document
from scorepad.scoring.documents import json_pointer
from scorepad.scoring.game.agreement import SEATED, WHOLE_GAME, Seating
from scorepad.scoring.game.course import Phase, seats_of
from scorepad.scoring.game.record import GameRecord, RoundRecord
from scorepad.scoring.game.record import game as game_record
from scorepad.scoring.model import Level, Problem, TeamRound
from scorepad.scoring.needs import missing_books
from scorepad.scoring.text.messages import problem_text
from scorepad.store import Cell, Club, Damaged
from scorepad.store.games import ALL_DAYS

MAX, USUAL = 100, 20
"""The most games of a page, and the default."""

LOOKED_AT = 500
"""The most games that a page with a filter searches."""

_EARLIEST, _LATEST = date.min + timedelta(days=1), date.max - timedelta(days=1)

State = Literal["playing", "over", "asks"]


class Person(TypedDict):
    """A person. Someone who was forgotten has no name of their own."""

    id: int
    name: str


class RuleSetName(TypedDict):
    """A rule set by name."""

    slug: str
    name: str


class ListedTeam(TypedDict):
    """A team with its total and its people: who sits there now; once the game is over, whom the league credits."""

    number: Annotated[int, "The team's number at the table, from 1"]
    name: str
    people: list[Person]
    total: int


class ListedGame(TypedDict):
    """A game of the list."""

    id: int
    begun_at: Annotated[str, "When it was begun (UTC, RFC 3339)"]
    changed_at: Annotated[str, "When it was changed last (UTC, RFC 3339)"]
    day: Annotated[str, "The day it was begun, by the club's clock (YYYY-MM-DD)"]
    rules: RuleSetName
    state: Annotated[State, "asks: a correction makes the game end earlier, and the table must say whether it did"]
    round: Annotated[int, "The round to play next; of a game that is over, its last round"]
    teams: list[ListedTeam]
    winners: Annotated[list[int], "Numbers of the teams that won; several in a tie, none before the end"]
    counts: Annotated[bool, "Whether it counts in the league once it is over"]


class Games(TypedDict):
    """A page of games. A page with a filter may hold few games, or none, although more follow."""

    games: list[ListedGame]
    next: Annotated[str | None, "The cursor of the next page; null on the last one"]


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Selects the games of a list."""

    state: State | None = None
    player: int | None = None
    rules: str | None = None
    unfinished: bool = False
    days: tuple[str, str] = ALL_DAYS
    """The first and the last day, by the club's clock."""

    def lets_through(self, listed: ListedGame) -> bool:
        """Whether the filter accepts this game."""
        seated = {person["id"] for team in listed["teams"] for person in team["people"]}
        return (
            self.state in (None, listed["state"])
            and self.rules in (None, listed["rules"]["slug"])
            and (self.player is None or self.player in seated)
            and not (self.unfinished and listed["state"] == "over")
            and self.days[0] <= listed["day"] <= self.days[1]
        )

    def may_let_through(self, cells: Mapping[CellName, Cell], merged: Mapping[int, int]) -> bool:
        """Whether the filter may accept a game with these cells, judged only by its players and its rules.

        `merged` maps people to whom they were merged into.
        """
        values = values_of(cells)
        rules = values.get((WHOLE_GAME, TABLE, "rules"))
        document = rules.value if isinstance(rules, Document) else None
        slug = document.get("slug") if isinstance(document, dict) else None
        players = {merged.get(player, player) for player in player_ids(values)}
        return self.rules in (None, slug) and (self.player is None or self.player in players)

    @property
    def stored_days(self) -> tuple[str, str]:
        """UTC days that include all days of the filter, for a query of the store."""
        first, last = (date.fromisoformat(day) if day not in ALL_DAYS else None for day in self.days)
        return (
            (max(first, _EARLIEST) - timedelta(days=1)).isoformat() if first else ALL_DAYS[0],
            (min(last, _LATEST) + timedelta(days=1)).isoformat() if last else ALL_DAYS[1],
        )


def games_document(
    club: Club, *, before: int | None = None, limit: int = USUAL, only: GameFilter | None = None, binned: bool = False
) -> Games:
    """Return a page of games, or of games in the bin, newest first; `before` is the cursor from the previous page."""
    only, listed, left = only or GameFilter(), list[ListedGame](), LOOKED_AT
    merged = {} if only.player is None else club.people.merged_ids()
    if only.player is not None:
        only = replace(only, player=merged.get(only.player, only.player))
    while left > 0:
        rows = club.games(limit=limit + 1, before=before, binned=binned, fields=(), days=only.stored_days)
        likely = _likely(club, [row.id for row in rows[:limit]], only, merged)
        for game, begun_at in [(row.id, row.created_at) for row in rows[:limit]]:
            before = game
            if len(listed) == limit:
                return {"games": listed, "next": str(listed[-1]["id"])}
            document = _read(club, game, begun_at) if game in likely else None
            if document and only.lets_through(document):
                listed.append(document)
        if len(rows) <= limit:
            return {"games": listed, "next": None}
        left -= limit
        if len(listed) == limit:
            break
    return {"games": listed, "next": str(before)}


def _likely(club: Club, games: Sequence[int], only: GameFilter, merged: Mapping[int, int]) -> Collection[int]:
    """The games that may pass the filter. Reading a few cells is many times faster than scoring every game."""
    if only.player is None and only.rules is None:
        return games
    try:
        cells = club.readable_cells(games, fields=("rules", SEATED))
    except Damaged:
        return games
    return {game for game, of_game in cells.items() if only.may_let_through(of_game, merged)}


def _read(club: Club, game: int, begun_at: str) -> ListedGame | None:
    """Return a listed game, None if it is damaged or needs a newer Scorepad."""
    try:
        cells = club.cells(game)
        values, names = with_people(club, values_of(cells))
        return listed_game(club, game, begun_at, Read.of(cells, values, names))
    except Exception:  # an unreadable game must not hide the others
        return None


@dataclass(frozen=True, slots=True)
class Read:
    """A game that was read: its cells, its record, and the names of its people."""

    cells: Mapping[CellName, Cell]
    record: GameRecord
    names: Mapping[int, str]

    @classmethod
    def of(cls, cells: Mapping[CellName, Cell], values: dict[CellName, CellValue], names: Mapping[int, str]) -> "Read":
        return cls(cells, game_record(values, names), names)


def listed_game(club: Club, game: int, begun_at: str, read: Read) -> ListedGame:
    """Build the list document of a game."""
    course, agreed = read.record.course, read.record.agreement
    return {
        "id": game,
        "begun_at": begun_at,
        "changed_at": max((cell.at for cell in read.cells.values()), default=begun_at),
        "day": club.clock.days_of_games([game]).get(game, begun_at[:10]),
        "rules": {"slug": agreed.base.slug, "name": agreed.base.name},
        "state": course.phase.value,
        "round": course.counted if course.phase is Phase.OVER else course.next_round,
        "teams": _teams(read),
        "winners": list(course.winners),
        "counts": course.in_league,
    }


def _teams(read: Read) -> list[ListedTeam]:
    record, names = read.record, read.names
    owners, table = seat_owners(record), record.agreement.table
    listed: list[ListedTeam] = []
    for team, (name, total) in enumerate(zip(team_names(record, names), record.course.now, strict=True), start=1):
        ids = [owners[seat] for seat in seats_of(team, table) if owners.get(seat)]
        people: list[Person] = [{"id": person, "name": names.get(person, "")} for person in ids]
        listed.append({"number": team, "name": name, "people": people, "total": total})
    return listed


# A game with its rounds, and the lines of each score.


class Line(TypedDict):
    """A line of a score. A total is the sum of its lines."""

    code: str
    part: Literal["base", "count", "bonus"]
    label: str
    count: NotRequired[int]
    each: NotRequired[int]
    points: int
    text: Annotated[str, "A sentence that explains the points"]
    waived: NotRequired[Annotated[str, "Why the line does not count"]]


class TeamScore(TypedDict):
    """What a round was worth to a team, as `scorepad score` answers."""

    name: str
    base: int
    count: int
    bonus: int
    total: int
    lines: list[Line]


class Place(TypedDict):
    """Who sits in a seat."""

    id: Annotated[int, "The person; 0 while no one is known to sit there"]
    name: str


class RoundScore(TypedDict):
    """A round as far as it was counted."""

    number: int
    finished: bool
    on_paper: Annotated[bool, "Played before the game was begun here: the totals have its points, it has no lines"]
    seats: Annotated[list[Place], "Who sat where, from seat 1"]
    teams: list[TeamScore]
    totals: Annotated[list[int], "The total of each team after the round"]


class PersonsBet(TypedDict):
    """What someone said before the game."""

    person: Person
    team: Annotated[int, "The team that wins"]
    percent: Annotated[int, "The chance that the bet gives the team"]


class Game(ListedGame):
    """A game with all its rounds."""

    players: int
    decks: int
    choices: Annotated[dict[str, str], "What the table chose of its rule set"]
    seats: Annotated[list[Place], "Who sits where now, from seat 1. Seat 1 is in team 1, seat 2 in team 2, and so on"]
    brought: Annotated[list[int], "Points that each team brought along when the game was begun here"]
    rounds: list[RoundScore]
    bets: Annotated[list[PersonsBet], "Who said which team wins, by name; none before the first round is finished"]
    conflicts: Annotated[int, "Entries that two phones typed differently and that the table must settle"]
    binned: Annotated[bool, "Whether it is in the bin, from which it can be taken out"]


def game_document(club: Club, loaded: LoadedGame) -> Game:
    """Build the document of a game loaded from this club."""
    record, agreed = loaded.record, loaded.agreement
    listed = listed_game(club, loaded.id, club.begun(loaded.id), Read(loaded.cells, record, loaded.names))
    return {
        **listed,
        "players": agreed.table.players,
        "decks": agreed.decks,
        "choices": dict(agreed.choices),
        "seats": seated(agreed.seating[-1], loaded.names),
        "brought": list(agreed.brought),
        "rounds": [round_score(loaded, at) for at in record.rounds],
        "bets": [
            {"person": {"id": bet.person, "name": bet.name}, "team": bet.team, "percent": bet.percent}
            for bet in placed_bets(loaded)
        ],
        "conflicts": len(loaded.conflicts),
        "binned": loaded.is_binned,
    }


def round_score(loaded: LoadedGame, record: RoundRecord) -> RoundScore:
    """Build the document of a round."""
    round_number = record.entry.round_number
    return {
        "number": round_number,
        "finished": record.finished,
        "on_paper": record.on_paper,
        "seats": seated(loaded.seating_in(round_number), loaded.names),
        "teams": scored_teams(record.scores),
        "totals": [before + points for before, points in zip(record.before, record.totals, strict=True)],
    }


def seated(seating: Seating, names: Mapping[int, str]) -> list[Place]:
    """Return the people at a table, by seat."""
    seats = enumerate(seating.players, start=1)
    return [{"id": player, "name": names.get(player, f"Seat {seat}")} for seat, player in seats]


# Types for the answers of `score`, `can-go-out` and `can-open`, which `scorepad.scoring.documents` builds.


class RoundProblem(TypedDict):
    """Something to look at in a round. A warning may be confirmed, an error must be put right."""

    code: str
    level: Literal["warning", "error"]
    path: Annotated[str, "Where, such as teams[0].melded; `pointer` says the same as all problems of the API do"]
    pointer: Annotated[str, "Where, as a JSON Pointer: in the body of a question, or in the sheet that has the problem"]
    message: str


class Score(TypedDict):
    """What a round was worth."""

    rules: str
    round: int
    teams: list[TeamScore]
    problems: list[RoundProblem]


class Reason(TypedDict):
    """Something that stands against an action."""

    code: str
    message: str
    path: NotRequired[str]
    pointer: NotRequired[Annotated[str, "Where in the body, as a JSON Pointer"]]
    missing: NotRequired[Annotated[dict[str, int] | int, "Which books, or how many, are missing"]]
    points: NotRequired[Annotated[int, "What it would cost"]]


class CanGoOut(TypedDict):
    """Whether a player may go out."""

    can_go_out: bool
    blockers: list[Reason]
    warnings: list[Reason]
    bonus: Annotated[int, "What going out pays"]
    projected: NotRequired[Annotated[Score, "What the round would be worth"]]


class CanOpen(TypedDict):
    """Whether a team may open."""

    opens: bool
    minimum: int
    points: int
    missing: int
    waived: NotRequired[bool]
    problems: list[Reason]


# The state of a game in progress, for an overlay, a lamp or a big screen.


class LiveTeam(TypedDict):
    """A team at the table now."""

    number: int
    name: str
    total: Annotated[int, "Its total before the round that is being played; at the end its final total"]
    so_far: Annotated[int | None, "Its points in the round so far; null while nothing was entered"]
    minimum: Annotated[int, "What it must open with in this round"]
    opened: Annotated[bool, "Whether it has opened in this round"]
    books: Annotated[dict[str, int], "Its finished books of this round, by code"]
    missing: Annotated[dict[str, int], "The books that it still needs to go out, by code"]


class Live(TypedDict):
    """A table now."""

    game: int
    seq: Annotated[int, "Grows with everything that is recorded in the game"]
    rules: RuleSetName
    state: State
    round: int
    starter: Annotated[str | None, "The name of who starts the round; null while no one knows, and at the end"]
    teams: list[LiveTeam]
    winners: list[int]
    conflicts: Annotated[int, "Entries that the table must settle"]


def live_document(loaded: LoadedGame) -> Live:
    """Build the live document of a loaded game."""
    course, agreed = loaded.record.course, loaded.agreement
    over = course.phase is Phase.OVER
    names = team_names(loaded.record, loaded.names) if over else loaded.teams_in(course.next_round)
    seat = None if over else course.starter.seat
    return {
        "game": loaded.id,
        "seq": loaded.seq,
        "rules": {"slug": agreed.base.slug, "name": agreed.base.name},
        "state": course.phase.value,
        "round": course.counted if over else course.next_round,
        "starter": loaded.seat_name(seat, course.next_round) if seat else None,
        "teams": [_team(loaded, team, name) for team, name in enumerate(names, start=1)],
        "winners": list(course.winners),
        "conflicts": len(loaded.conflicts),
    }


def _team(loaded: LoadedGame, team: int, name: str) -> LiveTeam:
    course, round_number = loaded.record.course, loaded.record.course.next_round
    record = next(iter(loaded.record.rounds[round_number - 1 : round_number]), None)
    entry = record.entry.teams[team - 1] if record else TeamRound(name)
    sheet = loaded.sheet(round_number)
    return {
        "number": team,
        "name": name,
        "total": course.now[team - 1],
        "so_far": record.totals[team - 1] if record else None,
        "minimum": course.minimums[team - 1].minimum,
        "opened": loaded.has_opened(round_number, team),
        "books": {code: count for code, count in entry.books.items() if count},
        "missing": dict(missing_books(sheet.rules, sheet.out(entry.concealed), entry.books)),
    }


# The sheet of a round: each input with its value, and the score so far.


class SheetInput(TypedDict):
    """An input of a sheet. POST /games/{game}/rounds takes its name as a key of `cells`."""

    name: Annotated[str, "Such as team1.clean, or seat2.left"]
    label: str
    control: Annotated[
        Literal["choice", "count", "points", "check", "mark", "signed", "text"],
        "choice: a seat such as seat1, or stock or none; check and mark: 1 or nothing; points: a number or a sum",
    ]
    text: Annotated[str, "What stands in it; empty if it was not counted yet"]


class RoundSheet(TypedDict):
    """A round as far as it was entered."""

    game: int
    number: int
    seq: Annotated[int, "The latest entry of the game. Send it back as `seen`, and later changes by others are noticed"]
    finished: bool
    inputs: list[SheetInput]
    score: Annotated[RoundScore | None, "null while nothing was entered"]
    problems: list[RoundProblem]


def sheet_document(loaded: LoadedGame, round_number: int) -> RoundSheet:
    """Return the sheet of a round of the game, or of the next round."""
    record = next(iter(loaded.record.rounds[round_number - 1 : round_number]), None)
    inputs = sheet_inputs(loaded.sheet(round_number))
    return {
        "game": loaded.id,
        "number": round_number,
        "seq": loaded.seq,
        "finished": loaded.is_finished(round_number),
        "inputs": [_input(loaded, round_number, asked) for asked in inputs],
        "score": round_score(loaded, record) if record else None,
        "problems": [_problem(loaded, problem, inputs) for problem in record.problems] if record else [],
    }


def _input(loaded: LoadedGame, round_number: int, asked: Input) -> SheetInput:
    value = loaded.values.get((round_number, str(asked.place), asked.field))
    text = shown_text(loaded.sheet(round_number).rules, value, asked)
    return {"name": asked.name, "label": asked.label, "control": asked.control, "text": text}  # type: ignore[typeddict-item]


def _problem(loaded: LoadedGame, problem: Problem, inputs: Sequence[Input]) -> RoundProblem:
    names = [asked.name for asked in inputs]
    name = input_for(problem.path, loaded.agreement.table, set(names))
    level: Literal["warning", "error"] = "error" if problem.level is Level.ERROR else "warning"
    pointer = json_pointer("inputs", names.index(name)) if name in names else ""
    return {
        "code": problem.code,
        "level": level,
        "path": problem.path,
        "pointer": pointer,
        "message": problem_text(problem),
    }
