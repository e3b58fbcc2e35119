"""Two who are one person are made one, unless they sat at one table, and can be two again."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count

import pytest

from scorepad.store import NEW_GAME, CannotMerge, ChangedMeanwhile, Entry
from scorepad.store.merging import _SAT
from scorepad.store.results.tables import _MARK_STALE

Sit = Callable[..., int]


@pytest.fixture
def sit(club):
    """Begin a game of people by id, seat by seat; a pair also says from which round somebody else sits there."""
    numbers = count(1)

    def begin(*seats):
        key = f"game-{next(numbers)}"
        entries = [
            Entry(f"{key}-{at}-{start}", NEW_GAME, start, f"seat{at}", "player", {"id": who})
            for at, seat in enumerate(seats, start=1)
            for start, who in (seat if isinstance(seat, dict) else {0: seat}).items()
        ]
        return club.new_game(entries, key=key)

    return begin


@pytest.fixture
def people(club):
    """Anna, Anni, Bea and Clara, by their ids."""
    return [club.people.add(name).id for name in ("Anna", "Anni", "Bea", "Clara")]


def stale(club):
    with club.reading() as db:
        return [row[0] for row in db.execute("SELECT game FROM league_stale ORDER BY game")]


def forget_stale(club):
    with club.writing() as db:
        db.execute("DELETE FROM league_stale")


def test_who_was_merged_is_shown_found_and_offered_as_the_other(club, people, sit):
    anna, anni, bea, _ = people
    sit(anni, bea)
    sit(anna, bea)
    assert club.people.merge(anni, anna).id == anna
    assert club.people.merged_ids() == {anni: anna}
    assert club.people.names([anna, anni]) == {anna: "Anna", anni: "Anna"}
    assert club.people.current([anni]) == {anni: (anna, "Anna")}
    assert [one.id for one in club.people.named("anni")] == [anna]
    assert anni not in [one.id for one in club.people.active()]
    assert club.people.person(anni).merged_into == anna
    assert club.people.count_games(anna) == 2


def test_who_has_a_name_comes_before_whose_alias_it_is(club, people):
    anna, anni, bea, _ = people
    club.people.merge(anni, anna)
    club.people.change(bea, name="Anni")
    assert [one.id for one in club.people.named("Anni")] == [bea, anna]


def test_who_sat_at_one_table_are_two_people(club, people, sit):
    anna, anni, bea, _ = people
    sit(anna, bea)
    game = sit(anni, anna)
    with pytest.raises(CannotMerge, match=f"^Anni and Anna .* game {game}, round 1, so they are"):
        club.people.merge(anni, anna)
    assert club.people.merged_ids() == {}
    assert stale(club) == []


def test_who_took_over_from_the_other_may_be_the_same(club, people, sit):
    anna, anni, bea, clara = people
    sit({0: anna, 3: anni}, bea)
    sit({0: anna, 3: clara}, {0: bea, 3: anni})
    sit({0: anna, 1: bea}, anni)
    assert club.people.merge(anni, anna).id == anna


def test_who_came_while_the_other_still_sat_is_somebody_else(club, people, sit):
    anna, anni, bea, clara = people
    sit({0: anna, 4: clara}, {0: bea, 3: anni})
    with pytest.raises(CannotMerge, match="round 3"):
        club.people.merge(anna, anni)


def test_a_table_of_who_was_merged_before_counts_too(club, people, sit):
    anna, anni, bea, _ = people
    sit(anni, bea)
    club.people.merge(anni, anna)
    with pytest.raises(CannotMerge):
        club.people.merge(bea, anna)


def test_one_person_cannot_be_merged_with_themselves(club, people):
    anna, anni, _, _ = people
    club.people.merge(anni, anna)
    for one, other in ((anna, anna), (anni, anna), (anna, anni), (anni, anni)):
        with pytest.raises(CannotMerge, match="one person already"):
            club.people.merge(one, other)


def test_merging_into_who_was_merged_goes_to_the_person(club, people):
    anna, anni, bea, _ = people
    club.people.merge(anni, anna)
    assert club.people.merge(bea, anni).id == anna
    assert club.people.merged_ids() == {anni: anna, bea: anna}


def test_a_row_of_merges_is_taken_back_step_by_step(club, people):
    anna, anni, bea, clara = people
    club.people.merge(anna, anni)
    club.people.merge(anni, bea)
    club.people.merge(bea, clara)
    assert club.people.merged_ids() == dict.fromkeys((anna, anni, bea), clara)
    assert club.people.unmerge(bea).merged_into is None
    assert club.people.merged_ids() == dict.fromkeys((anna, anni), bea)
    club.people.unmerge(anna)
    assert club.people.merged_ids() == {anni: bea}


def test_taking_a_merge_back_gives_everything_back(club, people, sit):
    anna, anni, bea, _ = people
    sit(anni, bea)
    before = club.people.everyone()
    club.people.merge(anni, anna)
    club.people.unmerge(anni)
    assert club.people.everyone() == before
    assert club.people.count_games(anni) == 1


def test_only_the_merge_that_was_seen_is_taken_back(club, people):
    anna, anni, bea, _ = people
    club.people.merge(anni, bea)
    for seen in (anna, anni):
        with pytest.raises(ChangedMeanwhile, match="Anni"):
            club.people.unmerge(anni, seen=seen)
    assert club.people.merged_ids() == {anni: bea}
    club.people.unmerge(anni, seen=bea)
    assert club.people.merged_ids() == {}


def test_the_games_of_who_was_merged_are_worked_out_anew(club, people, sit):
    anna, anni, bea, clara = people
    sit(anna, bea)
    merged, other = sit(anni, bea), sit(bea, clara)
    club.people.merge(anni, anna)
    assert stale(club) == [merged]
    forget_stale(club)
    club.people.unmerge(anni)
    assert merged in stale(club)
    assert other not in stale(club)
    forget_stale(club)
    # What is kept of a game is the same whoever in it is a guest: pages leave guests out.
    club.people.change(clara, guest=True)
    assert stale(club) == []


def test_games_in_the_bin_are_not_counted(club, people, sit):
    anna, _, bea, _ = people
    game = sit(anna, bea)
    sit(anna, bea)
    club.record([Entry("bin", game, 0, "table", "binned", True)])
    assert club.people.count_games(anna) == 1


def test_threads_that_merge_crosswise_make_no_circle(club):
    ids = [club.people.add(f"Player {number}").id for number in range(6)]
    pairs = [(one, other) for one in ids for other in ids]

    def merge(pair):
        with suppress(CannotMerge):
            club.people.merge(*pair)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(merge, pairs))
    (person,) = club.people.active()
    assert set(club.people.merged_ids().values()) == {person.id}
    assert len(club.people.merged_ids()) == len(ids) - 1


@pytest.mark.parametrize("asked", [_SAT, _MARK_STALE])
def test_the_games_of_a_person_are_found_without_looking_at_every_cell(club, asked):
    with club.reading() as db:
        plan = str(db.execute(f"EXPLAIN QUERY PLAN {asked}", ("[1]",)).fetchall())
    assert "cell_player" in plan
    assert "SCAN cell" not in plan
