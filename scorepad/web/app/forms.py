"""The hidden fields of every form: the CSRF token, a random key, and the latest entry that its page had seen.

Forms extend PageForm, which is built on Flask-WTF, unless their inputs come from the rule set: those of a sheet, of a
game's settings and of the two questions are each a `TypedForm`. Both have their `texts` and `faults` by input name, and
`templates/_inputs.html` shows them. See docs/why/csrf.md.
"""

from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, abort, current_app, flash, redirect, request
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from flask_wtf.csrf import generate_csrf
from wtforms import FormField, StringField
from wtforms.validators import Regexp, ValidationError

from scorepad.numbers import whole_number
from scorepad.play.form_data import KEY, STALE, Submission
from scorepad.web.app import navigation
from scorepad.web.app.current import g

TOKEN = "X-Scorepad-Token"  # noqa: S105  # the name of a field
"""Request header of a script that can send its form again, and response header with the new token."""

KEEP = "X-Scorepad-Keep"
"""A request for a page that the phone keeps for later. It does not show the phone as present there."""
MORE = "X-Scorepad-More"
"""Request header of a script that needs no page in response, because it sends more forms or has a stream."""

ENTRY = "X-Scorepad-Entry"
"""Header of the response to such a form: the game's latest entry. The page is up to date once it shows that entry."""

CHECKS_TOKEN_ITSELF = frozenset(
    """
    join.join phones.renew phones.renew_all phones.allow tokens.make
    notices.add notices.change
    new_game.begin settings.save scorer.save
    decisions.starter decisions.end rounds.save rounds.resolve packets.save ask.leave
    rule_editor.begin rule_editor.change rule_editor.save
    club_name.change people.add people.change people.merge people.forget seasons.begin seasons.change
    night_plan.add night_plan.change
    rule_changes.save rule_files.look rule_files.keep_ start.start
    """.split()  # noqa: SIM905  # one line each would be longer
)
"""Endpoints whose view runs even without a valid token: after a lost session they show the form with what was typed.

They check `g.form.is_valid` or validate a PageForm. For all others, `security` rejects the form before the view runs.
"""


FILES = {"rule_files.look": {"file"}, "imports.look": {"file"}}
"""The file inputs, by endpoint. Files in other inputs are rejected: otherwise they would be ignored silently."""


UPLOADS = {"imports.look"}
"""The endpoints that accept files larger than a form, up to a limit from the settings."""


class StaleForm(Exception):
    """A form that does not come from a page of this session: its token, key or `seen` is invalid."""


def install(app: Flask) -> None:
    """Register the answer to stale forms."""
    app.register_error_handler(StaleForm, _refuse_stale_form)


def _refuse_stale_form(error: StaleForm) -> ResponseReturnValue:
    if TOKEN in request.headers:
        return _new_token()
    flash(STALE, "refused")
    return redirect(navigation.page_above(request.path), 303)


def _new_token() -> Response:
    """Send a script a new token. It may keep a form for longer than the page's token is valid, and then retries it."""
    return current_app.response_class(status=422, headers={TOKEN: generate_csrf()})


def valid_submission() -> Submission:
    """Return the posted form, for views that need not show again what was typed. Raises StaleForm."""
    if not g.form.is_valid:
        raise StaleForm
    return g.form


class ParsedField(StringField):  # type: ignore[misc]  # WTForms has no types
    """A text input that keeps the typed text beside the parsed value."""

    def _value(self) -> str:
        return self.raw_data[0] if self.raw_data else str(self.data or "")


class NumberField(ParsedField):
    """A whole number from `least` to `most`. `sentence` is the error for anything else, except for an allowed blank."""

    def __init__(self, least: int, most: int, sentence: str, *, allow_blank: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self._bounds, self._sentence, self._allow_blank = (least, most), sentence, allow_blank

    def process_formdata(self, texts: list[str]) -> None:
        self.data = whole_number(texts[0].strip(), *self._bounds) if texts else None

    def post_validate(self, form: Any, stop_validation: bool) -> None:
        is_blank = not self._value().strip()
        if self.data is None and not (is_blank and self._allow_blank):
            raise ValidationError(self._sentence)


def offer_new_token() -> None:
    """Abort with a new token if a script sent an expired one. Do nothing for a browser without scripts."""
    if TOKEN in request.headers:
        abort(_new_token())


_OWN = ("csrf_token", "key", "seen")
"""The hidden fields of every form."""


class PageForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """A form with its CSRF token, and the key and `seen` of its page.

    Templates render `texts` and `faults` with their own macros, because WTForms renders inputs slowly.
    """

    key = StringField(validators=[Regexp(rf"\A{KEY.pattern}\Z")])
    seen = StringField(validators=[Regexp(r"\A[0-9]{1,15}\Z")])

    def validate(self, extra_validators: Any = None) -> bool:
        """Check every input and the hidden fields. May abort with a new token for a script."""
        is_valid = bool(super().validate(extra_validators))
        if self.csrf_token.errors:
            offer_new_token()
        return is_valid

    @property
    def is_stale(self) -> bool:
        """Whether a hidden field is invalid."""
        return any(self[name].errors for name in _OWN)

    @property
    def texts(self) -> dict[str, str]:
        """The text of each input, as typed."""
        return {field.name: field._value() for field in self if not isinstance(field, FormField)}

    @property
    def faults(self) -> dict[str, str]:
        """The error of each invalid input; the key "" stands for the whole form."""
        faults = {name or "": errors[0] for name, errors in self.errors.items() if name not in _OWN}
        return faults | {"": STALE} if self.is_stale else faults

    def refuse(self, sentence: str, name: str = "") -> None:
        """Add an error to an input, or to the whole form."""
        if name:
            self[name].errors = [*self[name].errors, sentence]
        else:
            self.form_errors.append(sentence)

    def refuse_each(self, faults: Mapping[str, str]) -> None:
        """Add errors to several inputs."""
        for name, sentence in faults.items():
            self.refuse(sentence, name)
