"""The pages of the seasons: list and review them; begin, change, end, remove and restore a season."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for

from scorepad.league.figures import FIGURES
from scorepad.league.tables import PEOPLE, DayRange, PlayedGames
from scorepad.play.form_data import USED
from scorepad.scoring.quantity import plain_number
from scorepad.store import BadSeason, ChangedMeanwhile, KeyReused, NoSuchSeason, Season
from scorepad.web.app import bidi
from scorepad.web.app.current import g
from scorepad.web.app.forms import StaleForm, valid_submission
from scorepad.web.app.templates import new_key
from scorepad.web.league.champions import Champions, champions, decided_by, season_state
from scorepad.web.league.freshness import league_page, today
from scorepad.web.league.season_form import EndSeasonForm, SeasonForm
from scorepad.web.league.season_offers import season_offers
from scorepad.web.league.season_picture import picture_name, summary
from scorepad.web.league.season_review import ROWS, SHEET_ROWS, SeasonReview
from scorepad.web.people.people_view import people_view
from scorepad.web.result.summary_picture import summary_answer

pages = Blueprint("seasons", __name__, url_prefix="/league/seasons")

OVERVIEW, SHEET = "overview", "sheet"
"""The first part of a season's page, and the printable page with all parts."""

SEASONS = 12
"""Seasons per page of the list."""


@dataclass(frozen=True, slots=True)
class ListedSeason:
    """A season in the list, with its champions."""

    season: Season
    days: str
    state: str
    rule: str
    champions: Champions


def _listed(seasons: Sequence[Season]) -> list[ListedSeason]:
    people, listed = people_view(), []
    for season in seasons:
        days = DayRange.of_season(season)
        first = champions(season, PlayedGames.over(g.club.store.league, days), people, PEOPLE)
        listed.append(ListedSeason(season, days.text, season_state(season), decided_by(season), first))
    return listed


def _season(number: int) -> Season:
    try:
        return g.club.store.seasons.season(number)
    except NoSuchSeason:
        abort(404)


@pages.get("")
@league_page
def index() -> Any:
    """Show a page of the list of seasons, and the form of a new one."""
    return _list_page(SeasonForm.new(today(), request.args.get("offer", "")))


def _list_page(form: SeasonForm) -> Any:
    seasons, removed = g.club.store.seasons.all(), g.club.store.seasons.removed()
    bidi.remember(season.name for season in (*seasons, *removed))
    earlier_pages = max((plain_number(request.args.get("page", "")) or 1) - 1, 0)
    start = min(earlier_pages * SEASONS, max(len(seasons) - 1, 0) // SEASONS * SEASONS)
    html = render_template(
        "league/seasons.html",
        seasons=_listed(seasons[start : start + SEASONS]),
        page=start // SEASONS + 1,
        has_more=start + SEASONS < len(seasons),
        removed=removed,
        undo=request.args.get("removed", ""),
        form=form,
        figures=FIGURES,
        offers=season_offers(today()),
        key=new_key(),
    )
    return html, 422 if form.faults else 200


@pages.post("")
def begin() -> Any:
    form = SeasonForm()
    if form.validate():
        try:
            season = g.club.store.seasons.add(**form.terms, key=f"{form.key.data}:season")
        except BadSeason as error:
            form.refuse_each(error.faults)
        except KeyReused:
            form.refuse(USED)
        else:
            flash(f"“{season.name}” is a season now.")
            return redirect(url_for("seasons.show", season=season.id), 303)
    with g.club.store.reading():
        return _list_page(form)


@pages.get("/<number:season>", defaults={"leaf": OVERVIEW})
@pages.get("/<number:season>/<any(months, records, nights, sheet):leaf>")
@league_page
def show(season: int, leaf: str) -> Any:
    """Show a part of a season's page, or all parts as a sheet to print."""
    page = SeasonReview.of(_season(season), SHEET_ROWS if leaf == SHEET else ROWS)
    labels = {
        OVERVIEW: "Overview",
        "months": f"{page.months.word.capitalize()}s",
        "records": "Records",
        "nights": "Nights",
    }
    return render_template(
        f"league/season_{leaf}.html",
        page=page,
        part=leaf,
        parts={**labels, SHEET: "Sheet"},
        figures=FIGURES,
        key=new_key(),
        file=picture_name(page),
    )


@pages.get("/<number:season>/picture.png")
@league_page
def picture(season: int) -> Any:
    """Send the picture of a season. Redirect while the figures are being updated, or if it has no games."""
    page = SeasonReview.of(_season(season))
    if g.is_updating or not page.games.count:
        return redirect(url_for("seasons.show", season=season), 303)
    return summary_answer(summary(page), picture_name(page))


@pages.get("/<number:season>/edit")
@league_page
def edit(season: int) -> Any:
    stored = _season(season)
    return _edit_page(stored, SeasonForm.of(stored))


@pages.post("/<number:season>/edit")
def change(season: int) -> Any:
    """Change a season, or show the errors."""
    before, form = _season(season), SeasonForm()
    if not form.validate():
        return _edit_page(before, form)
    try:
        after = g.club.store.seasons.change(season, seen=form.version, **form.terms)
    except BadSeason as error:
        form.refuse_each(error.faults)
        return _edit_page(before, form)
    except ChangedMeanwhile as error:
        form.refuse(str(error))
        form.was.data = _season(season).version
        return _edit_page(before, form)
    flash("Nothing was changed." if after == before else f"“{after.name}” is changed.")
    return redirect(url_for("seasons.show", season=season), 303)


def _edit_page(season: Season, form: SeasonForm) -> Any:
    html = render_template("league/season_edit.html", season=season, form=form, figures=FIGURES, key=new_key())
    return html, 422 if form.faults else 200


@pages.post("/<number:season>/end")
def end(season: int) -> Any:
    stored, form = _season(season), EndSeasonForm()
    if not form.validate():
        raise StaleForm
    if not stored.is_running(today()):
        flash(f"“{stored.name}” is not running today. Change its days instead.")
    else:
        try:
            g.club.store.seasons.change(season, seen=form.version, last_day=today())
            flash(f"“{stored.name}” ends today. You can still change its last day.")
        except (BadSeason, ChangedMeanwhile) as error:
            flash(str(error))
    return redirect(url_for("seasons.show", season=season), 303)


@pages.post("/<number:season>/remove")
def remove(season: int) -> Any:
    """Remove a season from the list; its games stay."""
    stored = _season(season)
    valid_submission()
    g.club.store.seasons.remove(season)
    flash(f"“{stored.name}” is removed. Its games and all their figures stay.")
    return redirect(url_for("seasons.index", removed=season), 303)


@pages.post("/<number:season>/restore")
def restore(season: int) -> Any:
    """Restore a removed season."""
    stored = _season(season)
    valid_submission()
    g.club.store.seasons.restore(season)
    flash(f"“{stored.name}” is back.")
    return redirect(url_for("seasons.show", season=season), 303)
