"""All-time figures and ranks of a person or partnership."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from scorepad.league.club_names import ClubPeople, club_luck
from scorepad.league.facts import CompetitorKey, Tally, is_partnership, members
from scorepad.league.news import evenings_in_a_row
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.standings import PROVISIONAL, Figure, Standing
from scorepad.league.tables import EVERYTHING, PARTNERSHIPS, PEOPLE, PlayedGames, league_table
from scorepad.store import Club
from scorepad.store.results.rows import RecordHolder

MIN_FOR_BEST = 5
"""The fewest games of a kind for one of them to be shown as the best game."""


@dataclass(frozen=True)
class CompetitorFigures:
    """The figures of a person or partnership, loaded lazily."""

    club: Club
    key: CompetitorKey

    @cached_property
    def rating(self) -> Rating:
        ids = members(self.key)
        return rating_of(ids, self.club.league.ratings(ids))

    @cached_property
    def tally(self) -> Tally:
        """The all-time figures over all kinds of game."""
        return Tally.sum([Tally(), *self._tallies.values()])

    @cached_property
    def _tallies(self) -> dict[int, Tally]:
        return self.club.league.tallies_by_kind(self.key)

    @property
    def standing(self) -> Standing:
        few = self.tally.games < PROVISIONAL
        return Standing(self.key, self.tally, self.rating, is_provisional=few, expected=self.expected)

    @cached_property
    def expected(self) -> Fraction:
        """The number of wins to expect at tables of these sizes."""
        teams = {played.kind.id: played.kind.teams for played in self.club.league.kinds()}
        tallies = self._tallies.items()
        return sum((Fraction(tally.games, teams[kind]) for kind, tally in tallies if kind in teams), Fraction())

    @cached_property
    def kinds_played(self) -> list[int]:
        """The ids of the kinds of game, most played first; ties in the club's order of kinds."""
        tallies = self._tallies
        played = [kind.kind.id for kind in self.club.league.kinds() if kind.kind.id in tallies]
        return sorted(played, key=lambda kind: -tallies[kind].games)

    @cached_property
    def best_game(self) -> RecordHolder | None:
        """The game with the most points, of the kind played most; None if that kind has too few games."""
        kind = next(iter(self.kinds_played), None)
        if kind is None or self._tallies[kind].games < MIN_FOR_BEST:
            return None
        return self.club.league.records.highest_game(kind, self.key)

    @cached_property
    def evenings_in_a_row(self) -> tuple[int, int]:
        """On how many of the club's evenings in a row they played, now and at most."""
        evenings = self.club.league.evenings
        return self.club.league.cached(
            ("row", self.key), lambda: evenings_in_a_row(evenings.days(), {*evenings.days(self.key)})
        )

    @property
    def by_kind(self) -> list[tuple[int, Standing]]:
        """The figures for each kind of game, in the order of `kinds_played`."""
        luck = club_luck(self.club.league.kinds(), self.club.league.club_tallies())
        return [
            (kind, Standing(self.key, self._tallies[kind], None, club_luck=luck.get(kind)))
            for kind in self.kinds_played
        ]


# ---- Ranks in the tables of all games: docs/league.md, "A player's page"

FEWEST = 2
"""The fewest rows of a table for its ranks to be shown."""


@dataclass(frozen=True, slots=True)
class OwnRank:
    """A rank by a figure among `count` rows. None if `missing` more games are needed for a rank."""

    figure: Figure
    rank: int | None
    count: int
    missing: int = 0


def own_ranks(own: CompetitorFigures, people: ClubPeople) -> list[OwnRank]:
    """Return the ranks by rating and by wins; none for a competitor whom tables do not list."""
    if not own.tally.games or not people.is_ranked(own.key):
        return []
    return [rank for rank in _ranks(own, people) if rank.missing or rank.count >= FEWEST]


def _ranks(own: CompetitorFigures, people: ClubPeople) -> Iterator[OwnRank]:
    group = PARTNERSHIPS if is_partnership(own.key) else PEOPLE
    games = PlayedGames.over(own.club.league, EVERYTHING)
    by_rating = league_table(games, people, group, figure=Figure.RATING, least=None)
    least, above = max(by_rating.least, PROVISIONAL), by_rating.above(own.rating.shown)
    yield _rank(own, Figure.RATING, least, above, by_rating.count)
    by_wins = league_table(games, people, group, figure=Figure.WINS, least=None)
    yield _rank(own, Figure.WINS, by_wins.least, by_wins.above(own.tally.share), by_wins.count)


def _rank(own: CompetitorFigures, figure: Figure, least: int, above: int, count: int) -> OwnRank:
    missing = max(least - own.tally.games, 0)
    return OwnRank(figure, None if missing else above + 1, count, missing)
