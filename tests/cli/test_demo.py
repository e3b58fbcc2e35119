"""`scorepad demo`: an example club beside the others, recorded as people would, and deleted without touching them."""

from collections import Counter
from datetime import date

import pytest

from scorepad import example, paths
from scorepad.league.club_names import ClubPeople
from scorepad.league.prophets import ProphetTable
from scorepad.serving.daily_copies import DailyCopies
from scorepad.store import Club
from scorepad.store.file.doctor import count_wrong_cells
from scorepad.web.app.factory import create_app
from tests.cli.invoke import errors, invoke, run
from tests.exchange.club_files import exported, restored
from tests.web.driving import filled
from tests.web.hosting import Member, clubs_of, make_club

FEW = 12


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setattr(example, "GAMES", FEW)
    return paths.instance_dir()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("example") / paths.CLUB
    example.fill(path, date(2026, 11, 22), lambda done, total: None)
    with Club.open(path) as club:
        yield club


def files(folder):
    return {file.name: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_the_example_has_some_of_everything_a_league_shows(whole):
    league = whole.league
    assert league.days()[1] == "2026-11-19"
    kinds = league.kinds()
    assert len(kinds) == 5
    assert {kind.kind.players for kind in kinds} == {4, 6}
    assert {kind.kind.teams for kind in kinds} == {2, 3}
    assert 290 <= sum(kind.games for kind in kinds) < 300  # Some were ended early and do not count.
    evenings = Counter(game.day for game in league.games_between("2024-01-01", "2026-12-31", 300))
    assert all(date.fromisoformat(day).weekday() == 3 for day in evenings)
    assert {1, 2, 3} <= {*evenings.values()}
    people = whole.people.everyone()
    assert {person.guest for person in people} == {True, False}
    assert any(tally.ties for tally in league.tallies("people").values())
    assert sum(tally.exact_cuts for tally in league.tallies("people").values()) > 30
    assert league.records.best(kinds[0].kind.id, "comeback", 1)[0].value > 500
    assert ProphetTable.of(whole, ClubPeople.of(whole)).ranked == 13
    assert len(whole.seasons.all()) == 5
    with whole.reading() as db:
        assert count_wrong_cells(db) == 0
        assert db.execute("SELECT count(*) FROM entry WHERE base IS NOT NULL").fetchone()[0] > 20
        assert db.execute("SELECT count(*) FROM entry WHERE status <> 'applied'").fetchone()[0] == 0


def test_its_file_gives_the_same_club_byte_for_byte(whole, tmp_path):
    data = exported(whole)
    with restored(tmp_path / "again", data) as club:
        assert exported(club) == data
        assert club.imports.all()[0].games == 300


def test_the_same_seed_and_day_give_the_same_club(tmp_path, home):
    def made(name, seed):
        example.fill(tmp_path / name, date(2026, 11, 22), lambda done, total: None, seed=seed)
        with Club.open(tmp_path / name) as club:
            return [club.history(game) for game in range(1, FEW + 1)]

    assert made("a", 3) == made("b", 3) != made("c", 4)


def test_it_is_made_beside_other_clubs_and_deleted_without_them(home):
    thursday = make_club(home, "thursday").parent
    before = files(thursday)
    assert "/c/example/in/" in run("demo").stdout
    assert not (home / paths.CLUB).exists()
    again = run("demo").stdout
    assert "already" in again
    assert "/c/example/in/" in again
    assert run("demo", "--delete").stdout == "The example club is deleted.\n"
    assert files(thursday) == before
    assert [*(home / "clubs").iterdir()] == [thursday]
    assert run("demo", "--delete").stdout == "There is no example club.\n"


def test_a_home_stays_a_home_with_a_club_of_its_own(home):
    run("demo")
    assert paths.has_club(home, "")


def test_a_club_of_that_name_that_is_no_example_is_never_touched(home):
    own = make_club(home, "example").parent
    before = files(own)
    (line,) = errors(invoke("demo"))
    assert "not an example" in line
    assert run("demo", "--delete").stdout == "There is no example club.\n"
    assert files(own) == before


def test_what_an_interrupted_start_left_is_deleted_by_the_next(home, monkeypatch):
    def breaks(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(example, "fill", breaks)
        with pytest.raises(KeyboardInterrupt):
            example.make(home, date(2026, 11, 22), lambda done, total: None)
    assert paths.slugs(home) == []
    run("demo")
    assert [part.name for part in (home / "clubs").iterdir()] == ["example"]


def test_its_owner_deletes_it_on_its_pages_and_a_new_one_takes_its_place(home):
    run("demo")
    app = create_app(home)
    owner = Member(app, home, "example")
    assert "An example club." in owner.get("/league").text
    form = owner.get("/example/delete").form("/example/delete")
    assert app.test_client().post(form.action, data=form.fields).status_code in (401, 403)
    assert owner.get("/league").status == 200
    assert owner.send(form).heading == "The example club is deleted"
    assert owner.get("/league").status == 404
    run("demo")
    assert "An example club." in Member(app, home, "example").get("/league").text
    clubs_of(app).close()


def test_no_other_club_can_be_deleted(home):
    make_club(home, "thursday")
    app = create_app(home)
    owner = Member(app, home, "thursday")
    page = owner.get("/example/delete")
    assert page.forms == []
    assert "example" not in page.text
    fields = filled(owner.get("/leave").form("/leave"), {})
    assert owner.post("/c/thursday/example/delete", fields).status == 404
    assert paths.has_club(home, "thursday")
    clubs_of(app).close()


def test_it_is_not_copied_every_day(home, monkeypatch):
    run("demo")
    copied = []
    monkeypatch.setattr(DailyCopies, "_copy", lambda self, slug: copied.append(slug))
    DailyCopies(home, {}).copy_all()
    assert copied == [""]
