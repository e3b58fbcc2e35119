"""Changes of cells, and their sentences: "Red books, Ann & Bob: 2 → 3", "Round 2 finished"."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial

from scorepad.language.words import lower_first, signed
from scorepad.play.game import Effect, LoadedGame
from scorepad.play.sheet_form import Input, sheet_inputs
from scorepad.scoring.cells import (
    TABLE,
    Alone,
    CellName,
    CellValue,
    CheckedBy,
    Document,
    EndDecision,
    Leave,
    Place,
    PlaceKind,
    PlayerId,
    Shape,
    StartingSeat,
    StockRanOut,
    Text,
    WentOut,
    counted,
    parse_place,
    parse_value,
)
from scorepad.scoring.game.agreement import BINNED, BROUGHT, NICKNAME, NIGHT, PAPER, SEATED, UNCOUNTED, WHOLE_GAME
from scorepad.scoring.game.course import Totals, team_of
from scorepad.scoring.game.record import (
    ALONE,
    CHECKED,
    CONFIRMED,
    DELETED,
    END,
    FINISHED,
    HOW_ENDED,
    OPENED,
    STARTER,
    GameRecord,
)
from scorepad.scoring.sheet import Sheet
from scorepad.scoring.text.explain import change_text
from scorepad.store import LoggedEntry

_ADJUSTMENT = re.compile(r"adjustment([0-9]+)")

BY_IMPORTANCE = (
    DELETED,
    BINNED,
    END[2],
    FINISHED[1],
    "rules",
    HOW_ENDED,
    ALONE,
    "choices",
    "shape",
    "decks",
    SEATED,
    BROUGHT,
    PAPER,
    NICKNAME,
    STARTER,
)
"""If a form changed several fields, the one that comes first here names it."""

SAYS_ITS_ROUND = (FINISHED[1], SEATED, CONFIRMED, DELETED)
"""Fields whose sentence already names the round."""


@dataclass(frozen=True, slots=True)
class Change:
    """A cell with its values before and after; None is blank."""

    cell: CellName
    before: CellValue | None
    after: CellValue | None

    @property
    def reversed(self) -> "Change":
        return Change(self.cell, self.after, self.before)

    @property
    def is_none(self) -> bool:
        """Whether nothing changed."""
        return self.before == self.after

    @property
    def is_zero(self) -> bool:
        """Whether a blank became a zero, which is the least important kind of change."""
        return self.before is None and counted(self.after) == 0


@dataclass(frozen=True, slots=True)
class ChangeText:
    """A change in words: what changed, its value, and how many other changes came with it."""

    subject: str
    value: str = ""
    more: int = 0

    def __str__(self) -> str:
        return self._joined(": ")

    @property
    def named(self) -> str:
        """The text with a comma instead of a colon: "Red books, Ann & Bob, 2 → 3"."""
        return self._joined(", ")

    @property
    def spoken(self) -> str:
        """The text without a sign between: "Ann & Bob’s red books 2 → 3"."""
        return self._joined(" ")

    def _joined(self, sign: str) -> str:
        whole = f"{self.subject}{sign}{self.value}" if self.value else self.subject
        return f"{whole} and {self.more} more" if self.more else whole


class ChangeWords:
    """Turns a game's changes into sentences, with the labels of its sheet and the `names` of people by id."""

    def __init__(self, loaded: LoadedGame, names: Mapping[int, str]) -> None:
        self.loaded = loaded
        self.names = names

    def title(self, changes: Iterable[Change]) -> ChangeText:
        """Return the text for a form's changes, named after the most important one. There must be at least one."""
        first, *others = _most_important_first(changes)
        text = self.text(first)
        more = 0 if first.cell[2] in (FINISHED[1], DELETED) else len(others)
        if first.cell[2] == SEATED and first.cell[0] != WHOLE_GAME:
            # The other cells of the seat say until when.
            of_seat = [change for change in others if change.cell[1:] == first.cell[1:]]
            more -= len(of_seat)
            number = first.cell[0]
            if any(change.cell[0] == number + 1 and change.after for change in of_seat):
                text = replace(text, subject=text.subject.replace(f"from round {number} on", f"in round {number} only"))
        return ChangeText(text.subject, text.value, more)

    def name(self, changes: Iterable[Change]) -> str:
        """Return the title for an Undo button, with the round if it is not the current one."""
        first, *others = _most_important_first(changes)
        title = self.title([first, *others]).named
        round_number, _, field = first.cell
        is_plain = round_number in (WHOLE_GAME, self.loaded.record.course.next_round)
        return title if is_plain or field in SAYS_ITS_ROUND else f"Round {round_number}, {title}"

    def text(self, change: Change) -> ChangeText:
        """Return one change in words."""
        place, field = change.cell[1:]
        in_words = IN_WORDS.get(("table" if place == PlaceKind.TABLE else "", field))
        return ChangeText(*in_words(self, change)) if in_words else self._of_sheet(change)

    def correction(self, before: GameRecord, changes: Sequence[Change], points: Totals) -> str:
        """Return a correction in words, with its points: "Round 1 corrected: Ann’s cards left 65 → 55, +10"."""
        title, number, by_team = self.title(changes), corrected_round(self.loaded, before, changes), ""
        first = _most_important_first(changes)[0]
        if number and (own := self._owned(first)):
            title = replace(title, subject=own)
            text = f"Round {number} corrected: {title.spoken}"
            by_team = self._team_of(first, points)
        else:
            text = f"Round {number} corrected: {title.named}" if number else str(title)
        listed = by_team or points_text(self.loaded.agreement.teams, points)
        return f"{text}{', ' if number or ':' in text else ': '}{listed}" if listed else text

    def _owned(self, change: Change) -> str:
        """Return a count as that of its team or player, "Ann’s cards left"; "" for anything else."""
        round_number, place, _ = change.cell
        if place == PlaceKind.TABLE or ("", change.cell[2]) in IN_WORDS:
            return ""
        return f"{self.place(round_number, place)}’s {lower_first(self._sheet_label(change))}"

    def _team_of(self, change: Change, points: Totals) -> str:
        """Return the points if only the team of this change has others now, "" if another has."""
        place = parse_place(change.cell[1])
        team = place.number if place.kind is PlaceKind.TEAM else team_of(place.number, self.loaded.agreement.table)
        is_alone = all(bool(of_team) == (at == team) for at, of_team in enumerate(points, start=1))
        return signed(points[team - 1]) if is_alone else ""

    def person(self, value: CellValue | None) -> str:
        """Return the name of the player in a cell."""
        if value is None:
            return "no one"
        return self.names.get(value.id if isinstance(value, PlayerId) else 0, "someone")

    def place(self, round_number: int, text: str) -> str:
        """Return the name of a team, or of the player in a seat, in the given round."""
        place = parse_place(text)
        seated = self.loaded.seating_in(round_number)
        if place.kind is PlaceKind.TEAM:
            teams = seated.teams
            return teams[place.number - 1] if place.number <= len(teams) else f"Team {place.number}"
        players = seated.players
        name = self.names.get(players[place.number - 1]) if place.number <= len(players) else None
        return name or f"Seat {place.number}"

    def _of_sheet(self, change: Change) -> ChangeText:
        round_number, place, _ = change.cell
        of_whom = "" if place == PlaceKind.TABLE else f", {self.place(round_number, place)}"
        asked, label = self._asked(change), self._sheet_label(change)
        if asked and asked.control == "check":
            return ChangeText(label + of_whom, "yes" if counted(change.after) else "no")
        return ChangeText(label + of_whom, change_text(change.before, change.after))

    def _asked(self, change: Change) -> Input | None:
        return _inputs(self.loaded.sheet(max(change.cell[0], 1))).get(change.cell[1:])

    def _sheet_label(self, change: Change) -> str:
        if adjusted := _ADJUSTMENT.fullmatch(change.cell[2]):
            return f"Adjustment {adjusted[1]}"
        asked = self._asked(change)
        return asked.label if asked else self._label(change.cell[2])

    def _label(self, field: str) -> str:
        """Return the label of a field that is not on this sheet, because the game may have changed its rules."""
        of_sheet = self.loaded.sheet(1).by_code.get(field)
        return of_sheet.label if of_sheet else field.replace("_", " ").capitalize()

    @cached_property
    def choices(self) -> dict[str, tuple[str, dict[str, str]]]:
        """The label of each choice in the rules, and the labels of its options, by key."""
        return {
            choice.key: (choice.label, {option.value: option.label for option in choice.options})
            for choice in self.loaded.agreement.base.choices
        }


def changes_of(loaded: LoadedGame, entries: Sequence[LoggedEntry]) -> list[Change]:
    """Return what applied entries changed, one change per cell, without cells that ended up the same.

    For the deletion of a round, all cells are returned, in the order in which their moved values were first recorded,
    because the league needs to know who opened first.
    """
    is_deletion = any(entry.field == DELETED for entry in entries)
    if is_deletion:
        entries = sorted(entries, key=lambda entry: entry.base if isinstance(entry.base, int) else 0)
    replaced = loaded.replaced
    missing = [entry for entry in entries if entry.seq not in replaced]
    if missing:
        replaced = {**replaced, **loaded.club.values_before(missing)}
    before: dict[CellName, CellValue | None] = {}
    after: dict[CellName, CellValue | None] = {}
    for entry in entries:
        cell = entry.cell
        before.setdefault(cell, parse_value(replaced[entry.seq]))
        after[cell] = parse_value(entry.value)
    changes = [Change(cell, before[cell], after[cell]) for cell in before]
    return changes if is_deletion else [change for change in changes if not change.is_none]


def points_text(teams: Sequence[str], points: Totals) -> str:
    """Return by how much totals changed, in words: "Ann & Carla +10"; "" if none did."""
    return ", ".join(f"{team} {signed(of_team)}" for team, of_team in zip(teams, points, strict=True) if of_team)


def corrected_round(loaded: LoadedGame, before: GameRecord, changes: Sequence[Change]) -> int:
    """Return the round that changes corrected: the only one, finished before and after; else 0."""
    numbers = {change.cell[0] for change in changes}
    if len(numbers) > 1 or any(change.cell[2] in (FINISHED[1], DELETED, SEATED) for change in changes):
        return 0
    (number,) = numbers
    was_finished = 0 < number <= len(before.rounds) and before.rounds[number - 1].finished
    return number if was_finished and loaded.is_finished(number) else 0


def effect_of(effect: Effect) -> tuple[str, int]:
    """Return what changed totals in words, and the round that it corrected, 0 for none. "" if it cannot be told."""
    loaded = effect.after
    changes = changes_of(loaded, effect.entries)
    if not changes:
        return "", 0
    words = ChangeWords(loaded, names_in(loaded, changes))
    text = words.correction(effect.before, changes, effect.changes)
    return text, corrected_round(loaded, effect.before, changes)


def name_of(loaded: LoadedGame, changes: Sequence[Change]) -> str:
    return ChangeWords(loaded, names_in(loaded, changes)).name(changes)


def names_in(loaded: LoadedGame, changes: Sequence[Change]) -> Mapping[int, str]:
    """Return the names of all people in the game or in these changes, by id."""
    values = (value for change in changes for value in (change.before, change.after))
    return loaded.names_with(player for player in map(_person, values) if player is not None)


def _person(value: CellValue | None) -> int | None:
    match value:
        case PlayerId(player) | CheckedBy(player):
            return player
    return None


@lru_cache(maxsize=64)
def _inputs(sheet: Sheet) -> dict[tuple[str, str], Input]:
    return {(i.place, i.field): i for i in sheet_inputs(sheet)}


def _most_important_first(changes: Iterable[Change]) -> list[Change]:
    listed = list(changes)
    return sorted(listed, key=_importance_rank) if len(listed) > 1 else listed


def _importance_rank(change: Change) -> int:
    if change.cell[2] in BY_IMPORTANCE:
        return BY_IMPORTANCE.index(change.cell[2])
    return len(BY_IMPORTANCE) + change.is_zero


# Texts for changes of fields without a label on the sheet: who went out, who starts, the end, seats, rules.


Words = tuple[str, str]
"""What changed, and its value, "" if it has none."""


def _finished(words: ChangeWords, change: Change) -> Words:
    return f"Round {change.cell[0]} {'finished' if change.after else 'opened again'}", ""


def _deleted(words: ChangeWords, change: Change) -> Words:
    is_deleted = (counted(change.after) or 0) > (counted(change.before) or 0)
    return f"Round {change.cell[0]} {'deleted' if is_deleted else 'brought back'}", ""


def _ended(words: ChangeWords, change: Change) -> Words:
    match change.after:
        case WentOut(seat):
            return f"{words.place(change.cell[0], Place.seat(seat))} went out", ""
        case StockRanOut():
            return "The stock ran out", ""
    return "Who went out", "blank"


def _alone(words: ChangeWords, change: Change) -> Words:
    match change.after:
        case Alone(0):
            return "Everyone played alone", ""
        case Alone(seat):
            return f"{words.place(change.cell[0], Place.seat(seat))} played alone", ""
    return "Who played alone", "blank"


def _starter(words: ChangeWords, change: Change) -> Words:
    if not isinstance(change.after, StartingSeat):
        return "Who starts", "blank"
    return f"{words.place(change.cell[0], Place.seat(change.after.seat))} starts", ""


def _end(words: ChangeWords, change: Change) -> Words:
    match change.before, change.after:
        case EndDecision(over_after=before), EndDecision(over_after=int(last), in_league=counts) if before == last:
            return "Counted in the league" if counts else "Left out of the league", ""
        case _, EndDecision(over_after=int(last), in_league=counts):
            return f"Game ended after round {last}{'' if counts else ', left out of the league'}", ""
        case _, EndDecision(last_round=int(last)):
            return f"The organiser ended the sitting: round {last} is the last", ""
        case _, EndDecision(not_before=first):
            return f"The game went on to round {first}", ""
    return "The end of the game left open", ""


def _binned(words: ChangeWords, change: Change) -> Words:
    return "Into the bin" if change.after else "Back from the bin", ""


def _uncounted(words: ChangeWords, change: Change) -> Words:
    return "Left out of the league" if change.after else "Counted in the league", ""


def _night(words: ChangeWords, change: Change) -> Words:
    value = _json(change.after)
    return "Club night", f"sitting {value.get('sitting')}, table {value.get('table')}"


def _json(value: CellValue | None) -> dict[str, str]:
    return value.value if isinstance(value, Document) and isinstance(value.value, dict) else {}


def _rules(words: ChangeWords, change: Change) -> Words:
    old, new = (_json(value).get("name", "") for value in (change.before, change.after))
    if old == new:
        return "Rules", f"{new}, changed in some of its rules"
    return "Rules", f"{old} → {new}" if old else new


def _choices(words: ChangeWords, change: Change) -> Words:
    old, new = _json(change.before), _json(change.after)
    chosen = [
        f"{label}: {options.get(new[key], new[key])}"
        for key in new
        if new[key] != old.get(key)
        for label, options in (words.choices.get(key, (key, {})),)
    ]
    return "Choices", "; ".join(chosen)


def _shape(words: ChangeWords, change: Change) -> Words:
    shape = change.after if isinstance(change.after, Shape) else Shape(0, 0)
    return "The table", f"{shape.players} players, {shape.teams} teams"


def _plain(label: str, words: ChangeWords, change: Change) -> Words:
    return label, change_text(change.before, change.after)


def _brought(words: ChangeWords, change: Change) -> Words:
    team = words.place(WHOLE_GAME, change.cell[1])
    return f"Brought forward, {team}", change_text(change.before, change.after)


def _nickname(_: ChangeWords, change: Change) -> Words:
    team = f"Nickname of team {parse_place(change.cell[1]).number}"
    return team, change.after.text if isinstance(change.after, Text) else "none"


def _player(words: ChangeWords, change: Change) -> Words:
    round_number, place, _ = change.cell
    if round_number == WHOLE_GAME:
        before = f"{words.person(change.before)} → " if change.before else ""
        return f"Seat {parse_place(place).number}", before + words.person(change.after)
    usual = words.place(round_number - 1, place)
    if not change.after:
        return f"{usual} keeps the seat from round {round_number} on", ""
    player = words.person(change.after)
    if player == words.place(WHOLE_GAME, place):
        return f"{player} is back in the seat from round {round_number} on", ""
    return f"{player} plays for {usual} from round {round_number} on", ""


def _opened(words: ChangeWords, change: Change) -> Words:
    team = words.place(*change.cell[:2])
    return f"{team} opened" if change.after else f"{team} not opened yet", ""


def _leave(words: ChangeWords, change: Change) -> Words:
    answer = change.after.says if isinstance(change.after, Leave) else "not asked"
    return f"Partner’s answer to {words.place(*change.cell[:2])}", answer


def _checked(words: ChangeWords, change: Change) -> Words:
    team = words.place(*change.cell[:2])
    if not isinstance(change.after, CheckedBy):
        return "Not checked any more", team
    name = words.names.get(change.after.player, "")
    return f"Checked by {name}" if name else "Checked", team


def _confirmed(words: ChangeWords, change: Change) -> Words:
    team = words.place(*change.cell[:2])
    return f"Round {change.cell[0]} {'' if change.after else 'no longer '}confirmed for {team}", ""


IN_WORDS: dict[tuple[str, str], Callable[[ChangeWords, Change], Words]] = {
    FINISHED: _finished,
    (TABLE, DELETED): _deleted,
    (TABLE, HOW_ENDED): _ended,
    (TABLE, ALONE): _alone,
    (TABLE, STARTER): _starter,
    END[1:]: _end,
    (TABLE, BINNED): _binned,
    (TABLE, UNCOUNTED): _uncounted,
    (TABLE, NIGHT): _night,
    (TABLE, "rules"): _rules,
    (TABLE, "choices"): _choices,
    (TABLE, "shape"): _shape,
    (TABLE, "decks"): partial(_plain, "Decks"),
    (TABLE, "engine"): partial(_plain, "Scorepad"),
    (TABLE, PAPER): partial(_plain, "Rounds played on paper"),
    ("", BROUGHT): _brought,
    ("", NICKNAME): _nickname,
    ("", SEATED): _player,
    ("", OPENED): _opened,
    ("", "leave"): _leave,
    ("", CHECKED): _checked,
    ("", CONFIRMED): _confirmed,
}
