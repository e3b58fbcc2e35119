"""The page of all changes: every action in a game or in one round, newest first, with its time and author."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any, Self

from flask import Blueprint, render_template, request

from scorepad.play.change_words import Change, ChangeWords, changes_of, names_in
from scorepad.play.game import LoadedGame, player_of, read_device, scorer_name
from scorepad.play.history import Action, actions
from scorepad.scoring.cells import parse_value
from scorepad.scoring.game.record import DELETED, END, FINISHED
from scorepad.scoring.quantity import plain_number
from scorepad.store import NO_PLAYER, LoggedEntry
from scorepad.web.app.current import g, load

PAGE = 30
"""Actions on one page."""

pages = Blueprint("change_log", __name__, url_prefix="/games/<number:game>/history")


@pages.get("")
def show(game: int) -> Any:
    """Show what was changed, when and by whom; with `?round=`, in that round only."""
    loaded = load(game)
    round_number, before = (plain_number(request.args.get(name, "")) for name in ("round", "before"))
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
    changes = [_changes(loaded, action) for action in log]
    refused = [[_refused_change(entry) for entry in action.refused] for action in log]
    everything = [change for of_action in (*changes, *refused) for change in of_action]
    names = names_in(loaded, everything)
    scorers = {player_of(entry.device) for action in log for entry in action.entries} - {NO_PLAYER}
    names |= loaded.club.people.names(scorers - names.keys())
    words = ChangeWords(loaded, names)
    logged = (
        _log_action(words, action, changed, unused, programs=programs)
        for action, changed, unused in zip(log, changes, refused, strict=True)
    )
    return tuple(action for action in logged if action.title)


def _changes(loaded: LoadedGame, action: Action) -> list[Change]:
    changes = changes_of(loaded, action.applied)
    return [change.reversed for change in changes] if action.undoes is not None else changes


def _refused_change(entry: LoggedEntry) -> Change:
    cell = (entry.round, entry.place, entry.field)
    return Change(cell, None, parse_value(entry.value))


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


def _way(action: Action) -> str:
    """Return the prefix for the title of an undo or a redo."""
    return "Taken back: " if action.undoes is not None else "Redone: " if action.redoes is not None else ""


def _title(words: ChangeWords, action: Action, changes: Sequence[Change], refused: Sequence[Change]) -> str:
    """Return what the action did; "" if there is nothing to show."""
    if action.starts_game:
        return "The game began"
    if changes:
        title = str(words.title(changes))
        return f"{_way(action)}{title}"
    return f"Not used: {words.title(refused)}" if refused else ""
