"""What every posted form carries besides its inputs: the CSRF token, the random key, and what its page had seen.

The inputs come from the sheet and are read by `typing_in`; a WTForms form for them would be built and thrown away.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Response, abort, current_app, request
from flask_wtf.csrf import generate_csrf, validate_csrf
from wtforms.validators import ValidationError

from scorepad.store import CellName, LoggedEntry
from scorepad.web.clubs import current_club
from scorepad.web.typing_in import plain_number

_KEY = re.compile(r"[0-9a-f]{32}")

TOKEN = "X-Scorepad-Token"
"""What a script says that can send a form once more, and the new token that it is given."""

MORE = "X-Scorepad-More"
"""What a script says that has more forms to send, and looks at no page before the last of them was kept."""

STALE = "This page had lost its connection to the club. Look at what stands here, and press again."


@dataclass(frozen=True, slots=True)
class Posted:
    """A posted form's own fields. `seen` is the latest entry its page knew; None where the form does not say.

    `bases` are the keys of the same phone's earlier forms whose answers it did not know yet, in their order: each says
    what stood in its own inputs, whatever the page had seen. A form without scripts has none.
    """

    key: str
    seen: int | None
    token_holds: bool
    bases: tuple[str, ...] = ()

    @property
    def fresh(self) -> bool:
        """Whether it came from a page of ours, with its own fields as that page made them."""
        keys = all(_KEY.fullmatch(key) for key in (self.key, *self.bases))
        return self.token_holds and keys and self.seen is not None

    def earlier(self, game: int) -> dict[CellName, LoggedEntry]:
        """What this phone recorded last by its earlier forms, cell by cell; empty for most forms.

        A form that was refused recorded nothing, so its cells are judged by what the page had seen.
        """
        if not self.bases or not self.fresh:
            return {}
        found = current_club().of_forms(game, self.bases)
        return {(one.round, one.place, one.field): one for one in found}


def base_of(own: Mapping[CellName, LoggedEntry], cell: CellName) -> str | None:
    """What an entry for a cell gives as its base: the phone's own earlier entry, None where `seen` is to say it."""
    return own[cell].key if cell in own else None


def posted() -> Posted:
    """The own fields of the form of this request.

    A script keeps what was typed for longer than a page is good for: it is given a new token, and sends it once more.
    """
    token_holds = _token_holds()
    if not token_holds and TOKEN in request.headers:
        abort(current_app.response_class(status=422, headers={TOKEN: generate_csrf()}))
    return Posted(
        key=request.form.get("key", ""),
        seen=plain_number(request.form.get("seen", ""), 15),
        token_holds=token_holds,
        bases=tuple(request.form.getlist("base")),
    )


def spare_the_page(answer: Response) -> Response:
    """Instead of leading a script to a page that it will not look at, says that its form was kept."""
    if MORE in request.headers and request.method == "POST" and answer.status_code == 303:
        return current_app.response_class(status=204, headers={MORE: "kept"})
    return answer


def _token_holds() -> bool:
    try:
        validate_csrf(request.form.get("csrf_token"))
    except ValidationError:
        return False
    return True
