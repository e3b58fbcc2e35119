"""Access: phones with their passes, links that are renewed, and phones that are sent away."""

import stat
from contextlib import closing

import pytest

from scorepad.store import Access, Club, Dismissed, Pass, Role, StoreError
from scorepad.store import access as module
from scorepad.store.engine import sqlite3

NOW = "2026-11-21T19:00:00+00:00"
OWNS, READS = Pass(Role.OWNER), Pass(Role.READER)
SCORES, WATCHES = Pass(Role.SCORER, 12), Pass(Role.WATCHER, 12)
SCORES_NEXT = Pass(Role.SCORER, 13)


@pytest.fixture
def access(path):
    with closing(Access.open(path, now=lambda: NOW)) as access:
        yield access


def passes(access, token):
    """What a phone may do now; nothing for an unknown phone."""
    phone = access.phone(token)
    return phone.passes if phone else frozenset()


def number(access, token):
    return access.phone(token).id


def test_a_phone_gets_the_passes_it_came_for_and_is_the_same_phone_again(access):
    token = access.admit(None, *SCORES)
    assert passes(access, token) == {SCORES}
    (phone,) = access.phones()
    assert (phone.joined_at, phone.player, phone.dismissed) == (NOW, None, False)
    assert access.admit(token, *SCORES) == token
    assert passes(access, access.admit(token, *WATCHES)) == {SCORES, WATCHES}
    access.set_player(phone.id, 7)
    (phone,) = access.phones()
    assert phone.player == 7


@pytest.mark.parametrize("word", ["", "x", "\x00", "\ud800", "é" * 10_000, "f" * 32])
def test_a_token_of_any_other_kind_is_no_phone_and_becomes_none(access, word):
    access.admit(None, *SCORES)
    assert access.phone(word) is None
    assert access.admit(word, *SCORES) != word
    assert access.phone(word) is None


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o666])
def test_a_list_that_others_can_use_is_refused_with_what_to_do(path, access, mode):
    access.close()
    path.chmod(mode)
    with pytest.raises(StoreError, match=f"Make it private: chmod 600 {path}"):
        Access.open(path)


def test_a_private_file_holds_no_token_and_knows_its_phones_after_a_restart(path, access):
    token = access.admit(None, *SCORES)
    renewed = access.renew(*WATCHES)
    access.close()
    assert token.encode() not in path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with closing(Access.open(path)) as again:
        assert again.phone(token).passes == {SCORES}
        assert again.generation(*WATCHES) == renewed


def test_a_new_list_begins_at_a_generation_of_its_own(tmp_path):
    generations = set()
    for name in "abc":
        with closing(Access.open(tmp_path / name)) as access:
            generations.add(access.generation(Role.OWNER))
    # Two of three are equal about once in thirty million runs.
    assert len(generations) == 3


def test_a_club_is_no_list_of_phones(path):
    Club.open(path).close()
    with pytest.raises(StoreError, match="no Scorepad list of phones"):
        Access.open(path)


def test_a_renewed_link_takes_its_own_passes_away_and_no_others(access):
    token, other = (access.admit(access.admit(None, *SCORES), *WATCHES), access.admit(None, *SCORES_NEXT))
    before = access.generation(*SCORES)
    assert access.renew(*SCORES) == access.generation(*SCORES) == before + 1
    assert passes(access, token) == {WATCHES}
    assert passes(access, other) == {SCORES_NEXT}
    token = access.admit(token, *SCORES)
    assert passes(access, token) == {SCORES, WATCHES}
    access.renew(*SCORES)
    assert passes(access, token) == {WATCHES}


def test_a_phone_that_gains_a_role_has_a_new_token_and_the_old_one_is_worth_nothing(access):
    planted = access.admit(None, *WATCHES)
    before = access.phone(planted)
    token = access.admit(planted, *OWNS)
    assert token != planted
    assert access.phone(planted) is None
    after = access.phone(token)
    assert (after.id, after.label) == (before.id, before.label)
    assert after.passes == {WATCHES, OWNS}


def test_a_pass_from_an_old_link_is_worth_nothing(access):
    old = access.generation(*SCORES)
    access.renew(*SCORES)
    token = access.admit(None, *SCORES, generation=old)
    assert passes(access, token) == frozenset()
    token = access.admit(token, *SCORES)
    assert access.admit(token, *SCORES, generation=old) == token
    assert passes(access, token) == {SCORES}


def test_an_owner_who_renews_the_owners_link_stays_in_and_others_do_not(access):
    mine, others = access.admit(None, *OWNS), access.admit(None, *OWNS)
    access.renew(Role.OWNER, keep=number(access, mine))
    assert passes(access, mine) == {OWNS}
    assert passes(access, others) == frozenset()


def test_sending_all_away_renews_every_link_also_those_not_used_yet(access):
    mine = access.admit(None, *OWNS)
    tokens = [access.admit(None, *link) for link in (OWNS, SCORES, WATCHES, READS)]
    access.renew(*SCORES_NEXT)
    links = [OWNS, SCORES, SCORES_NEXT, Pass(Role.WATCHER, 999), READS]
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
    token = access.admit(None, *SCORES)
    assert access.dismiss(number(access, token))
    assert passes(access, token) == frozenset()
    with pytest.raises(Dismissed, match="Ask them to let it in again"):
        access.admit(token, *SCORES)
    (phone,) = access.phones()
    assert phone.dismissed
    assert access.dismiss(phone.id, back=True)
    assert passes(access, token) == {SCORES}


def test_a_phone_that_was_forgotten_is_unknown_and_may_come_in_again(access):
    token = access.admit(None, *OWNS)
    assert access.forget(number(access, token))
    assert access.phone(token) is None
    assert access.phones() == []
    assert not access.dismiss(999)
    assert not access.forget(999)
    access.set_player(999, 1)
    assert access.phones() == []
    assert passes(access, access.admit(token, *OWNS)) == {OWNS}


def test_a_table_that_plays_again_takes_its_phones_along_once(access):
    renewed = access.admit(None, *WATCHES)
    access.renew(*WATCHES)
    scorer, watcher = access.admit(None, *SCORES), access.admit(None, *WATCHES)
    gone, away = access.admit(None, Role.SCORER, 11), access.admit(None, *SCORES)
    access.dismiss(number(access, away))
    access.renew(Role.SCORER, 14)
    access.copy_passes(12, 13)
    late = access.admit(None, *SCORES)
    for later in (13, 14):
        access.copy_passes(12, later)
    assert passes(access, late) == {SCORES}
    assert passes(access, scorer) == {SCORES, SCORES_NEXT}
    assert passes(access, watcher) == {WATCHES, Pass(Role.WATCHER, 13)}
    assert passes(access, gone) == {Pass(Role.SCORER, 11)}
    assert passes(access, renewed) == frozenset()
    access.dismiss(number(access, away), back=True)
    assert passes(access, away) == {SCORES, SCORES_NEXT}
    # The same form sent again admits no phone by a link that was renewed since.
    access.renew(*SCORES_NEXT)
    access.copy_passes(12, 13)
    assert passes(access, scorer) == {SCORES}


def test_a_phone_sent_away_while_it_is_looked_up_is_out_at_once(access, monkeypatch):
    token = access.admit(None, *SCORES)
    phone, read = number(access, token), module.phones_of
    access.set_player(phone, 1)

    def send_away(rows):
        monkeypatch.undo()
        access.dismiss(phone)
        return read(rows)

    monkeypatch.setattr(module, "phones_of", send_away)
    assert passes(access, token) == {SCORES}
    assert passes(access, token) == frozenset()


def test_another_process_is_seen_soon(path, access, monkeypatch):
    token = access.admit(None, *SCORES)
    assert passes(access, token) == {SCORES}
    with closing(Access.open(path)) as other:
        other.renew(*SCORES)
    later = module.time.monotonic() + module.CACHE_SECONDS
    monkeypatch.setattr(module.time, "monotonic", lambda: later)
    assert passes(access, token) == frozenset()


def test_a_pass_is_for_a_game_or_for_the_whole_club_as_its_role_says(access):
    for role, game in ((Role.OWNER, 12), (Role.SCORER, module.WHOLE_CLUB)):
        with pytest.raises(sqlite3.IntegrityError):
            access.admit(None, role, game)
    assert access.phones() == []
