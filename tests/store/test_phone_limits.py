"""Limits on the number of phones: by one link and in total, but never for an owner."""

from contextlib import closing

import pytest

from scorepad.store import Access, Dismissed, Pass, Role, TooManyPhones
from scorepad.store.engine import sqlite3
from tests.store.test_access import OWNS, READS, SCORES, WATCHES, passes

WATCHES_NEXT = Pass(Role.WATCHER, 13)


@pytest.fixture
def access(path):
    """A list in which one link admits three phones."""
    with closing(Access.open(path, per_link=3)) as access:
        yield access


def come(access, link, phones=1):
    return [access.admit(None, *link) for _ in range(phones)]


def test_the_list_stays_short_and_what_is_worth_nothing_makes_room(path, access, monkeypatch):
    monkeypatch.setattr("scorepad.store.access.MAX_PHONES", 5)
    mine, away, *_ = [access.admit(None, *link) for link in (OWNS, SCORES, SCORES, READS, READS)]
    access.dismiss(access.phone(away).id)
    with pytest.raises(TooManyPhones, match="make new links"):
        access.admit(None, *SCORES)
    mine = access.admit(mine, *SCORES)
    access.renew(*SCORES)
    come(access, SCORES)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM phone").fetchone() == (5,)
    assert passes(access, mine) == {OWNS}
    with pytest.raises(Dismissed):
        access.admit(away, *SCORES)


@pytest.mark.parametrize(("link", "most"), [(SCORES, 100), (WATCHES, 200), (READS, 200)])
def test_a_link_lets_in_so_many_unless_a_setting_says_otherwise(tmp_path, link, most):
    with closing(Access.open(tmp_path / "usual")) as access:
        first, *_ = come(access, link, most)
        assert len(access.phones()) == most
        if link == WATCHES:
            come(access, link)
            assert access.phone(first) is None
        else:
            with pytest.raises(TooManyPhones, match=f"{most} phones .* the owner can make a new link"):
                come(access, link)
        assert len(access.phones()) == most


def test_the_watchers_that_came_in_longest_ago_go_first(access):
    first, second, third = come(access, WATCHES, 3)
    second = access.admit(second, *SCORES)
    come(access, WATCHES_NEXT)
    assert access.admit(first, *WATCHES) == first
    latest = come(access, WATCHES, 2)
    assert access.phone(first) is None
    assert passes(access, second) == {SCORES}
    assert [passes(access, token) for token in (third, *latest)] == [{WATCHES}] * 3
    assert len(access.phones()) == 5


def test_a_full_link_shuts_out_no_other_link_and_no_phone_that_is_in(access):
    mine, *_ = come(access, SCORES, 3)
    assert access.admit(mine, *SCORES) == mine
    assert passes(access, *come(access, WATCHES)) == {WATCHES}
    access.renew(*SCORES)
    assert passes(access, *come(access, SCORES)) == {SCORES}


def test_those_who_were_sent_away_take_no_room(access):
    for token in come(access, SCORES, 3):
        access.dismiss(access.phone(token).id)
    assert passes(access, *come(access, SCORES)) == {SCORES}


def test_a_full_list_has_room_for_owners_and_gives_the_room_of_watchers(access, monkeypatch):
    monkeypatch.setattr("scorepad.store.access.MAX_PHONES", 4)
    watcher, *_ = come(access, WATCHES, 2)
    come(access, SCORES, 2)
    assert passes(access, *come(access, READS)) == {READS}
    assert access.phone(watcher) is None
    come(access, READS)
    with pytest.raises(TooManyPhones):
        come(access, READS)
    owners = come(access, OWNS, 6)
    assert [passes(access, token) for token in owners] == [{OWNS}] * 6


def test_a_new_owners_link_brings_back_an_owner_who_was_sent_away(access):
    (mine,) = come(access, OWNS)
    access.dismiss(access.phone(mine).id)
    with pytest.raises(Dismissed):
        access.admit(mine, *OWNS)
    access.renew(Role.OWNER)
    with pytest.raises(Dismissed):
        access.admit(mine, *SCORES)
    mine = access.admit(mine, *OWNS)
    assert passes(access, mine) == {OWNS}
