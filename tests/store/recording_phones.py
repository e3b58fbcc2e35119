"""Phones at one table as the store meets them: they type without knowing what others do, and lose answers.

What each of them showed is written down when somebody types, and is what `check` judges the log by.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from scorepad.store import Answer, Club, Entry

ROUND, PLACE = 1, "team1"


@dataclass(frozen=True)
class Saw:
    """What a phone saw in a cell when it typed into it: a value, and the seq of the entry that put it there, 0 if it
    was the phone's own and still on its way, or if there was none."""

    phone: str
    field: str
    value: Any
    typed: Any
    seq: int


@dataclass
class Ledger:
    """All that was ever typed, by key, in the order of typing; and the keys that reached the store."""

    saw: dict[str, Saw] = field(default_factory=dict)
    delivered: set[str] = field(default_factory=set)


class Host:
    """The club on its machine, which may be switched off and on."""

    def __init__(self, path):
        self.path, self.club, self.games = path, Club.open(path), 0

    def restart(self):
        self.club.close()
        self.club = Club.open(self.path)

    def begin(self):
        self.games += 1
        return self.club.new_game([], key=f"game-{self.games}")


@dataclass
class Job:
    """What a phone sends at once: a change, or a form with what its page had seen."""

    entries: list[Entry]
    seen: int | None = None


@dataclass
class Phone:
    """One phone: what it shows, and what waits to be sent."""

    name: str
    host: Host
    game: int
    ledger: Ledger
    shows: dict[str, tuple[Any, int]] = field(default_factory=dict)
    seen: int = 0
    outbox: list[Job] = field(default_factory=list)
    answered: list[Job] = field(default_factory=list)
    own: list[tuple[Answer, Any]] = field(default_factory=list)

    def waits(self, name):
        """The key of the phone's latest entry for that cell that it has no answer to."""
        keys = [e.key for job in self.outbox for e in job.entries if e.field == name]
        return keys[-1] if keys else None

    def types(self, name, value):
        """Types a value: one change with its own base."""
        self.outbox.append(Job([self._entry(name, value)]))

    def fills_in(self, values):
        """Sends a whole form, judged by what its page had seen, or by what waits of its own."""
        entries = [self._entry(name, value, of_page=True) for name, value in values.items()]
        self.outbox.append(Job(entries, self.seen))

    def settles(self, which):
        """Looks at the open conflicts, and chooses one of the values."""
        entries = [conflict.entry for conflict in self.host.club.open_conflicts(self.game)]
        entries = [entry for entry in entries if not self.waits(entry.field)]
        self.looks()
        if entries:
            entry = entries[which % len(entries)]
            values = [entry.value, self.shows.get(entry.field, (None, 0))[0]]
            self.types(entry.field, values[which % 2])

    def takes_back(self):
        """Undoes its latest change that still stands as far as it knows."""
        for answer, before in reversed(self.own):
            if self.shows.get(answer.field, (None, 0))[1] == answer.seq:
                return self.types(answer.field, before)
        return None

    def _entry(self, name, value, of_page=False):
        key, waiting = f"{self.name}-{len(self.ledger.saw)}", self.waits(name)
        shown, seq = self.shows.get(name, (None, 0))
        self.ledger.saw[key] = Saw(self.name, name, shown, value, 0 if waiting else seq)
        self.shows[name] = (value, seq)
        base = waiting or (None if of_page else seq or None)
        return Entry(key, self.game, ROUND, PLACE, name, value, base, self.name)

    def sends(self, *, answer_lost=False):
        """Sends what waits longest. A lost answer leaves it waiting, and it comes again."""
        if self.outbox:
            answers = self._post(self.outbox[0])
            if not answer_lost:
                self._learns(self.outbox.pop(0), answers)

    def loses_the_answer(self):
        self.sends(answer_lost=True)

    def sends_again(self, which):
        """Something that was answered long ago comes once more, by a network that doubles."""
        if self.answered:
            self._post(self.answered[which % len(self.answered)])

    def _post(self, job):
        self.ledger.delivered |= {entry.key for entry in job.entries}
        if job.seen is None:
            return self.host.club.record(job.entries)
        return self.host.club.record_all(job.entries, seen=job.seen)

    def _learns(self, job, answers):
        self.answered.append(job)
        for answer in answers:
            if answer.status == "applied":
                self.own.append((answer, self.ledger.saw[answer.key].value))
            if not self.waits(answer.field):
                there = answer.current
                self.shows[answer.field] = (there.value, there.seq) if there else (None, 0)

    def looks(self):
        """Loads the page again; what waits to be sent stays as it was typed."""
        for (_, _, name), cell in self.host.club.cells(self.game).items():
            if not self.waits(name):
                self.shows[name] = (cell.value, cell.seq)
        # A page with something waiting was made before that.
        if not self.outbox:
            self.seen = self.host.club.latest_seq(self.game)

    def restarts(self):
        """Whoever holds this phone switches the host off and on."""
        self.host.restart()


def same(one, other):
    """Whether two values are one in the log."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def check(club, game, ledger):
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


def _in_order(log, ledger):
    """What one phone typed arrived in the order in which it was typed."""
    places = {key: at for at, key in enumerate(ledger.saw)}
    for phone in {saw.phone for saw in ledger.saw.values()}:
        mine = [places[entry.key] for entry in log if ledger.saw[entry.key].phone == phone]
        assert mine == sorted(mine)


def _nothing_is_silent(log, ledger):
    """A phone that replaced a value had shown it: that very entry, or the same value. Gives what stands."""
    stood = {}
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


def every_conflict_is_asked_about(club, game, log):
    """A value that was refused is asked about until somebody records over it, or its own phone types again."""
    later = {entry.base for entry in log if entry.status in ("conflict", "same")}
    stood = {(e.round, e.place, e.field): e.seq for e in log if e.status == "applied"}
    left = [
        entry.key
        for entry in log
        if entry.status == "conflict" and entry.key not in later
        if entry.seq > stood.get((entry.round, entry.place, entry.field), 0)
    ]
    assert [conflict.entry.key for conflict in club.open_conflicts(game)] == left
