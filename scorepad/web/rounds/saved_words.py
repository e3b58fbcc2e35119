"""The message after a round's sheet is saved: that it is finished, or what the correction changed."""

from collections.abc import Iterator, Sequence

from scorepad.play.change_words import Change, ChangeWords, changes_of, names_in
from scorepad.play.form_data import Submission
from scorepad.play.game import LoadedGame, finisher
from scorepad.rules import codes
from scorepad.scoring.game.record import FINISHED, round_record
from scorepad.scoring.text.explain import format_number, join_words
from scorepad.store import LoggedEntry
from scorepad.web.app.current import g

MAX_NAMED = 3
"""Changes that are listed one by one."""


def is_newly_finished(loaded: LoadedGame, form: Submission) -> bool:
    """Return whether a form finished its round. Otherwise it corrected one."""
    return any((entry.place, entry.field) == FINISHED for entry in _applied(loaded, form))


def saved_text(loaded: LoadedGame, round_number: int, form: Submission) -> str:
    """Return what a form did to a round that is now finished: "Corrected: Dora 120 → 90. Bob & Dora now 1,635."."""
    if is_newly_finished(loaded, form):
        return f"Round {round_number} is saved."
    changes = [change for change in changes_of(loaded, _applied(loaded, form)) if not change.is_zero]
    if changes:
        return " ".join([f"Corrected: {_listed(loaded, changes)}.", *_totals(loaded, round_number, changes)])
    by = finisher(loaded, round_number, g.club.access.tokens.names)
    if by and (form.seen or 0) < loaded.cells[round_number, *FINISHED].seq:
        return f"{by} finished round {round_number}."
    return f"Round {round_number} is unchanged."


def _applied(loaded: LoadedGame, form: Submission) -> list[LoggedEntry]:
    return [entry for entry in loaded.club.form_entries(loaded.id, [form.key]) if entry.status == "applied"]


def _listed(loaded: LoadedGame, changes: Sequence[Change]) -> str:
    words = ChangeWords(loaded, names_in(loaded, changes))
    listed = [_changed(words, change) for change in changes[:MAX_NAMED]]
    more = len(changes) - len(listed)
    return "; ".join([*listed, f"and {more} more"] if more else listed)


def _changed(words: ChangeWords, change: Change) -> str:
    round_number, place, field = change.cell
    text = words.text(change)
    subject = words.place(round_number, place) if field == codes.LEFT else text.subject
    return f"{subject} {text.value}".rstrip()


def _totals(loaded: LoadedGame, round_number: int, changes: Sequence[Change]) -> Iterator[str]:
    """Yield the new totals of the teams whose points have changed, in one sentence."""
    old = {change.cell: change.before for change in changes}
    values = {cell: value for cell, value in {**loaded.values, **old}.items() if value is not None}
    before = round_record(loaded.agreement, values, round_number, loaded.record.before(round_number)).totals
    after, now = loaded.record.rounds[round_number - 1].totals, loaded.record.course.now
    teams = [at for at in range(len(now)) if before[at] != after[at]]
    if teams:
        yield join_words([f"{loaded.agreement.teams[at]} now {format_number(now[at])}" for at in teams]) + "."
