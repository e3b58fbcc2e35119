"""Two to four phones, in any order, with drops, lost answers, repeats, undo, settling and restarts: nothing is lost,
doubled or silent, and the cells are the fold of the entries."""

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scorepad.store import recording
from tests.store.recording_phones import Host, Ledger, Phone, check

TAP = {"as": "tally", "n": 1}
fields = st.sampled_from(("melded", "left", "clean"))
values = st.sampled_from((None, 0, 5, "120+85", TAP, {"as": "tally", "n": 2}))
phone, at = st.integers(0, 3), st.integers(0, 9)
plain = ("sends", "sends", "loses_the_answer", "looks", "takes_back", "restarts")

_typed = st.tuples(st.just("types"), phone, fields, values)
_form = st.tuples(st.just("fills_in"), phone, st.dictionaries(fields, values, min_size=1))
_plain = st.tuples(st.sampled_from(plain), phone)
_chosen = st.tuples(st.sampled_from(("sends_again", "settles")), phone, at)
_steps = st.one_of(_typed, _typed, _form, _plain, _plain, _chosen)


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    host = Host(tmp_path_factory.mktemp("interleavings") / "club.db")
    yield host
    host.club.close()


class Evening:
    """A new game and the phones at its table."""

    def __init__(self, host, phones=2):
        self.host, self.game, self.ledger = host, host.begin(), Ledger()
        names = [f"phone{number}-{self.game}" for number in range(phones)]
        self.phones = [Phone(name, host, self.game, self.ledger) for name in names]

    def play(self, steps):
        """Let phones do something: a step is a method of Phone, which phone, and the arguments."""
        for method, number, *arguments in steps:
            getattr(self.phones[number % len(self.phones)], method)(*arguments)

    def come_back(self):
        """All have a connection again, and everything that waits is sent."""
        while waiting := [phone for phone in self.phones if phone.outbox]:
            for phone in waiting:
                phone.sends()
        assert self.ledger.delivered == set(self.ledger.saw)

    def check(self):
        check(self.host.club, self.game, self.ledger)


# Without shrinking, which takes minutes: the first evening that goes wrong says enough.
@settings(max_examples=60, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(phones=st.integers(2, 4), steps=st.lists(_steps, min_size=5, max_size=50))
def test_whatever_happens_nothing_is_lost_doubled_or_silent(host, phones, steps):
    evening = Evening(host, phones)
    evening.play(steps)
    evening.check()
    evening.come_back()
    evening.check()


def test_the_file_is_well_after_all_of_them(host, faults):
    assert faults(host.club) == set()


THREE_TIMES = [("types", 0, "melded", n) for n in (1, 12, 120)]


def test_a_cell_typed_three_times_without_a_connection_arrives_in_order(host):
    evening = Evening(host, phones=1)
    evening.play([*THREE_TIMES, ("loses_the_answer", 0)])
    evening.come_back()
    log = [(entry.value, entry.status) for entry in host.club.history(evening.game)]
    assert log == [(1, "applied"), (12, "applied"), (120, "applied")]


def test_what_somebody_else_typed_in_between_is_asked_about(host):
    evening = Evening(host)
    evening.play([*THREE_TIMES, ("sends", 0), ("looks", 1)])
    evening.play([("types", 1, "melded", 7), ("sends", 1)])
    evening.come_back()
    evening.check()
    (conflict,) = host.club.open_conflicts(evening.game)
    assert (conflict.entry.value, conflict.seen) == (120, 1)
    assert host.club.cells(evening.game)[1, "team1", "melded"].value == 7


@pytest.mark.parametrize(("name", "values"), [("_is_current", (5, 7)), ("is_tally", (TAP, TAP))])
def test_a_store_that_looks_away_is_caught(host, monkeypatch, name, values):
    """The checks above can fail: a store that takes whatever comes, or says that nothing was tapped, does not pass."""
    monkeypatch.setattr(recording, name, lambda *_: name == "_is_current")
    evening = Evening(host)
    evening.play([("types", number, "clean", value) for number, value in enumerate(values)])
    evening.play([("sends", 0), ("sends", 1)])
    with pytest.raises(AssertionError):
        evening.check()
