"""Corrections change only what they should, even during other writes and after an interruption."""

import threading
from random import Random
from unittest.mock import Mock

import pytest

from scorepad.league.standings import Figure
from scorepad.store.connections import Connections
from scorepad.store.errors import Busy
from scorepad.store.results import catch_up as module
from scorepad.store.results import rating, reads
from scorepad.store.results.tables import PARTNERSHIP_SIZE, PEOPLE_SIZE
from tests.league.clubs import plain_league, rebuilt_alike
from tests.league.comparing import same_league

ANN, BOB, CARLA, DORA, EMIL = range(5)
MORE, FEWER = [300, 100], [100, 300]


def caught_up(evening):
    evening.club.league.catch_up()
    return evening.club.league


def check(evening):
    """Catch up, compare every figure with the plain league, and check that a rebuild changes nothing."""
    league = caught_up(evening)
    assert league.is_fresh()
    same_league(evening.club, plain_league(evening.club))
    rebuilt_alike(evening.club)


@pytest.fixture
def meanwhile(monkeypatch):
    """Runs something before or after the first call of a function, which must be called."""
    waiting = []

    def patch(owner, name, event, *, after=False):
        real = getattr(owner, name)
        waiting.append(event)

        def patched(*args, **options):
            events = [waiting.pop()] if waiting else []
            if events and not after:
                event()
            answer = real(*args, **options)
            if events and after:
                event()
            return answer

        monkeypatch.setattr(owner, name, patched)

    yield patch
    assert waiting == []


def test_a_correction_parts_a_streak_and_the_bin_joins_two(evening):
    games, ann = [evening.played() for _ in range(3)], str(evening.people[ANN])
    assert caught_up(evening).records.streaks_of(ann) == (3, 3)
    evening.round(games[1], 1, None, [100, 100])
    assert caught_up(evening).records.streaks_of(ann) == (1, 1)
    check(evening)
    evening.write(games[1], {(0, "table", "binned"): True})
    assert caught_up(evening).records.streaks_of(ann) == (2, 2)
    check(evening)


def test_a_correction_changes_later_ratings_of_the_people_it_affects(evening):
    evening.played()
    second = evening.played()
    evening.played(seats=(4, 5, 6, 7))
    league = caught_up(evening)
    before = [league.rated_games(person, 10) for person in evening.people]
    evening.round(second, 1, None, FEWER)
    after = [caught_up(evening).rated_games(person, 10) for person in evening.people]
    for old, new in zip(before[:4], after[:4], strict=True):
        assert new[0].rating == old[0].rating
        assert new[1].rating != old[1].rating
    assert after[4:] == before[4:]


def test_a_correction_with_the_same_winner_replays_no_ratings(evening, monkeypatch):
    games = [evening.played() for _ in range(2)]
    caught_up(evening)
    monkeypatch.setattr(rating.RatingReplay, "_write", None)
    evening.round(games[0], 1, None, [305, 100])
    assert caught_up(evening).game(games[0]).sides[0].total == 305


@pytest.mark.parametrize("figure", [Figure.WINS, Figure.GAINED])
@pytest.mark.parametrize("size", [PEOPLE_SIZE, PARTNERSHIP_SIZE])
def test_remembered_evenings_are_read_again_from_the_first_changed_game_on(evening, monkeypatch, figure, size):
    chance, read, seen, real = Random(5), [], [], reads._read_evenings
    games = [evening.played(chance.choice((MORE, FEWER)), chance.sample(range(6), 4)) for _ in range(10)]
    asked = reads.EveningsOf(size, evening.club.clock.days_of_games(games)[games[1]], None, figure)
    caught_up(evening).evening_values.best(asked, 2)
    for changed in (games[-1:], games[7:8], games[8:9], games[7:8], games[3:7:3], games[:1]):
        for game in changed:
            evening.round(game, 1, None, chance.choice((MORE, FEWER)))
            evening.write(game, {(0, "table", "binned"): chance.random() < 0.5})
        fresh = reads.EveningValues(evening.club._connections)
        expected = caught_up(evening) and fresh.best(asked, 2)
        with monkeypatch.context() as patch:
            patch.setattr(reads, "_read_evenings", lambda db, asked: read.append(asked.first) or real(db, asked))
            assert evening.club.league.evening_values.best(asked, 2) == expected
        # Nothing is read again if the draw changed nothing.
        assert read in ([], [max(asked.first, min(evening.club.clock.days_of_games(changed).values()))])
        seen += read
        read.clear()
    assert len(seen) > 3


def test_an_entry_during_the_work_does_not_wait_and_is_not_lost(evening, meanwhile):
    game = evening.played()

    def correct():
        writer = threading.Thread(target=evening.round, args=(game, 1, None, FEWER))
        writer.start()
        writer.join(10)
        assert not writer.is_alive()

    meanwhile(module, "game_facts", correct)
    league = caught_up(evening)
    assert not league.is_fresh()
    check(evening)
    assert league.game(game).sides[0].share == 0


def test_the_work_waits_while_others_write(evening, meanwhile):
    evening.played()
    meanwhile(Connections, "writing", Mock(side_effect=Busy))
    check(evening)


def test_a_merge_during_the_work_is_not_lost(evening, meanwhile):
    evening.played()
    evening.played(seats=(EMIL, BOB, CARLA, DORA))
    emil, ann = evening.people[EMIL], evening.people[ANN]
    meanwhile(module, "game_facts", lambda: evening.club.people.merge(emil, ann), after=True)
    league = caught_up(evening)
    assert [game.game.game for game in league.games_of(str(ann), 5)] == [2, 1]
    check(evening)


def test_a_correction_during_a_replay_of_ratings_is_replayed_too(evening, monkeypatch, meanwhile):
    games = [evening.played() for _ in range(6)]
    monkeypatch.setattr(rating, "PART", 2)

    def correct():
        evening.round(games[1], 1, None, FEWER)
        evening.club.league.catch_up()

    meanwhile(rating.RatingReplay, "_write", correct)
    check(evening)


def test_a_correction_between_two_parts_of_a_replay_starts_it_again(evening, monkeypatch, meanwhile):
    games = [evening.played() for _ in range(6)]
    monkeypatch.setattr(rating, "PART", 2)

    def correct():
        evening.round(games[0], 1, None, FEWER)
        with monkeypatch.context() as no_ratings:
            no_ratings.setattr(rating.RatingReplay, "next_part", lambda self: False)
            evening.club.league.catch_up()

    meanwhile(rating.RatingReplay, "_write", correct, after=True)
    check(evening)


def test_the_work_goes_on_where_it_was_interrupted(evening, monkeypatch):
    for _ in range(5):
        evening.played()
    monkeypatch.setattr(module, "PART", 2)
    real, calls = module.readings.save, []

    def breaking(db, *readings):
        calls.append(readings)
        if len(calls) == 2:
            raise RuntimeError("power failure")
        real(db, *readings)

    monkeypatch.setattr(module.readings, "save", breaking)
    with pytest.raises(RuntimeError):
        caught_up(evening)
    assert evening.club.league.game(2) is not None
    assert evening.club.league.game(3) is None
    check(evening)


def test_corrections_of_any_games_also_during_a_replay_come_to_the_same_ratings(evening, monkeypatch):
    chance = Random(7)
    tables = [chance.sample(range(4), 4) if at % 2 else chance.sample(range(4, 8), 4) for at in range(24)]
    tables[20] = [0, 1, 4, 5]
    games = [evening.played(chance.choice((MORE, FEWER)), seats) for seats in tables]
    caught_up(evening)
    monkeypatch.setattr(rating, "PART", 3)
    for _ in range(8):
        for game in chance.sample(games, chance.choice((1, 1, 2))):
            evening.round(game, 1, None, chance.choice((MORE, FEWER)))
            evening.write(game, {(0, "table", "binned"): chance.random() < 0.3})
        if chance.random() < 0.7:
            replay = rating.RatingReplay(evening.club._connections)
            with monkeypatch.context() as no_ratings:
                no_ratings.setattr(rating.RatingReplay, "next_part", lambda self: False)
                evening.club.league.catch_up()
            for _ in range(chance.randrange(4)):
                replay.next_part()
    check(evening)


def test_several_threads_may_catch_up_at_once(evening):
    for at in range(12):
        evening.played(MORE if at % 3 else FEWER)
    threads = [threading.Thread(target=evening.club.league.catch_up) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    check(evening)


def test_a_new_version_of_the_code_works_everything_out_again(evening, monkeypatch):
    evening.played()
    caught_up(evening)
    monkeypatch.setattr(module, "READING", module.READING + 1)
    assert not evening.club.league.is_fresh()
    check(evening)


def test_a_rebuild_scores_no_game_twice_but_believes_no_changed_reading(evening, monkeypatch):
    for _ in range(3):
        evening.played()
    caught_up(evening)
    scored, real = [], module.game_facts
    monkeypatch.setattr(module, "game_facts", lambda stored, merged: scored.append(stored.game) or real(stored, merged))
    with evening.club._connections.writing() as db:
        db.execute("UPDATE league_reading SET facts = replace(facts, '300', '301') WHERE game = 2")
    evening.club.league.rebuild()
    assert scored == [2]
    check(evening)


def test_new_entries_are_read_without_old_ones(evening):
    evening.played()
    with evening.club.reading() as db:
        plan = db.execute(f"EXPLAIN QUERY PLAN {module._CHANGED}", (1,)).fetchall()
    assert "rowid>" in plan[0][-1]


def test_a_game_that_cannot_be_read_does_not_stop_the_others(evening, caplog):
    games = [evening.played() for _ in range(2)]
    evening.write(games[0], {(1, "table", "ended"): {"nonsense": 1}})
    league = caught_up(evening)
    assert [league.game(game) is None for game in games] == [True, False]
    assert "Game 1 cannot be read" in caplog.text
