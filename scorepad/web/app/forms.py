"""What every posted form carries beside its inputs: the CSRF token, a random key, and what its page had seen.

Ordinary forms extend PageForm, which is built on Flask-WTF. The score sheet's inputs come from the rule set and are
read by `play.parse_form`: a WTForms form for them would be built and thrown away at every tap.
"""

from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, abort, current_app, flash, redirect, request
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from flask_wtf.csrf import generate_csrf
from wtforms import FormField, StringField
from wtforms.validators import Regexp

from scorepad.play.form_data import STALE, Submission
from scorepad.web.app import navigation
from scorepad.web.app.current import g

TOKEN = "X-Scorepad-Token"  # noqa: S105  # the name of a field
"""Header of a script that can send a form again, and of the answer with its new token."""

MORE = "X-Scorepad-More"
"""Header of a script that has more forms to send and reads no page before the last one is saved."""

ENTRY = "X-Scorepad-Entry"
"""Header of the answer to such a form: the latest entry of its game. Its page is up to date once it shows that."""

CHECKS_TOKEN_ITSELF = frozenset(
    """
    join.join phones.renew phones.renew_all phones.allow tokens.make
    new_game.begin settings.save scorer.save
    decisions.starter decisions.end rounds.save rounds.settle packets.save ask.leave
    rule_editor.begin rule_editor.change rule_editor.save
    people.add people.change people.merge people.forget seasons.begin seasons.change
    rule_changes.save rule_files.look rule_files.keep_ start.start
    """.split()  # noqa: SIM905  # one line each would be longer
)
"""Endpoints that are asked even without a good token: after a lost session they show the form with what was typed.

They ask `g.form.is_valid` or validate a PageForm. For every other one `security` refuses the form before its view runs.
"""


FILES = {"rule_files.look": {"file"}, "imports.look": {"file"}}
"""The inputs that send files, by endpoint. Elsewhere one under the name of an input would be ignored silently."""


UPLOADS = {"imports.look"}
"""The endpoints whose files may be larger than a form: as large as a setting says."""


class StaleForm(Exception):
    """A form that no page of this session made."""


def install(app: Flask) -> None:
    """Answer forms that no page of their session made."""
    app.register_error_handler(StaleForm, _refuse_stale_form)


def _refuse_stale_form(error: StaleForm) -> ResponseReturnValue:
    if TOKEN in request.headers:
        return _new_token()
    flash(STALE)
    return redirect(navigation.page_above(request.path), 303)


def _new_token() -> Response:
    """Give a script a new token. It keeps a form for longer than a page's token is valid, and sends it again."""
    return current_app.response_class(status=422, headers={TOKEN: generate_csrf()})


def valid_submission() -> Submission:
    """Return the posted form, for views that show nothing that was typed. Raises StaleForm."""
    if not g.form.is_valid:
        raise StaleForm
    return g.form


def offer_new_token() -> None:
    """Answer a script whose token is no longer valid with a new one; do nothing for a browser without scripts."""
    if TOKEN in request.headers:
        abort(_new_token())


_OWN = ("csrf_token", "key", "seen")
"""The fields that every page puts into its forms."""


class PageForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """A form with its CSRF token, and the key and `seen` of the page it came from.

    Templates show `texts` and `faults` with their own macros, because WTForms is slow at drawing inputs.
    """

    key = StringField(validators=[Regexp(r"\A[0-9a-f]{32}\Z")])
    seen = StringField(validators=[Regexp(r"\A[0-9]{1,15}\Z")])

    def validate(self, extra_validators: Any = None) -> bool:
        """Check every input, and that the form came from a page of ours."""
        is_valid = bool(super().validate(extra_validators))
        if self.csrf_token.errors:
            offer_new_token()
        return is_valid

    @property
    def is_stale(self) -> bool:
        """Whether the form did not come from a page of ours, as that page made it."""
        return any(self[name].errors for name in _OWN)

    @property
    def texts(self) -> dict[str, str]:
        """What stands in each input, as it was typed."""
        return {field.name: field._value() for field in self if not isinstance(field, FormField)}

    @property
    def faults(self) -> dict[str, str]:
        """What is wrong, by input; "" is the whole form."""
        faults = {name or "": errors[0] for name, errors in self.errors.items() if name not in _OWN}
        return faults | {"": STALE} if self.is_stale else faults

    def refuse(self, sentence: str, name: str = "") -> None:
        """Say what is wrong with an input, or with the whole form."""
        if name:
            self[name].errors = [*self[name].errors, sentence]
        else:
            self.form_errors.append(sentence)

    def refuse_each(self, faults: Mapping[str, str]) -> None:
        """Say what is wrong with several inputs."""
        for name, sentence in faults.items():
            self.refuse(sentence, name)
