"""A simple model of what must hold in the club's file at the end, independent of Scorepad's code."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bench.proofs.lossy_people import changes_of
from bench.proofs.lossy_phone import Cell, Job, Look, Outbox
from scorepad.paths import CLUB
from scorepad.store.engine import sqlite3

NOT_ASKED = ("finished", "checked", "player")
"""Fields whose conflicts do not ask the table: the page of the refused phone says so instead."""

MAX = 99
"""The largest tally."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of the file. `job` is the form that contained it, `phone` the number of its phone, from 0."""

    seq: int
    key: str
    cell: Cell
    value: object
    base: int | str | None
    status: str
    job: Job | None = field(repr=False)
    phone: int | None


def _number(value: object) -> object:
    """Normalise a value: a tapped number equals a typed one."""
    return value["n"] if isinstance(value, dict) and value.get("as") in ("count", "tally") else value


def rows_of(folder: Path, boxes: Iterable[Outbox]) -> tuple[list[Row], dict[Cell, object]]:
    """Return all entries of game 1 in order, and its cells."""
    jobs = {job.key: (job, number) for number, box in enumerate(boxes) for job in box.sent}
    with closing(sqlite3.connect(folder / CLUB)) as db:
        kept = db.execute(
            "SELECT seq, key, round, place, field, value, base, status FROM entry WHERE game = 1 ORDER BY seq"
        ).fetchall()
        cells = db.execute("SELECT round, place, field, value FROM cell WHERE game = 1").fetchall()
    rows = [
        Row(seq, key, (number, place, name), json.loads(value), base, status, *jobs.get(key[:32], (None, None)))
        for seq, key, number, place, name, value, base, status in kept
    ]
    return rows, {tuple(cell): json.loads(value) for *cell, value in cells}


def faults_of_forms(rows: list[Row], boxes: Iterable[Outbox]) -> dict[str, list[str]]:
    """Return the acknowledged forms that are not in the file once and whole, by "lost", "doubled" and "half"."""
    faults: dict[str, list[str]] = {"lost": [], "doubled": [], "half": []}
    by_form: dict[str, list[Row]] = defaultdict(list)
    by_cell: dict[Cell, list[Row]] = defaultdict(list)
    for row in rows:
        by_form[row.key[:32]].append(row)
        by_cell[row.cell].append(row)
    for job in (job for box in boxes for job in box.sent):
        own = by_form[job.key]
        kept = {row.cell: row for row in own}
        if len(kept) < len(own) or _is_in_parts(own):
            faults["doubled"].append(f"{job}: {own}")
        if is_acknowledged(job):
            missing = [
                cell
                for cell, value in job.changes.items()
                if not _is_kept(job, kept.get(cell), value, by_cell[cell])
                and not (cell[2] == "finished" and _was_finished(job, own, by_cell[cell]))
            ]
            if missing or (not own and job.url.endswith(("/settle", "/undo"))):
                faults["half" if own else "lost"].append(f"{missing} of {job}: {own}")
        elif job.is_change and job.status == 422 and any(row.status == "applied" for row in own):
            faults["doubled"].append(f"{job} was refused, and recorded all the same: {own}")
    return faults


def _is_in_parts(own: list[Row]) -> bool:
    """Whether a form was recorded in two parts. A draft that is finished once it has no faults left may be."""
    return bool(own) and own[-1].seq - own[0].seq >= len(own) and own[-1].cell[2] != "finished"


def is_acknowledged(job: Job) -> bool:
    """Whether the server told the phone that its form is recorded."""
    if job.url.endswith("/settle"):
        return "Settled:" in job.message
    if job.url.endswith("/undo"):
        return "Taken back:" in job.message
    return job.accepted


def _is_kept(job: Job, row: Row | None, value: object, history: list[Row]) -> bool:
    """Whether the file has a value of a form: as its own entry, or as a value that its phone had already seen."""
    if row is not None:
        # If two people check at once, the sheet names the first, and the log has both.
        if row.cell[2] == "checked":
            return True
        # A tap that conflicts with another's is stored, and the table is asked which of the two is right.
        is_asked = row.status == "conflict" and len(job.changes) == 1
        return (row.status in ("applied", "same") or is_asked) and value in (..., row.value)
    is_known = [r for r in history if r.seq <= job.seen or r.key[:32] in job.bases]
    seen = [r for r in is_known if r.status == "applied" or r.key[:32] in job.bases]
    return ((_number(seen[-1].value) if seen else None) or 0) == (_number(value) or 0)


def _was_finished(job: Job, own: list[Row], finishes: list[Row]) -> bool:
    """Whether someone else had finished the round when this form arrived, so that the form only corrected it.

    A form without entries arrived at an unknown time after its phone had seen its page.
    """
    applied = [row for row in finishes if row.status == "applied"]
    if own:
        return any(row.value for row in [row for row in applied if row.seq < own[0].seq][-1:])
    return any(row.value for row in applied if row.seq > job.seen)


def faults_of_cells(rows: list[Row], cells: Mapping[Cell, object]) -> list[str]:
    """Return edits that were overwritten or settled unseen, wrong undos, and cells that differ from the log."""
    faults = []
    now: dict[Cell, Row] = {}
    history: dict[Cell, list[Row]] = defaultdict(list)
    for row in rows:
        history[row.cell].append(row)
        if row.status != "applied":
            continue
        unseen = [other for other in _replaced(history[row.cell][:-1]) if not _knew(row, other, history[row.cell])]
        if row.cell[2] != "checked":
            faults += [f"{row} silently replaced {other}" for other in unseen]
        now[row.cell] = row
    folded = {cell: row.value for cell, row in now.items()}
    if folded != cells:
        faults.append("the cells are not what their entries say")
    return [*faults, *_wrong_undos(rows)]


def _replaced(earlier: list[Row]) -> Iterator[Row]:
    """Yield what a new value replaces: the value of the cell, and those refused since."""
    for row in reversed(earlier):
        if row.status in ("applied", "conflict"):
            yield row
        if row.status == "applied":
            return


def _knew(row: Row, other: Row, history: list[Row]) -> bool:
    if row.job is None or other.phone == row.phone or other.value == row.value:
        return True
    agreed = any(r.phone == row.phone and r.status == "same" and r.seq > other.seq for r in history)
    return other.seq <= row.job.seen or agreed or _stands_again(row, other, history)


def _stands_again(undo: Row, other: Row, history: list[Row]) -> bool:
    """Whether an undo replaced the value of the action that it names, to which others had undone their own since."""
    left = [row.value for row in history if row.seq <= _undone(undo) and row.status == "applied"]
    return other.status == "applied" and bool(left) and other.value == left[-1]


def _undone(row: Row) -> int:
    """Return the entry whose action an entry takes back, 0 if it is no undo."""
    return int(row.key.partition(":undo-")[2].partition(":")[0] or 0)


def _wrong_undos(rows: list[Row]) -> Iterator[str]:
    """Yield undos that restore another value than the cell had before the action that they name."""
    for at, row in enumerate(rows):
        action = _undone(row)
        if not action or row.status != "applied":
            continue
        undone = next(other for other in rows if other.seq == action)
        before = [r for r in rows[:at] if r.cell == row.cell and r.status == "applied" and r.seq <= action]
        earlier = [r for r in before if r.key[:32] != undone.key[:32]]
        if row.value != (earlier[-1].value if earlier else None):
            yield f"{row} does not take back {undone}"


def faults_of_looks(rows: list[Row], looks: Iterable[Look]) -> list[str]:
    """Return the pages that did not ask about an open conflict, or asked about a settled one."""
    faults: list[str] = []
    waiting: dict[Cell, list[Row]] = defaultdict(list)
    history: dict[Cell, list[Row]] = defaultdict(list)
    filled: set[Cell] = set()
    at = 0
    for look in sorted(looks):
        while at < len(rows) and rows[at].seq <= look.seen:
            row, at = rows[at], at + 1
            if row.status == "applied":
                waiting.pop(row.cell, None)
                (filled.discard if row.value is None else filled.add)(row.cell)
            elif row.status in ("conflict", "same"):
                waiting[row.cell] = [other for other in waiting[row.cell] if other.key != row.base]
                waiting[row.cell] += [row] if row.status == "conflict" else []
            history[row.cell].append(row)
        asked = {
            (cell[0], f"{cell[1]}.{cell[2]}")
            for cell, refused in waiting.items()
            if cell[2] not in NOT_ASKED and any(_differs(row, history[cell]) for row in refused)
        }
        # A round without values has not begun again since the one before it was undone.
        latest = max([look.round, *(number for number, _, _ in filled)])
        asked = {question for question in asked if question[0] <= latest}
        if asked != look.asked:
            faults.append(f"a page of entry {look.seen} asked {sorted(look.asked)} and not {sorted(asked)}")
    return faults


def faults_of_pages(cells: Mapping[Cell, object], pages: Mapping[int, list[dict[str, str]]]) -> list[str]:
    """Return the differences between what the phones and the file finally show in each round."""
    faults = []
    for number, shown in pages.items():
        faults += [f"round {number} differs from phone to phone"] * any(page != shown[0] for page in shown)
        values = changes_of(number, {name: text for name, text in shown[0].items() if not name.endswith(".checked")})
        for cell, value in values.items():
            if (_number(value) or 0) != (_number(cells.get(cell)) or 0):
                faults.append(f"{cell}: all phones show {value}, and the file has {cells.get(cell)}")
    return faults


def _differs(refused: Row, history: list[Row]) -> bool:
    """Whether there is anything to decide. Equal tallies may count two different books, unless nothing was added."""
    standing = next((row for row in reversed(history) if row.status == "applied"), None)
    here = _number(standing.value) if standing else None
    if not (isinstance(refused.value, dict) and refused.value.get("as") == "tally"):
        return _number(refused.value) != here
    # Compare with what the phone had seen before its first tap that is still refused: one up and one down cancel out.
    first, waiting = (
        refused,
        [row for row in history if row.status == "conflict" and (not standing or row.seq > standing.seq)],
    )
    while earlier := next((row for row in waiting if row.key == first.base), None):
        first = earlier
    before = [row for row in history if _is_before(first, row)]
    by = int(str(_number(refused.value))) - int(str(_number(before[-1].value) or 0) if before else 0)
    return _number(refused.value) != here or (by != 0 and 0 <= int(str(here or 0)) + by <= MAX)


def _is_before(row: Row, other: Row) -> bool:
    """Whether the sender of another entry knew this one."""
    return other.key == row.base or (isinstance(row.base, int) and other.status == "applied" and other.seq <= row.base)
