"""Import games of the past: choose a file, preview it, import it, and undo an import."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from flask import Response, abort, current_app, flash, redirect, render_template, request, url_for

from scorepad import environment
from scorepad.exchange.imports.cells import NotUnderstood, parse_date
from scorepad.exchange.imports.people import MAX_COMPARED, NEW, How, PersonMatch, near_names
from scorepad.exchange.imports.pipeline import Preview
from scorepad.exchange.imports.plan import Decisions, PlannedGame
from scorepad.exchange.imports.template import ENDINGS, template
from scorepad.language.words import plural
from scorepad.numbers import whole_number
from scorepad.paths import uploads_dir
from scorepad.play.form_data import STALE, FormData, Submission
from scorepad.play.rules.catalog import playable
from scorepad.rules.model import RuleSet
from scorepad.store import Player, StoreError
from scorepad.store.imports import NoSuchImport
from scorepad.web.app import bidi
from scorepad.web.app.current import g
from scorepad.web.app.forms import valid_submission
from scorepad.web.app.templates import new_key
from scorepad.web.exchange.import_work import WORK, Work

MAX_ASKED = 120
"""The most people the form asks about; uncertain matches come first."""

MAX_OFFERED = 60
"""The most people of the club offered for each name."""

FIRST_OF_ALL = {How.CLOSE: 0, How.CHOSEN: 1, How.NEW: 2, How.NAME: 3}


@dataclass(frozen=True)
class PreviewPage:
    """The preview of a file, with the people and rule sets that its form offers."""

    preview: Preview
    decisions: Decisions
    rule_sets: tuple[RuleSet, ...]
    people: tuple[Player, ...]

    @property
    def asked(self) -> list[PersonMatch]:
        return sorted(self.preview.people, key=lambda match: (FIRST_OF_ALL[match.how], match.folded))[:MAX_ASKED]

    @property
    def unasked(self) -> int:
        return len(self.preview.people) - len(self.asked)

    def offered(self, match: PersonMatch) -> list[tuple[str, str]]:
        """Return the people a name may mean, as values and labels of the form."""
        near = [(str(person.id), person.name) for person in match.others]
        others = [(str(person.id), person.name) for person in self.people[:MAX_OFFERED] if person not in match.others]
        return [*near, (str(NEW), f"{match.name}, a new person"), *self._same(match), *others]

    def _same(self, match: PersonMatch) -> list[tuple[str, str]]:
        """The other names in the file, likely ones first; none for a Scorepad club, which has merged its people."""
        if not self.preview.asks_rules:
            return []
        first = dict.fromkeys([*filter(None, [match.same]), *near_names(match.folded, [*self._names])])
        names = [name for name in (first | self._names) if name != match.folded]
        return [(f"={name}", f"the same as {self._names[name]}") for name in names[:MAX_OFFERED]]

    @cached_property
    def _names(self) -> dict[str, str]:
        return {match.folded: match.name for match in self.preview.people[:MAX_COMPARED]}

    def selected(self, match: PersonMatch) -> str:
        """Return the form value of a person's current match."""
        return f"={match.same}" if match.same else str(match.person)

    def why(self, match: PersonMatch) -> str:
        """Return why a name is matched with a person."""
        near = near_names(match.folded, [*self._names]) if match.how is How.NEW and self.preview.asks_rules else []
        if near:
            return f"new, and nearly “{self._names[near[0]]}”: please check"
        words = {How.CLOSE: "a close name: please check", How.NEW: "new", How.CHOSEN: "as you chose", How.NAME: ""}
        several = " several have this name" if match.how is How.NAME and len(match.others) > 1 else ""
        return words[match.how] + several

    @property
    def is_ready(self) -> bool:
        return self.preview.is_ready(self.decisions)

    @property
    def is_asked(self) -> bool:
        """Whether the order of day and month is still open. Until then no date is shown."""
        return self.preview.asks_dates(self.decisions) or self.preview.asks_day

    @property
    def heading(self) -> str:
        """A summary of the file: "42 games, 3 Mar 2019 to 4 May 2024"."""
        preview = self.preview
        ends = () if self.is_asked else (preview.first_day, preview.last_day)
        days = [f"{_day(day)}" for day in dict.fromkeys(ends) if day]
        return ", ".join(filter(None, (plural(preview.games, "game", "games"), " to ".join(days))))

    @property
    def sample(self) -> list[tuple[PlannedGame, str, list[tuple[str, int]]]]:
        """The first games: each with its day, and its teams with their totals."""
        rows = []
        for game in self.preview.sample:
            teams = [" & ".join(team) for team in game.teams]
            bidi.remember(teams)
            day = None if self.is_asked else game.day
            rows.append((game, _day(day), [*zip(teams, game.totals, strict=True)]))
        return rows


def _day(day: date | None) -> str:
    return f"{day.day} {day:%b} {day.year}" if day else ""


def _typed_day(text: str) -> date | None:
    try:
        day = parse_date(text[:80])
    except NotUnderstood:
        return None
    return day if isinstance(day, date) else None


def another_sheet(data: FormData, sheet: str, sheets: Sequence[str]) -> str:
    """Return the sheet that the posted form chooses by number, "" if it is the one already read."""
    number = whole_number(data.get("sheet"), 1, len(sheets))
    chosen = sheets[number - 1] if number else sheet
    return chosen if chosen != sheet else ""


def decided(data: FormData, before: Decisions, people: Iterable[int], names: Mapping[str, str]) -> Decisions:
    """Return the decisions of the posted form. `names` maps the folded names of the file to their spelling."""
    known, chosen, same = {NEW, *people}, dict(before.people), dict(before.same)
    for at in range(MAX_ASKED):
        folded, choice = data.get(f"name.{at}")[:80], data.get(f"person.{at}")
        number = whole_number(choice)
        if folded in names and choice[:1] == "=" and choice[1:] in names:
            same[folded] = names[choice[1:]]
        elif folded and number in known:
            chosen[folded] = number
            same.pop(folded, None)
    day_first = {"day": True, "month": False}.get(data.get("dates"), before.day_first)
    names_apart = {"several": True, "one": False}.get(data.get("names"), before.names_apart)
    return Decisions(
        people=chosen,
        rules=data.get("rules")[:80] or before.rules,
        day_first=day_first,
        names_apart=names_apart,
        leave_out=data.get("leave_out") == "1",
        again=data.get("again") == "1",
        same=same,
        sheet=before.sheet,
        day=_typed_day(data.get("day")) or before.day,
    )


# The views


NOTHING = "Choose a file first."
GONE = "This file was removed: files are kept for a day. Choose it again."


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


def discard(token: str) -> Any:
    valid_submission()
    if not WORK.discard(_folder(), token):
        return redirect(url_for("imports.show", token=token), 303)
    flash("Nothing was imported.")
    return redirect(url_for("imports.index"), 303)


def past(number: int) -> Any:
    try:
        done = g.club.store.imports.get(number)
    except NoSuchImport:
        abort(404)
    return render_template("exchange/import_done.html", done=done, key=new_key())


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
    return uploads_dir(current_app.config["HOME"], g.club.slug)


def _borrowed() -> Any:
    """Keep the club open for a thread. Returns the function that releases it."""
    clubs, slug = current_app.extensions["scorepad.clubs"], g.club.slug
    if not slug:
        return lambda: None
    borrowed = clubs.take(slug)
    return lambda: clubs.give_back(slug, borrowed)


# The spreadsheet template for past results, to download


def download_template(ending: str) -> Any:
    """Send the template as CSV or XLSX."""
    if ending not in ENDINGS:
        abort(404)
    headers = {"Content-Disposition": f"attachment; filename=scorepad-results.{ending}"}
    return Response(template(ending), content_type=ENDINGS[ending], headers=headers)
