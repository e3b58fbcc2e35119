"""What every posted form carries: the CSRF token, the random key, and what its page had seen."""

import re
from typing import Any

from flask_wtf import FlaskForm
from wtforms import HiddenField

_KEY = re.compile(r"[0-9a-f]{32}")
_SEEN = re.compile(r"[0-9]{1,15}")

STALE = "This page had lost its connection to the club. Look at what stands here, and press again."


class Token(FlaskForm):  # type: ignore[misc]  # flask-wtf has no types
    """A form without inputs of its own; inputs come from the sheet."""

    key = HiddenField()
    seen = HiddenField()

    @property
    def fresh(self) -> bool:
        """Whether the token is good and the form's own fields are as its page made them."""
        return (
            bool(self.validate())
            and bool(_KEY.fullmatch(self.key_text))
            and self.seen_seq is not None
        )

    @property
    def key_text(self) -> str:
        """The form's random key."""
        return str(self.key.data or "")

    @property
    def seen_seq(self) -> int | None:
        """The latest entry that the page had seen, None where the form does not say."""
        text: Any = self.seen.data
        return int(text) if isinstance(text, str) and _SEEN.fullmatch(text) else None
