"""Turns what was recorded into sentences: "Red books, Ann & Bob: 2 → 3", "Round 2 finished". Looks nothing up."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from typing import Any
from weakref import WeakKeyDictionary

from scorepad.scoring.agreement import WHOLE_GAME
from scorepad.scoring.record import CHECKED
from scorepad.scoring.sheet import Sheet
from scorepad.web.clubs import LoadedGame
from scorepad.web.given import Change, Sentence, counted, from_to
from scorepad.web.sheetform import Input, inputs_of, team_forms

_PLACE = re.compile(r"(table|team|seat)([0-9]*)")
_ADJUSTMENT = re.compile(r"adjustment([0-9]+)")

TELLING = (
    "binned",
    "end",
    "finished",
    "rules",
    "ended",
    "choices",
    "shape",
    "decks",
    "player",
    "brought",
    "paper",
    "starter",
)
"""The fields by which a form is named when it changed several, the most telling first."""

_INPUTS: WeakKeyDictionary[Sheet, dict[tuple[str, str], Input]] = WeakKeyDictionary()
"""The inputs of each sheet that is in use, since every page of a table names what Undo would take back."""

SAYS_ITS_ROUND = ("finished", "player")
"""The fields whose sentence names the round."""


class Wording:
    """The words of one game: its sheet's labels, and the names of everybody in `names` by id."""

    def __init__(self, loaded: LoadedGame, names: Mapping[int, str]) -> None:
        self.loaded = loaded
        self.names = names

    def title(self, changes: Iterable[Change]) -> Sentence:
        """What a form did, named by its most telling change. There must be one."""
        first, *others = sorted(changes, key=_telling)
        one = self.of(first)
        return Sentence(one.what, one.value, 0 if first.cell[2] == "finished" else len(others))

    def name(self, changes: Iterable[Change]) -> str:
        """The title as Undo says it, with its round where that is not the one being played."""
        first, *others = sorted(changes, key=_telling)
        title = self.title([first, *others]).named
        number, _, name = first.cell
        plain = number in (WHOLE_GAME, self.loaded.record.course.next_round)
        return title if plain or name in SAYS_ITS_ROUND else f"Round {number}, {title}"

    def of(self, change: Change) -> Sentence:
        """One change."""
        place, name = change.cell[1:]
        tell = _TELL.get(("table" if place == "table" else "", name))
        return tell(self, change) if tell else self._of_a_sheet(change)

    def person(self, value: Any) -> str:
        """The name of the player a cell holds."""
        return self.names.get(value.get("id", 0), "somebody") if value else "nobody"

    def place(self, number: int, place: str) -> str:
        """The team's name, or that of the player in the seat, as it was in that round."""
        kind, at = _place(place)
        seated = self.loaded.agreement.seated_in(number)
        if kind == "team":
            return seated.teams[at - 1] if at <= len(seated.teams) else f"Team {at}"
        name = self.names.get(seated.players[at - 1]) if at <= len(seated.players) else None
        return name or f"Seat {at}"

    def _of_a_sheet(self, change: Change) -> Sentence:
        number, place, name = change.cell
        one = self._input(number, place, name)
        who = "" if place == "table" else f", {self.place(number, place)}"
        if adjusted := _ADJUSTMENT.fullmatch(name):
            return Sentence(f"Adjustment {adjusted[1]}{who}", from_to(change.before, change.after))
        label = one.label if one else self._code(name)
        if one and one.control == "check":
            return Sentence(label + who, "yes" if counted(change.after) else "no")
        return Sentence(label + who, from_to(change.before, change.after))

    def _input(self, number: int, place: str, name: str) -> Input | None:
        page = self.loaded.sheet(max(number, 1))
        if page not in _INPUTS:
            inputs = inputs_of(team_forms(page))
            _INPUTS[page] = {(one.place, one.field): one for one in inputs}
        return _INPUTS[page].get((place, name))

    def _code(self, name: str) -> str:
        """A field that the rules of now do not ask for: they were changed, or never asked for it."""
        field = self.loaded.sheet(1).codes.get(name)
        return field.label if field else name.replace("_", " ").capitalize()

    @cached_property
    def choices(self) -> dict[str, tuple[str, dict[str, str]]]:
        """The label of each choice of the rules, with the labels of its options."""
        return {
            choice.key: (choice.label, {option.value: option.label for option in choice.options})
            for choice in self.loaded.agreement.base.choices
        }


def _telling(change: Change) -> int:
    if change.cell[2] in TELLING:
        return TELLING.index(change.cell[2])
    return len(TELLING) + change.counts_none


def _place(place: str) -> tuple[str, int]:
    found = _PLACE.fullmatch(place)
    assert found is not None
    return found[1], int(found[2] or 0)


def _finished(words: Wording, change: Change) -> Sentence:
    return Sentence(f"Round {change.cell[0]} {'finished' if change.after else 'opened again'}")


def _ended(words: Wording, change: Change) -> Sentence:
    match change.after:
        case {"as": "out", "seat": int(seat)}:
            return Sentence(f"{words.place(change.cell[0], f'seat{seat}')} went out")
        case {"as": "stock"}:
            return Sentence("The stock ran out")
    return Sentence("Who went out", "blank")


def _starter(words: Wording, change: Change) -> Sentence:
    if not change.after:
        return Sentence("Who starts", "blank")
    seat = f"seat{change.after['seat']}"
    return Sentence(f"{words.place(change.cell[0], seat)} starts")


def _end(words: Wording, change: Change) -> Sentence:
    match change.after:
        case {"over_after": int(last)}:
            return Sentence(f"Game ended after round {last}")
        case {"not_before": _}:
            return Sentence("The game went on")
    return Sentence("The end of the game left open")


def _binned(words: Wording, change: Change) -> Sentence:
    return Sentence("Into the bin" if change.after else "Back from the bin")


def _rules(words: Wording, change: Change) -> Sentence:
    old, new = (value.get("name", "") if value else "" for value in (change.before, change.after))
    if old == new:
        return Sentence("Rules", f"{new}, changed in some of its rules")
    return Sentence("Rules", f"{old} → {new}" if old else new)


def _choices(words: Wording, change: Change) -> Sentence:
    old, new = change.before or {}, change.after or {}
    told = [
        f"{label}: {options.get(new[key], new[key])}"
        for key in new
        if new[key] != old.get(key)
        for label, options in (words.choices.get(key, (key, {})),)
    ]
    return Sentence("Choices", "; ".join(told))


def _shape(words: Wording, change: Change) -> Sentence:
    players, teams = (change.after or {}).get("players", 0), (change.after or {}).get("teams", 0)
    return Sentence("The table", f"{players} players, {teams} teams")


def _plain(label: str, words: Wording, change: Change) -> Sentence:
    return Sentence(label, from_to(change.before, change.after))


def _brought(words: Wording, change: Change) -> Sentence:
    who = words.place(WHOLE_GAME, change.cell[1])
    return Sentence(f"Brought forward, {who}", from_to(change.before, change.after))


def _player(words: Wording, change: Change) -> Sentence:
    number, place, _ = change.cell
    if number == WHOLE_GAME:
        who = f"{words.person(change.before)} → " if change.before else ""
        return Sentence(f"Seat {_place(place)[1]}", who + words.person(change.after))
    usual = words.place(number - 1, place)
    if not change.after:
        return Sentence(f"{usual} stays from round {number}")
    return Sentence(f"{words.person(change.after)} for {usual} from round {number}")


def _opened(words: Wording, change: Change) -> Sentence:
    who = words.place(*change.cell[:2])
    return Sentence(f"{who} opened") if change.after else Sentence(f"{who} not opened yet")


def _leave(words: Wording, change: Change) -> Sentence:
    answer = (change.after or {}).get("says", "not asked")
    return Sentence(f"Partner’s leave, {words.place(*change.cell[:2])}", answer)


def _checked(words: Wording, change: Change) -> Sentence:
    who = words.place(*change.cell[:2])
    if not change.after:
        return Sentence("Not checked any more", who)
    by = words.names.get(change.after["by"], "")
    return Sentence(f"Checked by {by}" if by else "Checked", who)


_TELL: dict[tuple[str, str], Callable[[Wording, Change], Sentence]] = {
    ("table", "finished"): _finished,
    ("table", "ended"): _ended,
    ("table", "starter"): _starter,
    ("table", "end"): _end,
    ("table", "binned"): _binned,
    ("table", "rules"): _rules,
    ("table", "choices"): _choices,
    ("table", "shape"): _shape,
    ("table", "decks"): partial(_plain, "Decks"),
    ("table", "engine"): partial(_plain, "Scorepad"),
    ("table", "paper"): partial(_plain, "Rounds played on paper"),
    ("", "brought"): _brought,
    ("", "player"): _player,
    ("", "opened"): _opened,
    ("", "leave"): _leave,
    ("", CHECKED): _checked,
}
