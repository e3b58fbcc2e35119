"""The records of each kind of game, and the longest winning streaks."""

from typing import Annotated, TypedDict

from scorepad.exchange.documents.values import Competitor, Kind, competitor
from scorepad.league.club_names import ClubPeople, club_kind_names
from scorepad.league.facts import CompetitorKey
from scorepad.league.figures import RECORDS, SHOWN, STREAKS, RecordText, value_of
from scorepad.store import Club
from scorepad.store.results.rows import PlayedGame, PlayedKind


class Achievement(TypedDict):
    """A place on a record's list."""

    value: int
    competitor: Competitor
    game: int
    round: Annotated[int | None, "The round; null if it is about a whole game"]
    day: Annotated[str, "The day of the game; of a streak that of its last game (YYYY-MM-DD)"]


class Record(TypedDict):
    """A record with the best, the best first."""

    code: str
    title: str
    meaning: str
    unit: Annotated[str, "What the values count, in the plural"]
    best: list[Achievement]


class Records(TypedDict):
    """The records of one kind of game, and the streaks of all."""

    kinds: Annotated[list[Kind], "The kinds of game that were played, the most played first"]
    kind: Annotated[int | None, "The kind that the records are of; null in a club without a finished game"]
    records: list[Record]
    streaks: list[Record]


def kinds_of(club: Club) -> list[Kind]:
    """Return the kinds of game of a club, most played first."""
    kinds = club.league.kinds()
    names = club_kind_names(club, kinds)
    return [_kind(played, names[played.kind.id]) for played in kinds]


def _kind(played: PlayedKind, name: str) -> Kind:
    kind = played.kind
    return {
        "id": kind.id,
        "name": name,
        "rules": kind.slug,
        "players": kind.players,
        "teams": kind.teams,
        "decks": kind.decks,
        "games": played.games,
    }


def records_document(club: Club, people: ClubPeople, kind: int | None = None) -> Records:
    """Return the records of a kind, or of the kind played most. Raises KeyError for a kind that was never played."""
    kinds = kinds_of(club)
    if kind is not None and kind not in [played["id"] for played in kinds]:
        raise KeyError(kind)
    chosen = kind if kind is not None else next((played["id"] for played in kinds), None)
    return {
        "kinds": kinds,
        "kind": chosen,
        "records": [] if chosen is None else [_record(club, people, chosen, code) for code in RECORDS],
        "streaks": [_streaks(club, people, group) for group in STREAKS],
    }


def _record(club: Club, people: ClubPeople, kind: int, code: str) -> Record:
    holders = club.league.records.best(kind, code, SHOWN)
    best = [
        _achievement(value_of(code, held), "-".join(map(str, sorted(held.people))), held.game, people, held.round)
        for held in holders
    ]
    return _titled(str(code), RECORDS[code], best)


def _streaks(club: Club, people: ClubPeople, group: str) -> Record:
    streaks = club.league.records.longest_streaks(group, SHOWN)
    best = [_achievement(streak.length, streak.competitor, streak.game, people) for streak in streaks]
    return _titled(f"streak-{group}", STREAKS[group], best)


def _titled(code: str, text: RecordText, best: list[Achievement]) -> Record:
    return {"code": code, "title": text.title, "meaning": text.meaning, "unit": text.unit[1], "best": best}


def _achievement(value: int, key: CompetitorKey, game: PlayedGame, people: ClubPeople, round: int = 0) -> Achievement:
    holder: Competitor = competitor(key, people) if key else {"key": "", "name": people.name([]), "people": []}
    return {"value": value, "competitor": holder, "game": game.game, "round": round or None, "day": game.day}
