"""What may be posted, and by how many strangers at once: whoever sends a form in drops holds a thread of the server."""

import threading
from typing import Any

from flask import Flask, abort, request

from scorepad.web.doors import this_phone
from scorepad.web.errors import page

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")

MOST_STRANGERS = 8
"""Forms of phones that were not let in that are being read at once."""

_strangers = threading.BoundedSemaphore(MOST_STRANGERS)


def install(app: Flask) -> None:
    """Looks at every form, once the doors have let its phone through: nobody else's is read at all."""
    app.before_request(_read)


def _read() -> Any:
    if request.method != "POST":
        return None
    if request.mimetype not in FORMS:
        abort(415)
    if this_phone() is not None:
        _refuse_files()
    elif _strangers.acquire(blocking=False):
        try:
            _refuse_files()
        finally:
            _strangers.release()
    else:
        return page(503, "Too many are at the door", "Wait a moment, then send it once more.")
    return None


def _refuse_files() -> None:
    # No page of ours sends a file; one in a form's place would be passed over in silence.
    if request.files:
        abort(415)
