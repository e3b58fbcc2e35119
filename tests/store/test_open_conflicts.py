"""Which conflicts are not settled yet, and which entries a phone's earlier forms recorded."""

import pytest

from scorepad.store import games
from tests.store.test_whole_forms import statuses


@pytest.fixture
def refused(club, entry):
    """A 7 in conflict with a 5."""
    late = entry(7, device="bob")
    club.record([entry(5), late])
    return late


@pytest.fixture
def there(club, game, refused):
    """The seq of the 5 in the cell."""
    (cell,) = club.cells(game).values()
    return cell.seq


@pytest.fixture
def still_open(club, game):
    """Return the keys of the conflicts that are open now."""
    return lambda: [conflict.entry.key for conflict in club.open_conflicts(game)]


def test_a_game_without_a_conflict_has_none_open(club, game, entry):
    club.record([entry(5), entry(5), entry(6, field="left")])
    assert club.open_conflicts(game) == []
    assert club.open_conflicts(999) == club.open_conflicts(2**70) == []


def test_a_conflict_is_open_with_what_its_phone_had_seen(club, game, entry, refused, there):
    club.record([entry(70, base=refused.key)])
    assert [conflict.seen for conflict in club.open_conflicts(game)] == [None]
    club.record([entry(6, base=there)])
    assert club.open_conflicts(game) == []
    late = entry(8, base=there, device="bob")
    club.record([late])
    (conflict,) = club.open_conflicts(game)
    assert (conflict.entry.key, conflict.entry.value) == (late.key, 8)
    assert (conflict.entry.device, conflict.seen) == ("bob", 5)


def test_what_was_held_with_a_conflict_is_not_asked_about(club, entry, still_open):
    club.record([entry(5)])
    late = entry(7)
    club.record_all([late, entry(3, field="left")])
    assert still_open() == [late.key]


def test_both_are_looked_up_by_an_index(club, game):
    def plan(query, *words):
        with club.reading() as db:
            return [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}", words)]

    assert "USING INDEX entry_conflict (game=?)" in plan(games._OPEN, game)[0]
    steps = plan(games._OF_FORMS, '["a"]', game)
    assert not [step for step in steps if step.startswith("SCAN entry")]


def test_what_a_form_recorded_is_looked_up_by_its_key(club, game, entry):
    keys = ["a", "a:team1.melded", "a:team1.left", "b:team1.melded", "ab", "a;"]
    club.record_all([entry(n, key=key, field=f"f{n}") for n, key in enumerate(keys)])
    other = club.new_game([], key="other")
    club.record([entry(1, key="a:elsewhere", game=other)])
    for asked, expected in {("a", "c"): keys[:3], ("b", "ab"): keys[3:5], (): []}.items():
        assert [logged.key for logged in club.form_entries(game, asked)] == expected
    assert club.form_entries(game, ["%", "_", "", "'"]) == []


def test_no_one_closes_a_conflict_without_knowing_of_it(club, game, entry, still_open):
    ann, bob = entry(5, device="ann"), entry(7, device="bob")
    club.record([ann])
    seen = club.latest_seq(game)
    club.record([bob])
    waited = entry(50, device="ann", base=ann.key)
    page = entry(51, device="ann")
    assert statuses(club.record([waited])) == ["conflict"]
    assert statuses(club.record_all([page], seen=seen)) == ["conflict"]
    assert still_open() == [bob.key, waited.key, page.key]
    knowing = entry(52, device="ann")
    assert statuses(club.record_all([knowing], seen=club.latest_seq(game))) == ["applied"]
    assert still_open() == []


def test_whose_value_was_refused_may_go_on_from_what_stands(club, entry, refused, there):
    assert statuses(club.record_all([entry(8, device="bob")], seen=there)) == ["applied"]


def test_typing_what_stands_is_not_knowing_of_the_other(club, entry, refused, still_open):
    agreed = entry(5, device="carla")
    after = entry(6, device="carla", base=agreed.key)
    assert statuses(club.record([agreed, after])) == ["same", "conflict"]
    assert still_open() == [refused.key, after.key]


def test_an_entry_that_is_based_on_itself_is_a_conflict_like_others(club, game, entry):
    """No page sends one, but the file of a club may contain it."""
    club.record([entry(5), entry(7, key="own", base="own")])
    assert [(conflict.entry.key, conflict.seen) for conflict in club.open_conflicts(game)] == [("own", 7)]
    (answer,) = club.record([entry(8, base="own")])
    assert answer.status == "conflict"


def test_a_ring_of_bases_ends(club, entry):
    club.record([entry(5), entry(5, key="first", base="second"), entry(5, key="second", base="first")])
    (answer,) = club.record([entry(8, base="second")])
    assert answer.status in ("applied", "conflict")
