"""The page of a player, in parts: an overview, games, partners, badges, and figures by rules."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from flask import Blueprint, render_template

from scorepad.league import figures
from scorepad.league.counterparts import FAIRLY_SURE, MIN_TOGETHER, SURE
from scorepad.league.figures import Badge, all_badges
from scorepad.league.ratings import DEVIATION, MEAN
from scorepad.league.standings import PROVISIONAL
from scorepad.store import Club, Player
from scorepad.web.app.current import g
from scorepad.web.league.freshness import league_page
from scorepad.web.people.people_view import Competitor, PeopleView, people_view, person_here
from scorepad.web.players.counterparts import Counterparts
from scorepad.web.players.player_figures import PlayerFigures
from scorepad.web.players.rating_course import RatingCourse

OVERVIEW = "overview"

PARTS = {OVERVIEW: "Overview", "games": "Games", "partners": "Partners", "badges": "Badges", "rules": "Rules"}
"""The parts of a player's page with their labels. The key is the last segment of the URL, except for the first."""

pages = Blueprint("players", __name__, url_prefix="/people")
pages.add_app_template_filter(figures.percent)
pages.add_app_template_filter(figures.rounds_number)
pages.add_app_template_filter(figures.whole)
pages.add_app_template_global(figures.figure_text)
pages.add_app_template_global(figures.each)


@pages.get("/<number:person>", defaults={"part": OVERVIEW})
@pages.get("/<number:person>/<any(games, partners, badges, rules):part>")
@league_page
def show(person: int, part: str) -> Any:
    """Show a part of a person's page. Redirect if they were merged."""
    page = PlayerPage.of(g.club.store, people_view(), person_here(person, "players.show", part=part))
    return render_template(f"players/player_{part}.html", page=page, part=part, parts=PARTS)


@pages.app_template_global()
def rating_numbers() -> dict[str, int]:
    """Return the numbers that pages need to explain ratings, by name: points, and numbers of games."""
    off = round(2 * DEVIATION)
    return {
        "start": round(MEAN),
        "start_off": off,
        "provisional": PROVISIONAL,
        "fairly_sure": FAIRLY_SURE,
        "sure": SURE,
    }


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

    @property
    def newest_badge(self) -> Badge | None:
        """The badge with the most recently earned level."""
        return max(
            (badge for badge in self.badges if badge.earned),
            key=lambda badge: badge.earned.game.order if badge.earned else 0,
            default=None,
        )
