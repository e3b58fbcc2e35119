"""The seasons of the club: beginning, changing, ending and removing them, and each of them in review."""

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for

from scorepad.store import BadSeason, ChangedMeanwhile, KeyReused, NoSuchSeason, Season
from scorepad.web import isolating
from scorepad.web.clubs import current_club, new_key
from scorepad.web.forms import STALE, posted
from scorepad.web.keeping_up import league_page, today
from scorepad.web.league.champions import listed
from scorepad.web.league.figures import WORDS
from scorepad.web.league.seasonform import SeasonForm
from scorepad.web.league.seasonpage import SeasonPage
from scorepad.web.typing_in import plain_number
from scorepad.web.whos import whos

pages = Blueprint("seasons", __name__, url_prefix="/league/seasons")

PAGE = 12
"""Seasons of a page of the list."""

USED = "That page had been used before. Nothing was changed; look at it, and press again."


def _season(number: int) -> Season:
    try:
        return current_club().seasons.season(number)
    except NoSuchSeason:
        abort(404)


@pages.get("")
@league_page
def index() -> Any:
    """Every season with who won it, a page at a time, and the form of another."""
    return _index(SeasonForm.new(today()))


def _index(form: SeasonForm) -> Any:
    seasons = current_club().seasons
    there = seasons.all()
    isolating.remember(one.name for one in (*there, *seasons.removed()))
    before = (plain_number(request.args.get("page", "")) or 1) - 1
    start = min(max(before, 0) * PAGE, max(len(there) - 1, 0) // PAGE * PAGE)
    page = render_template(
        "seasons/index.html",
        seasons=listed(there[start : start + PAGE], whos()),
        page=start // PAGE + 1,
        more=start + PAGE < len(there),
        removed=seasons.removed(),
        undo=request.args.get("removed", ""),
        form=form,
        words=WORDS,
        key=new_key(),
    )
    return page, 422 if form.faults else 200


@pages.post("")
def begin() -> Any:
    """Begins a season, or says what is wrong and keeps what was typed."""
    own, form = posted(), SeasonForm.read(request.form)
    if not own.fresh:
        form.faults[""] = STALE
    if not form.faults:
        try:
            season = current_club().seasons.begin(**form.terms, key=f"{own.key}:season")
        except BadSeason as error:
            form.faults |= error.faults
        except KeyReused:
            form.faults[""] = USED
        else:
            flash(f"“{season.name}” is a season now.")
            return redirect(url_for("seasons.show", season=season.id), 303)
    with current_club().reading():
        return _index(form)


@pages.get("/<number:season>")
@league_page
def show(season: int) -> Any:
    """A season in review."""
    page = SeasonPage.of(_season(season))
    return render_template("seasons/show.html", page=page, words=WORDS, key=new_key())


@pages.get("/<number:season>/edit")
@league_page
def edit(season: int) -> Any:
    """What a season is called, its days, and how it is decided, to be changed."""
    there = _season(season)
    return _edit(there, SeasonForm.of(there))


@pages.post("/<number:season>/edit")
def change(season: int) -> Any:
    """Changes a season, or says what is wrong and keeps what was typed."""
    there, form = _season(season), SeasonForm.read(request.form)
    if not posted().fresh:
        form.faults[""] = STALE
    if form.faults:
        return _edit(there, form)
    try:
        after = current_club().seasons.change(season, seen=form.was, **form.terms)
    except BadSeason as error:
        form.faults |= error.faults
        return _edit(there, form)
    except ChangedMeanwhile as error:
        form.faults[""] = str(error)
        form.was = _season(season).mark
        return _edit(there, form)
    flash("Nothing was changed." if after == there else f"“{after.name}” is changed.")
    return redirect(url_for("seasons.show", season=season), 303)


def _edit(season: Season, form: SeasonForm) -> Any:
    page = render_template(
        "seasons/edit.html", season=season, form=form, words=WORDS, key=new_key()
    )
    return page, 422 if form.faults else 200


@pages.post("/<number:season>/end")
def end(season: int) -> Any:
    """Lets a season end today."""
    there, own = _season(season), posted()
    seen = plain_number(request.form.get("was", ""), 15)
    if not own.fresh:
        flash(STALE)
    elif not there.runs(today()):
        flash(f"“{there.name}” does not run today. Change its days instead.")
    else:
        try:
            current_club().seasons.change(season, seen=seen, last_day=today())
            flash(f"“{there.name}” ends today. Its last day can be changed again.")
        except (BadSeason, ChangedMeanwhile) as error:
            flash(str(error))
    return redirect(url_for("seasons.show", season=season), 303)


@pages.post("/<number:season>/remove")
def remove(season: int) -> Any:
    """Puts a season away; its games stay."""
    there = _season(season)
    if not posted().fresh:
        flash(STALE)
        return redirect(url_for("seasons.show", season=season), 303)
    current_club().seasons.remove(season)
    flash(f"“{there.name}” is removed. Its games and all their figures stay.")
    return redirect(url_for("seasons.index", removed=season), 303)


@pages.post("/<number:season>/restore")
def restore(season: int) -> Any:
    """Takes a season back."""
    there = _season(season)
    if not posted().fresh:
        flash(STALE)
        return redirect(url_for("seasons.index"), 303)
    try:
        current_club().seasons.restore(season)
    except BadSeason as error:
        flash(f"“{there.name}” stays removed. {error}")
        return redirect(url_for("seasons.index"), 303)
    flash(f"“{there.name}” is back.")
    return redirect(url_for("seasons.show", season=season), 303)
