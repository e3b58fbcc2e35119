"""Which conflicts nobody has settled, and what a phone's earlier forms recorded."""

from collections.abc import Callable

import pytest

from scorepad.store import Entry, log

Make = Callable[..., Entry]


@pytest.fixture
def refused(club, entry):
    """Somebody's 7 that met a 5."""
    there, late = entry(5), entry(7)
    club.record([there, late])
    return late


def asked(club, game):
    return [one.entry.key for one in club.open_conflicts(game)]


def test_a_game_without_a_conflict_has_none_open(club, game, entry):
    club.record([entry(5), entry(5), entry(6, field="left")])
    assert club.open_conflicts(game) == []
    assert club.open_conflicts(999) == club.open_conflicts(2**70) == []


def test_a_conflict_is_open_with_what_its_phone_had_seen(club, game, entry):
    (first,) = club.record([entry(5)])
    club.record([entry(6, base=first.seq)])
    late = entry(7, base=first.seq, device="bob")
    club.record([late])
    (one,) = club.open_conflicts(game)
    assert (one.entry.key, one.entry.value, one.entry.device) == (late.key, 7, "bob")
    assert one.seen == 5


def test_a_new_value_in_the_cell_closes_it_whatever_it_is(club, game, entry, refused):
    assert asked(club, game) == [refused.key]
    (there,) = club.cells(game).values()
    assert club.record([entry(5, base=there.seq)])[0].status == "applied"
    assert asked(club, game) == []


def test_the_value_that_stands_said_once_more_without_having_been_looked_at_leaves_it_open(
    club, game, entry, refused
):
    assert club.record([entry(5)])[0].status == "same"
    assert asked(club, game) == [refused.key]


def test_two_who_settle_at_once_agree_or_are_asked_again(club, game, entry, refused):
    (there,) = club.cells(game).values()
    answers = club.record([entry(7, base=there.seq), entry(7, base=there.seq)])
    assert [answer.status for answer in answers] == ["applied", "same"]
    assert asked(club, game) == []
    otherwise = entry(5, base=there.seq)
    club.record([otherwise])
    assert asked(club, game) == [otherwise.key]


def test_of_what_a_phone_typed_over_itself_only_its_last_word_is_asked_about(
    club, game, entry, refused
):
    again = entry(70, base=refused.key)
    last = entry(700, base=again.key)
    club.record([again, last])
    assert asked(club, game) == [last.key]
    assert club.open_conflicts(game)[0].seen is None


def test_a_phone_whose_last_word_is_what_stands_is_asked_about_nothing(club, game, entry, refused):
    (answer,) = club.record([entry(5, base=refused.key)])
    assert answer.status == "same"
    assert asked(club, game) == []


def test_what_was_held_with_a_conflict_is_not_asked_about(club, game, entry):
    club.record([entry(5)])
    late = entry(7)
    club.record_all([late, entry(3, field="left")])
    assert asked(club, game) == [late.key]


def test_a_conflict_in_a_cell_that_never_had_a_value_is_open(club, game, entry):
    lost = entry(5, base=99)
    club.record([lost])
    assert asked(club, game) == [lost.key]


def test_they_are_found_by_their_index(club, game):
    with club.reading() as db:
        plan = db.execute(f"EXPLAIN QUERY PLAN {log._OPEN}", (game,)).fetchall()
    assert "USING INDEX entry_conflict (game=?)" in plan[0][3]


def test_what_a_form_recorded_is_found_by_its_key(club, game, entry):
    keys = ["a", "a:team1.melded", "a:team1.left", "b:team1.melded", "ab", "a;"]
    club.record_all([entry(n, key=key, field=f"f{n}") for n, key in enumerate(keys)])
    other = club.new_game([], key="other")
    club.record([entry(1, key="a:elsewhere", game=other)])
    assert [one.key for one in club.form_entries(game, ["a", "c"])] == keys[:3]
    assert [one.key for one in club.form_entries(game, ["b", "ab"])] == ["b:team1.melded", "ab"]
    assert club.form_entries(game, []) == []
    assert club.form_entries(game, ["%", "_", "", "'"]) == []


def test_finding_what_a_form_recorded_looks_at_nothing_else(club, game):
    with club.reading() as db:
        plan = db.execute(f"EXPLAIN QUERY PLAN {log._OF_FORMS}", ('["a"]', game)).fetchall()
    assert not [step[3] for step in plan if step[3].startswith("SCAN entry")]


def test_nobody_closes_a_conflict_without_knowing_of_it(club, game, entry):
    ann, bob = entry(5, device="ann"), entry(7, device="bob")
    club.record([ann])
    seen = club.latest_seq(game)
    club.record([bob])
    waited = entry(50, device="ann", base=ann.key)
    page = entry(51, device="ann")
    assert club.record([waited])[0].status == "conflict"
    assert club.record_all([page], seen=seen)[0].status == "conflict"
    assert asked(club, game) == [bob.key, waited.key, page.key]
    knowing = entry(52, device="ann")
    assert club.record_all([knowing], seen=club.latest_seq(game))[0].status == "applied"
    assert asked(club, game) == []


def test_who_was_refused_may_go_on_from_what_stands(club, game, entry):
    club.record([entry(5, device="ann")])
    seen = club.latest_seq(game)
    club.record([entry(7, device="bob")])
    assert club.record_all([entry(8, device="bob")], seen=seen)[0].status == "applied"


def test_who_said_what_stands_there_does_not_know_of_the_other_either(club, game, entry):
    club.record([entry(5, device="ann")])
    bob = entry(7, device="bob")
    club.record([bob])
    agreed = entry(5, device="carla")
    after = entry(6, device="carla", base=agreed.key)
    assert [a.status for a in club.record([agreed, after])] == ["same", "conflict"]
    assert asked(club, game) == [bob.key, after.key]
