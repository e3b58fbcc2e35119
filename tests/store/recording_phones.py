"""Phones at one table as the store meets them: they type without knowing what others do, and lose answers.

What each of them had before its eyes is written down when it types, and is what `check` judges the log by.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from scorepad.store import Answer, Club, Entry, LoggedEntry

Field = str
ROUND, PLACE = 1, "team1"


@dataclass(frozen=True)
class Saw:
    """What a phone saw in a cell when it typed into it: a value, and the seq of the entry that put it there, 0 if it
    was the phone's own and still on its way, or if there was none."""

    phone: str
    field: Field
    value: Any
    typed: Any
    seq: int


@dataclass
class Ledger:
    """All that was ever typed, by key, in the order of typing; and the keys that reached the store."""

    saw: dict[str, Saw] = field(default_factory=dict)
    delivered: set[str] = field(default_factory=set)


@dataclass
class Job:
    """What a phone sends at once: a change or a form. `seen` is for the entries of a form."""

    entries: list[Entry]
    is_form: bool
    seen: int


@dataclass
class Phone:
    """One phone: what it shows, and what waits to be sent."""

    name: str
    game: int
    ledger: Ledger
    shows: dict[Field, tuple[Any, int]] = field(default_factory=dict)
    seen: int = 0
    outbox: list[Job] = field(default_factory=list)
    answered: list[Job] = field(default_factory=list)
    own: list[tuple[Answer, Any]] = field(default_factory=list)

    def waits(self, name: Field) -> str | None:
        """The key of the phone's latest entry for that cell that it has no answer to."""
        keys = [e.key for job in self.outbox for e in job.entries if e.field == name]
        return keys[-1] if keys else None

    def types(self, name: Field, value: Any) -> None:
        """Types a value: one change with its own base."""
        self.outbox.append(Job([self._entry(name, value)], False, self.seen))

    def fills_in(self, values: dict[Field, Any]) -> None:
        """Sends a whole form, judged by what its page had seen, or by what waits of its own."""
        entries = [self._entry(name, value, of_page=True) for name, value in values.items()]
        self.outbox.append(Job(entries, True, self.seen))

    def settles(self, club: Club, which: int) -> None:
        """Looks at what is asked, and chooses one of the values."""
        asked = [one for one in club.open_conflicts(self.game) if not self.waits(one.entry.field)]
        self.looks(club)
        if asked:
            one = asked[which % len(asked)].entry
            values = [one.value, self.shows.get(one.field, (None, 0))[0]]
            self.types(one.field, values[which % 2])

    def takes_back(self) -> None:
        """Undoes its latest change that still stands as far as it knows."""
        for answer, before in reversed(self.own):
            if self.shows.get(answer.field, (None, 0))[1] == answer.seq:
                return self.types(answer.field, before)
        return None

    def _entry(self, name: Field, value: Any, of_page: bool = False) -> Entry:
        key, waiting = f"{self.name}-{len(self.ledger.saw)}", self.waits(name)
        shown, seq = self.shows.get(name, (None, 0))
        self.ledger.saw[key] = Saw(self.name, name, shown, value, 0 if waiting else seq)
        self.shows[name] = (value, seq)
        base: int | str | None = waiting or (None if of_page else seq or None)
        return Entry(key, self.game, ROUND, PLACE, name, value, base, self.name)

    def sends(self, club: Club, *, answer_lost: bool = False) -> None:
        """Sends what waits longest. A lost answer leaves it waiting, and it comes again."""
        if self.outbox:
            answers = self._post(club, self.outbox[0])
            if not answer_lost:
                self._learns(self.outbox.pop(0), answers)

    def sends_again(self, club: Club, which: int) -> None:
        """Something that was answered long ago comes once more, by a network that doubles."""
        if self.answered:
            self._post(club, self.answered[which % len(self.answered)])

    def _post(self, club: Club, job: Job) -> tuple[Answer, ...]:
        self.ledger.delivered |= {entry.key for entry in job.entries}
        if job.is_form:
            return club.record_all(job.entries, seen=job.seen)
        return club.record(job.entries)

    def _learns(self, job: Job, answers: tuple[Answer, ...]) -> None:
        self.answered.append(job)
        for answer in answers:
            saw = self.ledger.saw[answer.key]
            if answer.status == "applied":
                self.own.append((answer, saw.value))
            if not self.waits(answer.field):
                there = answer.current
                self.shows[answer.field] = (there.value, there.seq) if there else (None, 0)

    def looks(self, club: Club) -> None:
        """Gets the page anew; what waits to be sent stays as it was typed."""
        cells = club.cells(self.game)
        for (_, _, name), cell in cells.items():
            if not self.waits(name):
                self.shows[name] = (cell.value, cell.seq)
        # A page with something waiting was made before that.
        if not self.outbox:
            self.seen = club.latest_seq(self.game)


def same(one: Any, other: Any) -> bool:
    """Whether two values are one in the log."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def check(club: Club, game: int, ledger: Ledger) -> None:
    """Fails unless nothing is lost, doubled or silent, and the cells are the fold of the entries."""
    log = club.history(game, limit=10_000)
    keys = [entry.key for entry in log]
    assert len(keys) == len(set(keys))
    assert set(keys) == ledger.delivered
    for entry in log:
        assert same(entry.value, ledger.saw[entry.key].typed), entry
    _in_order(log, ledger)
    stood = _nothing_is_silent(log, ledger)
    cells = {name: (cell.value, cell.seq) for (_, _, name), cell in club.cells(game).items()}
    assert cells == {name: (entry.value, entry.seq) for name, entry in stood.items()}
    every_conflict_is_asked_about(club, game, log)


def _in_order(log: list[LoggedEntry], ledger: Ledger) -> None:
    """What one phone typed arrived in the order in which it was typed."""
    places = {key: at for at, key in enumerate(ledger.saw)}
    for phone in {saw.phone for saw in ledger.saw.values()}:
        mine = [places[entry.key] for entry in log if ledger.saw[entry.key].phone == phone]
        assert mine == sorted(mine)


def _nothing_is_silent(log: list[LoggedEntry], ledger: Ledger) -> dict[Field, LoggedEntry]:
    """Whoever replaced a value had it before their eyes: that very entry, or the same value. Gives what stands."""
    stood: dict[Field, LoggedEntry] = {}
    for entry in log:
        saw, there = ledger.saw[entry.key], stood.get(entry.field)
        if entry.status == "applied":
            if there and ledger.saw[there.key].phone != saw.phone:
                assert there.seq == saw.seq or same(there.value, saw.value), (there, saw)
            stood[entry.field] = entry
        elif entry.status == "same":
            assert same(entry.value, there.value if there else None)
            # Two who tap from 2 to 3 may have counted one book, or two.
            assert not (isinstance(entry.value, dict) and entry.value["as"] == "tally")
    return stood


def every_conflict_is_asked_about(club: Club, game: int, log: list[LoggedEntry]) -> None:
    """A value that was refused is asked about until somebody records over it, or its own phone has said otherwise."""
    later = {entry.base for entry in log if entry.status in ("conflict", "same")}
    stood = {(e.round, e.place, e.field): e.seq for e in log if e.status == "applied"}
    left = [
        entry.key
        for entry in log
        if entry.status == "conflict" and entry.key not in later
        if entry.seq > stood.get((entry.round, entry.place, entry.field), 0)
    ]
    assert [one.entry.key for one in club.open_conflicts(game)] == left
