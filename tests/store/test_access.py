"""Who may enter: phones with their passes, links that are made anew, and phones that are sent away."""

import stat
from contextlib import closing

import pytest

from scorepad.store import (
    WHOLE_CLUB,
    Access,
    Club,
    Dismissed,
    Pass,
    Role,
    StoreError,
    TooManyPhones,
)
from scorepad.store import access as module
from scorepad.store.engine import sqlite3

OWNS = Pass(Role.OWNER)
SCORES, WATCHES = Pass(Role.SCORER, 12), Pass(Role.WATCHER, 12)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "access.db"


@pytest.fixture
def access(path):
    with closing(Access.open(path, now=lambda: "2026-11-21T19:00:00+00:00")) as found:
        yield found


def passes(access, token):
    """What a phone may do now; nothing where it is not known."""
    phone = access.phone(token)
    return phone.passes if phone else frozenset()


def number(access, token):
    phone = access.phone(token)
    assert phone is not None
    return phone.id


def rows(path, table):
    with closing(sqlite3.connect(path)) as db:
        return db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def test_a_phone_gets_the_pass_it_came_for_and_no_other(access):
    token = access.let_in(None, *SCORES)
    assert passes(access, token) == {SCORES}
    (phone,) = access.phones()
    assert (phone.joined_at, phone.player, phone.dismissed) == (
        "2026-11-21T19:00:00+00:00",
        None,
        False,
    )


def test_a_phone_that_comes_again_is_the_same_phone(access):
    token = access.let_in(None, *SCORES)
    assert access.let_in(token, *SCORES) == token
    assert access.let_in(token, *WATCHES) == token
    assert passes(access, token) == {SCORES, WATCHES}
    assert len(access.phones()) == 1


def test_a_word_that_is_not_ours_becomes_no_phones_word(access):
    assert access.let_in("f" * 32, *SCORES) != "f" * 32
    assert access.phone("f" * 32) is None


@pytest.mark.parametrize("word", ["", "x", "\x00", "\ud800", "é" * 10_000])
def test_a_word_of_any_kind_is_nobody(access, word):
    access.let_in(None, *SCORES)
    assert access.phone(word) is None


def test_the_file_holds_no_word_and_is_for_its_owner_alone(path, access):
    token = access.let_in(None, *SCORES)
    access.close()
    assert token.encode() not in path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o666])
def test_a_list_that_others_can_use_is_refused_with_what_to_do(path, access, mode):
    access.close()
    path.chmod(mode)
    with pytest.raises(StoreError, match=f"Make it private: chmod 600 {path}"):
        Access.open(path)


def test_a_phone_is_known_after_a_restart(path, access):
    token = access.let_in(None, *SCORES)
    renewed = access.renew(Role.WATCHER, 12)
    access.close()
    with closing(Access.open(path)) as again:
        assert passes(again, token) == {SCORES}
        assert again.generation(Role.WATCHER, 12) == renewed


def test_a_new_list_begins_at_a_generation_that_no_other_began_at(tmp_path):
    begun = set()
    for name in "abc":
        with closing(Access.open(tmp_path / name)) as access:
            begun.add(access.generation(Role.OWNER))
    # One in a hundred million times two of three are alike.
    assert len(begun) == 3


def test_a_club_is_no_list_of_phones(path):
    Club.open(path.with_name("club.db")).close()
    with pytest.raises(StoreError, match="no Scorepad list of phones"):
        Access.open(path.with_name("club.db"))


def test_a_link_made_anew_takes_its_own_passes_away_and_no_others(access):
    token = access.let_in(None, *SCORES)
    access.let_in(token, *WATCHES)
    other = access.let_in(None, Role.SCORER, 13)
    before = access.generation(*SCORES)
    assert access.renew(*SCORES) == access.generation(*SCORES) == before + 1
    assert passes(access, token) == {WATCHES}
    assert passes(access, other) == {Pass(Role.SCORER, 13)}
    assert access.let_in(token, *SCORES) == token
    assert passes(access, token) == {SCORES, WATCHES}


def test_whoever_comes_late_by_an_old_link_gets_a_pass_that_is_worth_nothing(access):
    old = access.generation(*SCORES)
    access.renew(*SCORES)
    token = access.let_in(None, *SCORES, generation=old)
    assert passes(access, token) == frozenset()
    access.let_in(token, *SCORES)
    access.let_in(token, *SCORES, generation=old)
    assert passes(access, token) == {SCORES}


def test_an_owner_who_makes_the_owners_link_anew_stays_in_and_others_do_not(access):
    mine, others = access.let_in(None, *OWNS), access.let_in(None, *OWNS)
    access.renew(Role.OWNER, keep=number(access, mine))
    assert passes(access, mine) == {OWNS}
    assert passes(access, others) == frozenset()


def test_sending_all_away_makes_every_link_new_also_those_nobody_came_by(access):
    mine = access.let_in(None, *OWNS)
    tokens = [access.let_in(None, *one) for one in (OWNS, SCORES, WATCHES, Pass(Role.READER))]
    access.renew(Role.SCORER, 13)
    links = [OWNS, SCORES, Pass(Role.SCORER, 13), Pass(Role.WATCHER, 999), Pass(Role.READER)]
    before = [access.generation(*link) for link in links]
    access.renew_all(owner=number(access, mine))
    assert passes(access, mine) == {OWNS}
    assert not any(passes(access, token) for token in tokens)
    after = [access.generation(*link) for link in links]
    assert all(new > old for old, new in zip(before, after, strict=True))
    assert [phone.id for phone in access.phones()] == [number(access, mine)]


def test_no_generation_comes_back_after_all_were_sent_away(access):
    seen = {access.generation(*SCORES)}
    for _ in range(3):
        seen.add(access.renew(*SCORES))
        access.renew_all()
        seen.add(access.generation(*SCORES))
    assert len(seen) == 7


def test_a_phone_that_was_sent_away_may_do_nothing_until_it_is_let_in_again(access):
    token = access.let_in(None, *SCORES)
    assert access.dismiss(number(access, token))
    assert passes(access, token) == frozenset()
    with pytest.raises(Dismissed, match="Ask them to let it in again"):
        access.let_in(token, *SCORES)
    (phone,) = access.phones()
    assert phone.dismissed
    assert access.dismiss(phone.id, back=True)
    assert passes(access, token) == {SCORES}


def test_a_phone_that_was_forgotten_may_come_in_anew(access):
    token = access.let_in(None, *OWNS)
    assert access.forget(number(access, token))
    assert access.phone(token) is None
    assert passes(access, access.let_in(token, *OWNS)) == {OWNS}


def test_there_is_nothing_to_do_with_a_phone_that_is_none(access):
    assert not access.dismiss(999)
    assert not access.forget(999)
    access.set_player(999, 1)
    assert access.phones() == []


def test_whose_a_phone_is_is_kept(access):
    token = access.let_in(None, *SCORES)
    access.set_player(number(access, token), 7)
    phone = access.phone(token)
    assert phone is not None
    assert phone.player == 7


def test_a_table_that_plays_again_takes_its_phones_along(access):
    scorer, watcher = access.let_in(None, *SCORES), access.let_in(None, *WATCHES)
    gone, away = access.let_in(None, Role.SCORER, 11), access.let_in(None, *SCORES)
    access.dismiss(number(access, away))
    for _ in range(2):
        access.copy_passes(12, 13)
    assert passes(access, scorer) == {SCORES, Pass(Role.SCORER, 13)}
    assert passes(access, watcher) == {WATCHES, Pass(Role.WATCHER, 13)}
    assert passes(access, gone) == {Pass(Role.SCORER, 11)}
    access.renew(*SCORES)
    assert passes(access, scorer) == {Pass(Role.SCORER, 13)}


def test_a_form_sent_again_lets_nobody_in_whose_link_was_made_anew(access):
    token = access.let_in(None, *SCORES)
    access.copy_passes(12, 13)
    access.renew(Role.SCORER, 13)
    access.copy_passes(12, 13)
    assert passes(access, token) == {SCORES}


def test_an_old_pass_is_not_taken_along(access):
    token = access.let_in(None, *SCORES)
    access.renew(*SCORES)
    access.copy_passes(12, 13)
    assert passes(access, token) == frozenset()


def test_who_is_sent_away_while_being_looked_up_is_out_at_once(access, monkeypatch):
    token = access.let_in(None, *SCORES)
    this, now, still_in = number(access, token), module.time.monotonic, [True]
    access.set_player(this, 1)

    def send_away():
        if still_in:
            still_in.clear()
            access.dismiss(this)
        return now()

    monkeypatch.setattr(module.time, "monotonic", send_away)
    assert passes(access, token) == {SCORES}
    assert passes(access, token) == frozenset()


def test_another_process_is_seen_soon(path, access, monkeypatch):
    token = access.let_in(None, *SCORES)
    assert passes(access, token) == {SCORES}
    with closing(Access.open(path)) as other:
        other.renew(*SCORES)
    later = module.time.monotonic() + module.CACHE_SECONDS
    monkeypatch.setattr(module.time, "monotonic", lambda: later)
    assert passes(access, token) == frozenset()


def test_the_list_stays_short_and_what_is_worth_nothing_makes_room(path, access, monkeypatch):
    monkeypatch.setattr(module, "MOST_PHONES", 5)
    mine = access.let_in(None, *OWNS)
    away = access.let_in(None, *SCORES)
    access.dismiss(number(access, away))
    for _ in range(3):
        access.let_in(None, *SCORES)
    with pytest.raises(TooManyPhones, match="make new links"):
        access.let_in(None, *SCORES)
    assert access.let_in(mine, *SCORES) == mine
    access.renew(*SCORES)
    for _ in range(3):
        access.let_in(None, *SCORES)
    assert rows(path, "phone") == 5
    assert passes(access, mine) == {OWNS}
    with pytest.raises(Dismissed):
        access.let_in(away, *SCORES)


def test_a_pass_is_for_a_game_or_for_the_whole_club_as_its_role_says(access):
    for role, game in ((Role.OWNER, 12), (Role.SCORER, WHOLE_CLUB)):
        with pytest.raises(sqlite3.IntegrityError):
            access.let_in(None, role, game)
    assert access.phones() == []
