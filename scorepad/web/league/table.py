"""A table of the league: whose figures over which days, ranked by one of them."""

from dataclasses import dataclass, replace

from scorepad.league.facts import Tally
from scorepad.league.ratings import rating_of
from scorepad.league.standings import Figure, Row, Standing, champions, ranked
from scorepad.league.who import Who, members
from scorepad.store import Season
from scorepad.web.clubs import current_club
from scorepad.web.league.figures import sentence, shared
from scorepad.web.league.ranges import Range
from scorepad.web.whos import Whos

PEOPLE, PARTNERSHIPS = "people", "partnerships"


@dataclass(frozen=True, slots=True)
class Played:
    """What a club played over a range of days: figures by kind, of one kind alone where that was asked."""

    range: Range
    days: tuple[str, str] | None
    kinds: dict[int, Tally]
    kind: int | None = None

    @classmethod
    def over(cls, span: Range, kind: int | None = None) -> "Played":
        """What was played over a range."""
        league = current_club().league
        days = league.days()
        found = league.club_tally(span.stretches(days))
        return cls(span, days, found if kind is None else _only(found, kind), kind)

    @property
    def comparable(self) -> bool:
        """Whether points can be compared: all games are of one kind."""
        return len(self.kinds) == 1

    @property
    def games(self) -> int:
        """How many games."""
        return sum(one.games for one in self.kinds.values())


def _only(found: dict[int, Tally], kind: int) -> dict[int, Tally]:
    return {kind: found[kind]} if kind in found else {}


@dataclass(frozen=True)
class LeagueTable:
    """The rows, best first, and by what they are ranked. Only `rated` rows surely have a rating."""

    rows: list[Row]
    by: Figure
    until: str | None

    @classmethod
    def of(
        cls,
        played: Played,
        everybody: Whos,
        whose: str,
        by: Figure,
        least: int,
        upto: int | None = None,
    ) -> "LeagueTable":
        """The table of all people or partnerships with at least so many games; see `ranked` for `upto`."""
        return cls.ranked(standings(played, everybody, whose), played, everybody, by, least, upto)

    @classmethod
    def ranked(
        cls,
        found: list[Standing],
        played: Played,
        everybody: Whos,
        by: Figure,
        least: int,
        upto: int | None = None,
    ) -> "LeagueTable":
        """The table of those of these who have at least so many games."""
        enough = [one for one in found if one.tally.games >= least]
        until = played.range.until
        if by is Figure.RATING:
            enough = _rated(enough, until)
        return cls(ranked(enough, by, everybody.name_of, least, upto=upto), by, until)

    def rated(self, first: int, count: int) -> list[Row]:
        """Some of the rows, with their ratings."""
        rows = self.rows[first : first + count]
        standings = _rated([row.standing for row in rows], self.until)
        return [replace(row, standing=one) for row, one in zip(rows, standings, strict=True)]

    @property
    def first(self) -> list[Who]:
        """Who has the first rank."""
        return champions(self.rows)

    @property
    def first_said(self) -> str:
        """What made them first; there is somebody."""
        best = self.rated(0, 1)[0].standing
        return shared(self.by, best) if len(self.first) > 1 else sentence(self.by, best)


def standings(played: Played, everybody: Whos, whose: str) -> list[Standing]:
    """The figures of all people or partnerships who stand in tables, without ratings, in no order."""
    stretches = played.range.stretches(played.days)
    tallies = current_club().league.tallies(whose, stretches, played.kind)
    return [Standing(who, tally, None) for who, tally in tallies.items() if everybody.stands(who)]


def can_decide(season: Season, played: Played) -> bool:
    """Whether a season's figure can be compared among the games that were played."""
    return season.figure is not Figure.POINTS or played.comparable


def _rated(standings: list[Standing], until: str | None) -> list[Standing]:
    """The same with ratings; who was never rated stands where everybody begins."""
    people = {person for one in standings for person in members(one.who)}
    found = current_club().league.ratings(people, until)
    return [replace(one, rating=rating_of(members(one.who), found)) for one in standings]
