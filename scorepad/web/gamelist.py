"""The list of games as its page shows it, and the mark by which people tell two games apart."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from scorepad.rules import RulesError
from scorepad.scoring.agreement import WHOLE_GAME
from scorepad.scoring.game import Course, Phase
from scorepad.scoring.record import game
from scorepad.store import Cell, CellName, Club
from scorepad.web import isolating
from scorepad.web.clubs import player_ids, values_of

PAGE = 20

# Each with the sign that keeps phones from drawing it as a coloured picture.
_SUITS = (
    ("♠\ufe0e", "spades"),
    ("♥\ufe0e", "hearts"),
    ("♦\ufe0e", "diamonds"),
    ("♣\ufe0e", "clubs"),
)


def game_mark(number: int) -> str:
    """A game's own mark: a suit and its number, "♠ 12". Neighbours differ in both."""
    return f"{_SUITS[number % 4][0]}\u00a0{number}"


def game_mark_name(number: int) -> str:
    """The mark as it is read aloud: "Game 12, spades"."""
    return f"Game {number}, {_SUITS[number % 4][1]}"


def moment(at: str) -> str:
    """A moment of the store as people read it: "21:14 UTC, 21 Nov 2025"; "" for what is none."""
    try:
        when = datetime.fromisoformat(at).astimezone(UTC)
    except ValueError:
        return ""
    return f"{when:%H:%M} UTC, {when.day} {when:%b} {when.year}"


@dataclass(frozen=True, slots=True)
class ListedGame:
    """One game of the list: `state` is how far it is in a few words, `touched` when (UTC) anything was last changed.

    `seq` is its latest entry that changed anything; `live` whether it is still being played.
    """

    id: int
    seq: int
    touched: str
    rules: str
    state: str
    live: bool
    teams: tuple[str, ...]
    totals: tuple[int, ...]

    @property
    def rows(self) -> list[tuple[str, int | None]]:
        """Each team with its total, None where that cannot be read."""
        totals = self.totals or (None,) * len(self.teams)
        return list(zip(self.teams, totals, strict=True))


def game_list(club: Club, before: int | None, *, binned: bool = False) -> dict[str, Any]:
    """A page of games, those still being played first, and where the next page begins (None at the end).

    Pages go by when games were begun, so that none costs more than its own games: a game that has been going on
    for longer than `PAGE` newer ones is found on a page further back.
    """
    rows = club.games(limit=PAGE + 1, before=before, binned=binned, fields=())
    cells = club.cells_of([row.id for row in rows[:PAGE]])
    values = {number: values_of(found) for number, found in cells.items()}
    names = club.player_names({one for found in values.values() for one in player_ids(found)})
    listed = [_listed(number, cells[number], values[number], names) for number in values]
    live = [one for one in listed if one.live]
    return {
        "live": sorted(live, key=lambda one: -one.seq),
        "finished": sorted((one for one in listed if not one.live), key=lambda one: -one.id),
        "older": rows[PAGE - 1].id if len(rows) > PAGE else None,
        "newest": before is None,
        "bin": not binned and not bin_is_empty(club),
    }


def bin_is_empty(club: Club) -> bool:
    """Whether no game is in the bin."""
    return not club.games(limit=1, binned=True, fields=())


def _listed(
    number: int, cells: Mapping[CellName, Cell], values: Any, names: dict[int, str]
) -> ListedGame:
    last = max(cells.values(), key=lambda cell: cell.seq)
    try:
        record = game(values, names)
    except RulesError:
        # One game that a newer Scorepad wrote must not hide the others.
        rules = str(values[WHOLE_GAME, "table", "rules"].get("name", ""))
        players = tuple(names.get(one, "") for one in player_ids(values))
        newer = "kept by a newer Scorepad"
        return ListedGame(number, last.seq, last.at, rules, newer, False, players, ())
    isolating.remember(record.agreement.teams)
    return ListedGame(
        id=number,
        seq=last.seq,
        touched=last.at,
        rules=record.agreement.rules.name,
        state=_state(record.course, record.agreement.teams),
        live=record.course.phase is not Phase.OVER,
        teams=record.agreement.teams,
        totals=record.course.now,
    )


def _state(course: Course, teams: tuple[str, ...]) -> str:
    if course.phase is not Phase.OVER:
        return f"Round {course.next_round}"
    return "A tie" if len(course.winners) > 1 else f"{teams[course.winners[0]]} won"
