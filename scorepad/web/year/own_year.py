"""The year of a person or of a partnership."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any

from scorepad.league import counterparts
from scorepad.league.facts import WHOLE, CompetitorKey, is_partnership, members
from scorepad.league.figures import BADGES, BadgeText, level_text, percent
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.year import (
    Counted,
    Month,
    Played,
    best_month,
    highest_rating,
    longest_streak,
    opponents,
    partners,
    ties_of,
    win_share,
    wins_of,
)
from scorepad.scoring.text.explain import format_number, plural
from scorepad.store.results.rows import EarnedBadge, RecordHolder
from scorepad.web.app.design_tokens import colours
from scorepad.web.people.people_view import Competitor
from scorepad.web.year.year_facts import Fact, RecordSet, Year


@dataclass(frozen=True, slots=True)
class YearFigures:
    """A year in numbers. `rating`: before, after and highest. `month`: the best one with its wins and ties."""

    games: int
    wins: int
    ties: int
    share: Fraction | None
    rating: tuple[int, int, int] | None
    month: tuple[Month, int, int] | None
    run: int
    partner: Counted | None
    most_met: Counted | None
    kinds: Mapping[int, int]


@dataclass(frozen=True)
class OwnYear:
    """A year of one competitor. Only games that count for it are read."""

    key: CompetitorKey
    year: Year

    @cached_property
    def competitor(self) -> Competitor:
        return self.year.people.competitor(self.key)

    @property
    def name(self) -> str:
        return self.competitor.name

    @property
    def address(self) -> tuple[str, dict[str, Any]]:
        """The endpoint of the page, and its URL arguments without the year."""
        if is_partnership(self.key):
            return "years.partnership", {"who": self.key}
        return "years.person", {"person": int(self.key)}

    @property
    def ground(self) -> str:
        """The colour of the picture: the person's own, felt for a partnership."""
        own = self.competitor.colours
        return colours()[f"person-{own[0]}" if len(own) == 1 else "felt"]

    @cached_property
    def years(self) -> list[int]:
        return self.year.club.league.years.with_games(self.key)

    @cached_property
    def _figures(self) -> YearFigures:
        """The figures of the games, cached in memory until any figure of the club changes."""
        if self.year.number not in self.years:
            # Of the many years without games, none is cached.
            return self._read()
        return self.year.club.league.cached(("year", self.year.number, self.key), self._read)

    def _read(self) -> YearFigures:
        rows = self.year.club.league.years.games(self.key, self.year.number)
        games, best = [row.played for row in rows], None
        if month := best_month(games):
            of_month = [played for played in games if played.day[:7] == month.month]
            best = month, wins_of(of_month), ties_of(of_month)
        met = self._ranked(opponents(games, members(self.key)))
        return YearFigures(
            games=len(games),
            wins=wins_of(games),
            ties=ties_of(games),
            share=win_share(games),
            rating=self._rating([row.rating for row in rows if row.rating]),
            month=best,
            run=longest_streak(games),
            partner=None if is_partnership(self.key) else self._best_partner(games),
            most_met=counterparts.most_played(met, self.year.people.name_of),
            kinds=Counter(played.kind for played in games),
        )

    def _rating(self, after: list[Rating]) -> tuple[int, int, int] | None:
        """The rating before the year, after it, and the highest."""
        if not after:
            return None
        ids, league = members(self.key), self.year.club.league
        start = rating_of(ids, league.ratings_before(ids, self.year.first.isoformat()))
        end = rating_of(ids, league.ratings(ids, self.year.last.isoformat()))
        return start.shown, end.shown, highest_rating(start, after, end)

    def _best_partner(self, games: list[Played]) -> Counted | None:
        usual = win_share(games) or Fraction(1, 2)
        together = self._ranked(partners(games, members(self.key)))
        name = self.year.people.name_of
        return next(iter(counterparts.first_by_share(together, usual, name, highest=True)), None)

    @property
    def count(self) -> int:
        return self._figures.games

    @property
    def counts(self) -> list[tuple[str, str, str]]:
        """Games, wins, ties if there were any, and win share: code, label and text."""
        figures = self._figures
        return [
            ("games", "Games", format_number(figures.games)),
            ("wins", "Won", format_number(figures.wins)),
            *([("ties", "Tied", format_number(figures.ties))] if figures.ties else []),
            ("share", "Win share", percent(figures.share)),
        ]

    @cached_property
    def facts(self) -> list[Fact]:
        return [fact for fact in self._facts() if fact]

    def _facts(self) -> Iterator[Fact | None]:
        figures = self._figures
        if figures.rating:
            yield Fact("rating", "Rating", "{} – {}, high {}".format(*map(format_number, figures.rating)))
        yield self._best_month()
        if run := figures.run:
            yield Fact("run", "Longest run", plural(run, "game won", "games won in a row"))
        yield self._met("partner", "Best partner", figures.partner, "{} of {} won")
        yield self._met("rival", "Met most", figures.most_met, "ahead in {} of {}")

    def _best_month(self) -> Fact | None:
        if self._figures.month is None:
            return None
        best, wins, ties = self._figures.month
        month = f"{date.fromisoformat(best.month + '-01'):%B}"
        tied = f", {format_number(ties)} tied" if ties else ""
        return Fact("month", "Best month", f"{month}, {wins} of {best.games} won{tied}")

    def _ranked(self, counted: list[Counted]) -> list[Counted]:
        return [each for each in counted if self.year.people.is_ranked(each.other)]

    def _met(self, code: str, label: str, other: Counted | None, text: str) -> Fact | None:
        if other is None:
            return None
        share = percent(Fraction(other.share, WHOLE * other.games))
        return Fact(code, label, text.format(share, other.games), (self.year.people.competitor(other.other),))

    @cached_property
    def kinds(self) -> list[tuple[int, str, int]]:
        return self.year.favourites(self._figures.kinds)

    @cached_property
    def records(self) -> list[RecordSet]:
        return self.year.records([kind for kind, _, _ in self.kinds], self._is_own)

    def _is_own(self, holder: RecordHolder) -> bool:
        own = set(members(self.key))
        return own == set(holder.people) if len(own) > 1 else own <= set(holder.people)

    @cached_property
    def badges(self) -> list[tuple[BadgeText, str, EarnedBadge]]:
        """The earned levels with their texts; none for a partnership."""
        if is_partnership(self.key):
            return []
        earned = self.year.club.league.years.badges(self.key, self.year.number)
        return [(BADGES[badge.code], level_text(BADGES[badge.code], badge.level), badge) for badge in earned]
