"""A posted form, independent of Flask: its fields, the button tapped, its key, what its page showed, its entries."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from scorepad.numbers import MAX_COUNT, whole_number
from scorepad.play.game import LoadedGame, apply_entry
from scorepad.scoring.cells import CellName, CellValue, Place, parse_place, value_json
from scorepad.scoring.game.record import CHECKED
from scorepad.store import NO_PLAYER, Club, Entry, LoggedEntry, Phone

STALE = "This page was out of date. Check what it shows now, then press again."
USED = "Nothing was changed: that page was already sent once. Look at it, then press again."

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
    values: dict[CellName, CellValue] = {}
    since = 0
    while batch := loaded.club.history(loaded.id, since=since, limit=_BATCH):
        for entry in batch:
            if entry.seq > seen:
                return values
            if entry.status == "applied":
                apply_entry(values, entry)
        since = batch[-1].seq
    return values
