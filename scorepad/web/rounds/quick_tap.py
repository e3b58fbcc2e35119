"""Record a script's tap that needs no page in response, without Flask and without loading the game.

See docs/why/shortcut.md. Anything but a plain tap goes on to Flask, where `rounds.save` answers it.
"""

import re
from hmac import compare_digest
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import parse_qs

from scorepad.play.form_data import FormData, Submission
from scorepad.play.record_cell import record_tap
from scorepad.store import BadEntry, KeyReused, NoSuchGame, StoreError
from scorepad.web.app.forms import ENTRY, MORE
from scorepad.web.app.permissions import Permission
from scorepad.web.live.viewers import PageKind

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from scorepad.web.app.open_clubs import OpenClub

Answer: TypeAlias = tuple[str, list[tuple[str, str]], bytes]
"""Status, headers and body."""

CLUB_ERROR = "scorepad.club_error"
"""Key in the environment: a StoreError that Flask must report, such as a club that could not be opened."""

_SHEET = re.compile(r"/games/([1-9][0-9]{0,8})/rounds/([1-9][0-9]{0,8})/edit")
HAS_MORE = f"HTTP_{MORE.upper().replace('-', '_')}"
"""Key in the environment: the request header `MORE`."""
FORM_TYPES = ("application/x-www-form-urlencoded", "application/x-www-form-urlencoded;charset=UTF-8")
LONGEST_TAP = 16 * 1024
MAX_FIELDS = 450
"""The most bytes and fields of a tap. It names each earlier change that its page does not show yet."""


def record_quickly(club: "OpenClub", environ: "WSGIEnvironment") -> Answer | None:
    """Record a tap, and return a 204 response. None if Flask must answer, which then reads the form again."""
    match = _SHEET.fullmatch(environ.get("PATH_INFO", ""))
    length = environ.get("CONTENT_LENGTH") or ""
    if match is None or environ.get("CONTENT_TYPE") not in FORM_TYPES or not length.isdecimal():
        return None
    game = int(match[1])
    visitor = club.visitors.find(environ, game, PageKind.TABLE)
    if visitor is None or int(length) > LONGEST_TAP or Permission.SCORE not in visitor.shape.allowed:
        return None
    phone = club.access.phone(visitor.token)
    if phone != visitor.phone:
        return None
    fields = _fields(environ, int(length))
    if not fields or not _is_equal(fields.get("csrf_token", [""])[0], visitor.form_token):
        return None
    submission = Submission.of(FormData.of(fields), token_holds=True, phone=phone)
    try:
        seq = record_tap(club.games, game, int(match[2]), submission)
    except (BadEntry, KeyReused, NoSuchGame):
        return None
    except StoreError as error:
        environ[CLUB_ERROR] = error
        return None
    return None if seq is None else ("204 NO CONTENT", [(MORE, "kept"), (ENTRY, str(seq)), *visitor.headers], b"")


def _fields(environ: "WSGIEnvironment", length: int) -> dict[str, list[str]] | None:
    """Return the fields of a form; None if it cannot be read. The body can be read again."""
    body = environ["wsgi.input"].read(length)
    environ["wsgi.input"] = BytesIO(body)
    try:
        return parse_qs(body.decode("ascii"), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError:
        return None


def _is_equal(text: str, secret: str) -> bool:
    return compare_digest(text.encode(), secret.encode())
