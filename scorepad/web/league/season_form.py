"""The forms of a season."""

from datetime import date
from typing import Any, Self, cast

from wtforms import StringField
from wtforms.validators import AnyOf, InputRequired, ValidationError

from scorepad.league.standings import Figure
from scorepad.league.table_request import MIN, WRONG_ORDER, read_day
from scorepad.scoring.quantity import plain_number
from scorepad.store import Season
from scorepad.store.seasons import DECIDING, MAX_EVENINGS, MAX_MIN_GAMES, SeasonFields
from scorepad.web.app.forms import PageForm
from scorepad.web.league.season_offers import season_offers
from scorepad.web.people.person_form import validate_name

FIRST_DAY = "Choose the first day."
EVENINGS = f"Type a number of evenings from 1 to {MAX_EVENINGS}, or nothing to count all of them."


class ParsedField(StringField):  # type: ignore[misc]  # WTForms has no types
    """A text input that keeps the typed text beside the parsed value."""

    def _value(self) -> str:
        return self.raw_data[0] if self.raw_data else str(self.data or "")


class DayField(ParsedField):
    """A day; None for an empty input."""

    def process_formdata(self, texts: list[str]) -> None:
        self.data = None
        self.data = read_day(texts[0]) if texts else None


class GamesField(ParsedField):
    def process_formdata(self, texts: list[str]) -> None:
        self.data = plain_number(texts[0].strip()) if texts else None

    def post_validate(self, form: Any, stop_validation: bool) -> None:
        if self.data is None or not 1 <= self.data <= MAX_MIN_GAMES:
            raise ValidationError(MIN)


class EveningsField(ParsedField):
    """How many evenings count; None, for an empty input, means all of them."""

    def process_formdata(self, texts: list[str]) -> None:
        text = texts[0].strip() if texts else ""
        self.data = plain_number(text) if text else None

    def post_validate(self, form: Any, stop_validation: bool) -> None:
        if self.raw_data and self.raw_data[0].strip() and not 1 <= (self.data or 0) <= MAX_EVENINGS:
            raise ValidationError(EVENINGS)


class EndSeasonForm(PageForm):
    """End a season today; `was` is the version of the season on the page."""

    was = StringField()

    @property
    def version(self) -> int | None:
        """The version of the season on the page, None if it is not a number."""
        return plain_number(self.was.data or "", 15)


class SeasonForm(EndSeasonForm):
    """Begin a season, or change one."""

    name = StringField(validators=[validate_name])
    first_day = DayField(validators=[InputRequired(FIRST_DAY)])
    last_day = DayField()
    figure = StringField(validators=[AnyOf(DECIDING, "Choose what decides the season.")])
    least = GamesField()
    best = EveningsField()

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
