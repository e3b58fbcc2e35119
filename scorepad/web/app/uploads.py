"""Save the body of a form with a large file to a temporary file."""

import os
import threading
import time
from contextlib import ExitStack
from functools import partial
from queue import Empty, SimpleQueue
from tempfile import TemporaryFile
from typing import IO

from flask import Response, after_this_request, current_app, request
from flask.typing import ResponseReturnValue

from scorepad import environment
from scorepad.web.app import errors
from scorepad.web.app.bodies import CHUNK, Stream, TooManyUnfinished, TooSlow, keep_request
from scorepad.web.app.current import g
from scorepad.web.app.slots import LimitReached, Slots

UPLOAD_IN_MEMORY = 512 * 1024

SECONDS_FOR_A_FILE = 300.0
SECONDS_OF_SILENCE = 15.0
"""An upload is aborted after this long without a byte."""
NOTHING_MORE = -1
MAX_FILES = 8
"""Simultaneous uploads of the whole host. Each club may have one."""


class Uploads:
    """Forms with large files, which are saved to disk. Only owners may send them. Thread-safe."""

    def __init__(self, seconds: float = SECONDS_FOR_A_FILE, silence: float = SECONDS_OF_SILENCE) -> None:
        self._seconds = seconds
        self._silence = silence
        self._slots = Slots(of_a_club=1, of_the_host=MAX_FILES)

    def read(self, stream: Stream, length: int, club: str) -> IO[bytes]:
        """Read a body of `length` bytes. Raises TooManyUnfinished immediately, or TooSlow after a timeout."""
        with ExitStack() as stack:
            try:
                stack.enter_context(self._slots.slot(club))
            except LimitReached:
                raise TooManyUnfinished from None
            file: IO[bytes] = TemporaryFile()  # noqa: SIM115  # the request closes it
            ending = stack.pop_all()
        arrived: SimpleQueue[int] = SimpleQueue()
        ended = threading.Event()

        def read() -> None:
            done, deadline = 0, time.monotonic() + self._seconds
            try:
                while done < length and time.monotonic() < deadline:
                    if not (chunk := stream.read(min(length - done, CHUNK))):
                        break
                    done += file.write(chunk)
                    arrived.put(done)
            except (OSError, ValueError):
                pass  # The phone is gone, or `read` gave up and closed the file.
            finally:
                ending.close()
                ended.set()
                arrived.put(NOTHING_MORE)

        threading.Thread(target=read, name="upload", daemon=True).start()
        if not self._is_whole(arrived, length):
            file.close()
            keep_request(ended)
            raise TooSlow(ended)
        file.seek(0)
        return file

    def _is_whole(self, arrived: "SimpleQueue[int]", length: int) -> bool:
        """Wait until a body ends or is silent for too long. Return whether it is complete."""
        done = now = 0
        while now != NOTHING_MORE:
            done = now
            try:
                now = arrived.get(timeout=self._silence)
            except Empty:
                return False
        return done == length


UPLOADS = Uploads()
"""The large files that this process is reading."""


def read_upload(length: int) -> ResponseReturnValue | None:
    """Save a form with a large file to disk. Smaller forms are read like any other."""
    most = environment.import_size(os.environ)
    if length > most * 1024 * 1024:
        sentence = f"A file may have at most {most} MiB. Nothing was saved. Split it, or use the command line."
        return errors.page(413, "That file is too large", sentence)
    if length > current_app.config["MAX_CONTENT_LENGTH"]:
        try:
            file = UPLOADS.read(request.environ["wsgi.input"], length, g.club.slug)
        except TooManyUnfinished:
            return errors.page(503, "Another file is arriving", "Wait until it is uploaded, then send yours again.")
        except TooSlow:
            return errors.page(408, "The file did not arrive", "It took too long. Send it again.")
        request.environ["wsgi.input"] = file
        # One more: Werkzeug reads a terminated stream up to EOF, and fails once it has read the maximum.
        request.max_content_length = length + 1
        # Limits the text fields, and the part of a file that the parser buffers.
        request.max_form_memory_size = UPLOAD_IN_MEMORY
        after_this_request(partial(_close, file))
    return None


def _close(file: IO[bytes], response: Response) -> Response:
    file.close()
    return response
