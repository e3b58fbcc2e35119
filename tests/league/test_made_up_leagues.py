"""Made-up leagues: the same seed gives the same, and what is written is what the pages would have recorded."""

from collections import Counter

import pytest

from scorepad.rules.document import to_document
from scorepad.scoring.cell_json import parse_values
from scorepad.scoring.game.course import Phase
from scorepad.scoring.game.record import GameRecord, game
from scorepad.store import Club
from scorepad.store.cells import count_wrong_cells
from tests.support.leagues.club_file import write
from tests.support.leagues.game import worth
from tests.support.leagues.generate import league

GAMES = 250


@pytest.fixture(scope="module")
def made():
    return league(7, GAMES)


@pytest.fixture(scope="module")
def club(made, tmp_path_factory):
    path = tmp_path_factory.mktemp("club") / "club.sqlite3"
    write(made, path)
    with Club.open(path) as club:
        yield club


def record_of(club, number) -> GameRecord:
    cells = club.cells(number).items()
    return game(parse_values({name: cell.value for name, cell in cells}), {})


def test_a_seed_gives_the_same_league_again(made):
    assert league(7, GAMES) == made
    assert league(8, GAMES) != made


def test_cells_are_the_fold_of_the_entries_and_the_file_is_sound(club):
    with club.reading() as db:
        assert count_wrong_cells(db) == 0
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        assert db.execute("SELECT count(*) FROM entry WHERE NOT json_valid(value)").fetchone() == (
            0,
        )
        kinds = Counter(kind for (kind,) in db.execute("SELECT type FROM sqlite_master"))
    assert kinds["trigger"] >= 6


def test_every_game_scores_as_it_was_made(made, club):
    for one in made.games:
        record = record_of(club, one.number)
        here = [round_ for round_ in record.rounds if not round_.on_paper]
        assert [r.totals for r in here] == [worth(one.played, r) for r in one.rounds]
        assert [p for r in here for p in r.errors if r.finished] == []
        assert to_document(record.agreement.rules) == to_document(one.played.rules)
        assert (record.agreement.decks, record.agreement.paper) == (one.played.decks, one.paper)


def test_there_is_some_of_everything(made, club):
    games = made.games
    phases = Counter(record_of(club, one.number).course.phase for one in games)
    assert set(phases) == {Phase.OVER, Phase.PLAYING}
    assert phases[Phase.OVER] > 0.9 * GAMES
    for there in (
        any(one.binned for one in games),
        any(one.over_after for one in games),
        any(one.paper for one in games),
        any(one.substitutes for one in games),
        any(one.corrections for one in games),
        any(len(record_of(club, one.number).course.winners) > 1 for one in games),
        any(person.guest for person in made.people),
        any(person.forgotten for person in made.people),
    ):
        assert there
    slugs = {one.played.slug for one in games}
    assert slugs == {"partnership", "two-handed", "southern-ohio", "catawba"}
