"""The page of a player, and that of a partnership: rating, games, figures by kind, partners, opponents, badges."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from flask import Blueprint, abort, redirect, render_template, url_for

from scorepad.league.competitors import CompetitorKey, is_partnership, members
from scorepad.league.ratings import DEVIATION, MEAN, Rating
from scorepad.scoring.text.explain import format_number, plural
from scorepad.store import Club, Player
from scorepad.store.results.rows import RatedGame
from scorepad.web.app.current import g
from scorepad.web.app.templates import day
from scorepad.web.league import figures
from scorepad.web.league.badges import Badge, all_badges
from scorepad.web.league.charts import Course, course
from scorepad.web.league.freshness import league_page
from scorepad.web.league.player_figures import (
    LEAST_TOGETHER,
    Counterpart,
    PlayerFigures,
    best_partners,
    easiest_opponents,
    hardest_opponents,
)
from scorepad.web.people.people_view import Competitor, PeopleView, people_view, person_here

RATED = 25
"""How many games the picture of the rating shows."""

COMPARED_PARTNERSHIPS = 1
"""Kinds of game that compare a partnership with all others: there may be many partnerships."""

START, START_OFF = round(MEAN), round(2 * DEVIATION)
"""The rating that everyone starts with, and its ±."""

pages = Blueprint("players", __name__, url_prefix="/people")
pages.add_app_template_filter(figures.percent)
pages.add_app_template_filter(figures.whole)
pages.add_app_template_global(figures.each)

partner_pages = Blueprint("partnerships", __name__, url_prefix="/partners")


@pages.get("/<number:person>")
@league_page
def show(person: int) -> Any:
    """A person's page; that of whom they were merged into."""
    player = person_here(person, "players.show")
    page = PlayerPage.of(g.club.store, people_view(), player)
    return render_template("league/player.html", page=page, start=START, start_off=START_OFF)


@partner_pages.get("/<who>", endpoint="show")
@league_page
def show_partnership(who: str) -> Any:
    people = people_view()
    key = people.current_key(who)
    if not is_partnership(key):
        if not is_partnership(who):
            abort(404)
        # Both were merged into one person.
        return redirect(url_for("players.show", person=int(key)), 303)
    if key != who:
        return redirect(url_for("partnerships.show", who=key), 303)
    page = PartnershipPage.of(g.club.store, people, key)
    return render_template("league/partnership.html", page=page, start=START, start_off=START_OFF)


@dataclass(frozen=True)
class PlayerPage:
    """A person of the club, neither merged nor forgotten."""

    player: Player
    competitor: Competitor
    own: PlayerFigures
    rated: list[RatedGame]
    partners: list[Counterpart]
    opponents: list[Counterpart]
    badges: list[Badge]

    @classmethod
    def of(cls, club: Club, people: PeopleView, player: Player) -> Self:
        key, league = str(player.id), club.league
        return cls(
            player=player,
            competitor=people.competitor(key),
            own=PlayerFigures.of(club, people, key),
            rated=league.rated_games(player.id, RATED),
            partners=best_partners(league.meetings.partners(key, LEAST_TOGETHER), people),
            opponents=hardest_opponents(league.meetings.opponents(key, LEAST_TOGETHER), people),
            badges=all_badges(league.records.badges(key)),
        )

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
    def course(self) -> Course | None:
        return course([(game.rating.shown, game.rating.give_or_take) for game in self.rated])

    @property
    def course_title(self) -> str:
        games = len(self.rated)
        return f"The rating over the last {plural(games, 'game', 'games') if games > 1 else 'game'}"

    @property
    def course_text(self) -> str:
        first, last = self.rated[0], self.rated[-1]
        if len(self.rated) == 1:
            return f"{_rating_text(last.rating)} after the only game, on {day(last.game.day)}."
        ratings = [game.rating.shown for game in self.rated]
        return (
            f"From {_rating_text(first.rating)} on {day(first.game.day)}"
            f" to {_rating_text(last.rating)} on {day(last.game.day)}."
            f" The highest was {format_number(max(ratings))}, the lowest {format_number(min(ratings))}."
        )

    @property
    def earned(self) -> list[Badge]:
        return [badge for badge in self.badges if badge.earned]

    @property
    def unearned(self) -> list[Badge]:
        return [badge for badge in self.badges if not badge.earned]


def _rating_text(rating: Rating) -> str:
    return f"{format_number(rating.shown)} ± {format_number(rating.give_or_take)}"


@dataclass(frozen=True)
class PartnershipPage:
    """People who may have played together; `members` are they one by one."""

    competitor: Competitor
    members: list[Competitor]
    is_ranked: bool
    own: PlayerFigures
    hardest: list[Counterpart]
    easiest: list[Counterpart]

    @classmethod
    def of(cls, club: Club, people: PeopleView, key: CompetitorKey) -> Self:
        pairs = club.league.meetings.opponents(key, LEAST_TOGETHER)
        hardest = hardest_opponents(pairs, people)
        return cls(
            competitor=people.competitor(key),
            members=[people.competitor(str(person)) for person in members(key)],
            is_ranked=people.is_ranked(key),
            own=PlayerFigures.of(club, people, key, COMPARED_PARTNERSHIPS),
            hardest=hardest,
            easiest=easiest_opponents(pairs, people, hardest),
        )
