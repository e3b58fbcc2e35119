"""Whatever is sent, in whatever order and however often: the cells are the fold of the entries.

The model here knows the rules from the design alone and keeps everything in plain dicts.
"""

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.store import Club, Entry

FIELDS = ("melded", "left", "clean")
VALUES = (None, 0, 1, "120+85", {"as": "tally", "n": 1}, {"as": "tally", "n": 2})
BASES = ("seen", "none", "stale", "future", "own", "unknown")

typed = st.tuples(
    st.just("type"), st.sampled_from(FIELDS), st.sampled_from(VALUES), st.sampled_from(BASES)
)
sent_again = st.tuples(st.just("again"), st.integers(0, 30))
form = st.tuples(
    st.just("form"),
    st.lists(st.tuples(st.sampled_from(FIELDS), st.sampled_from(VALUES)), unique_by=lambda v: v[0]),
    st.integers(0, 4),
)
evenings = st.lists(st.one_of(typed, typed, form, sent_again), max_size=25)


@dataclass
class Model:
    """What the store should hold: cells and answers, by the words of the design."""

    cells: dict[str, tuple[Any, int]] = field(default_factory=dict)
    answers: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    sent: list[Entry] = field(default_factory=list)

    def base(self, kind, name, seq):
        there = self.cells[name][1] if name in self.cells else None
        earlier = [entry.key for entry in self.sent if entry.field == name]
        return {
            "seen": there,
            "none": None,
            "stale": there - 1 if there else None,
            "future": seq + 1000,
            "own": earlier[-1] if earlier else "never-sent",
            "unknown": "never-sent",
        }[kind]

    def status(self, entry):
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

    def accept(self, entry, status, seq):
        self.sent.append(entry)
        self.answers[entry.key] = (status, entry.field, seq)
        if status == "applied":
            self.cells[entry.field] = (entry.value, seq)


def fold(history):
    applied = [logged for logged in history if logged.status == "applied"]
    return {(e.round, e.place, e.field): (e.value, e.seq) for e in applied}


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with Club.open(tmp_path_factory.mktemp("property") / "club.db") as club:
        yield club


@settings(max_examples=80, deadline=None)
@given(evening=evenings)
def test_cells_are_the_fold_of_what_was_applied(shared, evening):
    game = shared.new_game([], key=f"game-{len(shared.games(limit=10_000))}")
    model = Model()
    for kind, *what in evening:
        if kind == "type":
            send_one(shared, model, game, *what)
        elif kind == "form":
            send_form(shared, model, game, *what)
        elif model.sent:
            send_again(shared, model, model.sent[what[0] % len(model.sent)])
    history = shared.history(game)
    stored = {name: (cell.value, cell.seq) for name, cell in shared.cells(game).items()}
    assert stored == fold(history)
    assert stored == {(1, "team1", name): cell for name, cell in model.cells.items()}
    assert [logged.key for logged in history] == [entry.key for entry in model.sent]


def test_the_doctor_agrees_after_all_of_them(shared, faults):
    assert faults(shared) == set()


def send_one(club, model, game, name, value, base):
    key = f"{game}-{len(model.sent)}"
    seen = model.base(base, name, club.latest_seq())
    entry = Entry(key, game, 1, "team1", name, value, seen)
    expected = model.status(entry)
    (answer,) = club.record([entry])
    assert answer.status == expected
    check_current(model, answer)
    model.accept(entry, expected, answer.seq)


def send_form(club, model, game, values, age):
    seen = max(0, club.latest_seq() - age)
    entries = [
        Entry(f"{game}-{len(model.sent) + n}", game, 1, "team1", name, value)
        for n, (name, value) in enumerate(values)
    ]
    unseen = {name for name, (_, seq) in model.cells.items() if seq > seen}
    expected = [
        "applied" if entry.field not in unseen else model.status(entry) for entry in entries
    ]
    if "conflict" in expected:
        expected = ["held" if status == "applied" else status for status in expected]
    answers = club.record_all(entries, seen=seen)
    assert [answer.status for answer in answers] == expected
    for entry, answer in zip(entries, answers, strict=True):
        model.accept(entry, answer.status, answer.seq)


def send_again(club, model, entry):
    status, _, seq = model.answers[entry.key]
    for answers in (club.record([entry]), club.record_all([entry])):
        assert [(answer.status, answer.seq) for answer in answers] == [(status, seq)]


def check_current(model, answer):
    if answer.status == "applied":
        assert answer.current is not None
        assert (answer.current.value, answer.current.seq) == (answer.value, answer.seq)
    else:
        there = model.cells.get(answer.field)
        current = answer.current and (answer.current.value, answer.current.seq)
        assert current == there
