"""The views of the year in review of a person, of a partnership and of the club, each with a picture to share."""

from datetime import MAXYEAR
from typing import Any

from flask import Blueprint, abort, redirect, render_template, url_for

from scorepad.league.facts import is_partnership
from scorepad.web.app.current import g
from scorepad.web.league.freshness import league_page, today
from scorepad.web.people.people_view import PeopleView, people_view, person_here
from scorepad.web.year.club_year import ClubYear
from scorepad.web.year.own_year import OwnYear
from scorepad.web.year.year_facts import Year
from scorepad.web.year.year_picture import picture, picture_name

pages = Blueprint("years", __name__)


@pages.get("/people/<number:person>/year/<number:year>", defaults={"as_": "page"})
@pages.get("/people/<number:person>/year/<number:year>.<any(png):as_>")
@league_page
def person(person: int, year: int, as_: str) -> Any:
    """Show a person's year. Redirect if they were merged."""
    player = person_here(person, "years.person", year=year, as_=as_)
    return _answer(OwnYear(str(player.id), _year(year, people_view())), as_)


@pages.get("/partners/<who>/year/<number:year>", defaults={"as_": "page"})
@pages.get("/partners/<who>/year/<number:year>.<any(png):as_>")
@league_page
def partnership(who: str, year: int, as_: str) -> Any:
    people = people_view()
    key = people.current_key(who)
    if not is_partnership(who):
        abort(404)
    if not is_partnership(key):
        # Both were merged into one person.
        return redirect(url_for("years.person", person=int(key), year=year, as_=as_), 303)
    if key != who:
        return redirect(url_for("years.partnership", who=key, year=year, as_=as_), 303)
    return _answer(OwnYear(key, _year(year, people)), as_)


@pages.get("/league/year/<number:year>", defaults={"as_": "page"})
@pages.get("/league/year/<number:year>.<any(png):as_>")
@league_page
def club(year: int, as_: str) -> Any:
    return _answer(ClubYear(_year(year, people_view())), as_)


@pages.get("/league/year")
@league_page
def newest() -> Any:
    """Redirect to the club's latest year with games, or to the current year."""
    years = g.club.store.league.years.with_games()
    return redirect(url_for("years.club", year=years[-1] if years else today().year), 303)


def _year(number: int, people: PeopleView) -> Year:
    if number >= MAXYEAR:
        abort(404)
    return Year(number, g.club.store, people)


def _answer(page: OwnYear | ClubYear, as_: str) -> Any:
    """Return the page, or its picture. Redirect from the picture while figures are being updated, or without games."""
    endpoint, place = page.address
    if as_ == "page":
        return render_template("year/year.html", page=page, endpoint=endpoint, place=place, file=picture_name(page))
    if g.is_updating or not page.count:
        return redirect(url_for(endpoint, year=page.year.number, **place), 303)
    return picture(page)
