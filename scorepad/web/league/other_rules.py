"""The games of some days under other rules: each game and the table, as they were and as they would be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import render_template, request

from scorepad.league.facts import CompetitorKey, GameFacts, StoredGame, members
from scorepad.league.figures import FIGURES, figure_text
from scorepad.league.ratings import Rating
from scorepad.league.rescored import RescoredGame, evenings_of, gains_of, rescored, standings_of
from scorepad.league.standings import BestEvenings, Figure, RankedStanding, Standing, ranked
from scorepad.league.table_request import StandingsQuery
from scorepad.league.tables import DayRange
from scorepad.play.game import values_of, with_people
from scorepad.play.rules.catalog import playable
from scorepad.rules.model import RuleSet
from scorepad.scoring.game.agreement import agreement
from scorepad.scoring.game.what_if import can_score_again, outcome_text
from scorepad.store import Season
from scorepad.store.results.reads import SUMMED
from scorepad.store.results.rows import PlayedGame
from scorepad.web.app.current import g
from scorepad.web.app.freshness import league_reading, today, unsettled
from scorepad.web.people.people_view import Competitor, PeopleView, people_view
from scorepad.web.rules.rules import requested_rules

MAX_GAMES = 100
"""The most games a page scores again, the latest first."""

COMPARABLE = (Figure.WINS, Figure.SHARE, Figure.BOOKS, Figure.GAMES, Figure.GAINED, Figure.BEST)
"""The figures that can rank a season’s table here: points of different kinds of game cannot be compared."""


def show() -> Any:
    """Show the requested days under the requested rules, or the form that asks for them."""
    club, rules = g.club.store, requested_rules()
    with league_reading() as is_settled:
        if not is_settled:
            return unsettled()
        query = StandingsQuery.parse(request.args, club.seasons.all(), {}, today())
        page = OtherRules.of(query.days, rules) if rules and not query.faults else None
    return render_template(
        "league/other_rules.html",
        page=page,
        query=query,
        rules=rules,
        choices=playable(club),
        seasons=club.seasons.all(),
        fault=" ".join(query.faults.values()),
        has_games=club.league.days() is not None,
    ), 422 if query.faults else 200


@dataclass(frozen=True, slots=True)
class GameAgain:
    """A listed game: how it ended, and how it would have ended."""

    game: PlayedGame
    before: str
    after: str
    has_other_winner: bool
    is_certain: bool


@dataclass(frozen=True, slots=True)
class RankChange:
    """A row of the table: rank and figure, as they were and as they would be."""

    competitor: Competitor
    before: tuple[int, str]
    after: tuple[int, str]


@dataclass(frozen=True)
class OtherRules:
    """The games of some days, the latest first, under other rules. A game is left out if the rules have no table of
    its size, or if only its points are known (`only_points`)."""

    days: DayRange
    rules: RuleSet
    people: PeopleView
    played: Sequence[PlayedGame]
    scored: Mapping[int, RescoredGame]
    only_points: int

    @classmethod
    def of(cls, days: DayRange, rules: RuleSet) -> "OtherRules":
        league = g.club.store.league
        within = days.within(league.days())
        first, last = (day.isoformat() for day in within) if within else ("", "")
        played = league.games_between(first, last, MAX_GAMES) if within else []
        scored = _scored(played, rules)
        counted = {game: again for game, again in scored.items() if not again.comparison.before.has_only_points}
        return cls(days, rules, people_view(), played, counted, len(scored) - len(counted))

    @property
    def left_out(self) -> int:
        """How many games the rules have no table for."""
        return len(self.played) - len(self.scored) - self.only_points

    @property
    def is_cut(self) -> bool:
        """Whether the page may leave out earlier games."""
        return len(self.played) == MAX_GAMES

    @cached_property
    def games(self) -> list[GameAgain]:
        return [self._game(game, self.scored[game.game]) for game in self.played if game.game in self.scored]

    def _game(self, game: PlayedGame, again: RescoredGame) -> GameAgain:
        teams, comparison = [self.people.name(side.people) for side in game.sides], again.comparison
        totals = [[side.total for side in facts.sides] for facts in (again.before, again.after)]
        return GameAgain(
            game=game,
            before=outcome_text(comparison.winners_before, tuple(totals[0]), teams),
            after=outcome_text(comparison.winners, tuple(totals[1]), teams, over=comparison.ended),
            has_other_winner=comparison.has_other_winner,
            is_certain=not comparison.doubts,
        )

    @property
    def other_winners(self) -> int:
        return sum(game.has_other_winner for game in self.games)

    @property
    def uncertain(self) -> int:
        return sum(not game.is_certain for game in self.games)

    @property
    def figure(self) -> Figure:
        season = self.days.season
        return season.ranked_by if season and season.ranked_by in COMPARABLE else Figure.WINS

    @property
    def label(self) -> str:
        return FIGURES[self.figure].label

    @cached_property
    def places(self) -> list[RankChange]:
        """The table under the other rules, with everyone's previous place."""
        before, after = (self._rows([getattr(again, when) for again in self.scored.values()]) for when in WHEN)
        return [
            RankChange(self.people.competitor(who), self._place(before[who]), self._place(row))
            for who, row in after.items()
            if who in before
        ]

    def _rows(self, games: list[Any]) -> dict[CompetitorKey, RankedStanding]:
        least = self.days.season.least if self.days.season else 1
        standings = [each for each in standings_of(games) if self.people.is_ranked(each.competitor)]
        if self.days.season:
            standings = as_season_counts(standings, games, self.days.season, self._ratings_before)
        rows = ranked(standings, self.figure, self.people.name_of, least)
        return {row.standing.competitor: row for row in rows}

    @cached_property
    def _ratings_before(self) -> Mapping[int, Rating]:
        """Everyone's rating before the day of the first game."""
        first = min((again.before.day for again in self.scored.values()), default="")
        people = {person for again in self.scored.values() for side in again.before.sides for person in side.people}
        return g.club.store.league.ratings_before(people, first) if people else {}

    def _place(self, row: RankedStanding) -> tuple[int, str]:
        return row.rank, figure_text(self.figure, row.standing)


WHEN = ("before", "after")


def as_season_counts(
    standings: list[Standing], games: Sequence[GameFacts], season: Season, before: Mapping[int, Rating]
) -> list[Standing]:
    """Return the standings with the rating gained and the best evenings, if the season counts by them."""
    if season.figure is Figure.GAINED:
        evenings, after = gains_of(games, before)
        standings = [
            replace(of, rating=after.get(who, Rating()), before=before.get(who, Rating()))
            for of in standings
            for who in members(of.competitor)
        ]
    elif season.best:
        evenings = evenings_of(games, SUMMED[season.figure])
    if season.best is None:
        return standings
    return [
        replace(of, best=BestEvenings(evenings.get(of.competitor, ()), season.best, season.figure)) for of in standings
    ]


def _scored(played: Sequence[PlayedGame], rules: RuleSet) -> dict[int, RescoredGame]:
    """Score the games for which the rules have a table, by id, the latest first."""
    club = g.club.store
    scored: dict[int, RescoredGame] = {}
    cells = club.readable_cells([game.game for game in played]) if played else {}
    for game in played:
        of_game = cells[game.game]
        values, names = with_people(club, values_of(of_game))
        if values and can_score_again(rules, agreement(values, names).table):
            seqs = {name: cell.seq for name, cell in of_game.items()}
            if again := rescored(StoredGame(game.game, game.day, values, seqs), names, rules):
                scored[game.game] = again
    return scored
