"""The year of a person or of a partnership."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any

from scorepad.league import counterparts
from scorepad.league.competitors import CompetitorKey, is_partnership, members
from scorepad.league.facts import WHOLE
from scorepad.league.ratings import rating_of
from scorepad.league.year import (
    Counted,
    Played,
    best_month,
    highest_rating,
    longest_run,
    opponents,
    partners,
    ties_of,
    win_share,
    wins_of,
)
from scorepad.scoring.text.explain import format_number, plural
from scorepad.standings.badges import BADGES, BadgeText, level_text
from scorepad.standings.figures import percent
from scorepad.store.results.rows import EarnedBadge, RecordHolder
from scorepad.store.results.years import YearGame
from scorepad.web.app.tokens import colours
from scorepad.web.people.people_view import Competitor
from scorepad.web.year.year_facts import Fact, RecordSet, Year


@dataclass(frozen=True)
class OwnYear:
    """A year of one competitor. Only its games with credit are read."""

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
        """The endpoint of the page, and what its address names beside the year."""
        if is_partnership(self.key):
            return "years.partnership", {"who": self.key}
        return "years.person", {"person": int(self.key)}

    @property
    def ground(self) -> str:
        """The colour of the picture: that of the person, felt for a partnership."""
        own = self.competitor.colours
        return colours()[f"person-{own[0]}" if len(own) == 1 else "felt"]

    @cached_property
    def years(self) -> list[int]:
        return self.year.club.league.years.with_games(self.key)

    @cached_property
    def _rows(self) -> list[YearGame]:
        return self.year.club.league.years.games(self.key, self.year.number)

    @cached_property
    def _games(self) -> list[Played]:
        return [row.played for row in self._rows]

    @property
    def count(self) -> int:
        return len(self._games)

    @property
    def counts(self) -> list[tuple[str, str, str]]:
        """Games, wins, ties if there were any, and win share: code, label and text."""
        ties = ties_of(self._games)
        return [
            ("games", "Games", format_number(self.count)),
            ("wins", "Won", format_number(wins_of(self._games))),
            *([("ties", "Tied", format_number(ties))] if ties else []),
            ("share", "Win share", percent(win_share(self._games))),
        ]

    @cached_property
    def facts(self) -> list[Fact]:
        return [fact for fact in self._facts() if fact]

    def _facts(self) -> Iterator[Fact | None]:
        yield self._rating()
        yield self._best_month()
        run = longest_run(self._games)
        yield Fact("run", "Longest run", plural(run, "game won", "games won in a row")) if run else None
        if not is_partnership(self.key):
            yield self._met("partner", "Best partner", self._best_partner(), "{} of {} won")
        met = opponents(self._games, members(self.key))
        most = counterparts.most_played(self._ranked(met), self.year.people.name_of)
        yield self._met("rival", "Met most", most, "ahead in {} of {}")

    def _rating(self) -> Fact | None:
        after = [row.rating for row in self._rows if row.rating]
        if not after:
            return None
        ids, league = members(self.key), self.year.club.league
        start = rating_of(ids, league.ratings_before(ids, self.year.first.isoformat()))
        end = rating_of(ids, league.ratings(ids, self.year.last.isoformat()))
        numbers = start.shown, end.shown, highest_rating(start, after, end)
        shown = [format_number(number) for number in numbers]
        return Fact("rating", "Rating", "{} – {}, high {}".format(*shown))

    def _best_month(self) -> Fact | None:
        best = best_month(self._games)
        if best is None:
            return None
        month = f"{date.fromisoformat(best.month + '-01'):%B}"
        games = [played for played in self._games if played.day[:7] == best.month]
        ties = ties_of(games)
        tied = f", {format_number(ties)} tied" if ties else ""
        return Fact("month", "Best month", f"{month}, {wins_of(games)} of {best.games} won{tied}")

    def _best_partner(self) -> Counted | None:
        usual = win_share(self._games) or Fraction(1, 2)
        together = self._ranked(partners(self._games, members(self.key)))
        name = self.year.people.name_of
        return next(iter(counterparts.first_by_share(together, usual, name, highest=True)), None)

    def _ranked(self, counted: list[Counted]) -> list[Counted]:
        return [each for each in counted if self.year.people.is_ranked(each.other)]

    def _met(self, code: str, label: str, other: Counted | None, text: str) -> Fact | None:
        if other is None:
            return None
        share = percent(Fraction(other.share, WHOLE * other.games))
        return Fact(code, label, text.format(share, other.games), (self.year.people.competitor(other.other),))

    @cached_property
    def kinds(self) -> list[tuple[int, str, int]]:
        return self.year.favourites(Counter(played.kind for played in self._games))

    @cached_property
    def records(self) -> list[RecordSet]:
        return self.year.records([kind for kind, _, _ in self.kinds], self._is_own)

    def _is_own(self, holder: RecordHolder) -> bool:
        own = set(members(self.key))
        return own == set(holder.people) if len(own) > 1 else own <= set(holder.people)

    @cached_property
    def badges(self) -> list[tuple[BadgeText, str, EarnedBadge]]:
        """The levels that were earned, with their words; none for a partnership."""
        if is_partnership(self.key):
            return []
        earned = self.year.club.league.years.badges(self.key, self.year.number)
        return [(BADGES[badge.code], level_text(BADGES[badge.code], badge.level), badge) for badge in earned]
