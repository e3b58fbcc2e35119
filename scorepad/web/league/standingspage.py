"""What the page of the standings shows: the table that was asked for, who is first in it, and its picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from flask import url_for

from scorepad.league.standings import Figure, Row
from scorepad.store import Season
from scorepad.web.clubs import current_club
from scorepad.web.keeping_up import today
from scorepad.web.league import figures
from scorepad.web.league.bars import Bars, bars
from scorepad.web.league.champions import title_of
from scorepad.web.league.figures import WORDS
from scorepad.web.league.kinds import kind_names
from scorepad.web.league.ranges import EVERYTHING
from scorepad.web.league.standingsform import Asked
from scorepad.web.league.table import PARTNERSHIPS, PEOPLE, LeagueTable, Played
from scorepad.web.league.tablelines import Line, columns, lines
from scorepad.web.whos import Shown, Whos, whos
from scorepad.web.words import plural

PAGE = 50
"""Rows of a page."""

DRAWN = 10
"""Bars of the picture."""

MOST_FIRST = 4
"""Names where several are first; of more, the table has the rest."""


@dataclass(frozen=True)
class StandingsPage:
    """The table and all that stands around it."""

    asked: Asked
    seasons: Sequence[Season]
    kinds: Mapping[int, str]
    played: Played
    table: LeagueTable
    everybody: Whos

    @classmethod
    def of(cls, args: Mapping[str, str]) -> Self:
        """The page that an address asks for."""
        club, everybody = current_club(), whos()
        seasons, kinds = club.seasons.all(), kind_names(club.league.kinds())
        asked = Asked.of(args, seasons, kinds, today())
        played = Played.over(asked.range, asked.kind)
        by = asked.by if asked.by is not Figure.POINTS or played.comparable else Figure.WINS
        table = LeagueTable.of(
            played, everybody, asked.whose, by, asked.least, upto=PAGE * asked.page
        )
        return cls(asked, seasons, kinds, played, table, everybody)

    @property
    def by(self) -> Figure:
        """By what the table is ranked."""
        return self.table.by

    @property
    def is_new(self) -> bool:
        """Whether no game of the club counts yet."""
        return self.played.days is None

    @property
    def about(self) -> str:
        """What is in the table, in a line."""
        asked = self.asked
        days = f"{asked.range.said}. " if asked.range.season else ""
        with_games = f" with {asked.least} games or more" if asked.least > 1 else ""
        kind = self.kinds[asked.kind] if asked.kind else "all kinds of game"
        return f"{days}{self.whose}{with_games}, {kind}."

    @property
    def whose(self) -> str:
        """Whose figures there are."""
        return self.asked.whose.capitalize()

    @property
    def either(self) -> list[tuple[str, str, bool]]:
        """People or partnerships: name, address, and whether it is this."""
        return [
            (one.capitalize(), self.link(whose=one), one == self.asked.whose)
            for one in (PEOPLE, PARTNERSHIPS)
        ]

    @property
    def orders(self) -> list[tuple[str, str, bool]]:
        """By what the table can be ranked: name, address, and whether it is."""
        return [
            (WORDS[one].label, self.link(by=one.value), one is self.by)
            for one in Figure
            if one is not Figure.POINTS or self.played.comparable
        ]

    @property
    def kinds_here(self) -> list[tuple[str, str]]:
        """The kinds of which points a round can be asked for, where several are in the table."""
        if self.played.comparable:
            return []
        here = [kind for kind in self.kinds if kind in self.played.kinds]
        return [(self.kinds[one], self.link(kind=str(one), by="points")) for one in here]

    def link(self, **otherwise: str) -> str:
        """The address of another table."""
        said: dict[str, str] = self.asked.address(**otherwise)
        return url_for("standings.show", _anchor=None, **said)  # type: ignore[arg-type]

    @cached_property
    def columns(self) -> list[str]:
        """The codes of the figures."""
        return columns(self.by, comparable=self.played.comparable)

    @property
    def pages(self) -> int:
        """How many pages the table has."""
        return max(-(-len(self.table.rows) // PAGE), 1)

    @property
    def page(self) -> int:
        """Which of them this is."""
        return min(self.asked.page, self.pages)

    @property
    def start(self) -> int:
        """How many rows are on the pages before."""
        return (self.page - 1) * PAGE

    @cached_property
    def lines(self) -> list[Line]:
        """The rows of this page."""
        return lines(self.table.rated(self.start, PAGE), self.columns, self.everybody)

    @cached_property
    def first(self) -> list[Shown]:
        """Who is first, the first few of them where they are many."""
        return [self.everybody.of_key(who) for who in self.table.first[:MOST_FIRST]]

    @property
    def more_first(self) -> int:
        """How many others are first too."""
        return len(self.table.first) - len(self.first)

    @property
    def title(self) -> str:
        """What whoever is first is called."""
        season = self.asked.range.season
        if season is None or not self.asked.decides or self.by is not season.figure:
            return f"First by {WORDS[self.by].label.lower()}"
        return title_of(season, self.asked.whose, several=len(self.table.first) > 1)

    @cached_property
    def _drawn(self) -> list[Row]:
        return self.table.rated(0, DRAWN)

    @property
    def picture(self) -> Bars:
        """The first few as bars."""
        return bars(
            [(self._name(row), figures.amount(self.by, row.standing)) for row in self._drawn],
            [figures.written(self.by, row.standing) for row in self._drawn],
        )

    def _name(self, row: Row) -> str:
        return self.everybody.of_key(row.standing.who).name

    @property
    def drawn_title(self) -> str:
        """What the picture shows."""
        count = len(self._drawn)
        return f"{WORDS[self.by].label}: the first {count}" if count > 1 else WORDS[self.by].label

    @property
    def described(self) -> str:
        """The picture in words."""
        said = [
            f"{row.rank}. {self._name(row)}, {figures.written(self.by, row.standing)}"
            for row in self._drawn
        ]
        return "; ".join(said)

    @property
    def nobody(self) -> str:
        """Why the table is empty."""
        if not self.played.games:
            return "No game was finished in these days. Choose others, or all games."
        at_least = plural(self.asked.least, "game", "games")
        return f"There were {plural(self.played.games, 'game', 'games')}, and nobody here has {at_least} or more."

    @property
    def everything(self) -> str:
        """The address of the table of all games."""
        return url_for("standings.show", over=EVERYTHING.key, whose=self.asked.whose)
