"""The rows of a club's JSON Lines, checked one by one: the contents of each line, and whether it fits those before.

An entry that Scorepad wrote is read with a regular expression, which takes a fifth of the time of a JSON parser. An
entry of another program may have its keys in any order, and is parsed like any other line.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import IO, Any

from scorepad.play.nights import Night
from scorepad.scoring.cells import PLACE
from scorepad.scoring.names import BadName, clean_name
from scorepad.store import COLOURS, SOMEBODY, Damaged, Entry, StoreError, nights
from scorepad.store.checks import canonical, check_entry, check_key
from scorepad.store.clock import is_zone, parse_begin
from scorepad.store.club import CLUB_NAME
from scorepad.store.exports import ALL, BY_RESTORING, ENTRY, FIRST, FORMAT, GAME, LAST, LineKind, Type
from scorepad.store.file.parsing import parse_json
from scorepad.store.restoring import EntryRow, FilePerson, GameRow, RestoredRow, SmallRow, is_time
from scorepad.store.rules import MAX_RULE_SETS, MAX_VERSIONS
from scorepad.store.seasons import MAX_EVENINGS, MAX_MIN_GAMES, from_row

# Read the lines of a file of any size one by one, and check that the file is complete.


LONGEST_LINE = 4 * 1024 * 1024
"""The most bytes of a line, more than two documents of rules need."""


class BadLine(Exception):
    """A fault in the file. The text is a message for people; `line` is its line."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


class Lines:
    """The lines between the first and the last, as text. `number` is that of the line read last."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Read the first line. Raises BadLine."""
        self._stream = stream
        self._digest = hashlib.sha256()
        self.number = 0
        self.done = 0
        self.counts = self._header()

    def __iter__(self) -> Iterator[str]:
        """Yield each line without its line end. Raises BadLine for an unreadable line or an incomplete file."""
        while True:
            text = self._next()
            if text.startswith(f'{{"line":"{LAST}"'):
                return self._check_end(text)
            self._digest.update(self._data)
            yield text

    def _next(self) -> str:
        self.number += 1
        self._data = data = self._stream.readline(LONGEST_LINE + 1)
        self.done += len(data)
        if len(data) > LONGEST_LINE:
            raise BadLine(self.number, f"This line is longer than {LONGEST_LINE // 1024 // 1024} MiB.")
        if not data.endswith(b"\n"):
            raise BadLine(
                self.number, "The file ends here, before its last line: it is cut off. Export it, or copy it, again."
            )
        try:
            return data.decode().rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise BadLine(self.number, f"This is not UTF-8 text: byte {error.start + 1} does not fit.") from None

    def _header(self) -> dict[str, int]:
        try:
            header = parsed(self._next(), 1)
        except BadLine as error:
            raise BadLine(1, f"This is not a file of a club. {error}") from None
        self._digest.update(self._data)
        if header.get("line") != FIRST:
            raise BadLine(1, "This is not a file of a club: its first line does not say so.")
        version = header.get("format")
        if type(version) is not int or version < 1:
            raise BadLine(1, "This is not a file of a club: its first line has no number for the format.")
        if version > FORMAT:
            raise BadLine(1, f"A newer Scorepad wrote this file (format {version}): update Scorepad, and try again.")
        numbers = {name: header.get(name, 0) for name in ("people", "games", "entries")}
        return {name: number for name, number in numbers.items() if type(number) is int and number >= 0}

    def _check_end(self, text: str) -> None:
        end = parsed(text, self.number)
        if end.get("lines") != self.number - 1:
            lines = f"{self.number - 1:,} lines come before this one, and it says {end.get('lines')!r:.20}"
            raise BadLine(self.number, f"{lines}: some are missing.")
        if "sha256" in end and end["sha256"] != self._digest.hexdigest():
            raise BadLine(self.number, "The file was changed after it was written: its digest does not match.")
        if self._stream.read(1):
            raise BadLine(self.number + 1, "Something comes after the last line.")


def parsed(text: str, number: int) -> dict[str, Any]:
    """Parse the document of a line. Raises BadLine."""
    try:
        document = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise BadLine(number, "This is not JSON.") from None
    if not isinstance(document, dict):
        raise BadLine(number, "This is not a JSON object.")
    return document


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("A key comes twice.")
    return values


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not a number.")


# Check the keys of a line: all present, of the right type, and no others.


LARGEST = 10**12
"""The largest number of an entry. A page can follow a club's entries for long after it: its forms take 15 digits."""

LARGEST_ID = 999_999_999
"""The largest number of a game, a person, a season or an import, as in the URLs of pages."""

LONGEST_TEXT = 1_000
_DEVICE = re.compile(r"[0-9a-f]{8}(\.[0-9]{1,15})?")


def check(line: LineKind, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a line's columns. Raises ValueError with a message for people."""
    keys = document.keys() - {"line"}
    if missing := [key for key in line.keys if key not in keys]:
        raise ValueError(f"A line “{line.name}” needs {', '.join(missing)}.")
    if unknown := sorted(keys - line.keys.keys()):
        raise ValueError(f"A line “{line.name}” has no {', '.join(unknown)[:60]!r}.")
    values: dict[str, Any] = {}
    for key, kind in line.keys.items():
        try:
            values[line.column(key)] = _CHECKS[kind](document[key])
        except (ValueError, StoreError) as error:
            raise ValueError(f"{key}: {error}") from None
    return values


def number(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise ValueError(f"it is a whole number from 0 to {LARGEST:,}.")
    return value


def text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise ValueError(f"it is a text of at most {LONGEST_TEXT:,} characters.")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError("it has half a character in it.") from None
    return value


def _yes(value: Any) -> int:
    if not isinstance(value, bool):
        raise ValueError("it is true or false.")
    return int(value)


def device(value: Any) -> str | None:
    if value is not None and not (isinstance(value, str) and _DEVICE.fullmatch(value)):
        raise ValueError(
            "it is eight hexadecimal digits for a phone, with a point and a person’s id after them if known, or null."
        )
    return value


def base(value: Any) -> int | str | None:
    return value if value is None else (text(value) if isinstance(value, str) else number(value))


_CHECKS: dict[Type, Callable[[Any], Any]] = {
    "number": number,
    "text": text,
    "yes": _yes,
    "json": canonical,
    "device": device,
    "base": base,
    "optional number": lambda value: value if value is None else number(value),
    "optional text": lambda value: value if value is None else text(value),
}


# Check lines of settings, people, rules, drafts, seasons and nights: they may hold only what a club's tables allow.


MAX = 100_000
"""The most lines of each kind, far more than any club has."""

LONGEST_CHAIN = 1_000
"""The most merges of one person in a row."""

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
_CHANGES = ("saved", "renamed", "undone", "retired", "returned")


class SmallLines:
    """The contents of these lines so far. Each check raises ValueError with a message for people."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        """The names of people by id, "" for a forgotten person."""
        self.merged: dict[int, int] = {}
        self._versions: set[tuple[str, int]] = set()
        self._slugs: set[str] = set()
        self._keys: set[tuple[str, str]] = set()
        self._settings: set[str] = set()
        self._season = self._night = self._past_import = self._person_before = 0
        self._count: Counter[str] = Counter()

    def everyone(self) -> tuple[FilePerson, ...]:
        """Return everyone who has a name and is not merged into another person."""
        names = self.names.items()
        return tuple(FilePerson(number, name) for number, name in names if name and number not in self.merged)

    @cached_property
    def _others(self) -> dict[int, list[int]]:
        others: dict[int, list[int]] = {}
        for number, now in self.merged.items():
            while now in self.merged:
                now = self.merged[now]
            others.setdefault(now, []).append(number)
        return others

    def merged_into(self, person: int) -> list[int]:
        """Return everyone merged into this person. Call only once all lines are read without a fault."""
        return self._others.get(person, [])

    def check(self, line: LineKind, values: dict[str, Any]) -> None:
        checks: dict[str, Callable[[dict[str, Any]], None]] = {
            "setting": self._setting,
            "person": self._person,
            "rules": self._rules,
            "draft": self._draft,
            "season": self._check_season,
            "night": self._check_night,
            "import": self._import,
        }
        self._count[line.name] += 1
        if self._count[line.name] > MAX:
            raise ValueError(f"There are more than {MAX:,} lines “{line.name}”.")
        checks[line.name](values)
        if (key := values.get("key")) is not None:
            check_key(key)
            if (line.name, key) in self._keys:
                raise ValueError("key: a line above has it already.")
            self._keys.add((line.name, key))

    def _setting(self, values: dict[str, Any]) -> None:
        name, value = values["name"], values["value"]
        if name in self._settings or not re.fullmatch("[a-z_]{1,40}", name):
            raise ValueError("name: this is no setting, or a line above has it already.")
        if name == "zone" and not is_zone(value):
            raise ValueError("value: there is no such time zone.")
        if name == CLUB_NAME and value:
            _check_clean(value, "value")
        if name == "day_begins":
            try:
                parse_begin(value)
            except StoreError as error:
                raise ValueError(f"value: {error}") from None
        self._settings.add(name)

    def _person(self, values: dict[str, Any]) -> None:
        number, name = values["id"], values["name"]
        if not self._person_before < number <= LARGEST_ID:
            raise ValueError(f"id: people come by their ids, from 1 to {LARGEST_ID:,}.")
        self._person_before = number
        if values["colour"] not in (None, *range(1, COLOURS + 1)):
            raise ValueError(f"colour: 1 to {COLOURS}, or null.")
        if values["forgotten"]:
            values["name"] = name = SOMEBODY
        self.names[number] = "" if values["forgotten"] else name
        _check_clean(name, "name")
        if values["joined"] is not None:
            self.merged[number] = values["joined"]

    def check_merged(self) -> None:
        """Check that every chain of merges ends at a person. Raises ValueError."""
        sound: set[int] = set()
        for number in self.merged:
            chain = [number]
            while (now := self.merged.get(chain[-1])) is not None and now not in sound:
                if now == number or now not in self.names or len(chain) > LONGEST_CHAIN:
                    raise ValueError(f"Above: person {number} is merged into somebody who is not there.")
                chain.append(now)
            sound.update(chain)

    def _rules(self, values: dict[str, Any]) -> None:
        slug, number = values["slug"], values["number"]
        self._check_slug(slug)
        self._slugs.add(slug)
        if (slug, number) in self._versions or not 1 <= number <= MAX_VERSIONS:
            raise ValueError(f"number: each version comes once, and there are at most {MAX_VERSIONS}.")
        self._versions.add((slug, number))
        if len(self._slugs) > MAX_RULE_SETS:
            raise ValueError(f"slug: a club keeps at most {MAX_RULE_SETS} rule sets.")
        if values["change"] not in _CHANGES:
            raise ValueError(f"change: one of {', '.join(_CHANGES)}.")
        _check_documents(values, parent_may_be_missing=True)

    def _draft(self, values: dict[str, Any]) -> None:
        self._check_slug(values["slug"])
        _check_documents(values, parent_may_be_missing=False)
        document = json.loads(values["document"])
        if not all(isinstance(document.get(key), str) for key in ("slug", "name", "summary")):
            raise ValueError("document: it needs a slug, a name and a summary.")
        if not isinstance(document.get("notes"), list):
            raise ValueError("document: its notes are a list of texts.")

    def _check_slug(self, slug: str) -> None:
        if not _SLUG.fullmatch(slug):
            raise ValueError("slug: lower-case letters, digits and hyphens.")

    def _check_season(self, values: dict[str, Any]) -> None:
        if not self._season < values["id"] <= LARGEST_ID:
            raise ValueError(f"id: seasons come by their ids, from 1 to {LARGEST_ID:,}.")
        try:
            season = from_row(values)
            clean_name(season.name)
        except (Damaged, BadName):
            raise ValueError("This season has a name, a day or a figure that there is not.") from None
        if season.last_day is not None and season.last_day < season.first_day:
            raise ValueError("last_day: it is before the first.")
        if not 1 <= season.least <= MAX_MIN_GAMES or not 1 <= (season.best or 1) <= MAX_EVENINGS:
            raise ValueError(f"least: 1 to {MAX_MIN_GAMES} games; best: 1 to {MAX_EVENINGS} evenings, or null.")
        self._season = season.id

    def _check_night(self, values: dict[str, Any]) -> None:
        if not self._night < values["id"] <= LARGEST_ID or not values["version"]:
            raise ValueError(f"id: nights come by their ids, from 1 to {LARGEST_ID:,}, with a version from 1 on.")
        try:
            night = Night.of(nights.from_row(values), {})
        except Damaged:
            raise ValueError("document: this is no plan of a night.") from None
        seated = {person for sitting in night.drawn for person in (*sitting.people, *sitting.out)}
        if not {*night.people, *seated} <= self.names.keys():
            raise ValueError("document: it has a person who is in no line above.")
        self._night = values["id"]

    def _import(self, values: dict[str, Any]) -> None:
        if not self._past_import < values["id"] <= LARGEST_ID:
            raise ValueError(f"id: imports come by their ids, from 1 to {LARGEST_ID:,}.")
        if values["kind"] == BY_RESTORING:
            raise ValueError("kind: this one stands for the file of a club.")
        self._past_import = values["id"]


def _check_documents(values: dict[str, Any], *, parent_may_be_missing: bool) -> None:
    if not values["document"].startswith("{"):
        raise ValueError("document: it is an object.")
    if not values["parent"].startswith("{") and not (parent_may_be_missing and values["parent"] == "null"):
        raise ValueError("parent: it is an object.")


MAX_FAULTS = 50
"""The most faults that are listed. Reading stops after this many."""

MAX_GAMES = 1_000_000
"""The most games of a file: ten times the largest one tested."""

_WORD = r"[!#-\[\]-~]"
_ENTRY = re.compile(
    r'\{"line":"entry","seq":([0-9]{1,12}),"game":([0-9]{1,10}),"round":([0-9]{1,4}),"place":"([a-z]+[0-9]*)",'
    rf'"field":"({_WORD}{{1,100}})","key":"({_WORD}{{1,200}})","base":(null|[0-9]{{1,15}}|"{_WORD}{{1,200}}"),'
    r'"status":"(applied|same|conflict|held)","device":(null|"[0-9a-f]{8}(?:\.[0-9]{1,15})?"),'
    r'"at":"([0-9T:.+-]{10,40})",'
    r'"value":(.*)\}',
    re.ASCII,
)
_ORDER = {line.name: at for at, line in enumerate(ALL)}
_LINES = {line.name: line for line in ALL}
_STATUSES = ("applied", "same", "conflict", "held")
_place = lru_cache(maxsize=200)(PLACE.fullmatch)


@lru_cache(maxsize=2_000)
def _value(text: str) -> str:
    """Return the canonical text of a value. Raises StoreError."""
    return canonical(parse_json(text))


class Rows:
    """The rows of a file, in order, and its faults."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Read the first line. Raises BadLine."""
        self.lines = Lines(stream)
        self.faults: list[BadLine] = []
        self.games: set[int] = set()
        self.small = SmallLines()
        self._stage, self._seq, self._game = 0, 0, 0

    @property
    def number(self) -> int:
        """The number of the line read last."""
        return self.lines.number

    def __iter__(self) -> Iterator[RestoredRow]:
        """Yield the rows that have no fault. Afterwards `faults` is complete. Faults are collected, never raised."""
        try:
            for text in self.lines:
                try:
                    yield self._entry_quickly(text) or self._row(text)
                except BadLine as fault:
                    self._add(fault)
                except (ValueError, StoreError) as error:
                    self._add(BadLine(self.number, str(error)))
        except BadLine as fault:
            self.faults.append(fault)

    def _add(self, fault: BadLine) -> None:
        self.faults.append(fault)
        if len(self.faults) >= MAX_FAULTS:
            raise BadLine(self.number, f"There are {MAX_FAULTS} faults already: nothing more was read.")

    def _entry_quickly(self, text: str) -> EntryRow | None:
        if (match := _ENTRY.fullmatch(text)) is None:
            return None
        seq, game, number, place, field, key, base, status, device, at, value = match.groups()
        return self._entry(
            EntryRow(
                int(seq),
                key,
                int(game),
                int(number),
                place,
                field,
                _value(value),
                None if base == "null" else base[1:-1] if base[0] == '"' else int(base),
                status,
                None if device == "null" else device[1:-1],
                at,
            )
        )

    def _row(self, text: str) -> RestoredRow:
        document = parsed(text, self.number)
        line = _LINES.get(document.get("line", ""))
        if line is None:
            raise ValueError("A line must say what it is: person, game, entry and so on. This one says something else.")
        if _ORDER[line.name] < self._stage:
            raise ValueError(f"A line “{line.name}” must come before the lines above it.")
        values = check(line, document)
        self._begin(_ORDER[line.name])
        if line is GAME:
            return self._new_game(values)
        if line is ENTRY:
            return self._whole_entry(values)
        self.small.check(line, values)
        return SmallRow(line.table, values)

    def _begin(self, stage: int) -> None:
        """Start the lines of a kind. Raises ValueError if people are merged into someone who does not exist."""
        before, self._stage = self._stage, stage
        if before < stage:
            self.small.check_merged()

    def _new_game(self, values: dict[str, Any]) -> GameRow:
        game = GameRow(values["id"], values["key"], values["created_at"])
        if not self._game < game.number <= LARGEST_ID:
            raise ValueError(f"number: games come by their numbers, from 1: {game.number} cannot follow {self._game}.")
        if len(self.games) >= MAX_GAMES:
            raise ValueError(f"There are more than {MAX_GAMES:,} games.")
        check_key(game.key)
        if not is_time(game.created_at):
            raise ValueError("created_at: this is no time with its zone, such as 2026-11-19T17:30:00.000+00:00.")
        self._game = game.number
        self.games.add(game.number)
        return game

    def _whole_entry(self, values: dict[str, Any]) -> EntryRow:
        row = EntryRow(**values)
        value = parse_json(row.value)
        check_entry(Entry(row.key, row.game, row.round, row.place, row.field, value, row.base, row.device))
        if row.status not in _STATUSES:
            raise ValueError(f"status: one of {', '.join(_STATUSES)}.")
        return self._entry(row)

    def _entry(self, row: EntryRow) -> EntryRow:
        if self._stage != _ORDER[ENTRY.name]:
            self._begin(_ORDER[ENTRY.name])
        if row.game not in self.games:
            raise ValueError(f"No line above describes game {row.game}.")
        if row.seq <= self._seq:
            raise ValueError(f"Entries come by their numbers: {row.seq} cannot come after {self._seq}.")
        if not _place(row.place):
            raise ValueError("place: table, team1… or seat1….")
        if not is_time(row.at):
            raise ValueError("at: this is no time with its zone.")
        self._seq = row.seq
        return row


def _check_clean(name: str, key: str) -> None:
    try:
        if clean_name(name) != name:
            raise BadName("it has spaces that do not belong there.")
    except BadName as error:
        raise ValueError(f"{key}: {error}") from None
