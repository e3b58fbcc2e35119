"""Made-up leagues: the same seed gives the same league, and entries are written as pages would record them."""

from collections import Counter

import pytest

from scorepad.scoring.cells import parse_values
from scorepad.scoring.game.course import Phase
from scorepad.scoring.game.record import game as score
from scorepad.store import Club
from scorepad.store.file.doctor import count_wrong_cells
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league

GAMES = 250


@pytest.fixture(scope="module")
def made():
    return league(12, GAMES)


@pytest.fixture(scope="module")
def club(made, tmp_path_factory):
    path = tmp_path_factory.mktemp("club") / "club.sqlite3"
    write(made, path)
    with Club.open(path) as club:
        yield club


def test_a_seed_gives_the_same_league_again(made):
    assert league(12, GAMES) == made
    assert league(8, GAMES) != made


def test_cells_are_the_fold_of_the_entries_and_the_file_is_sound(club):
    with club.reading() as db:
        assert count_wrong_cells(db) == 0
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        kinds = Counter(kind for (kind,) in db.execute("SELECT type FROM sqlite_master"))
    assert kinds["trigger"] >= 6


def test_there_is_some_of_everything_and_no_finished_round_has_a_fault(made, club):
    cells = [{name: cell.value for name, cell in club.cells(game.number).items()} for game in made.games]
    records = [score(parse_values(values), {}) for values in cells]
    assert [p for record in records for r in record.rounds for p in r.errors if r.finished] == []
    phases = Counter(record.course.phase for record in records)
    assert set(phases) == {Phase.OVER, Phase.PLAYING}
    assert phases[Phase.OVER] > 0.9 * GAMES
    assert any(len(record.course.winners) > 1 for record in records)
    assert {"binned", "end", "exact_cut", "paper"} <= {field for values in cells for _, _, field in values}
    assert any((number, field) == (2, "player") for values in cells for number, _, field in values)
    assert {record.agreement.rules.slug for record in records} == {
        "partnership", "two-handed", "southern-ohio", "catawba",
    }  # fmt: skip
    seqs = [seq for values in cells for seq in values]
    assert len(seqs) < club.latest_seq()  # Some were corrected.
