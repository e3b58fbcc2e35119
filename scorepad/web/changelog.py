"""The page of what was changed: every action of a game or of one round, newest first, when and by whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Self

from scorepad.store import LoggedEntry
from scorepad.web.changes import Wording
from scorepad.web.clubs import LoadedGame, current_club
from scorepad.web.given import Change
from scorepad.web.history import Action, actions
from scorepad.web.scorer import player_of, who
from scorepad.web.undo import changes_of, names_in

PAGE = 30
"""Actions on one page."""


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """One action: its title, all it changed, what of it was not used, when (UTC), and by whom ("" if unknown)."""

    seq: int
    title: str
    sentences: tuple[str, ...]
    unused: tuple[str, ...]
    round: int
    at: str
    by: str


@dataclass(frozen=True, slots=True)
class ChangeLog:
    """A page of a game's history; `older` is where the next one begins, None at the end."""

    game: LoadedGame
    round: int | None
    actions: tuple[LoggedAction, ...]
    older: int | None
    newest: bool

    @classmethod
    def of(cls, loaded: LoadedGame, number: int | None, before: int | None) -> Self:
        """The page of what was done before entry `before`, in round `number` alone where one is given."""
        found = list(islice(actions(loaded.id, before, number), PAGE + 1))
        told = actions_told(loaded, found[:PAGE])
        older = found[PAGE - 1].entries[0].seq if len(found) > PAGE else None
        return cls(loaded, number, told, older, before is None)


def actions_told(loaded: LoadedGame, found: Sequence[Action]) -> tuple[LoggedAction, ...]:
    """The actions in words; those that said what stood there already did nothing and are left out."""
    changes = {id(action): _changes(action) for action in found}
    everything = [change for of_one in changes.values() for change in of_one]
    scorers = {player_of(one.device) for action in found for one in action.entries} - {0}
    names = names_in(loaded, [*everything, *_seats(found)])
    names |= current_club().player_names(scorers - names.keys())
    words = Wording(loaded, names)
    told = (_tell(words, action, changes[id(action)]) for action in found)
    return tuple(one for one in told if one.title)


def _changes(action: Action) -> list[Change]:
    found = changes_of(action.applied)
    return [change.back for change in found] if action.undoes is not None else found


def _seats(found: Sequence[Action]) -> list[Change]:
    return [_alone(one) for action in found for one in action.refused]


def _alone(one: LoggedEntry) -> Change:
    return Change((one.round, one.place, one.field), None, one.value)


def _tell(words: Wording, action: Action, changes: Sequence[Change]) -> LoggedAction:
    last = action.entries[-1]
    return LoggedAction(
        seq=action.seq,
        title=_title(words, action, changes),
        sentences=() if action.begins else tuple(str(words.of(one)) for one in _worth(changes)),
        unused=tuple(str(words.of(_alone(one))) for one in action.refused),
        round=max(one.round for one in action.entries),
        at=last.at,
        by=who(last.device, words.names),
    )


def _worth(changes: Sequence[Change]) -> Sequence[Change]:
    """The changes without the zeros that finishing a round writes, unless there is nothing else."""
    worth = [one for one in changes if not (one.counts_none or one.back.counts_none)]
    return worth or changes


def _title(words: Wording, action: Action, changes: Sequence[Change]) -> str:
    """What the action did; "" where nothing came of it and nobody need know."""
    if action.begins:
        return "The game was begun"
    if changes:
        title = str(words.title(changes))
        return f"Taken back: {title}" if action.undoes is not None else title
    if action.refused:
        return f"Not used: {words.title([_alone(one) for one in action.refused])}"
    return ""
