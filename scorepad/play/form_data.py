"""A posted form, independent of Flask: its fields, the button tapped, its key, what its page showed, its entries."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from scorepad.numbers import MAX_COUNT, NotANumber, typed_count, whole_number
from scorepad.play.game import LoadedGame
from scorepad.scoring.cells import CellName, CellValue, Place, parse_place, parse_value, value_json
from scorepad.scoring.game.record import CHECKED
from scorepad.store import NO_PLAYER, Club, Entry, LoggedEntry, Phone

STALE = "This page was out of date. Check what it shows now, then press again."
USED = "Nothing was changed: that page was already sent once. Look at it, then press again."

STRANGE_FIELDS = "This form has fields that do not belong to it"
STRANGE_PARAMETERS = "Unknown parameters in this address"
SENT_TWICE = "This was sent twice. Type it once."

OWN_FIELDS = ("csrf_token", "key", "seen", "base", "action", "confirm", "step", "from", "packet")
"""Fields that any form may have in addition to its inputs. Only "base" may be repeated."""

_BATCH = 1_000
"""Entries of a game's history per query."""

MAX_NAMED = 5
"""The most names that a sentence about unexpected fields lists."""

CHECK_NAMES = frozenset(f"{Place.team(team)}.{CHECKED}" for team in range(1, 10))
"""The input names of the marks that a team's counts were checked, for more teams than any table has."""

_STEP = re.compile(r"(?P<name>[A-Za-z0-9_.]{1,60})(?P<by>[+-])1")
KEY = re.compile(r"[0-9a-f]{32}")
"""Matches the key of a form."""


@dataclass(frozen=True, slots=True)
class FormData:
    """An immutable multi-dict of form fields. A name may be repeated; `get` returns its first text."""

    fields: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, fields: Mapping[str, Iterable[str]]) -> Self:
        return cls({name: tuple(texts) for name, texts in fields.items()})

    def get(self, name: str, default: str = "") -> str:
        """Return the first text under a name."""
        texts = self.fields.get(name)
        return texts[0] if texts else default

    def getlist(self, name: str) -> tuple[str, ...]:
        """Return every text under a name, in order."""
        return self.fields.get(name, ())

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def with_texts(self, texts: Mapping[str, str]) -> Self:
        """Return a copy in which each of these names has exactly the given text."""
        return type(self)({**self.fields, **{name: (text,) for name, text in texts.items()}})

    def without(self, names: Iterable[str]) -> Self:
        """Return a copy without these names."""
        left_out = set(names)
        return type(self)({name: t for name, t in self.fields.items() if name not in left_out})

    def after_step(self, bounds: Mapping[str, tuple[int, int]] | None = None) -> Self:
        """Return a copy after its button − or + was tapped, without the button, as if the number had been typed.

        `bounds` are the least and the most by input; None allows counts of any name. Any other button stays, and so
        does a text that is not a number.
        """
        steps = self.getlist("step")
        tap = tap_of(steps[0]) if len(steps) == 1 else None
        if tap is None or (bounds is not None and tap.name not in bounds):
            return self
        after = self.without(["step"])
        number = whole_number(self.get(tap.name).strip() or "0", most=MAX_COUNT)
        if number is None or len(self.getlist(tap.name)) > 1:
            return after
        return after.with_texts({tap.name: tap.moved(number, *(bounds or {}).get(tap.name, ()))})


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap on − or +, or on a mark: the name of its input, and +1 or -1."""

    name: str
    by: int

    def moved(self, number: int, least: int = 0, most: int = MAX_COUNT) -> str:
        """Return the input's text after the tap, clamped to `least` and `most`."""
        return str(min(max(number + self.by, least), most))


def tap_of(step: str) -> Tap | None:
    """Parse the tap of a button such as "team1.clean+1"; None for any other text."""
    match = _STEP.fullmatch(step) if step else None
    return Tap(match["name"], 1 if match["by"] == "+" else -1) if match else None


def check_of(tap: Tap | None) -> tuple[Place, bool] | None:
    """Return the team that a button marks as checked (True) or not checked; None for any other button."""
    if tap is None or tap.name not in CHECK_NAMES:
        return None
    return parse_place(tap.name.partition(".")[0]), tap.by > 0


@dataclass(slots=True)
class TypedForm:
    """A form that is being read: the text of each input as typed, and what is wrong with it, both by name.

    The fault "" is about the whole form. Whatever is wrong with a text, it stays as it was typed.
    """

    data: FormData
    texts: dict[str, str] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)

    def text(self, name: str, default: str = "") -> str:
        """Return the stripped text of an input, or the default if it was not sent."""
        texts = self.data.getlist(name)
        if len(texts) > 1:
            self.faults[name] = SENT_TWICE
        self.texts[name] = texts[0] if texts else default
        return self.texts[name].strip()

    def count(self, name: str, default: str = "") -> int:
        """Return a count; 0 for a blank input, and for a text that is not one."""
        try:
            return typed_count(self.text(name, default) or "0")
        except NotANumber as error:
            self.faults[name] = str(error)
            return 0

    def word(self, name: str, words: Collection[str], default: str = "") -> str:
        """Return one of the words; any other is a fault."""
        text = self.text(name, default)
        if text not in words:
            self.faults[name] = "Choose one of these."
            return default
        return text

    def choice(self, name: str, words: Sequence[str], default: str = "") -> str:
        """Return one of the words, or the default if the input is missing. A blank is a fault."""
        if name in self.data:
            return self.word(name, words, words[0])
        self.texts[name] = default
        return default

    def refuse_others(self, own: Collection[str] = OWN_FIELDS, sentence: str = STRANGE_FIELDS) -> None:
        """Add a fault for fields that belong to no input that was read, and are not among `own`."""
        names = [name for name in self.data if name not in self.texts and name not in own]
        if names:
            self.faults[""] = f"{sentence}: {first_names(names)}."


@dataclass(frozen=True, slots=True)
class Submission:
    """A posted form with its hidden fields parsed.

    `data` has all fields. `seen` is the latest entry the page showed, None if the form does not say. `bases` are the
    keys of earlier forms that the same phone sent and whose answers it had not read yet, oldest first; only scripts
    send them. `tap` is the tapped button. `is_valid` if the CSRF token holds and the page's hidden fields are intact.
    `device` is the text stored with its entries, "" for a phone without a pass.
    """

    data: FormData
    key: str
    seen: int | None
    is_valid: bool
    phone: Phone | None
    device: str
    bases: tuple[str, ...] = ()
    tap: Tap | None = None

    @classmethod
    def of(cls, data: FormData, *, token_holds: bool, phone: Phone | None) -> Self:
        """Build a submission from a form. `token_holds` says whether its CSRF token belongs to this session."""
        key, bases = data.get("key"), data.getlist("base")
        seen = whole_number(data.get("seen"))
        keys_hold = all(map(KEY.fullmatch, (key, *bases)))
        return cls(
            data,
            key,
            seen,
            token_holds and keys_hold and seen is not None,
            phone,
            f"{phone.label}.{phone.player or NO_PLAYER}" if phone else "",
            bases,
            tap_of(data.get("step")),
        )

    def earlier(self, club: Club, game: int) -> dict[CellName, LoggedEntry]:
        """Return the last entry in each cell that this phone recorded with the forms named in `bases`.

        A refused form recorded nothing, so its cells are judged by what the page showed.
        """
        if not self.bases or not self.is_valid:
            return {}
        entries = club.form_entries(game, self.bases)
        return {entry.cell: entry for entry in entries}

    def entry(
        self, game: int, cell: CellName, value: CellValue | None, *, key: str = "", base: int | str | None = None
    ) -> Entry:
        """Return the entry that records a value in a cell; None blanks it. Default key: `entry_key`."""
        return Entry(key or entry_key(self.key, cell), game, *cell, value_json(value), base, self.device)


def entry_key(form: str, cell: CellName, *, names_round: bool = False) -> str:
    """Return the key of a form's entry in a cell. A form that changes several rounds has the round in it, too."""
    round_number, place, field = cell
    return f"{form}:{round_number}.{place}.{field}" if names_round else f"{form}:{place}.{field}"


def first_names(names: Collection[str]) -> str:
    """Return the first few names, shortened, and how many more there are. A forged form may have thousands."""
    shown = [name[:60] for name in sorted(names)[:MAX_NAMED]]
    more = len(names) - len(shown)
    return ", ".join([*shown, f"and {more} more"] if more else shown)


def values_at(loaded: LoadedGame, seen: int, known: Collection[CellName] = ()) -> Mapping[CellName, CellValue]:
    """Return the values of the cells as of entry `seen`, except those of `known` cells, which may be newer.

    Reads the log only if another cell was changed since.
    """
    if not any(cell.seq > seen and name not in known for name, cell in loaded.cells.items()):
        return loaded.values
    first: dict[CellName, LoggedEntry] = {}
    since = seen
    while batch := loaded.club.history(loaded.id, since=since, limit=_BATCH):
        for entry in batch:
            if entry.status == "applied":
                first.setdefault(entry.cell, entry)
        since = batch[-1].seq
    before = loaded.club.values_before(first.values())
    values = {cell: parse_value(before[entry.seq]) for cell, entry in first.items()}
    return {cell: value for cell, value in {**loaded.values, **values}.items() if value is not None}
