"""Save the body of a form with a large file to a temporary file."""

import os
import time
from functools import partial
from tempfile import TemporaryFile
from typing import IO

from flask import Response, after_this_request, current_app, request
from flask.typing import ResponseReturnValue

from scorepad import environment
from scorepad.web.app import errors
from scorepad.web.app.current import g
from scorepad.web.app.slots import LimitReached, Slots

UPLOAD_IN_MEMORY = 512 * 1024

SECONDS_FOR_A_FILE = 300.0
SECONDS_OF_SILENCE = 15.0
"""An upload is aborted after this long without a byte: the read raises TimeoutError."""
CHUNK = 64 * 1024

UNFINISHED = "scorepad.unfinished"
"""Key in the environment: the body of this request did not arrive in time."""

_SLOTS = Slots(of_a_club=1, of_the_host=8)
"""Simultaneous uploads. Only owners may send them."""


def read_upload(length: int) -> ResponseReturnValue | None:
    """Save a form with a large file to disk. Smaller forms are read like any other."""
    most = environment.import_size(os.environ)
    if length > most * 1024 * 1024:
        sentence = f"A file may have at most {most} MiB. Nothing was saved. Split it, or use the command line."
        return errors.page(413, "That file is too large", sentence)
    if length > current_app.config["MAX_CONTENT_LENGTH"]:
        try:
            with _SLOTS.slot(g.club.slug):
                file = _saved(length)
        except LimitReached:
            return errors.page(503, "Another file is arriving", "Wait until it is uploaded, then send yours again.")
        except (TimeoutError, EOFError):
            return errors.page(408, "The file did not arrive", "It took too long. Send it again.")
        request.environ["wsgi.input"] = file
        # One more: Werkzeug reads a terminated stream up to EOF, and fails once it has read the maximum.
        request.max_content_length = length + 1
        # Limits the text fields, and the part of a file that the parser buffers.
        request.max_form_memory_size = UPLOAD_IN_MEMORY
        after_this_request(partial(_close, file))
    return None


def _saved(length: int) -> IO[bytes]:
    """Save the body of this request to a temporary file. Raises TimeoutError, or EOFError if the phone is gone."""
    body, deadline = request.environ["wsgi.input"], time.monotonic() + SECONDS_FOR_A_FILE
    file: IO[bytes] = TemporaryFile()  # noqa: SIM115  # the request closes it
    try:
        while (left := length - file.tell()) > 0:
            if time.monotonic() >= deadline:
                raise TimeoutError
            if not (chunk := body.read(min(left, CHUNK))):
                raise EOFError
            file.write(chunk)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


def _close(file: IO[bytes], response: Response) -> Response:
    file.close()
    return response
