"""The list of games, page by page, newest first."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Literal, TypedDict

from scorepad.exchange.documents.values import Person, RuleSetName
from scorepad.play.game import values_of
from scorepad.play.game_people import player_ids, seat_owners, team_names, with_people
from scorepad.scoring.cells import TABLE, CellName, CellValue, Document
from scorepad.scoring.game.agreement import SEATED, WHOLE_GAME
from scorepad.scoring.game.course import Phase, seats_of
from scorepad.scoring.game.record import GameRecord
from scorepad.scoring.game.record import game as game_record
from scorepad.store import Cell, Club, Damaged
from scorepad.store.games import ALL_DAYS

MAX, USUAL = 100, 20
"""The most games of a page, and the default."""

LOOKED_AT = 500
"""The most games that a page with a filter searches."""

_EARLIEST, _LATEST = date.min + timedelta(days=1), date.max - timedelta(days=1)

State = Literal["playing", "over", "asks"]


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
    merged: frozenset[int] = frozenset()
    """The ids of people merged into the player."""
    unfinished: bool = False
    days: tuple[str, str] = ALL_DAYS
    """The first and the last day, by the club's clock."""

    def lets_through(self, listed: ListedGame) -> bool:
        """Whether the filter accepts this game."""
        seated = {person["id"] for team in listed["teams"] for person in team["people"]}
        return (
            self.state in (None, listed["state"])
            and self.rules in (None, listed["rules"]["slug"])
            and (self.player is None or not seated.isdisjoint({self.player, *self.merged}))
            and not (self.unfinished and listed["state"] == "over")
            and self.days[0] <= listed["day"] <= self.days[1]
        )

    def may_let_through(self, cells: Mapping[CellName, Cell]) -> bool:
        """Whether the filter may accept a game with these cells, judged only by its players and its rules."""
        values = values_of(cells)
        rules = values.get((WHOLE_GAME, TABLE, "rules"))
        document = rules.value if isinstance(rules, Document) else None
        slug = document.get("slug") if isinstance(document, dict) else None
        wanted = None if self.player is None else {self.player, *self.merged}
        return self.rules in (None, slug) and (wanted is None or not wanted.isdisjoint(player_ids(values)))

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
    while left > 0:
        rows = club.games(limit=limit + 1, before=before, binned=binned, fields=(), days=only.stored_days)
        likely = _likely(club, [row.id for row in rows[:limit]], only)
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


def _likely(club: Club, games: Sequence[int], only: GameFilter) -> Collection[int]:
    """The games that may pass the filter. Reading a few cells is many times faster than scoring every game."""
    if only.player is None and only.rules is None:
        return games
    try:
        cells = club.readable_cells(games, fields=("rules", SEATED))
    except Damaged:
        return games
    return {game for game, of_game in cells.items() if only.may_let_through(of_game)}


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
