"""The history of a game: the page of all changes, Undo and Redo; moving it to the bin, and restoring it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any, Self

from flask import flash, redirect, render_template, request, url_for

from scorepad.numbers import whole_number
from scorepad.play import history
from scorepad.play.change_words import Change, ChangeWords, names_in
from scorepad.play.form_data import USED
from scorepad.play.game import LoadedGame, Undo, player_of, read_device, scorer_name
from scorepad.play.history import REDO, UNDO, Action, UndoKind, actions
from scorepad.play.record_cell import Recorded, record_cell
from scorepad.scoring.cells import TABLE, CellValue, Document, parse_value
from scorepad.scoring.game.agreement import BINNED, WHOLE_GAME
from scorepad.scoring.game.record import DELETED, END, FINISHED
from scorepad.web.app.current import g, load
from scorepad.web.app.forms import valid_submission
from scorepad.web.app.navigation import game_mark, return_url_in_game

PAGE = 30
"""Actions on one page."""


def show(game: int) -> Any:
    """Show what was changed, when and by whom; with `?round=`, in that round only."""
    loaded = load(game)
    round_number, before = (whole_number(request.args.get(name, "")) for name in ("round", "before"))
    return render_template(
        "games/history.html", page=ChangeLog.of(loaded, round_number, before, g.club.access.tokens.names())
    )


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """One action in words. `unused` are refused changes, `at` is the time (UTC), `by` the author ("" if unknown)."""

    seq: int
    title: str
    sentences: tuple[str, ...]
    unused: tuple[str, ...]
    round: int
    at: str
    by: str


@dataclass(frozen=True, slots=True)
class ChangeLog:
    """A page of a game's actions. `older` is where the next page begins, None at the end."""

    game: LoadedGame
    round: int | None
    actions: tuple[LoggedAction, ...]
    older: int | None
    newest: bool

    @classmethod
    def of(cls, loaded: LoadedGame, round_number: int | None, before: int | None, programs: Mapping[str, str]) -> Self:
        """Read the actions before entry `before`; only those of one round if `round_number` is given.

        `programs` maps the labels of tokens to the names of programs.
        """
        log = list(islice(actions(loaded.club, loaded.id, before, round_number), PAGE + 1))
        older = log[PAGE - 1].entries[0].seq if len(log) > PAGE else None
        # A deletion also moves other rounds, and filtering by round reads only part of the action.
        shown = [_whole(loaded, action) if round_number else action for action in log[:PAGE]]
        logged = log_actions(loaded, shown, programs)
        return cls(loaded, round_number, logged, older, before is None)


def _whole(loaded: LoadedGame, action: Action) -> Action:
    """Return all entries of an action if it deleted or restored a round; otherwise return the action unchanged."""
    if not any(entry.field == FINISHED[1] for entry in action.entries):
        return action
    entries = tuple(loaded.club.form_entries(loaded.id, [action.form.removesuffix(":")]))
    return Action.of(action.form, entries) if any(entry.field == DELETED for entry in entries) else action


def log_actions(
    loaded: LoadedGame, log: Sequence[Action], programs: Mapping[str, str] = MappingProxyType({})
) -> tuple[LoggedAction, ...]:
    """Return the actions in words, except those that changed nothing."""
    changes = [history.changes_shown(loaded, action) for action in log]
    refused = [[Change(entry.cell, None, parse_value(entry.value)) for entry in action.refused] for action in log]
    everything = [change for of_action in (*changes, *refused) for change in of_action]
    scorers = loaded.names_with(player_of(entry.device) for action in log for entry in action.entries)
    words = ChangeWords(loaded, {**scorers, **names_in(loaded, everything)})
    logged = (
        _log_action(words, action, changed, unused, programs=programs)
        for action, changed, unused in zip(log, changes, refused, strict=True)
    )
    return tuple(action for action in logged if action.title)


def _log_action(
    words: ChangeWords,
    action: Action,
    changes: Sequence[Change],
    refused: Sequence[Change],
    *,
    programs: Mapping[str, str],
) -> LoggedAction:
    last = action.entries[-1]
    important = () if action.starts_game else _important(changes)
    return LoggedAction(
        seq=action.seq,
        title=_title(words, action, changes, refused),
        sentences=tuple(str(words.text(change)) for change in important),
        unused=tuple(str(words.text(change)) for change in refused),
        round=max(change.cell[0] for change in important or changes) if changes else action.entries[-1].round,
        at=last.at,
        by=scorer_name(last.device, words.names) or programs.get(read_device(last.device)[0], ""),
    )


def _important(changes: Sequence[Change]) -> Sequence[Change]:
    """Return the changes without the zeros that finishing a round writes, and without what a deletion moves."""
    if any(change.cell[2] == DELETED for change in changes):
        return [change for change in changes if change.cell[2] in (DELETED, END[2])]
    important = [change for change in changes if not (change.is_zero or change.reversed.is_zero)]
    return important or changes


def _title(words: ChangeWords, action: Action, changes: Sequence[Change], refused: Sequence[Change]) -> str:
    """Return what the action did; "" if there is nothing to show."""
    if action.starts_game:
        return "The game began"
    if changes:
        title = str(words.title(changes))
        way = "Taken back: " if action.undoes is not None else "Redone: " if action.redoes is not None else ""
        return f"{way}{title}"
    return f"Not used: {words.title(refused)}" if refused else ""


# Buttons for a whole game: Undo and Redo, move to the bin, and restore


MOVED_MEANWHILE = "Nothing was changed: someone else has just moved this game. Look at it, and press again."


def take_back(game: int) -> Any:
    """Undo the action that the form names, if it is still the last one."""
    return _go_back(game, UNDO)


def redo(game: int) -> Any:
    """Undo the undo that the form names, if nothing was done after it."""
    return _go_back(game, REDO)


def _go_back(game: int, way: UndoKind) -> Any:
    loaded, form = load(game), valid_submission()
    seq, round_number = (whole_number(request.form.get(name, "")) for name in ("undo", "round"))
    text = history.go_back(loaded, way, form, seq or 0, round_number)
    flash(text, "message" if text.startswith(way.done) else "refused")
    return redirect(return_url_in_game(game), 303)


def move_to_bin(game: int) -> Any:
    if refusal := _set_binned(game, Document(True)):
        flash(refusal, "refused")
        return redirect(url_for("table.show", game=game), 303)
    flash(f"{game_mark(game)} is in the bin. Nothing is lost.")
    return redirect(url_for("games.index"), 303)


def restore(game: int) -> Any:
    """Take the game out of the bin."""
    if refusal := _set_binned(game, None):
        flash(refusal, "refused")
    else:
        flash(f"{game_mark(game)} is back from the bin.")
    return redirect(url_for("table.show", game=game), 303)


def _set_binned(game: int, value: CellValue | None) -> str:
    """Record whether the game is in the bin. Return the reason if that was refused, otherwise ""."""
    loaded, form = load(game), valid_submission()
    recorded = record_cell(loaded.club, game, form, (WHOLE_GAME, TABLE, BINNED), value)
    return {Recorded.KEY_REUSED: USED, Recorded.CONFLICT: MOVED_MEANWHILE}.get(recorded, "")


def undo_of(game: LoadedGame, round_number: int | None = None) -> Undo | None:
    """Return what Undo would take back on this phone, or None. On a page of one round, only what was done in it."""
    return UNDO.offered(game, g.phone, round_number)


def redo_of(game: LoadedGame, round_number: int | None = None) -> Undo | None:
    """Return what Redo would bring back on this phone, or None. On a page of one round, only what was done in it."""
    return REDO.offered(game, g.phone, round_number)
