"""The pages of a player and of a partnership."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from flask import abort, redirect, render_template, url_for

from scorepad.language.words import format_number, plural
from scorepad.league.counterparts import FAIRLY_SURE, MIN_TOGETHER
from scorepad.league.facts import CompetitorKey, is_partnership, members
from scorepad.league.figures import Badge, all_badges
from scorepad.league.prophets import ProphetTable, RankedProphet
from scorepad.league.ratings import DEVIATION, MEAN, Rating
from scorepad.league.standings import MIN_FOR_TENTHS, PROVISIONAL, TENTHS, Figure, tenth_of, tenths
from scorepad.league.tables import EVERYTHING, PARTNERSHIPS, PlayedGames, league_table, value_of
from scorepad.scoring.text.explain import day
from scorepad.store import Club, Player
from scorepad.store.results.rows import RatedGame
from scorepad.web.app.current import g
from scorepad.web.app.freshness import league_page
from scorepad.web.league.charts import CourseChart, course
from scorepad.web.people.people_view import Competitor, PeopleView, people_view, person_here
from scorepad.web.players.player_figures import Counterparts, PlayerFigures

RATED = 25
"""The most games in the picture of the rating."""


@dataclass(frozen=True)
class RatingCourse:
    """The ratings after a player's last games, in the order of play."""

    rated: list[RatedGame]

    @classmethod
    def of(cls, club: Club, person: int) -> Self:
        return cls(club.league.rated_games(person, RATED))

    @cached_property
    def picture(self) -> CourseChart | None:
        return course([(game.rating.shown, game.rating.give_or_take) for game in self.rated])

    @property
    def title(self) -> str:
        games = len(self.rated)
        return f"The rating over the last {plural(games, 'game', 'games') if games > 1 else 'game'}"

    @property
    def text(self) -> str:
        first, last = self.rated[0], self.rated[-1]
        if len(self.rated) == 1:
            return f"{_rating_text(last.rating)} after the only game, on {day(last.game.day)}."
        ratings = [game.rating.shown for game in self.rated]
        return (
            f"From {_rating_text(first.rating)} on {day(first.game.day)}"
            f" to {_rating_text(last.rating)} on {day(last.game.day)}."
            f" The highest was {format_number(max(ratings))}, the lowest {format_number(min(ratings))}."
        )


def _rating_text(rating: Rating) -> str:
    return f"{format_number(rating.shown)} ± {format_number(rating.give_or_take)}"


# A player

OVERVIEW = "overview"

PARTS = {OVERVIEW: "Overview", "games": "Games", "partners": "Partners", "badges": "Badges", "rules": "Rules"}
"""The parts of a player's page with their labels. The key is the last segment of the URL, except for the first."""


@league_page
def show(person: int, part: str) -> Any:
    """Show a part of a person's page. Redirect if they were merged."""
    page = PlayerPage.of(g.club.store, people_view(), person_here(person, "players.show", part=part))
    return render_template(f"players/player_{part}.html", page=page, part=part, parts=PARTS)


def rating_numbers() -> dict[str, int]:
    """Return the numbers that pages need to explain ratings, by name: points, and numbers of games."""
    off = round(2 * DEVIATION)
    return {"start": round(MEAN), "start_off": off, "provisional": PROVISIONAL, "fairly_sure": FAIRLY_SURE}


@dataclass(frozen=True)
class PlayerPage:
    """A person of the club, neither merged nor forgotten."""

    player: Player
    competitor: Competitor
    own: PlayerFigures

    @classmethod
    def of(cls, club: Club, people: PeopleView, player: Player) -> Self:
        key = str(player.id)
        return cls(player, people.competitor(key), PlayerFigures(club, key, people))

    @property
    def address(self) -> tuple[str, dict[str, Any]]:
        """The endpoint of the page and its URL arguments."""
        return "players.show", {"person": self.player.id}

    @property
    def roles(self) -> list[str]:
        """Sentences about a guest, and about a person who no longer plays."""
        sentences = []
        if self.player.guest:
            sentences.append("A guest: the games count for everyone else, but no table lists guests.")
        if self.player.retired:
            sentences.append("No longer plays. All games and figures stay.")
        return sentences

    @cached_property
    def course(self) -> RatingCourse:
        return RatingCourse.of(self.own.club, self.player.id)

    @cached_property
    def partners(self) -> Counterparts:
        own = self.own
        pairs = own.club.league.meetings.partners(own.key, MIN_TOGETHER)
        return Counterparts(pairs, own.standing.win_share or Fraction(1, 2), own.people)

    @cached_property
    def opponents(self) -> Counterparts:
        return self.own.opponents

    @cached_property
    def badges(self) -> list[Badge]:
        """Every badge, the earned ones first."""
        records = self.own.club.league.records
        badges = all_badges(records.badges(self.own.key), records.badge_counts(self.own.key))
        return sorted(badges, key=lambda badge: badge.earned is None)

    @cached_property
    def bets(self) -> RankedProphet | None:
        """What this person's bets before games came to, None without a settled one."""
        return ProphetTable.of(self.own.club, self.own.people).of_person(int(self.own.key))

    @property
    def newest_badge(self) -> Badge | None:
        """The badge with the most recently earned level."""
        return max(
            (badge for badge in self.badges if badge.earned),
            key=lambda badge: badge.earned.game.order if badge.earned else 0,
            default=None,
        )


# The win shares of all partnerships, with one marked

FEWEST = 5
"""With fewer partnerships than this there is no picture."""

WIDTH, HEIGHT = 360, 220
_LEFT, _TOP, _BOTTOM = 10, 48, 176
_STEP, _BAR = 34, 28
_MAX_WRITTEN = 999
"""Longer numbers do not fit above a bar."""


@dataclass(frozen=True, slots=True)
class TenthBar:
    """A tenth: its number of partnerships, the position of its bar, and whether it includes the marked one."""

    count: int
    x: int
    y: float
    height: float
    is_own: bool

    @property
    def middle(self) -> float:
        return self.x + _BAR / 2

    @property
    def text(self) -> str:
        return str(self.count) if 0 < self.count <= _MAX_WRITTEN else ""


@dataclass(frozen=True, slots=True)
class Histogram:
    """The bars of all partnerships by win share."""

    bars: tuple[TenthBar, ...]
    count: int
    width: int = WIDTH
    height: int = HEIGHT
    thick: int = _BAR
    bottom: int = _BOTTOM
    least: int = MIN_FOR_TENTHS

    @property
    def own(self) -> TenthBar:
        return next(bar for bar in self.bars if bar.is_own)

    @property
    def rows(self) -> list[tuple[str, int, bool]]:
        return [
            (f"{at * TENTHS} to {at * TENTHS + (9 if at < TENTHS - 1 else TENTHS)}%", bar.count, bar.is_own)
            for at, bar in enumerate(self.bars)
        ]

    @property
    def text(self) -> str:
        label, count, _ = self.rows[self.bars.index(self.own)]
        all_of_them = plural(self.count, "partnership", "partnerships")
        return f"{all_of_them} in all. This one is among the {format_number(count)} that won {label} of their games."


def histogram(own: PlayerFigures, *, is_listed: bool) -> Histogram | None:
    """Return the picture, None if the partnership is in no table or there are too few to compare."""
    if not is_listed or own.tally.games < MIN_FOR_TENTHS:
        return None
    games = PlayedGames.over(own.club.league, EVERYTHING)
    table = league_table(games, own.people, PARTNERSHIPS, figure=Figure.SHARE, least=MIN_FOR_TENTHS)
    if table.count < FEWEST:
        return None
    return drawn(tenths(table.values), tenth_of(value_of(Figure.SHARE, own.standing)))


def drawn(counts: tuple[int, ...], own: int) -> Histogram:
    """Build the bars of these counts, with the one at index `own` marked."""
    scale = (_BOTTOM - _TOP) / max(counts)
    bars = [
        TenthBar(count, _LEFT + at * _STEP, round(_BOTTOM - count * scale, 1), round(count * scale, 1), at == own)
        for at, count in enumerate(counts)
    ]
    return Histogram(tuple(bars), sum(counts))


# A partnership

PARTNERSHIP_PARTS = {OVERVIEW: "Overview", "games": "Games", "opponents": "Opponents", "rules": "Rules"}
"""The parts of a partnership's page with their labels. The key is the last segment of the URL, except for the first."""

COMPARED = 1
"""Kinds of game in which a partnership is compared with all others. Few, because there may be many partnerships."""


@league_page
def show_partnership(who: str, part: str) -> Any:
    """Show a part of a partnership's page. Redirect if its people were merged."""
    people = people_view()
    key = people.current_key(who)
    if not is_partnership(key):
        if not is_partnership(who):
            abort(404)
        # Both were merged into one person.
        return redirect(url_for("players.show", person=int(key)), 303)
    if key != who:
        return redirect(url_for("partnerships.show", who=key, part=part), 303)
    page = PartnershipPage.of(g.club.store, people, key)
    return render_template(f"players/partnership_{part}.html", page=page, part=part, parts=PARTNERSHIP_PARTS)


@dataclass(frozen=True)
class PartnershipPage:
    """Two or more people who may have played together; `members` are its people."""

    competitor: Competitor
    members: list[Competitor]
    is_ranked: bool
    own: PlayerFigures

    @classmethod
    def of(cls, club: Club, people: PeopleView, key: CompetitorKey) -> Self:
        return cls(
            competitor=people.competitor(key),
            members=[people.competitor(str(person)) for person in members(key)],
            is_ranked=people.is_ranked(key),
            own=PlayerFigures(club, key, people, COMPARED),
        )

    @property
    def address(self) -> tuple[str, dict[str, Any]]:
        """The endpoint of the page and its URL arguments."""
        return "partnerships.show", {"who": self.own.key}

    @property
    def opponents(self) -> Counterparts:
        return self.own.opponents

    @cached_property
    def histogram(self) -> Histogram | None:
        return histogram(self.own, is_listed=self.is_ranked)
