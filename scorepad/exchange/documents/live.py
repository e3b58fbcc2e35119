"""The state of a game in progress, for an overlay, a lamp or a big screen."""

from typing import Annotated, TypedDict

from scorepad.exchange.documents.games import State
from scorepad.exchange.documents.values import RuleSetName
from scorepad.play.game import LoadedGame, team_names
from scorepad.scoring.game.course import Phase
from scorepad.scoring.model import TeamRound
from scorepad.scoring.needs import missing_books


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
