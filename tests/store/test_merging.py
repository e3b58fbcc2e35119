"""Duplicates of a person are merged, unless both sat at one table, and can be separated again."""

from contextlib import suppress
from itertools import count

import pytest

from scorepad.store import NEW_GAME, CannotMerge, ChangedMeanwhile, Entry
from scorepad.store.people import _SAT
from scorepad.store.results.tables import _MARK_STALE

ANNA, ANNI, BEA, CLARA = 1, 2, 3, 4


@pytest.fixture(autouse=True)
def _four(people):
    assert [people.add(name).id for name in ("Anna", "Anni", "Bea", "Clara")] == [1, 2, 3, 4]


@pytest.fixture
def sit(club):
    """Begin a game with these people, seat by seat; a dictionary says who sits there from which round on."""
    numbers = count(1)

    def begin(*seats):
        key = f"game-{next(numbers)}"
        entries = [
            Entry(f"{key}-{at}-{start}", NEW_GAME, start, f"seat{at}", "player", {"id": player})
            for at, seat in enumerate(seats, start=1)
            for start, player in (seat if isinstance(seat, dict) else {0: seat}).items()
        ]
        return club.new_game(entries, key=key)

    return begin


def take_stale(club):
    """The games that were marked as stale; removes the marks."""
    with club.writing() as db:
        games = [row[0] for row in db.execute("SELECT game FROM league_stale ORDER BY game")]
        db.execute("DELETE FROM league_stale")
    return games


def ids(players):
    return [player.id for player in players]


def test_a_merged_player_is_shown_looked_up_and_offered_as_the_other(people, sit):
    sit(ANNI, BEA)
    sit(ANNA, BEA)
    assert people.merge(ANNI, ANNA).id == ANNA
    assert people.merged_ids() == {ANNI: ANNA}
    assert people.names([ANNA, ANNI]) == {ANNA: "Anna", ANNI: "Anna"}
    assert people.current([ANNI]) == {ANNI: (ANNA, "Anna")}
    assert ids(people.named("anni")) == [ANNA]
    assert ANNI not in ids(people.active())
    assert people.person(ANNI).merged_into == ANNA
    assert people.count_games(ANNA) == 2
    # A person's own name comes before an alias.
    people.change(BEA, name="Anni")
    assert ids(people.named("Anni")) == [BEA, ANNA]


@pytest.mark.parametrize(
    ("games", "problem"),
    [
        ([(ANNA, BEA), (ANNI, ANNA)], r"^Anni and Anna .* game 2, round 1, so they are"),
        ([({0: ANNA, 4: CLARA}, {0: BEA, 3: ANNI})], "round 3"),
    ],
)
def test_two_who_sat_at_one_table_are_two_people(club, people, sit, games, problem):
    for seats in games:
        sit(*seats)
    with pytest.raises(CannotMerge, match=problem):
        people.merge(ANNI, ANNA)
    assert people.merged_ids() == {}
    assert take_stale(club) == []


def test_a_player_who_took_over_from_the_other_may_be_the_same(people, sit):
    sit({0: ANNA, 3: ANNI}, BEA)
    sit({0: ANNA, 3: CLARA}, {0: BEA, 3: ANNI})
    sit({0: ANNA, 1: BEA}, ANNI)
    assert people.merge(ANNI, ANNA).id == ANNA


def test_a_table_of_somebody_merged_before_counts_too(people, sit):
    sit(ANNI, BEA)
    people.merge(ANNI, ANNA)
    with pytest.raises(CannotMerge):
        people.merge(BEA, ANNA)


def test_one_person_cannot_be_merged_with_themselves(people):
    people.merge(ANNI, ANNA)
    for one, other in ((ANNA, ANNA), (ANNI, ANNA), (ANNA, ANNI), (ANNI, ANNI)):
        with pytest.raises(CannotMerge, match="already the same person"):
            people.merge(one, other)


def test_merging_into_an_alias_goes_to_the_person(people):
    people.merge(ANNI, ANNA)
    assert people.merge(BEA, ANNI).id == ANNA
    assert people.merged_ids() == {ANNI: ANNA, BEA: ANNA}


def test_a_row_of_merges_is_taken_back_step_by_step(people):
    people.merge(ANNA, ANNI)
    people.merge(ANNI, BEA)
    people.merge(BEA, CLARA)
    assert people.merged_ids() == dict.fromkeys((ANNA, ANNI, BEA), CLARA)
    assert people.unmerge(BEA).merged_into is None
    assert people.merged_ids() == dict.fromkeys((ANNA, ANNI), BEA)
    people.unmerge(ANNA)
    assert people.merged_ids() == {ANNI: BEA}


def test_only_the_merge_that_was_seen_is_taken_back_and_gives_everything_back(people, sit):
    sit(ANNI, CLARA)
    before = people.everyone()
    people.merge(ANNI, BEA)
    for seen in (ANNA, ANNI):
        with pytest.raises(ChangedMeanwhile, match="Anni"):
            people.unmerge(ANNI, seen=seen)
    assert people.merged_ids() == {ANNI: BEA}
    people.unmerge(ANNI, seen=BEA)
    assert people.merged_ids() == {}
    assert people.everyone() == before
    assert people.count_games(ANNI) == 1


def test_the_games_of_a_merged_player_are_worked_out_again(club, people, sit):
    sit(ANNA, BEA)
    merged, other = sit(ANNI, BEA), sit(BEA, CLARA)
    people.merge(ANNI, ANNA)
    assert take_stale(club) == [merged]
    people.unmerge(ANNI)
    games = take_stale(club)
    assert merged in games
    assert other not in games
    # The stored facts of a game do not depend on guests: pages leave guests out.
    people.change(CLARA, guest=True)
    assert take_stale(club) == []


def test_games_in_the_bin_are_not_counted(club, people, sit):
    game = sit(ANNA, BEA)
    sit(ANNA, BEA)
    club.record([Entry("bin", game, 0, "table", "binned", True)])
    assert people.count_games(ANNA) == 1


def test_threads_that_merge_crosswise_make_no_circle(people, in_threads):
    players = ids([*people.active(), people.add("Dora"), people.add("Eve")])

    def merge(pair):
        with suppress(CannotMerge):
            people.merge(*pair)

    in_threads(merge, [(one, other) for one in players for other in players])
    (person,) = people.active()
    assert set(people.merged_ids().values()) == {person.id}
    assert len(people.merged_ids()) == len(players) - 1


@pytest.mark.parametrize("query", [_SAT, _MARK_STALE])
def test_the_games_of_a_person_are_looked_up_by_an_index(club, query):
    with club.reading() as db:
        plan = str(db.execute(f"EXPLAIN QUERY PLAN {query}", ("[1]",)).fetchall())
    assert "cell_player" in plan
    assert "SCAN cell" not in plan
