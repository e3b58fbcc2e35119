"""The page of a partnership, in parts: an overview, games, opponents, and figures by rules."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from flask import Blueprint, abort, redirect, render_template, url_for

from scorepad.league.facts import CompetitorKey, is_partnership, members
from scorepad.store import Club
from scorepad.web.app.current import g
from scorepad.web.league.freshness import league_page
from scorepad.web.people.people_view import Competitor, PeopleView, people_view
from scorepad.web.players.counterparts import Counterparts
from scorepad.web.players.histogram import Histogram, histogram
from scorepad.web.players.player_figures import PlayerFigures
from scorepad.web.players.players import OVERVIEW

PARTS = {OVERVIEW: "Overview", "games": "Games", "opponents": "Opponents", "rules": "Rules"}
"""The parts of a partnership's page with their labels. The key is the last segment of the URL, except for the first."""

COMPARED = 1
"""Kinds of game in which a partnership is compared with all others. Few, because there may be many partnerships."""

pages = Blueprint("partnerships", __name__, url_prefix="/partners")


@pages.get("/<who>", defaults={"part": OVERVIEW})
@pages.get("/<who>/<any(games, opponents, rules):part>")
@league_page
def show(who: str, part: str) -> Any:
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
    return render_template(f"players/partnership_{part}.html", page=page, part=part, parts=PARTS)


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
