"""What every posted form carries besides its inputs: the CSRF token, the random key, and what its page had seen.

The inputs come from the sheet and are read by `typing_in`; a WTForms form for them would be built and thrown away.
"""

import re
from dataclasses import dataclass

from flask import request
from flask_wtf.csrf import validate_csrf
from wtforms.validators import ValidationError

from scorepad.web.typing_in import plain_number

_KEY = re.compile(r"[0-9a-f]{32}")

STALE = "This page had lost its connection to the club. Look at what stands here, and press again."


@dataclass(frozen=True, slots=True)
class Posted:
    """A posted form's own fields. `seen` is the latest entry its page knew; None where the form does not say."""

    key: str
    seen: int | None
    token_holds: bool

    @property
    def fresh(self) -> bool:
        """Whether it came from a page of ours, with its own fields as that page made them."""
        return self.token_holds and bool(_KEY.fullmatch(self.key)) and self.seen is not None


def posted() -> Posted:
    """The own fields of the form of this request."""
    return Posted(
        key=request.form.get("key", ""),
        seen=plain_number(request.form.get("seen", ""), 15),
        token_holds=_token_holds(),
    )


def _token_holds() -> bool:
    try:
        validate_csrf(request.form.get("csrf_token"))
    except ValidationError:
        return False
    return True
