"""The figures of all time of a person or partnership."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from scorepad.league.competitors import CompetitorKey, members
from scorepad.league.facts import Tally
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.standings import PROVISIONAL, Standing
from scorepad.standings.kinds import club_luck
from scorepad.store import Club


@dataclass(frozen=True)
class CompetitorFigures:
    """The figures of a person or partnership, each read when it is asked for."""

    club: Club
    key: CompetitorKey

    @cached_property
    def rating(self) -> Rating:
        ids = members(self.key)
        return rating_of(ids, self.club.league.ratings(ids))

    @cached_property
    def tally(self) -> Tally:
        """The figures of all time, of all kinds."""
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
        """The wins that tables of these sizes expect."""
        teams = {played.kind.id: played.kind.teams for played in self.club.league.kinds()}
        tallies = self._tallies.items()
        return sum((Fraction(tally.games, teams[kind]) for kind, tally in tallies if kind in teams), Fraction())

    @property
    def by_kind(self) -> list[tuple[int, Standing]]:
        """The figures in each kind of game, the most played first; among equals the one that the club plays more."""
        kinds, tallies = self.club.league.kinds(), self._tallies
        luck = club_luck(kinds, self.club.league.club_tallies())
        played = [kind.kind.id for kind in kinds if kind.kind.id in tallies]
        played.sort(key=lambda kind: -tallies[kind].games)
        return [(kind, Standing(self.key, tallies[kind], None, club_luck=luck.get(kind))) for kind in played]
