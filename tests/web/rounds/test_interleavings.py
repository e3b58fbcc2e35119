"""Two to four phones count one round over HTTP, in any order, with drops, lost answers, repeats, undo, settling and a
server that is started anew: nothing is lost, doubled or silent, and the cells are the fold of the entries."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scorepad.store import recording
from scorepad.web import create_app
from tests.web.driving import Visitor
from tests.web.rounds.counting_phones import INPUTS, POINTS, TALLIES, Ledger, Phone, check

TEXTS = ("", "5", "120+85", "7")

_phone, _at = st.integers(0, 3), st.integers(0, 9)
_typed = st.tuples(
    st.just("types"),
    _phone,
    st.dictionaries(st.sampled_from(POINTS), st.sampled_from(TEXTS), min_size=1),
)
_counted = st.tuples(
    st.just("types"),
    _phone,
    st.dictionaries(st.sampled_from(TALLIES), st.sampled_from(("1", "2")), min_size=1),
)
_tapped = st.tuples(st.just("taps"), _phone, st.sampled_from(TALLIES))
_plain = st.tuples(
    st.sampled_from(("sends", "sends", "sends", "loses the answer", "looks")), _phone
)
_undone = st.tuples(st.just("takes back"), _phone)
_chosen = st.tuples(st.sampled_from(("sends again", "settles")), _phone, _at)
_restarts = st.tuples(st.just("restarts"), _phone)
_once = st.one_of(_typed, _tapped, _counted, _plain, _plain, _chosen, _chosen, _undone)
evenings = st.tuples(
    st.integers(2, 4), st.lists(_once, min_size=8, max_size=28), st.none() | st.integers(0, 28)
)


class Host:
    """The server of one club, which may be stopped and started."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.app: Flask = create_app(home)
        self.first = Visitor(self.app)
        self.visitors = [Visitor(self.app) for _ in range(4)]

    def restarts(self) -> None:
        self.app.extensions["scorepad.club"].close()
        self.app = create_app(self.home)
        for visitor in (self.first, *self.visitors):
            visitor.app = visitor.client.application = self.app


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("interleavings"))
    yield host
    host.app.extensions["scorepad.club"].close()


def play(host: Host, phones: list[Phone], steps: list[Any]) -> None:
    for what, at, *rest in steps:
        phone = phones[at % len(phones)]
        match what:
            case "types":
                phone.types(*rest)
            case "taps":
                phone.taps(*rest)
            case "sends":
                phone.sends()
            case "loses the answer":
                phone.sends(answer_lost=True)
            case "sends again":
                phone.sends_again(*rest)
            case "looks":
                phone.looks()
            case "takes back":
                # An undo that waits behind other changes is refused, which tries little.
                come_back([phone])
                phone.looks()
                phone.takes_back()
            case "settles":
                phone.looks()
                phone.settles(*rest)
            case "restarts":
                host.restarts()


def come_back(phones: list[Phone]) -> None:
    """All have a connection again, and everything that waits is sent."""
    while waiting := [phone for phone in phones if phone.outbox]:
        for phone in waiting:
            phone.sends()


def sit_down(host: Host, how_many: int) -> list[Phone]:
    """A new game with so many phones, each on the sheet of its first round."""
    game, ledger = host.first.begin().game, Ledger()
    phones = [Phone(visitor, game, ledger) for visitor in host.visitors[:how_many]]
    for phone in phones:
        phone.looks()
        assert set(phone.shows) == set(INPUTS)
    return phones


def well(host: Host, phones: list[Phone]) -> None:
    check(host.first.club, phones[0].game, phones[0].ledger)


# Without shrinking: the first evening that goes wrong says enough, and takes no minutes to be told.
@settings(max_examples=12, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(drawn=evenings)
def test_whatever_happens_nothing_is_lost_doubled_or_silent(
    host: Host, drawn: tuple[int, list[Any], int | None]
) -> None:
    how_many, steps, off = drawn
    if off is not None:
        steps = [*steps[:off], ("restarts", 0), *steps[off:]]
    phones = sit_down(host, how_many)
    play(host, phones, steps)
    well(host, phones)
    come_back(phones)
    assert {key for key, _ in phones[0].ledger.forms} == phones[0].ledger.delivered
    well(host, phones)


def values(host: Host, game: int, name: str) -> list[tuple[Any, str]]:
    log = host.first.club.history(game)
    return [(e.value.get("typed"), e.status) for e in log if f"{e.place}.{e.field}" == name]


def test_a_cell_typed_three_times_without_a_connection_arrives_in_order(host: Host) -> None:
    phones = sit_down(host, 1)
    typed = [("types", 0, {"team1.melded": text}) for text in ("1", "12", "1")]
    play(host, phones, [*typed, ("loses the answer", 0), ("restarts", 0)])
    come_back(phones)
    well(host, phones)
    assert values(host, phones[0].game, "team1.melded") == [
        ("1", "applied"),
        ("12", "applied"),
        ("1", "applied"),
    ]


def test_what_somebody_else_typed_in_between_is_asked_about(host: Host) -> None:
    phones = sit_down(host, 2)
    typed = [("types", 0, {"team1.melded": text}) for text in ("1", "12", "120")]
    other = [("looks", 1), ("types", 1, {"team1.melded": "7"}), ("sends", 1)]
    play(host, phones, [*typed, ("sends", 0), *other])
    come_back(phones)
    well(host, phones)
    assert values(host, phones[0].game, "team1.melded")[1:] == [
        ("7", "applied"),
        ("12", "conflict"),
        ("120", "conflict"),
    ]
    assert "typed 120" in phones[0].source


def test_what_was_refused_is_no_base_and_stands_in_nobodys_way(host: Host) -> None:
    phones = sit_down(host, 1)
    play(host, phones, [("types", 0, {"team1.melded": text}) for text in ("many", "12")])
    phones[0].ledger.saw.pop(next(iter(phones[0].ledger.saw)))
    come_back(phones)
    assert values(host, phones[0].game, "team1.melded") == [("12", "applied")]


def test_a_server_that_looks_away_is_caught(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks above can fail: a store that takes whatever comes does not pass."""
    monkeypatch.setattr(recording, "_is_current", lambda *_: True)
    phones = sit_down(host, 2)
    both = [("types", at, {"team1.melded": text}) for at, text in enumerate("57")]
    play(host, phones, [*both, ("sends", 0), ("sends", 1)])
    with pytest.raises(AssertionError):
        well(host, phones)
