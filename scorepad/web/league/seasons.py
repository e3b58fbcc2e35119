"""The list of seasons, the form of one, and the views that change them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Self, cast

from flask import abort, flash, redirect, render_template, request, url_for
from wtforms import StringField
from wtforms.validators import AnyOf, InputRequired, ValidationError

from scorepad.league.figures import FIGURES
from scorepad.league.standings import Figure
from scorepad.league.table_request import MIN, WRONG_ORDER, read_day
from scorepad.league.tables import PEOPLE, DayRange, PlayedGames
from scorepad.numbers import whole_number
from scorepad.play.form_data import USED
from scorepad.store import BadSeason, ChangedMeanwhile, KeyReused, NoSuchSeason, Season
from scorepad.store.seasons import DECIDING, MAX_EVENINGS, MAX_MIN_GAMES, SeasonFields
from scorepad.web.app import bidi
from scorepad.web.app.current import g
from scorepad.web.app.forms import NumberField, PageForm, ParsedField, StaleForm, valid_submission
from scorepad.web.app.freshness import league_page, today
from scorepad.web.app.templates import new_key
from scorepad.web.league.champions import Champions, champions, decided_by, season_state
from scorepad.web.league.season_review import ROWS, SHEET_ROWS, SeasonReview, picture_name, summary
from scorepad.web.people.people_view import people_view, validate_name
from scorepad.web.result.picture import summary_answer


@dataclass(frozen=True, slots=True)
class SeasonOffer:
    """A season that someone may want to begin; `code` identifies it in a URL."""

    code: str
    label: str
    name: str
    first_day: date
    last_day: date


def season_offers(today: date) -> list[SeasonOffer]:
    """Return the month, the quarter and the year of a day."""
    year, month = today.year, today.month
    quarter = month - (month - 1) % 3
    first, last = date(year, quarter, 1), _month_end(year, quarter + 2)
    return [
        SeasonOffer("month", "This month", f"{today:%B} {year}", date(year, month, 1), _month_end(year, month)),
        SeasonOffer("quarter", "This quarter", f"{first:%B} to {last:%B} {year}", first, last),
        SeasonOffer("year", "This year", str(year), date(year, 1, 1), date(year, 12, 31)),
    ]


def _month_end(year: int, month: int) -> date:
    return date(year, 12, 31) if month == 12 else date(year, month + 1, 1) - timedelta(days=1)


# The form of a season

FIRST_DAY = "Choose the first day."
EVENINGS = f"Type a number of evenings from 1 to {MAX_EVENINGS}, or nothing to count all of them."


class DayField(ParsedField):
    """A day; None for an empty input."""

    def process_formdata(self, texts: list[str]) -> None:
        self.data = None
        self.data = read_day(texts[0]) if texts else None


class EndSeasonForm(PageForm):
    """End a season today; `was` is the version of the season on the page."""

    was = StringField()

    @property
    def version(self) -> int | None:
        """The version of the season on the page, None if it is not a number."""
        return whole_number(self.was.data or "")


class SeasonForm(EndSeasonForm):
    name = StringField(validators=[validate_name])
    first_day = DayField(validators=[InputRequired(FIRST_DAY)])
    last_day = DayField()
    figure = StringField(validators=[AnyOf(DECIDING, "Choose what decides the season.")])
    least = NumberField(1, MAX_MIN_GAMES, MIN)
    best = NumberField(1, MAX_EVENINGS, EVENINGS, allow_blank=True)

    @classmethod
    def new(cls, today: date, code: str = "") -> Self:
        """Return a form with the days of the offer with this code, if there is one."""
        offer = next((offer for offer in season_offers(today) if offer.code == code), None)
        return cls(formdata=None, obj=offer, first_day=today, figure=Figure.WINS.value, least=1)

    @classmethod
    def of(cls, season: Season) -> Self:
        return cls(formdata=None, obj=season, was=season.version)

    def validate_first_day(self, field: DayField) -> None:
        if field.data is None:
            raise ValidationError(FIRST_DAY)

    def validate_last_day(self, field: DayField) -> None:
        if field.data and self.first_day.data and field.data < self.first_day.data:
            raise ValidationError(WRONG_ORDER)

    @property
    def terms(self) -> SeasonFields:
        names = ("name", "first_day", "last_day", "figure", "least", "best")
        return cast(SeasonFields, {name: self[name].data for name in names})


# The list, and the views


OVERVIEW, SHEET = "overview", "sheet"
"""The first part of a season's page, and the printable page with all parts."""

SEASONS = 12
"""Seasons per page of the list."""


@dataclass(frozen=True, slots=True)
class ListedSeason:
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


@league_page
def index() -> Any:
    """Show a page of the list of seasons, and the form of a new one."""
    return _list_page(SeasonForm.new(today(), request.args.get("offer", "")))


def _list_page(form: SeasonForm) -> Any:
    seasons, removed = g.club.store.seasons.all(), g.club.store.seasons.removed()
    bidi.remember(season.name for season in (*seasons, *removed))
    earlier_pages = max((whole_number(request.args.get("page", "")) or 1) - 1, 0)
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


@league_page
def picture(season: int) -> Any:
    """Send the picture of a season. Redirect while the figures are being updated, or if it has no games."""
    page = SeasonReview.of(_season(season))
    if g.is_updating or not page.games.count:
        return redirect(url_for("seasons.show", season=season), 303)
    return summary_answer(summary(page), picture_name(page))


@league_page
def edit(season: int) -> Any:
    stored = _season(season)
    return _edit_page(stored, SeasonForm.of(stored))


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


def remove(season: int) -> Any:
    """Remove a season from the list; its games stay."""
    stored = _season(season)
    valid_submission()
    g.club.store.seasons.remove(season)
    flash(f"“{stored.name}” is removed. Its games and all their figures stay.")
    return redirect(url_for("seasons.index", removed=season), 303)


def restore(season: int) -> Any:
    stored = _season(season)
    valid_submission()
    g.club.store.seasons.restore(season)
    flash(f"“{stored.name}” is back.")
    return redirect(url_for("seasons.show", season=season), 303)
