"""Which phones are present at a game, by their pages and streams, as time passes."""

import pytest

from scorepad.live import presence
from scorepad.live.presence import (
    SECONDS_AFTER_A_STREAM,
    SECONDS_HERE,
    SECONDS_SCORING,
    PageKind,
    Presence,
    PresentPhone,
    Viewer,
)

GAME = 1
ANN, BOB, TELEVISION = Viewer(1, 11, True), Viewer(2, 12, True), Viewer(3, 0, False)
"""Two phones that keep score, and one that may only watch."""


class Room:
    """One game, and a clock that the test controls."""

    def __init__(self):
        self.now = 0.0
        self.presence = Presence(clock=lambda: self.now)

    def asks(self, viewer, kind=PageKind.TABLE, now=None):
        self.now = self.now if now is None else now
        return self.presence.record_page_view(GAME, viewer, kind)

    def opens(self, viewer, stream, kind=PageKind.TABLE):
        return self.presence.stream_opened(GAME, viewer, kind, stream)

    def closes(self, viewer, stream, now):
        self.now = now
        return self.presence.stream_closed(GAME, viewer, stream)

    def here(self, now):
        self.now = now
        return self.presence.here(GAME)

    def changed(self, now):
        self.now = now
        return self.presence.changed_with_time() == [GAME]


@pytest.fixture
def room():
    return Room()


def test_a_phone_that_asks_again_looks_at_no_other_until_something_has_ended(room, monkeypatch):
    watchers = [Viewer(number, 0, False) for number in range(4, 34)]
    for viewer in (ANN, BOB, *watchers):
        room.asks(viewer)
    with monkeypatch.context() as patched:
        patched.delattr(presence._Room, "has_changed")
        assert not any(room.asks(viewer, now=1) for viewer in (ANN, BOB, *watchers))
        assert len(room.here(2)) == 32
    assert room.changed(SECONDS_HERE + 2)
    assert room.here(SECONDS_HERE + 2) == ()
    room.asks(ANN)
    assert room.asks(BOB)
    assert len(room.here(SECONDS_HERE + 3)) == 2


def test_two_phones_see_each_other_until_one_has_asked_for_no_page_for_a_while(room):
    room.asks(ANN)
    assert room.here(0) == ()
    room.asks(BOB, PageKind.COUNT, now=10)
    ann, bob = PresentPhone(11, True, False), PresentPhone(12, True, True)
    assert room.here(10) == room.here(SECONDS_HERE - 1) == (ann, bob)
    assert room.presence.here(99) == ()
    assert room.here(SECONDS_HERE + 1) == ()


def test_a_stream_keeps_its_phone_here_until_shortly_after_its_end(room):
    room.opens(ANN, 1)
    room.opens(BOB, 2, PageKind.COUNT)
    assert len(room.here(10_000)) == 2
    room.closes(BOB, 2, now=10_000)
    assert len(room.here(10_000 + SECONDS_AFTER_A_STREAM - 1)) == 2
    assert room.here(10_000 + SECONDS_AFTER_A_STREAM + 1) == ()


def test_a_phone_on_its_way_to_another_page_is_not_gone(room):
    room.opens(ANN, 1)
    assert room.opens(BOB, 2)
    assert not room.closes(BOB, 2, now=5)
    assert not room.opens(BOB, 3)
    assert not room.changed(1_000)


def test_only_what_pages_show_is_a_change_and_has_a_version_of_its_own(room):
    assert not room.asks(ANN)
    assert room.presence.version(GAME) == 0
    assert room.asks(BOB, now=1)
    version = room.presence.version(GAME)
    assert not room.asks(BOB, now=2)
    assert room.presence.version(GAME) == version > 0
    assert room.asks(BOB, PageKind.COUNT, now=3)
    assert room.presence.version(GAME) > version


def test_two_windows_of_a_phone_do_not_take_turns(room):
    room.opens(ANN, 1)
    room.opens(BOB, 2)
    room.opens(BOB, 3, PageKind.COUNT)
    for now in range(1, 6):
        assert not room.asks(BOB, PageKind.TABLE if now % 2 else PageKind.COUNT, now)
    assert [phone.counting for phone in room.here(6)] == [False, True]
    assert room.closes(BOB, 3, now=7)
    assert [phone.counting for phone in room.here(7)] == [False, False]


def test_a_phone_that_may_only_watch_or_looks_at_the_board_does_not_keep_score(room):
    room.asks(ANN)
    room.asks(TELEVISION)
    room.asks(BOB, PageKind.BOARD)
    assert [phone.scores for phone in room.here(1)] == [False, True, False]
    assert not room.presence.others_score(GAME, ANN.phone)


def test_another_phone_that_kept_score_is_remembered_for_a_while(room):
    room.asks(ANN)
    room.opens(BOB, 1)
    room.closes(BOB, 1, now=60)
    later = 60 + SECONDS_SCORING - 1
    room.asks(ANN, now=later)
    assert room.here(later) == ()
    assert room.presence.others_score(GAME, ANN.phone)
    room.now = later + 2
    assert not room.presence.others_score(GAME, ANN.phone)


def test_time_alone_changes_who_is_here_and_then_who_keeps_score(room):
    room.opens(ANN, 1)
    room.asks(BOB)
    version = room.presence.version(GAME)
    assert not room.changed(SECONDS_HERE - 1)
    assert room.changed(SECONDS_HERE)
    assert not room.changed(SECONDS_SCORING - 1)
    assert room.changed(SECONDS_SCORING)
    assert room.presence.version(GAME) == version + 2


def test_pages_of_a_game_can_be_made_new(room):
    room.asks(ANN)
    room.presence.renew(GAME)
    room.presence.renew(99)
    assert room.presence.version(GAME) > 0 == room.presence.version(99)
