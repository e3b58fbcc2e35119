"""Files to download: the club as files, with the list that explains them, and a finished game for BG Stats."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, Any

from flask import Response, abort, flash, redirect, render_template, request, url_for

from scorepad import paths
from scorepad.exchange.exports import EXPORTS, Export, contents, no_report
from scorepad.exchange.exports.bg_stats import play_file, play_link
from scorepad.play.game import LoadedGame
from scorepad.scoring.game.course import Phase
from scorepad.store import StoreError
from scorepad.web.app import errors
from scorepad.web.app.current import g, load
from scorepad.web.app.slots import LimitReached, Slots

BUSY = "Other files are being made or sent. Try again in a minute."
NO_ROOM = "There is no room on the disk for this file."

_BLOCK = 256 * 1024
_BUILD_SLOTS = Slots(of_a_club=1, of_the_host=4)
"""Building one file costs as much as many pages."""
MAX_SENT = 8
_DOWNLOAD_SLOTS = Slots(of_a_club=2, of_the_host=MAX_SENT)
"""Limited, because a browser that reads slowly occupies a thread and the space of the file on the disk."""


@dataclass(frozen=True, slots=True)
class ListedExport:
    """An export in the list, with its approximate size, "" if unknown."""

    export: Export
    size: str


def index() -> Any:
    """List the files with their approximate sizes."""
    store = g.club.store
    counts = contents(store)
    sizes = {name: export.about(counts["games"], counts["entries"]) for name, export in EXPORTS.items()}
    listed = [ListedExport(export, _size(sizes[name]) if sizes[name] else "") for name, export in EXPORTS.items()]
    return render_template("exchange/exports.html", exports=listed, counts=counts)


def download(export: str) -> Any:
    """Build a file and send it."""
    if export not in EXPORTS:
        abort(404)
    kind = EXPORTS[export]
    answer = _attachment(kind)
    if request.method == "HEAD":
        return answer
    try:
        _put_in(answer, kind)
    except LimitReached:
        return *errors.page(503, "Too many files at once", BUSY), {"Retry-After": "60"}
    except (StoreError, OSError) as error:
        flash(NO_ROOM if isinstance(error, OSError) else str(error))
        return redirect(url_for("exports.index"), 303)
    return answer


def _put_in(answer: Response, export: Export) -> None:
    """Build the file and make it the body of the response. Raises LimitReached, StoreError and OSError."""
    ending = ExitStack()
    file = _built_in_slot(export, ending)
    answer.call_on_close(ending.close)
    answer.content_length = file.seek(0, 2)
    file.seek(0)
    answer.response = _blocks(file, ending)


def _attachment(kind: Export) -> Response:
    day = g.club.store.clock.today()
    name = kind.file_name(paths.copies_name(g.club.slug), day)
    return Response(headers={"Content-Disposition": f'attachment; filename="{name}"'}, content_type=kind.media_type)


def _built_in_slot(export: Export, ending: ExitStack) -> IO[bytes]:
    """Build a file and add its cleanup to `ending`. Raises LimitReached, StoreError and OSError after cleaning up."""
    club = g.club.store.path
    with ExitStack() as stack:
        stack.enter_context(_DOWNLOAD_SLOTS.slot(club))
        with _BUILD_SLOTS.slot(club):
            file = stack.enter_context(_made(export))
        ending.push(stack.pop_all())
    return file


def _made(export: Export) -> IO[bytes]:
    """Build a nameless temporary file, which is deleted when closed. Raises StoreError and OSError."""
    file = TemporaryFile(dir=g.club.store.path.parent)  # noqa: SIM115  # closed when it is sent
    try:
        export.write(g.club.store, file, no_report)
    except BaseException:
        file.close()
        raise
    return file


def _blocks(file: IO[bytes], ending: ExitStack) -> Iterator[bytes]:
    with ending:
        while block := file.read(_BLOCK):
            yield block


def _size(size: float) -> str:
    """Return a readable size: "about 6 MB"."""
    if size < 1_000_000:
        return f"about {max(round(size / 1_000), 1)} kB"
    return f"about {round(size / 1_000_000):,} MB"


# A finished game for BG Stats: the link on its result, and the file


def download_play(game: int) -> Any:
    """Send the game as a file for BG Stats. Redirect to the table if it is not over."""
    loaded = load(game)
    if loaded.record.course.phase is not Phase.OVER:
        return redirect(url_for("table.show", game=game))
    headers = {"Content-Disposition": f"attachment; filename=game-{game}.bgsplay"}
    return Response(play_file(loaded), content_type="application/json", headers=headers)


def bg_stats_link(game: LoadedGame) -> str:
    return play_link(game)
