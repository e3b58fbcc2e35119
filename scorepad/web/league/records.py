"""The records of the club: the best of each kind of game, and the longest winning streaks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template, request

from scorepad.league.club_names import club_kind_names
from scorepad.league.figures import RECORDS, SHOWN, STREAKS, RecordText, value_of
from scorepad.scoring.text.explain import plural
from scorepad.store.results.rows import PlayedGame, PlayedKind, RecordHolder
from scorepad.web.app.current import g
from scorepad.web.app.freshness import league_page
from scorepad.web.people.people_view import Competitor, PeopleView, people_view

pages = Blueprint("records", __name__, url_prefix="/league")


@pages.get("/records")
@league_page
def show() -> Any:
    """Show the records of the kind of game in `?kind=`, or of the kind played most."""
    page = RecordsPage.of(request.args.get("kind"))
    return render_template("league/records.html", page=page)


@dataclass(frozen=True, slots=True)
class Achievement:
    """One place on a record's list: the value, the holder, the game, and the round (0 for the whole game)."""

    value: int
    competitor: Competitor
    game: PlayedGame
    round: int = 0

    @classmethod
    def of(cls, code: str, held: RecordHolder, people: PeopleView) -> "Achievement":
        """Build an achievement from a stored holder of the record `code`."""
        return cls(value_of(code, held), people.team(sorted(held.people)), held.game, held.round)


@dataclass(frozen=True)
class Record:
    """A record and its list, the best first; `code` is its anchor on the page."""

    code: str
    text: RecordText
    achievements: Sequence[Achievement]

    @property
    def best(self) -> Achievement | None:
        return self.achievements[0] if self.achievements else None

    @property
    def unit(self) -> str:
        """The heading above the values."""
        return self.text.unit[1].capitalize()

    def value_text(self, achievement: Achievement) -> str:
        """Return a value with its unit: "4,560 points"."""
        return plural(achievement.value, *self.text.unit)


@dataclass(frozen=True)
class RecordsPage:
    """The records of one kind; `chosen` is None in a club without games.

    `is_unknown`: no game of the requested kind has been played.
    """

    kinds: Sequence[PlayedKind]
    names: Mapping[int, str]
    chosen: PlayedKind | None
    is_unknown: bool
    people: PeopleView

    @classmethod
    def of(cls, kind: str | None) -> "RecordsPage":
        kinds = g.club.store.league.kinds()
        chosen = {str(played.kind.id): played for played in kinds}.get(kind or "")
        usual = kinds[0] if kinds else None
        is_unknown = bool(kind and usual and not chosen)
        return cls(kinds, club_kind_names(g.club.store, kinds), chosen or usual, is_unknown, people_view())

    @property
    def records(self) -> list[Record]:
        return [self._record(code) for code in RECORDS]

    def _record(self, code: str) -> Record:
        assert self.chosen is not None
        holders = g.club.store.league.records.best(self.chosen.kind.id, code, SHOWN)
        achievements = [Achievement.of(code, held, self.people) for held in holders]
        return Record(code, RECORDS[code], achievements)

    @property
    def streaks(self) -> list[Record]:
        """The longest winning streaks, each with its last game."""
        league = g.club.store.league
        return [
            Record(
                f"streak-{group}",
                text,
                [
                    Achievement(streak.length, self.people.competitor(streak.competitor), streak.game)
                    for streak in league.records.longest_streaks(group, SHOWN)
                ],
            )
            for group, text in STREAKS.items()
        ]
