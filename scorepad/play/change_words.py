"""The sentences of changes: "Red books, Ann & Bob: 2 → 3", "Round 2 finished"."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache, partial

from scorepad.play.cell_text import change_text
from scorepad.play.changes import Change, ChangeText
from scorepad.play.game import LoadedGame
from scorepad.play.sheet_form import Input, sheet_inputs
from scorepad.scoring.cells import (
    CellValue,
    CheckedBy,
    Document,
    EndDecision,
    Leave,
    PlayerId,
    Shape,
    StartingSeat,
    StockRanOut,
    WentOut,
    counted,
)
from scorepad.scoring.game.agreement import WHOLE_GAME
from scorepad.scoring.game.record import CHECKED
from scorepad.scoring.place import Place, PlaceKind, parse_place
from scorepad.scoring.sheet import Sheet

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

SAYS_ITS_ROUND = ("finished", "player")
"""The fields whose sentence names the round."""


class ChangeWords:
    """The sentences of one game's changes, with its sheet's labels and the people in `names` by id."""

    def __init__(self, loaded: LoadedGame, names: Mapping[int, str]) -> None:
        self.loaded = loaded
        self.names = names

    def title(self, changes: Iterable[Change]) -> ChangeText:
        """Return what a form did, named by its most telling change. There must be one."""
        first, *others = sorted(changes, key=_telling)
        text = self.text(first)
        more = 0 if first.cell[2] == "finished" else len(others)
        return ChangeText(text.subject, text.value, more)

    def name(self, changes: Iterable[Change]) -> str:
        """Return the title as Undo says it, with its round if that is not the one being played."""
        first, *others = sorted(changes, key=_telling)
        title = self.title([first, *others]).named
        number, _, field = first.cell
        is_plain = number in (WHOLE_GAME, self.loaded.record.course.next_round)
        return title if is_plain or field in SAYS_ITS_ROUND else f"Round {number}, {title}"

    def text(self, change: Change) -> ChangeText:
        """Return one change in words."""
        place, field = change.cell[1:]
        in_words = _IN_WORDS.get(("table" if place == PlaceKind.TABLE else "", field))
        return in_words(self, change) if in_words else self._of_sheet(change)

    def person(self, value: CellValue | None) -> str:
        """Return the name of the player a cell holds."""
        if value is None:
            return "no one"
        return self.names.get(value.id if isinstance(value, PlayerId) else 0, "someone")

    def place(self, round_number: int, text: str) -> str:
        """Return the name of the team, or of the player in the seat, as it was in that round."""
        place = parse_place(text)
        seated = self.loaded.agreement.seated_in(round_number)
        if place.kind is PlaceKind.TEAM:
            teams = seated.teams
            return teams[place.number - 1] if place.number <= len(teams) else f"Team {place.number}"
        players = seated.players
        name = self.names.get(players[place.number - 1]) if place.number <= len(players) else None
        return name or f"Seat {place.number}"

    def _of_sheet(self, change: Change) -> ChangeText:
        number, place, field = change.cell
        asked = _inputs(self.loaded.sheet(max(number, 1))).get((place, field))
        of_whom = "" if place == PlaceKind.TABLE else f", {self.place(number, place)}"
        if adjusted := _ADJUSTMENT.fullmatch(field):
            both = change_text(change.before, change.after)
            return ChangeText(f"Adjustment {adjusted[1]}{of_whom}", both)
        label = asked.label if asked else self._label(field)
        if asked and asked.control == "check":
            return ChangeText(label + of_whom, "yes" if counted(change.after) else "no")
        return ChangeText(label + of_whom, change_text(change.before, change.after))

    def _label(self, field: str) -> str:
        """Return the label of a field that today's rules do not ask for: the table may have changed its rules."""
        of_sheet = self.loaded.sheet(1).by_code.get(field)
        return of_sheet.label if of_sheet else field.replace("_", " ").capitalize()

    @cached_property
    def choices(self) -> dict[str, tuple[str, dict[str, str]]]:
        """The label of each choice of the rules, with the labels of its options."""
        return {
            choice.key: (choice.label, {option.value: option.label for option in choice.options})
            for choice in self.loaded.agreement.base.choices
        }


@lru_cache(maxsize=64)
def _inputs(sheet: Sheet) -> dict[tuple[str, str], Input]:
    return {(i.place, i.field): i for i in sheet_inputs(sheet)}


def _telling(change: Change) -> int:
    if change.cell[2] in TELLING:
        return TELLING.index(change.cell[2])
    return len(TELLING) + change.is_zero


def _finished(words: ChangeWords, change: Change) -> ChangeText:
    return ChangeText(f"Round {change.cell[0]} {'finished' if change.after else 'opened again'}")


def _ended(words: ChangeWords, change: Change) -> ChangeText:
    match change.after:
        case WentOut(seat):
            return ChangeText(f"{words.place(change.cell[0], Place.seat(seat))} went out")
        case StockRanOut():
            return ChangeText("The stock ran out")
    return ChangeText("Who went out", "blank")


def _starter(words: ChangeWords, change: Change) -> ChangeText:
    if not isinstance(change.after, StartingSeat):
        return ChangeText("Who starts", "blank")
    return ChangeText(f"{words.place(change.cell[0], Place.seat(change.after.seat))} starts")


def _end(words: ChangeWords, change: Change) -> ChangeText:
    match change.after:
        case EndDecision(over_after=int(last)):
            return ChangeText(f"Game ended after round {last}")
        case EndDecision():
            return ChangeText("The game went on")
    return ChangeText("The end of the game left open")


def _binned(words: ChangeWords, change: Change) -> ChangeText:
    return ChangeText("Into the bin" if change.after else "Back from the bin")


def _json(value: CellValue | None) -> dict[str, str]:
    return value.value if isinstance(value, Document) and isinstance(value.value, dict) else {}


def _rules(words: ChangeWords, change: Change) -> ChangeText:
    old, new = (_json(value).get("name", "") for value in (change.before, change.after))
    if old == new:
        return ChangeText("Rules", f"{new}, changed in some of its rules")
    return ChangeText("Rules", f"{old} → {new}" if old else new)


def _choices(words: ChangeWords, change: Change) -> ChangeText:
    old, new = _json(change.before), _json(change.after)
    chosen = [
        f"{label}: {options.get(new[key], new[key])}"
        for key in new
        if new[key] != old.get(key)
        for label, options in (words.choices.get(key, (key, {})),)
    ]
    return ChangeText("Choices", "; ".join(chosen))


def _shape(words: ChangeWords, change: Change) -> ChangeText:
    shape = change.after if isinstance(change.after, Shape) else Shape(0, 0)
    return ChangeText("The table", f"{shape.players} players, {shape.teams} teams")


def _plain(label: str, words: ChangeWords, change: Change) -> ChangeText:
    return ChangeText(label, change_text(change.before, change.after))


def _brought(words: ChangeWords, change: Change) -> ChangeText:
    team = words.place(WHOLE_GAME, change.cell[1])
    return ChangeText(f"Brought forward, {team}", change_text(change.before, change.after))


def _player(words: ChangeWords, change: Change) -> ChangeText:
    number, place, _ = change.cell
    if number == WHOLE_GAME:
        before = f"{words.person(change.before)} → " if change.before else ""
        return ChangeText(f"Seat {parse_place(place).number}", before + words.person(change.after))
    usual = words.place(number - 1, place)
    if not change.after:
        return ChangeText(f"{usual} stays from round {number}")
    return ChangeText(f"{words.person(change.after)} for {usual} from round {number}")


def _opened(words: ChangeWords, change: Change) -> ChangeText:
    team = words.place(*change.cell[:2])
    return ChangeText(f"{team} opened" if change.after else f"{team} not opened yet")


def _leave(words: ChangeWords, change: Change) -> ChangeText:
    answer = change.after.says if isinstance(change.after, Leave) else "not asked"
    return ChangeText(f"Partner’s leave, {words.place(*change.cell[:2])}", answer)


def _checked(words: ChangeWords, change: Change) -> ChangeText:
    team = words.place(*change.cell[:2])
    if not isinstance(change.after, CheckedBy):
        return ChangeText("Not checked any more", team)
    name = words.names.get(change.after.player, "")
    return ChangeText(f"Checked by {name}" if name else "Checked", team)


_IN_WORDS: dict[tuple[str, str], Callable[[ChangeWords, Change], ChangeText]] = {
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
