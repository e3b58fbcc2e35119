"""The list of games as its page shows it."""

from dataclasses import dataclass
from typing import Any

from scorepad.rules import RulesError
from scorepad.scoring.agreement import WHOLE_GAME
from scorepad.scoring.game import Course, Phase
from scorepad.scoring.record import game
from scorepad.store import Club
from scorepad.web.clubs import player_ids, values_of

PAGE = 20


@dataclass(frozen=True, slots=True)
class ListedGame:
    """One game of the list; `day` is the UTC date on which it was begun, `state` how far it is in a few words."""

    id: int
    day: str
    rules: str
    state: str
    teams: tuple[str, ...]
    totals: tuple[int, ...]


def game_list(club: Club, before: int | None) -> dict[str, Any]:
    """The games for the list's page, newest first, and where the next page begins (None at the end)."""
    rows = club.games(limit=PAGE + 1, before=before, fields=())
    cells = club.cells_of([row.id for row in rows[:PAGE]])
    values = {number: values_of(found) for number, found in cells.items()}
    names = club.player_names({one for found in values.values() for one in player_ids(found)})
    days = {row.id: row.created_at[:10] for row in rows}
    listed = [_listed(number, days[number], found, names) for number, found in values.items()]
    return {
        "games": sorted(listed, key=lambda one: -one.id),
        "older": rows[PAGE - 1].id if len(rows) > PAGE else None,
        "newest": before is None,
    }


def _listed(number: int, day: str, values: Any, names: dict[int, str]) -> ListedGame:
    try:
        record = game(values, names)
    except RulesError:
        # One game that a newer Scorepad wrote must not hide the others.
        rules = str(values[WHOLE_GAME, "table", "rules"].get("name", ""))
        players = tuple(names.get(one, "") for one in player_ids(values))
        return ListedGame(number, day, rules, "kept by a newer Scorepad", players, ())
    teams, rules = record.agreement.teams, record.agreement.rules.name
    return ListedGame(number, day, rules, _state(record.course, teams), teams, record.course.now)


def _state(course: Course, teams: tuple[str, ...]) -> str:
    if course.phase is not Phase.OVER:
        return f"round {course.next_round}"
    return "a tie" if len(course.winners) > 1 else f"{teams[course.winners[0]]} won"
