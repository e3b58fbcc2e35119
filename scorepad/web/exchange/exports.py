"""The files that a club can be taken away as: what each is good for, and each to download."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO, Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for

from scorepad import paths
from scorepad.exchange.exports import EXPORTS, Export, contents, no_report
from scorepad.store import StoreError
from scorepad.web.app.current import g

pages = Blueprint("exports", __name__, url_prefix="/export")

BUSY = "Another file is being made. Try again in a minute."
NO_ROOM = "There is no room on the disk for this file."

_BLOCK = 256 * 1024
_MAKING = threading.Lock()
"""One file at a time: each costs as much as many pages."""


@dataclass(frozen=True, slots=True)
class ListedExport:
    """An export in the list, and about how large it will be, "" if that cannot be said."""

    export: Export
    size: str


@pages.get("")
def index() -> Any:
    """List the files, with how much is in them."""
    store = g.club.store
    size = store.path.stat().st_size
    listed = [ListedExport(export, _size(size * export.part) if export.part else "") for export in EXPORTS.values()]
    return render_template("exchange/exports.html", exports=listed, counts=contents(store))


@pages.get("/<export>")
def download(export: str) -> Any:
    """Make a file and send it."""
    if export not in EXPORTS:
        abort(404)
    kind, club = EXPORTS[export], g.club
    day = datetime.now(club.store.clock.zone()).date()
    headers = {"Content-Disposition": f'attachment; filename="{kind.file_name(paths.copies_name(club.slug), day)}"'}
    answer = Response(headers=headers, content_type=kind.media_type)
    if request.method == "HEAD":
        return answer
    try:
        file = _made(kind)
    except (StoreError, OSError) as error:
        flash(NO_ROOM if isinstance(error, OSError) else str(error))
        return redirect(url_for("exports.index"), 303)
    answer.content_length = file.seek(0, 2)
    file.seek(0)
    answer.response = _blocks(file)
    answer.call_on_close(file.close)
    return answer


def _made(export: Export) -> IO[bytes]:
    """A file without a name, which goes when it is closed. Raises StoreError and OSError."""
    if not _MAKING.acquire(blocking=False):
        raise StoreError(BUSY)
    try:
        file = TemporaryFile(dir=g.club.store.path.parent)  # noqa: SIM115  # closed when it is sent
        try:
            export.write(g.club.store, file, no_report)
        except BaseException:
            file.close()
            raise
        return file
    finally:
        _MAKING.release()


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while block := file.read(_BLOCK):
            yield block


def _size(size: float) -> str:
    """A size that people read: "about 6 MB"."""
    if size < 1_000_000:
        return f"about {max(round(size / 1_000), 1)} kB"
    return f"about {round(size / 1_000_000):,} MB"
