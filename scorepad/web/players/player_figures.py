"""The figures of a person or partnership: rating, games, streaks, counts; partners, opponents and rivals."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Self

from scorepad.language.words import format_number, plural
from scorepad.league import counterparts
from scorepad.league.club_names import club_kind_names
from scorepad.league.competitor_figures import CompetitorFigures, OwnRank, own_ranks
from scorepad.league.counterparts import MIN_TOGETHER, Sureness, expected_share, sureness
from scorepad.league.facts import WHOLE, Tally, members
from scorepad.league.figures import EXPECTED, FIGURES, tens
from scorepad.store.results.rows import CompetitorGame, PairTotals
from scorepad.web.people.people_view import Competitor, PeopleView
from scorepad.web.players.by_rules import COMPARED, KindComparison, figures_by_kind


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A partner or an opponent: games, share of games won together or meetings won, and the expected share."""

    competitor: Competitor
    games: int
    share: Fraction
    expected: Fraction

    @property
    def sure(self) -> Sureness:
        return sureness(self.games)


@dataclass(frozen=True)
class Counterparts:
    """All partners or all opponents of a competitor, whose share of all these games or meetings is `usual`."""

    pairs: Sequence[PairTotals]
    usual: Fraction
    people: PeopleView

    @cached_property
    def _ranked(self) -> list[PairTotals]:
        return [pair for pair in self.pairs if self.people.is_ranked(pair.other)]

    @cached_property
    def first(self) -> list[Counterpart]:
        """The counterparts with the highest expected share."""
        return self._first(self._ranked, highest=True)

    @cached_property
    def best(self) -> Counterpart | None:
        """The one with the highest expected share of those who are above the usual by more than chance."""
        best = counterparts.standing_out(self._ranked, self.usual, self.people.name_of, best=True)
        return self._counterpart(next(iter(best), None))

    @cached_property
    def hardest(self) -> list[Counterpart]:
        """The counterparts with the lowest expected share, of those below the usual."""
        return self._first(counterparts.below_usual(self._ranked, self.usual), highest=False)

    @cached_property
    def easiest(self) -> list[Counterpart]:
        """The counterparts with the highest expected share, of those above the usual."""
        return self._first(counterparts.above_usual(self._ranked, self.usual), highest=True)

    @cached_property
    def most_played(self) -> Counterpart | None:
        return self._counterpart(counterparts.most_played(self._ranked, self.people.name_of))

    @cached_property
    def rival(self) -> Counterpart | None:
        return self._counterpart(counterparts.rival(self._ranked, self.people.name_of))

    @cached_property
    def nemesis(self) -> Counterpart | None:
        return self._counterpart(counterparts.nemesis(self._ranked, self.usual, self.people.name_of))

    def _first(self, pairs: Sequence[PairTotals], *, highest: bool) -> list[Counterpart]:
        first = counterparts.first_by_share(pairs, self.usual, self.people.name_of, highest=highest)
        return [each for pair in first if (each := self._counterpart(pair))]

    def _counterpart(self, pair: PairTotals | None) -> Counterpart | None:
        if pair is None:
            return None
        share = Fraction(pair.share, WHOLE * pair.games)
        return Counterpart(self.people.competitor(pair.other), pair.games, share, expected_share(pair, self.usual))


LAST = 10
"""The most games listed, the latest first."""

RECENT = 5
"""The most games that count as recent."""

WON, LOST, TIED = "won", "lost", "tied"

SIGNS = {WON: "✓", LOST: "✗", TIED: "="}
"""The sign beside each outcome, which makes a list easy to scan."""

COUNTS = (
    ("went_out", "Went out"),
    ("exact_cuts", "Exact cuts"),
    ("red_threes", "Red threes caught with"),
    ("severe", "Severe penalties"),
    ("opened_first", "Opened first"),
    ("books", "Books"),
    ("clean", "Clean books"),
)
"""The counts of events at the table: the field of a Tally, and its label."""


def outcome(share: int) -> str:
    """Return the outcome of a game for a share of the win in sixtieths."""
    return {WHOLE: WON, 0: LOST}.get(share, TIED)


@dataclass(frozen=True, slots=True)
class TeamTotal:
    """A team of a game: the names of its people, and its total."""

    name: str
    total: int


@dataclass(frozen=True, slots=True)
class RecentGame:
    """A game from one team's point of view. `partners` is "" for a person alone, or for a whole team."""

    number: int
    day: str
    outcome: str
    total: int
    partners: str
    opponents: tuple[TeamTotal, ...]

    @classmethod
    def of(cls, played: CompetitorGame, own: Sequence[int], people: PeopleView) -> Self:
        """Build a game from the point of view of the people `own`."""
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


@dataclass(frozen=True)
class PlayerFigures(CompetitorFigures):
    """The figures of a person or partnership. The first `compared` kinds are compared with all others."""

    people: PeopleView
    compared: int = COMPARED

    @property
    def inseparable(self) -> str:
        """A note if these people always play together and so share a rating, else ""."""
        first, *others = members(self.key)
        games = Tally.sum([Tally(), *self.club.league.tallies_by_kind(str(first)).values()]).games
        if games < MIN_TOGETHER:
            return ""
        always = [int(who) for who in self.club.league.meetings.always_with(str(first), games)]
        if not always or not set(others) <= set(always):
            return ""
        return f"{self.people.name([first, *always])} always play together: rated as a pair."

    @cached_property
    def ranks(self) -> list[OwnRank]:
        return own_ranks(self, self.people)

    @cached_property
    def _streaks(self) -> tuple[int, int]:
        return self.club.league.records.streaks_of(self.key)

    @property
    def best_streak(self) -> int:
        return self._streaks[0]

    @property
    def streak(self) -> int:
        return self._streaks[1]

    @cached_property
    def last(self) -> list[RecentGame]:
        """The last games, the latest first."""
        ids = members(self.key)
        return [RecentGame.of(played, ids, self.people) for played in self.club.league.games_of(self.key, LAST)]

    @property
    def newest_year(self) -> int:
        """The year of the last game. There must be one."""
        return int(self.last[0].day[:4])

    @property
    def recent(self) -> list[RecentGame]:
        """The last five games, the latest last."""
        return self.last[:RECENT][::-1]

    @cached_property
    def opponents(self) -> Counterparts:
        meetings = self.club.league.meetings
        pairs = meetings.opponents(self.key, MIN_TOGETHER)
        return Counterparts(pairs, meetings.share_of_meetings(self.key), self.people)

    @cached_property
    def kinds(self) -> list[KindComparison]:
        return figures_by_kind(self, self.people, self.compared)

    @cached_property
    def best_games_rules(self) -> str:
        """The kind of game of the best game, "" if only one kind was played."""
        kinds = self.kinds_played
        return club_kind_names(self.club, self.club.league.kinds())[kinds[0]] if len(kinds) > 1 else ""

    @property
    def provisional_rating(self) -> int:
        return tens(self.rating)

    @property
    def expected_meaning(self) -> str:
        return FIGURES[EXPECTED].meaning

    @property
    def rating_text(self) -> str:
        """The meaning of the rating, in a sentence."""
        low = format_number(self.rating.shown - self.rating.give_or_take)
        high = format_number(self.rating.shown + self.rating.give_or_take)
        return f"The real strength is very probably between {low} and {high}."

    @property
    def streak_text(self) -> str:
        """The current streak: "3 games won"."""
        if self.streak == 0:
            return "None: the last game was a tie"
        return f"{plural(abs(self.streak), 'game', 'games')} {WON if self.streak > 0 else LOST}"

    @property
    def counts(self) -> list[tuple[str, str, int]]:
        """Each of `COUNTS`: its field, its label and how often."""
        return [(figure, label, getattr(self.tally, figure)) for figure, label in COUNTS]
