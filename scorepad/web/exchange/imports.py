"""Import games of the past: choose a file, preview it, import it, and undo an import."""

from pathlib import Path
from typing import Any

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, url_for

from scorepad import environment
from scorepad.exchange.imports.plan import Decisions
from scorepad.play.form_data import STALE, Submission
from scorepad.play.rules.catalog import playable
from scorepad.store import StoreError
from scorepad.store.imports import NoSuchImport
from scorepad.web.app.current import g
from scorepad.web.app.forms import valid_submission
from scorepad.web.app.templates import new_key
from scorepad.web.exchange.import_page import PreviewPage, another_sheet, decided
from scorepad.web.exchange.import_work import WORK, Work, folder_of

pages = Blueprint("imports", __name__, url_prefix="/import")

NOTHING = "Choose a file first."
GONE = "This file was removed: files are kept for a day. Choose it again."


@pages.get("")
def index() -> Any:
    """Ask for a file, and list past imports."""
    WORK.sweep(_folder())
    return _index()


def _index(fault: str = "") -> Any:
    html = render_template(
        "exchange/imports.html",
        imports=g.club.store.imports.all(),
        fault=fault,
        key=new_key(),
        most=environment.import_size(),
    )
    return html, 422 if fault else 200


@pages.post("")
def look() -> Any:
    """Save the uploaded file and redirect to its preview."""
    file = request.files.get("file")
    if not g.form.is_valid or file is None or not file.filename:
        return _index(STALE if not g.form.is_valid else NOTHING)
    name = "".join(letter for letter in Path(file.filename).name if letter.isprintable())[:80]
    try:
        token = WORK.keep(_folder(), name or "results", file.save)
    except OSError as error:
        return _index(f"The file could not be kept: {error.strerror}. Nothing was recorded.")
    return redirect(url_for("imports.show", token=token), 303)


@pages.get("/file/<token>")
def show(token: str) -> Any:
    """Show what an import of the file would do, or its progress."""
    work = WORK.work(_folder(), token)
    if work is None:
        flash(GONE)
        return redirect(url_for("imports.index"), 303)
    if not (work.doing or work.preview or work.refusal or work.past):
        WORK.read(g.club.store, work, Decisions(), _borrowed())
    if work.past and not work.doing:
        WORK.discard(_folder(), token)
        return redirect(url_for("imports.past", number=work.past.id), 303)
    return _work_page(work, token)


def _work_page(work: Work, token: str) -> Any:
    if work.doing or not work.preview:
        template = "exchange/import_progress.html" if work.doing else "exchange/import_refused.html"
        return render_template(template, work=work, token=token, key=new_key())
    club = g.club.store
    page = PreviewPage(work.preview, work.decisions, tuple(playable(club)), tuple(club.people.active()))
    return render_template("exchange/import_preview.html", page=page, work=work, token=token, key=new_key())


@pages.post("/file/<token>")
def decide(token: str) -> Any:
    """Preview the file again with the posted decisions, or record it."""
    form, work = valid_submission(), WORK.work(_folder(), token)
    if work and not work.doing:
        if sheet := _another_sheet(form, work):
            # The decisions about the previous sheet do not apply to this one.
            work.preview, work.decisions = None, Decisions(sheet=sheet)
            WORK.read(g.club.store, work, work.decisions, _borrowed())
            return redirect(url_for("imports.show", token=token), 303)
        club = g.club.store
        people = [person.id for person in club.people.active()]
        names = {match.folded: match.name for match in work.preview.people} if work.preview else {}
        work.decisions = decided(form.data, work.decisions, people, names)
        if form.data.get("do") == "import":
            WORK.record(club, work, form.device, _borrowed())
        else:
            WORK.read(club, work, work.decisions, _borrowed())
    return redirect(url_for("imports.show", token=token), 303)


@pages.post("/file/<token>/discard")
def discard(token: str) -> Any:
    """Discard an uploaded file."""
    valid_submission()
    if not WORK.discard(_folder(), token):
        return redirect(url_for("imports.show", token=token), 303)
    flash("Nothing was imported.")
    return redirect(url_for("imports.index"), 303)


@pages.get("/<number:number>")
def past(number: int) -> Any:
    """Show a recorded import."""
    try:
        done = g.club.store.imports.get(number)
    except NoSuchImport:
        abort(404)
    return render_template("exchange/import_done.html", done=done, key=new_key())


@pages.post("/<number:number>/undo")
def undo(number: int) -> Any:
    """Move the games of an import to the bin, or restore them."""
    form, imports = valid_submission(), g.club.store.imports
    change = imports.bring_back if form.data.get("back") else imports.undo
    try:
        change(number, device=form.device)
    except NoSuchImport:
        abort(404)
    except StoreError as error:
        flash(str(error))
    return redirect(url_for("imports.past", number=number), 303)


def _another_sheet(form: Submission, work: Work) -> str:
    """Return the sheet that the form chooses instead of the current one, "" if none."""
    if work.preview:
        return another_sheet(form.data, work.preview.sheet, work.preview.sheets)
    return another_sheet(form.data, work.decisions.sheet, work.sheets)


def _folder() -> Path:
    return folder_of(current_app.config["HOME"], g.club.slug)


def _borrowed() -> Any:
    """Keep the club open for a thread. Returns the function that releases it."""
    clubs, slug = current_app.extensions["scorepad.clubs"], g.club.slug
    if not slug:
        return lambda: None
    borrowed = clubs.take(slug)
    return lambda: clubs.give_back(slug, borrowed)
