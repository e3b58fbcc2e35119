"""Opens what a cut left, as the app does, and lists everything that differs from what was acknowledged."""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path
from typing import Any

from bench.proofs.power_record import COPIES, Fact, Recording, Rows, owners_link, read_rows
from scorepad import paths
from scorepad.store import Access, Club, StoreError
from scorepad.store.engine import sqlite3
from scorepad.store.file.daily import copy_daily
from scorepad.store.file.doctor import examine, examine_access
from scorepad.web.app.secret_key import secret_key

KEY = 32
"""Length of a form's key; the keys of its entries begin with it, and continue with what distinguishes them."""


def acknowledged(facts: Sequence[Fact], line: int) -> list[Fact]:
    """Return what was acknowledged before a line."""
    return [fact for fact in facts if fact.since < line]


def faults(recording: Recording, root: Path, line: int) -> list[str]:
    """Return the faults of a disk after a cut at a line."""
    present = acknowledged(recording.facts, line)
    home = recording.home_in(root)
    try:
        with ExitStack() as opened:
            paths.instance_dir({"SCOREPAD_INSTANCE": str(home)})
            secret_key(home)
            club = opened.enter_context(Club.open(home / paths.CLUB))
            access = opened.enter_context(closing(Access.open(home / paths.ACCESS)))
            findings = [*examine(club), *examine_access(access.path)]
            wrong = [f"wrong: {finding.sentence}" for finding in findings if not finding.ok]
            wrong += _rows(read_rows(club.path), recording.rows, present)
            wrong += _phones(access, present)
            wrong += _link(owners_link(home, access), recording.facts, line)
            wrong += _copies(root, recording.rows, present)
            copy_daily(club, root / COPIES, "scorepad", datetime.now().astimezone().date())
    except (StoreError, paths.FolderError, sqlite3.Error) as error:
        return [f"refused: {error}"]
    return wrong


def _rows(rows: Rows, final: Rows, present: list[Fact]) -> list[str]:
    """Check that the rows are the first of the final ones, end with a whole form, and have what was acknowledged."""
    forms = {fact.value for fact in present if fact.kind == "form"}
    wrong = []
    for table, wanted in final.items():
        size = len(rows[table])
        if rows[table] != wanted[:size]:
            wrong.append(f"wrong: other rows of {table}")
        elif 0 < size < len(wanted) and _key(wanted[size]) == _key(wanted[size - 1]):
            wrong.append(f"wrong: half a form in {table}")
        lost = forms & {_key(row) for row in wanted[size:]}
        wrong += [f"lost: an acknowledged form, of {table}"] * len(lost)
    return wrong


def _key(row: tuple[Any, ...]) -> str:
    return str(row[1])[:KEY]


def _phones(access: Access, present: list[Fact]) -> list[str]:
    phones = [access.phone(fact.value) for fact in present if fact.kind == "phone"]
    return ["lost: an acknowledged phone"] * sum(phone is None or not phone.passes for phone in phones)


def _link(word: str, facts: Sequence[Fact], line: int) -> list[str]:
    """Check that the owner's link is not older than the last one shown to someone."""
    links = [fact for fact in facts if fact.kind == "link"]
    shown = sum(link.since < line for link in links)
    is_lost = shown and word not in [link.value for link in links[shown - 1 :]]
    return ["lost: the owner's link that was shown"] * is_lost


def _copies(root: Path, final: Rows, present: list[Fact]) -> list[str]:
    """Check that every reported copy exists, with what was acknowledged before it."""
    wrong = []
    for copy in [fact for fact in present if fact.kind == "copy"]:
        if not (root / copy.value).exists():
            wrong.append("lost: a copy")
        else:
            earlier = [fact for fact in present if fact.since < copy.since]
            wrong += [f"{fault}, in a copy" for fault in _rows(read_rows(root / copy.value), final, earlier)]
    return wrong
