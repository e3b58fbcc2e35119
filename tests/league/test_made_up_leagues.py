"""Made-up leagues: the same seed gives the same, and what is written is what the pages would have recorded."""

from collections import Counter

import pytest

from scorepad.rules.document import to_document
from scorepad.scoring.cell_json import parse_values
from scorepad.scoring.game.course import Phase
from scorepad.scoring.game.record import game as score
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


@pytest.fixture(scope="module")
def records(made, club):
    """Every game with its record, as scored from the cells."""
    numbers = [played.number for played in made.games]
    cells = [{name: cell.value for name, cell in club.cells(n).items()} for n in numbers]
    return [(game, score(parse_values(c), {})) for game, c in zip(made.games, cells, strict=True)]


def test_a_seed_gives_the_same_league_again(made):
    assert league(7, GAMES) == made
    assert league(8, GAMES) != made


def test_cells_are_the_fold_of_the_entries_and_the_file_is_sound(club):
    with club.reading() as db:
        assert count_wrong_cells(db) == 0
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        broken = db.execute("SELECT count(*) FROM entry WHERE NOT json_valid(value)").fetchone()
        assert broken == (0,)
        kinds = Counter(kind for (kind,) in db.execute("SELECT type FROM sqlite_master"))
    assert kinds["trigger"] >= 6


def test_every_game_scores_as_it_was_made(records):
    for made_up, record in records:
        here = [round_ for round_ in record.rounds if not round_.on_paper]
        assert [r.totals for r in here] == [worth(made_up.played, r) for r in made_up.rounds]
        assert [p for r in here for p in r.errors if r.finished] == []
        assert to_document(record.agreement.rules) == to_document(made_up.played.rules)
        agreed = record.agreement
        assert (agreed.decks, agreed.paper) == (made_up.played.decks, made_up.paper)


def test_there_is_some_of_everything(made, records):
    phases = Counter(record.course.phase for _, record in records)
    assert set(phases) == {Phase.OVER, Phase.PLAYING}
    assert phases[Phase.OVER] > 0.9 * GAMES
    assert any(len(record.course.winners) > 1 for _, record in records)
    for name in ("binned", "over_after", "paper", "substitutes", "corrections"):
        assert any(getattr(game, name) for game in made.games), name
    for name in ("guest", "forgotten"):
        assert any(getattr(person, name) for person in made.people), name
    slugs = {game.played.slug for game in made.games}
    assert slugs == {"partnership", "two-handed", "southern-ohio", "catawba"}
