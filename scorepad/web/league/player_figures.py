"""What the pages of a person and of a partnership share: last games, rating, runs, counts, partners, opponents.

docs/league.md, "Tables", says who is among the best partners and the hardest opponents.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import Self

from scorepad.league.competitors import CompetitorKey, members
from scorepad.league.facts import WHOLE, Tally
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.standings import Standing
from scorepad.scoring.names import fold_name
from scorepad.scoring.text.explain import format_number, plural
from scorepad.store import Club
from scorepad.store.results.rows import CompetitorGame, PairTotals
from scorepad.web.league.by_rules import COMPARED, KindFigures, figures_by_kind
from scorepad.web.people.people_view import Competitor, PeopleView

LAST = 10
"""How many of the last games are listed."""

WON, LOST, TIED = "won", "lost", "tied"

SIGNS = {WON: "✓", LOST: "✗", TIED: "="}
"""The sign beside each outcome, so that a list can be scanned."""

COUNTS = (
    ("went_out", "Went out"),
    ("exact_cuts", "Exact cuts"),
    ("red_threes", "Red threes caught with"),
    ("severe", "Severe penalties"),
    ("opened_first", "Opened first"),
    ("books", "Books"),
    ("clean", "Clean books"),
)
"""What is counted at the table: the field of a Tally, and its label."""


def outcome(share: int) -> str:
    """The outcome of a game for a share (in twelfths) of the win."""
    return {WHOLE: WON, 0: LOST}.get(share, TIED)


@dataclass(frozen=True, slots=True)
class TeamTotal:
    """Another team of a game: the names of its people, and its total."""

    name: str
    total: int


@dataclass(frozen=True, slots=True)
class LastGame:
    """A game from one team's side. `partners` is "" for a person alone, or for a whole team."""

    number: int
    day: str
    outcome: str
    total: int
    partners: str
    opponents: tuple[TeamTotal, ...]

    @classmethod
    def of(cls, played: CompetitorGame, own: Sequence[int], people: PeopleView) -> Self:
        """A game as the people `own` played it."""
        teams = played.game.sides
        team = teams[played.team - 1]
        partners = [person for person in team.people if person not in own]
        return cls(
            number=played.game.game,
            day=played.game.day,
            outcome=outcome(team.share),
            total=team.total,
            partners=people.name(partners) if partners else "",
            opponents=tuple(
                TeamTotal(people.name(other.people), other.total)
                for other in (*teams[: played.team - 1], *teams[played.team :])
            ),
        )

    @property
    def sign(self) -> str:
        return SIGNS[self.outcome]


@dataclass(frozen=True, slots=True)
class TableCount:
    """Something counted at the table, and how often it happened."""

    figure: str
    label: str
    count: int


@dataclass(frozen=True)
class PlayerFigures:
    """The figures of a person or partnership. `best_run` is the longest winning streak, `run` the current one."""

    key: CompetitorKey
    rating: Rating
    best_run: int
    run: int
    last: list[LastGame]
    kinds: list[KindFigures]

    @classmethod
    def of(cls, club: Club, people: PeopleView, key: CompetitorKey, compared: int = COMPARED) -> Self:
        """The figures of all time; `compared` kinds have a comparison with all others."""
        league, ids = club.league, members(key)
        best_run, run = league.records.streaks_of(key)
        return cls(
            key=key,
            rating=rating_of(ids, league.ratings(ids)),
            best_run=best_run,
            run=run,
            last=[LastGame.of(played, ids, people) for played in league.games_of(key, LAST)],
            kinds=figures_by_kind(club, people, key, compared),
        )

    @cached_property
    def tally(self) -> Tally:
        return Tally.sum([Tally(), *(kind.tally for kind in self.kinds)])

    @property
    def standing(self) -> Standing:
        return Standing(self.key, self.tally, self.rating)

    @property
    def rating_text(self) -> str:
        """What the rating means, in a sentence."""
        low = format_number(self.rating.shown - self.rating.give_or_take)
        high = format_number(self.rating.shown + self.rating.give_or_take)
        return f"The true strength is very likely between {low} and {high}."

    @property
    def run_text(self) -> str:
        """The current run: "3 games won in a row"."""
        if self.run == 0:
            return "None: the last game was a tie"
        games = plural(abs(self.run), "game", "games")
        in_a_row = " in a row" if abs(self.run) > 1 else ""
        return f"{games} {WON if self.run > 0 else LOST}{in_a_row}"

    @property
    def counts(self) -> list[TableCount]:
        """What was counted at the table."""
        return [TableCount(figure, label, getattr(self.tally, figure)) for figure, label in COUNTS]


LEAST_TOGETHER = 3
"""Games together, or meetings, that it takes to be listed."""

MOST_LISTED = 5
"""How many are listed."""


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A partner with the share of games won together, or an opponent with the share of meetings won."""

    competitor: Competitor
    games: int
    share: Fraction


def best_partners(pairs: Iterable[PairTotals], people: PeopleView) -> list[Counterpart]:
    """The partners with the highest win share; equals by games, then by name."""
    return _first(_listed(pairs, people), people, lambda pair: (pair.share, WHOLE * pair.games), highest=True)


def hardest_opponents(pairs: Iterable[PairTotals], people: PeopleView) -> list[Counterpart]:
    """The opponents with the lowest share of meetings won; equals by meetings, then by name."""
    return _first(_listed(pairs, people), people, _meetings_won, highest=False)


def easiest_opponents(
    pairs: Iterable[PairTotals], people: PeopleView, without: Iterable[Counterpart]
) -> list[Counterpart]:
    """The opponents with the highest share of meetings won, without those listed elsewhere."""
    listed = {counterpart.competitor.key for counterpart in without}
    others = [pair for pair in _listed(pairs, people) if pair.other not in listed]
    return _first(others, people, _meetings_won, highest=True)


def _meetings_won(pair: PairTotals) -> tuple[int, int]:
    return 2 * pair.wins + pair.ties, 2 * pair.games


def _listed(pairs: Iterable[PairTotals], people: PeopleView) -> list[PairTotals]:
    return [pair for pair in pairs if pair.games >= LEAST_TOGETHER and people.is_ranked(pair.other)]


def _first(
    pairs: Iterable[PairTotals], people: PeopleView, share: Callable[[PairTotals], tuple[int, int]], *, highest: bool
) -> list[Counterpart]:
    """The first by a share; equals by games, then by name, which takes longest and is asked for a few only."""
    sign = -1 if highest else 1

    def order(pair: PairTotals) -> tuple[float, int]:
        won, of = share(pair)
        # A float is quicker than a fraction, and equal fractions are equal floats.
        return sign * won / of, -pair.games

    def name(pair: PairTotals) -> tuple[str, tuple[int, ...]]:
        return fold_name(people.name_of(pair.other)), members(pair.other)

    ordered = sorted([(order(pair), pair) for pair in pairs], key=itemgetter(0))
    if len(ordered) > MOST_LISTED:
        last = ordered[MOST_LISTED - 1][0]
        ordered = [(of_pair, pair) for of_pair, pair in ordered if of_pair <= last]
    ordered.sort(key=lambda pair: (pair[0], name(pair[1])))
    return [
        Counterpart(people.competitor(pair.other), pair.games, Fraction(*share(pair)))
        for _, pair in ordered[:MOST_LISTED]
    ]
