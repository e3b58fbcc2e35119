"""Whatever is sent, in whatever order and however often: the cells are the fold of the entries.

The model here knows the rules from the design alone and keeps everything in plain dicts.
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.store import Club, Entry

fields = st.sampled_from(("melded", "left", "clean"))
values = st.sampled_from((None, 0, 1, "120+85", *({"as": "tally", "n": n} for n in (1, 2))))
bases = st.sampled_from(("seen", "none", "stale", "future", "own", "unknown"))

typed = st.tuples(st.just("types"), fields, values, bases)
forms = st.dictionaries(fields, values)
form = st.tuples(st.just("fills_in"), forms, st.integers(0, 4))
sent_again = st.tuples(st.just("sends_again"), st.integers(0, 30))


class Model:
    """What the store should hold: cells and answers, by the words of the design."""

    def __init__(self, club):
        self.club, self.game = club, club.new_game([], key=f"game-{len(club.games(limit=10_000))}")
        self.cells = {}  # field to value and seq
        self.answers = {}  # key to status, field and seq
        self.sent = []

    def types(self, name, value, base):
        entry = self._entry(name, value, self._base(base, name))
        status = self._status(entry)
        (answer,) = self.club.record([entry])
        assert answer.status == status
        there = (value, answer.seq) if status == "applied" else self.cells.get(name)
        assert (answer.current and (answer.current.value, answer.current.seq)) == there
        self._accept(entry, answer)

    def fills_in(self, values, age):
        seen = max(0, self.club.latest_seq() - age)
        entries = [self._entry(*value, at=at) for at, value in enumerate(values.items())]
        unseen = {name for name, (_, seq) in self.cells.items() if seq > seen}
        statuses = ["applied" if e.field not in unseen else self._status(e) for e in entries]
        if "conflict" in statuses:
            statuses = ["held" if status == "applied" else status for status in statuses]
        answers = self.club.record_all(entries, seen=seen)
        assert [answer.status for answer in answers] == statuses
        for entry, answer in zip(entries, answers, strict=True):
            self._accept(entry, answer)

    def sends_again(self, which):
        if self.sent:
            entry = self.sent[which % len(self.sent)]
            status, _, seq = self.answers[entry.key]
            for (answer,) in (self.club.record([entry]), self.club.record_all([entry])):
                assert (answer.status, answer.seq) == (status, seq)

    def _entry(self, name, value, base=None, at=0):
        key = f"{self.game}-{len(self.sent) + at}"
        return Entry(key, self.game, 1, "team1", name, value, base)

    def _base(self, kind, name):
        there = self.cells[name][1] if name in self.cells else None
        earlier = [entry.key for entry in self.sent if entry.field == name]
        return {
            "seen": there,
            "none": None,
            "stale": there - 1 if there else None,
            "future": self.club.latest_seq() + 1000,
            "own": earlier[-1] if earlier else "never-sent",
            "unknown": "never-sent",
        }[kind]

    def _status(self, entry):
        value, seq = self.cells.get(entry.field, (None, None))
        if self._is_current(entry, seq):
            return "applied"
        tally = isinstance(entry.value, dict)
        equal = json.dumps(entry.value) == json.dumps(value)
        return "same" if equal and not tally else "conflict"

    def _is_current(self, entry, seq):
        if not isinstance(entry.base, str):
            return entry.base == seq
        status, name, own_seq = self.answers.get(entry.base, ("", "", 0))
        unchanged_since = seq is not None and seq <= own_seq
        return status in ("applied", "same") and name == entry.field and unchanged_since

    def _accept(self, entry, answer):
        self.sent.append(entry)
        self.answers[entry.key] = (answer.status, entry.field, answer.seq)
        if answer.status == "applied":
            self.cells[entry.field] = (entry.value, answer.seq)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with Club.open(tmp_path_factory.mktemp("property") / "club.db") as club:
        yield club


@settings(max_examples=80, deadline=None)
@given(steps=st.lists(st.one_of(typed, typed, form, sent_again), max_size=25))
def test_cells_are_the_fold_of_what_was_applied(shared, steps):
    model = Model(shared)
    for method, *arguments in steps:
        getattr(model, method)(*arguments)
    history = shared.history(model.game)
    cells = shared.cells(model.game)
    stored = {name: (cell.value, cell.seq) for name, cell in cells.items()}
    applied = [logged for logged in history if logged.status == "applied"]
    assert stored == {(e.round, e.place, e.field): (e.value, e.seq) for e in applied}
    assert stored == {(1, "team1", name): cell for name, cell in model.cells.items()}
    assert [logged.key for logged in history] == [entry.key for entry in model.sent]


def test_the_doctor_agrees_after_all_of_them(shared, faults):
    assert faults(shared) == set()
