"""Read a form that has a large file in it to the disk."""

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
from scorepad.web.app.turns import AllTaken, Turns

UPLOAD_IN_MEMORY = 512 * 1024

SECONDS_FOR_A_FILE = 300.0
SECONDS_OF_SILENCE = 15.0
"""After so long without a byte, a file is given up."""
NOTHING_MORE = -1
MOST_FILES = 8
"""Of the whole host; of a club one."""


class Uploads:
    """Forms with large files, which are read to the disk. Owners alone send them. Thread-safe."""

    def __init__(self, seconds: float = SECONDS_FOR_A_FILE, silence: float = SECONDS_OF_SILENCE) -> None:
        self._seconds = seconds
        self._silence = silence
        self._turns = Turns(of_a_club=1, of_the_host=MOST_FILES)

    def read(self, stream: Stream, length: int, club: str) -> IO[bytes]:
        """Read a body of so many bytes. Raises TooManyUnfinished at once, or TooSlow after its time."""
        with ExitStack() as stack:
            try:
                stack.enter_context(self._turns.turn(club))
            except AllTaken:
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
                pass  # The phone is gone, or no one waits any more.
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
        """Wait until a body has ended, and return whether it is whole. One that is silent for too long has ended."""
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
    """Read a form with a large file to the disk. Smaller ones are read as all forms are."""
    most = environment.import_size(os.environ)
    if length > most * 1024 * 1024:
        sentence = f"A file may have at most {most} MiB. Nothing was saved. Split it, or use the command line."
        return errors.page(413, "That file is too large", sentence)
    if length > current_app.config["MAX_CONTENT_LENGTH"]:
        try:
            file = UPLOADS.read(request.environ["wsgi.input"], length, g.club.slug)
        except TooManyUnfinished:
            return errors.page(503, "Another file is arriving", "Wait until it is here, then send yours once more.")
        except TooSlow:
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
