"""Two to four phones, in any order, with drops, lost answers, repeats, undo, settling and restarts: nothing is lost,
doubled or silent, and the cells are the fold of the entries."""

from contextlib import ExitStack

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scorepad.store import Club, recording
from tests.store.recording_phones import Ledger, Phone, check

FIELDS = ("melded", "left", "clean")
VALUES = (None, 0, 5, "120+85", {"as": "tally", "n": 1}, {"as": "tally", "n": 2})

_phone, _at = st.integers(0, 3), st.integers(0, 9)
_typed = st.tuples(st.just("types"), _phone, st.sampled_from(FIELDS), st.sampled_from(VALUES))
_form = st.tuples(
    st.just("fills in"),
    _phone,
    st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(VALUES), min_size=1),
)
_plain = st.tuples(
    st.sampled_from(("sends", "sends", "loses the answer", "looks", "takes back", "restarts")),
    _phone,
)
_chosen = st.tuples(st.sampled_from(("sends again", "settles")), _phone, _at)
evenings = st.tuples(
    st.integers(2, 4),
    st.lists(st.one_of(_typed, _typed, _form, _plain, _plain, _chosen), min_size=5, max_size=50),
)


class Host:
    """The club on its machine, which may be switched off and on."""

    def __init__(self, path):
        self.path = path
        self.club = Club.open(path)
        self.games = 0

    def restarts(self):
        self.club.close()
        self.club = Club.open(self.path)

    def begins(self):
        self.games += 1
        return self.club.new_game([], key=f"game-{self.games}")


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    host = Host(tmp_path_factory.mktemp("interleavings") / "club.db")
    with ExitStack() as at_the_end:
        at_the_end.callback(lambda: host.club.close())
        yield host


def play(host, phones, steps):
    for what, at, *rest in steps:
        phone = phones[at % len(phones)]
        match what:
            case "types":
                phone.types(*rest)
            case "fills in":
                phone.fills_in(*rest)
            case "sends":
                phone.sends(host.club)
            case "loses the answer":
                phone.sends(host.club, answer_lost=True)
            case "sends again":
                phone.sends_again(host.club, *rest)
            case "looks":
                phone.looks(host.club)
            case "takes back":
                phone.takes_back()
            case "settles":
                phone.settles(host.club, *rest)
            case "restarts":
                host.restarts()


def come_back(host, phones):
    """All have a connection again, and everything that waits is sent."""
    while waiting := [phone for phone in phones if phone.outbox]:
        for phone in waiting:
            phone.sends(host.club)


def evening(host, how_many, steps):
    game, ledger = host.begins(), Ledger()
    phones = [Phone(f"phone{number}-{game}", game, ledger) for number in range(how_many)]
    play(host, phones, steps)
    check(host.club, game, ledger)
    come_back(host, phones)
    assert ledger.delivered == set(ledger.saw)
    check(host.club, game, ledger)


# Without shrinking: the first evening that goes wrong says enough, and takes no minutes to be told.
@settings(max_examples=60, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(drawn=evenings)
def test_whatever_happens_nothing_is_lost_doubled_or_silent(host, drawn):
    evening(host, *drawn)


def test_the_file_is_well_after_all_of_them(host, faults):
    assert faults(host.club) == set()


BOTH_TYPE = [("types", 0, "melded", 5), ("types", 1, "melded", 7), ("sends", 0), ("sends", 1)]
THREE_TIMES = [("types", 0, "melded", n) for n in (1, 12, 120)]


def test_a_cell_typed_three_times_without_a_connection_arrives_in_order(host):
    game, ledger = host.begins(), Ledger()
    phones = [Phone(f"alone-{game}", game, ledger)]
    play(host, phones, [*THREE_TIMES, ("loses the answer", 0)])
    come_back(host, phones)
    assert [(e.value, e.status) for e in host.club.history(game)] == [
        (1, "applied"),
        (12, "applied"),
        (120, "applied"),
    ]


def test_what_somebody_else_typed_in_between_is_asked_about(host):
    game, ledger = host.begins(), Ledger()
    phones = [Phone(f"{name}-{game}", game, ledger) for name in ("one", "other")]
    steps = [*THREE_TIMES, ("sends", 0), ("looks", 1), ("types", 1, "melded", 7), ("sends", 1)]
    play(host, phones, steps)
    come_back(host, phones)
    check(host.club, game, ledger)
    (asked,) = host.club.open_conflicts(game)
    assert (asked.entry.value, asked.seen) == (120, 1)
    assert host.club.cells(game)[1, "team1", "melded"].value == 7


@pytest.mark.parametrize("name", ["_is_current", "is_tally"])
def test_a_store_that_looks_away_is_caught(host, monkeypatch, name):
    """The checks above can fail: a store that takes whatever comes, or says that nothing was tapped, does not pass."""
    tap = {"as": "tally", "n": 1}
    steps = BOTH_TYPE if name == "_is_current" else []
    taps = [("types", 0, "clean", tap), ("types", 1, "clean", tap), ("sends", 0), ("sends", 1)]
    monkeypatch.setattr(recording, name, lambda *_: name == "_is_current")
    game, ledger = host.begins(), Ledger()
    phones = [Phone(f"{at}-{game}", game, ledger) for at in "ab"]
    play(host, phones, [*steps, *taps])
    with pytest.raises(AssertionError):
        check(host.club, game, ledger)
