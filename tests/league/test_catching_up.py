"""Corrections change what they should and nothing else, whoever writes meanwhile and wherever the work stops."""

import threading

import pytest

from scorepad.store.results import catching_up, putting, rating
from tests.league.clubs import an_evening, plain_league, written_out
from tests.league.comparing import same_league

ANN, BOB, CARLA, DORA, EMIL = range(5)
NAMES = ("Ann", "Bob", "Carla", "Dora", "Emil", "Frida", "Gus", "Hanna")
MORE, FEWER = [300, 100], [100, 300]


@pytest.fixture
def evening(tmp_path):
    with an_evening(tmp_path) as evening:
        for name in NAMES:
            evening.person(name)
        yield evening


def played(evening, *, first=(ANN, BOB, CARLA, DORA), out=None, melded=MORE):
    """A game of one round, over."""
    game = evening.begin("partnership", [evening.people[at] for at in first])
    evening.round(game, 1, out, melded)
    evening.end(game, 1)
    return game


def caught_up(evening):
    """The club's league, up to date."""
    evening.club.league.catch_up()
    return evening.club.league


def is_right(evening):
    """Every figure is what plain code makes of it, and what working it out anew makes of it."""
    league = caught_up(evening)
    assert league.is_fresh()
    same_league(evening.club, plain_league(evening.club))
    kept = written_out(evening.club)
    league.rebuild()
    assert written_out(evening.club) == kept


def test_a_game_that_becomes_a_tie_ends_the_run_that_later_games_had_gone_on_with(evening):
    games = [played(evening) for _ in range(3)]
    ann = str(evening.people[ANN])
    assert caught_up(evening).best_run(ann) == (3, 3)
    evening.round(games[0], 1, None, [100, 100])
    assert caught_up(evening).best_run(ann) == (2, 2)
    is_right(evening)


def test_a_game_that_goes_into_the_bin_joins_the_runs_on_its_sides(evening):
    games = [played(evening), played(evening, melded=FEWER), played(evening)]
    ann = str(evening.people[ANN])
    assert caught_up(evening).best_run(ann) == (1, 1)
    evening.put(games[1], 0, "table", "binned", True)
    assert caught_up(evening).best_run(ann) == (2, 2)
    is_right(evening)


def test_a_correction_changes_ratings_from_its_game_on_and_only_of_whom_it_reaches(evening):
    played(evening)
    second = played(evening)
    played(evening, first=(4, 5, 6, 7))
    league = caught_up(evening)
    before = {one: league.rated_games(one, 10) for one in evening.people}
    evening.round(second, 1, None, FEWER)
    after = {one: caught_up(evening).rated_games(one, 10) for one in evening.people}
    for one in evening.people[:4]:
        assert after[one][0].rating == before[one][0].rating
        assert after[one][1].rating != before[one][1].rating
    for one in evening.people[4:]:
        assert after[one] == before[one]


def test_a_correction_after_which_the_same_team_won_rates_nobody_anew(evening, monkeypatch):
    games = [played(evening) for _ in range(2)]
    caught_up(evening)
    monkeypatch.setattr(rating.Replaying, "_write", None)
    evening.round(games[0], 1, None, [305, 100])
    caught_up(evening)
    assert evening.club.league.game(games[0]).sides[0].total == 305


def test_what_is_typed_while_games_are_worked_out_waits_for_nothing_and_is_not_lost(
    evening, monkeypatch
):
    game = played(evening)
    real, typed = catching_up.game_facts, []

    def slowly(told, person_of):
        if not typed:
            typed.append(True)
            writer = threading.Thread(target=evening.round, args=(game, 1, None, FEWER))
            writer.start()
            writer.join(10)
            assert not writer.is_alive()
        return real(told, person_of)

    monkeypatch.setattr(catching_up, "game_facts", slowly)
    league = caught_up(evening)
    assert typed
    assert not league.is_fresh()
    is_right(evening)
    assert league.game(game).sides[0].share == 0


def test_who_is_merged_while_games_are_worked_out_is_one_person_in_them(evening, monkeypatch):
    played(evening)
    played(evening, first=(EMIL, BOB, CARLA, DORA))
    real, merged = catching_up.game_facts, []

    def slowly(told, person_of):
        facts = real(told, person_of)
        if not merged:
            merged.append(evening.club.people.merge(evening.people[EMIL], evening.people[ANN]))
        return facts

    monkeypatch.setattr(catching_up, "game_facts", slowly)
    league = caught_up(evening)
    ann = str(evening.people[ANN])
    assert [one.game.game for one in league.games_of(ann, 5)] == [2, 1]
    is_right(evening)


def test_a_game_that_is_corrected_while_ratings_are_replayed_is_replayed_with_the_others(
    evening, monkeypatch
):
    games = [played(evening) for _ in range(6)]
    monkeypatch.setattr(rating, "PART", 2)
    real, corrected = rating.Replaying._write, []

    def slowly(self, rows, seen, then):
        if not corrected:
            corrected.append(True)
            evening.round(games[1], 1, None, FEWER)
            evening.club.league.catch_up()
        real(self, rows, seen, then)

    monkeypatch.setattr(rating.Replaying, "_write", slowly)
    caught_up(evening)
    assert corrected
    is_right(evening)


def test_whoever_stops_in_the_middle_the_next_one_goes_on_from_there(evening, monkeypatch):
    for _ in range(5):
        played(evening)
    monkeypatch.setattr(catching_up, "PART", 2)
    real, calls = putting.put, []

    def breaking(db, game, facts):
        calls.append(game)
        if len(calls) == 4:
            raise RuntimeError("the light went out")
        real(db, game, facts)

    monkeypatch.setattr(catching_up, "put", breaking)
    with pytest.raises(RuntimeError):
        caught_up(evening)
    assert evening.club.league.game(2) is not None
    assert evening.club.league.game(3) is None
    is_right(evening)


def test_two_who_catch_up_at_once_do_no_harm(evening):
    for at in range(12):
        played(evening, melded=MORE if at % 3 else FEWER)
    threads = [threading.Thread(target=evening.club.league.catch_up) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    is_right(evening)


def test_a_club_that_was_read_otherwise_is_worked_out_anew(evening, monkeypatch):
    played(evening)
    caught_up(evening)
    monkeypatch.setattr(catching_up, "READING", catching_up.READING + 1)
    assert not evening.club.league.is_fresh()
    is_right(evening)


def test_what_is_new_is_found_without_reading_all_that_is_old(evening):
    played(evening)
    with evening.club.reading() as db:
        plan = db.execute(f"EXPLAIN QUERY PLAN {catching_up._CHANGED}", (1,)).fetchall()
    assert "rowid>" in plan[0][-1]


def test_a_game_that_cannot_be_read_keeps_no_other_out_of_the_league(evening, caplog):
    games = [played(evening) for _ in range(2)]
    evening.put(games[0], 1, "table", "ended", {"nonsense": 1})
    league = caught_up(evening)
    assert [league.game(game) is None for game in games] == [True, False]
    assert "Game 1 cannot be read" in caplog.text
