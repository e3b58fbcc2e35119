"""All-time figures of a person or partnership."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from scorepad.league.competitors import CompetitorKey, members
from scorepad.league.facts import Tally
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.standings import PROVISIONAL, Standing
from scorepad.standings.kinds import club_luck
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
        if kind is None or (games := self._tallies[kind].games) < MIN_FOR_BEST:
            return None
        return self.club.league.records.highest_game(kind, self.key, games)

    @property
    def by_kind(self) -> list[tuple[int, Standing]]:
        """The figures for each kind of game, in the order of `kinds_played`."""
        luck = club_luck(self.club.league.kinds(), self.club.league.club_tallies())
        return [
            (kind, Standing(self.key, self._tallies[kind], None, club_luck=luck.get(kind)))
            for kind in self.kinds_played
        ]
