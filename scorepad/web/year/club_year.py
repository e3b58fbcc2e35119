"""The year of the club."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorepad.league.facts import CompetitorKey
from scorepad.league.figures import BadgeText, rounds_number
from scorepad.league.periods import cover
from scorepad.league.standings import Figure
from scorepad.league.tables import DAYS, PARTNERSHIPS, PEOPLE, DayRange, PlayedGames, league_table
from scorepad.scoring.text.explain import format_number, plural
from scorepad.store.results.rows import EarnedBadge
from scorepad.web.app.design_tokens import colours
from scorepad.web.league.season_months import months_between
from scorepad.web.year.year_facts import Fact, RecordSet, Year

SHORTEST_RUN = 2
"""The fewest games won in a row that the club's year mentions."""


@dataclass(frozen=True)
class ClubYear:
    """A year of the whole club, computed from stored sums."""

    year: Year

    name = "The club"

    @property
    def address(self) -> tuple[str, dict[str, Any]]:
        """The endpoint of the page, and its URL arguments without the year."""
        return "years.club", {}

    @property
    def ground(self) -> str:
        """The colour of the picture."""
        return colours()["felt"]

    @cached_property
    def years(self) -> list[int]:
        return self.year.club.league.years.with_games()

    @cached_property
    def _games(self) -> PlayedGames:
        return PlayedGames.over(
            self.year.club.league, DayRange(DAYS, str(self.year.number), self.year.first, self.year.last)
        )

    @property
    def count(self) -> int:
        return self._games.count

    @property
    def counts(self) -> list[tuple[str, str, str]]:
        """Games and rounds: code, label and text. A tally counts each round once for every team."""
        teams = {played.kind.id: played.kind.teams for played in self.year.club.league.kinds()}
        rounds = sum(tally.rounds // teams[kind] for kind, tally in self._games.tallies.items())
        return [("games", "Games", format_number(self.count)), ("rounds", "Rounds", rounds_number(rounds, self.count))]

    @cached_property
    def facts(self) -> list[Fact]:
        return [fact for fact in self._facts() if fact]

    def _facts(self) -> Iterator[Fact | None]:
        yield self._first("player", "Most wins", PEOPLE, Figure.WINS)
        yield self._first("pair", "Partners with most wins", PARTNERSHIPS, Figure.WINS)
        yield self._first("gained", "Most rating gained", PEOPLE, Figure.GAINED)
        yield self._longest_run()
        yield self._busiest_month()

    def _first(self, code: str, label: str, group: str, figure: Figure) -> Fact | None:
        def ranked() -> tuple[str, list[CompetitorKey]]:
            table = league_table(self._games, self.year.people, group, figure=figure, least=1, upto=1)
            best = table.page(1).rows[0].standing if table.first else None
            is_one = best and (best.wins if figure is Figure.WINS else (best.gained or 0) > 0)
            return (table.reason, table.first) if is_one else ("", [])

        reason, first = self.year.club.league.cached(("year", self.year.number, code), ranked)
        return Fact(code, label, reason, [self.year.people.competitor(who) for who in first]) if first else None

    def _longest_run(self) -> Fact | None:
        def longest() -> tuple[CompetitorKey, int] | None:
            runs = self.year.club.league.years.longest_runs(self.year.number)
            person = next(filter(self.year.people.is_ranked, runs), None)
            return (person, runs[person]) if person else None

        found = self.year.club.league.cached(("year", self.year.number, "run"), longest)
        if found is None or found[1] < SHORTEST_RUN:
            return None
        person, run = found
        return Fact("run", "Longest run", f"{run} games won in a row", [self.year.people.competitor(person)])

    def _busiest_month(self) -> Fact | None:
        league = self.year.club.league
        months = [
            (sum(tally.games for tally in league.club_tallies(cover(first, last)).values()), f"{first:%B}")
            for _, first, last in months_between(self.year.first, self.year.last)
        ]
        games, name = max(months, key=lambda month: month[0])
        return Fact("month", "Busiest month", f"{name}, {plural(games, 'game', 'games')}") if games else None

    @cached_property
    def kinds(self) -> list[tuple[int, str, int]]:
        return self.year.favourites({kind: tally.games for kind, tally in self._games.tallies.items()})

    @cached_property
    def records(self) -> list[RecordSet]:
        """The records of the kind played most."""
        return self.year.records([kind for kind, _, _ in self.kinds[:1]], lambda holder: True)

    @property
    def badges(self) -> list[tuple[BadgeText, str, EarnedBadge]]:
        """Always empty: only people earn badges."""
        return []
