"""Two to four phones count one round over HTTP, in any order, with drops, lost responses, repeats, undo, settling and
server restarts: nothing is lost, recorded twice or silently overwritten, and the cells are the fold of the entries."""

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scorepad.store import recording
from scorepad.web import create_app
from tests.web.driving import Visitor
from tests.web.rounds.counting_phones import INPUTS, POINTS, TALLIES, Ledger, Phone, check


class Host:
    """The server of one club, which can be stopped and restarted."""

    def __init__(self, home):
        self.home, self.app = home, create_app(home)
        self.first, *self.visitors = [Visitor(self.app) for _ in range(5)]

    def restarts(self):
        self.app.extensions["scorepad.club"].close()
        self.app = create_app(self.home)
        for visitor in (self.first, *self.visitors):
            visitor.app = visitor.client.application = self.app


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    host = Host(tmp_path_factory.mktemp("interleavings"))
    yield host
    host.app.extensions["scorepad.club"].close()


def _texts(inputs, *texts):
    return st.dictionaries(st.sampled_from(inputs), st.sampled_from(texts), min_size=1)


def _steps(*actions, **more):
    return st.tuples(st.sampled_from(actions), st.integers(0, 3), *more.values())


_which = st.integers(0, 9)
_plain = _steps("sends", "sends", "sends", "loses_the_answer", "looks")
_chosen = _steps("sends_again", "settles", which=_which)
_step = st.one_of(
    _steps("types", texts=_texts(POINTS, "", "5", "120+85", "7")),
    _steps("types", texts=_texts(TALLIES, "1", "2")),
    _steps("taps", name=st.sampled_from(TALLIES)),
    *(_plain, _plain, _chosen, _chosen),
    _steps("takes_back"),
)


def play(host, phones, steps):
    for action, at, *rest in steps:
        if action == "restarts":
            host.restarts()
        else:
            getattr(phones[at % len(phones)], action)(*rest)


def come_back(phones):
    """Reconnect all phones, and send everything in their outboxes."""
    while waiting := [phone for phone in phones if phone.outbox]:
        for phone in waiting:
            phone.sends()


def sit_down(host, how_many):
    """Start a new game with this number of phones, each on the sheet of the first round."""
    game, ledger = host.first.begin().game, Ledger()
    phones = [Phone(visitor, game, ledger) for visitor in host.visitors[:how_many]]
    for phone in phones:
        phone.looks()
        assert set(phone.shows) == set(INPUTS)
    return phones


def well(host, phones):
    check(host.first.club, phones[0].game, phones[0].ledger)


# Without shrinking: the first failing example is clear enough, and shrinking takes minutes.
@settings(max_examples=12, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(how_many=st.integers(2, 4), steps=st.lists(_step, min_size=8, max_size=28), off=st.none() | st.integers(0, 28))
def test_nothing_is_lost_doubled_or_silent(host, how_many, steps, off):
    if off is not None:
        steps = [*steps[:off], ("restarts", 0), *steps[off:]]
    phones = sit_down(host, how_many)
    play(host, phones, steps)
    well(host, phones)
    come_back(phones)
    assert phones[0].ledger.forms.keys() == phones[0].ledger.knew.keys()
    well(host, phones)


def typed(*texts, at=0):
    return [("types", at, {"team1.melded": text}) for text in texts]


@pytest.mark.parametrize(
    ("steps", "log"),
    [
        ([*typed("1", "12", "1"), ("loses_the_answer", 0), ("restarts", 0)],
         [("1", "applied"), ("12", "applied"), ("1", "applied")]),
        ([*typed("1", "12", "120"), ("sends", 0), ("looks", 1), *typed("7", at=1), ("sends", 1)],
         [("1", "applied"), ("7", "applied"), ("12", "conflict"), ("120", "conflict")]),
    ],
    ids=["in order without a connection", "somebody else typed in between"],
)  # fmt: skip
def test_a_cell_typed_again_and_again(host, steps, log):
    phones = sit_down(host, 2)
    play(host, phones, steps)
    come_back(phones)
    well(host, phones)
    assert melded(host, phones) == log
    assert ("typed 120" in phones[0].source) == (("120", "conflict") in log)


def melded(host, phones):
    log = host.first.club.history(phones[0].game)
    return [(entry.value["typed"], entry.status) for entry in log if entry.field == "melded"]


def test_what_was_refused_is_no_base_and_stands_in_nobodys_way(host):
    phones = sit_down(host, 1)
    play(host, phones, typed("many", "12"))
    come_back(phones)
    assert melded(host, phones) == [("12", "applied")]


def test_a_server_that_looks_away_is_caught(host, monkeypatch):
    """The checks above can fail: a store that accepts every entry does not pass."""
    monkeypatch.setattr(recording, "_is_current", lambda *_: True)
    phones = sit_down(host, 2)
    play(host, phones, [*typed("5"), *typed("7", at=1), ("sends", 0), ("sends", 1)])
    with pytest.raises(AssertionError):
        well(host, phones)
