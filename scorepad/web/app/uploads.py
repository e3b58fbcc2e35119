"""Read a form that has a large file in it to the disk."""

import os
from functools import partial
from typing import IO

from flask import Response, after_this_request, current_app, request
from flask.typing import ResponseReturnValue

from scorepad import environment
from scorepad.web.app import bodies, errors
from scorepad.web.app.current import g

UPLOAD_IN_MEMORY = 512 * 1024


def read_upload(length: int) -> ResponseReturnValue | None:
    """Read a form with a large file to the disk. Smaller ones are read as all forms are."""
    most = environment.import_size(os.environ)
    if length > most * 1024 * 1024:
        sentence = f"A file may have at most {most} MiB. Nothing was saved. Split it, or use the command line."
        return errors.page(413, "That file is too large", sentence)
    if length > current_app.config["MAX_CONTENT_LENGTH"]:
        try:
            file = bodies.UPLOADS.read(request.environ["wsgi.input"], length, g.club.slug)
        except bodies.TooManyUnfinished:
            return errors.page(503, "Another file is arriving", "Wait until it is here, then send yours once more.")
        except bodies.TooSlow:
            return errors.page(408, "The file did not arrive", "It took too long to come. Send it once more.")
        request.environ["wsgi.input"] = file
        # One more, because a stream that says itself where it ends is read until nothing comes.
        request.max_content_length = length + 1
        # Of the form, and of the part of a file that the parser holds.
        request.max_form_memory_size = UPLOAD_IN_MEMORY
        after_this_request(partial(_close, file))
    return None


def _close(file: IO[bytes], response: Response) -> Response:
    file.close()
    return response
