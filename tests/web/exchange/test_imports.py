"""Games of the past through the pages: choose, preview, decide, import, undo and restore."""

import io
import json
import os
import threading
import zipfile

import openpyxl
import pytest

from scorepad.exchange.imports import own_process
from scorepad.exchange.imports.template import NAMES
from scorepad.serving import server
from scorepad.store import Role
from scorepad.web.exchange import import_work, imports
from tests.support.waiting import PATIENCE, until
from tests.web.driving import OUT_FIRST, Visitor

GOOD = "Date,Team 1,Team 2,Points 1,Points 2\n2019-05-03,Ann & Bob,Karla & Dora,5200,4100\n"
BAD = GOOD + "yesterday,Ann & Bob,Cleo & Dora,1,2\n"


@pytest.fixture
def owner(first_visitor):
    for name in ("Ann", "Carla"):
        first_visitor.club.people.add(name)
    return first_visitor


def choose(owner, content, name="results.csv", *, waits=True):
    fields = owner.get("/import").form("/import").fields
    file = io.BytesIO(content if isinstance(content, bytes) else content.encode())
    # As the server does: the input stream ends with the body.
    more = {"content_type": "multipart/form-data", "environ_overrides": {"wsgi.input_terminated": True}}
    answer = owner.post("/import", fields | {"file": (file, name)}, **more)
    return settled(owner, answer) if waits else answer


def settled(owner, page):
    """The page once the work on its file is done. On a busy machine that takes longer than a request waits."""
    pages = [page]

    def is_settled():
        if pages[-1].heading.startswith(("Reading", "Recording")):
            pages.append(owner.get(pages[-1].links["Look again"]))
        return not pages[-1].heading.startswith(("Reading", "Recording"))

    until(is_settled)
    return pages[-1]


def deciding(page):
    """The form with the decisions of a preview."""
    return next(form for form in page.forms if "/import/file/" in form.action and not form.action.endswith("/discard"))


def decide(owner, page, do="import", **changes):
    form = deciding(page)
    return settled(owner, owner.post(form.action, form.fields | {"do": do} | changes))


def people(owner):
    return [person.name for person in owner.club.people.everyone()]


def test_a_file_is_looked_at_then_imported_once_undone_and_brought_back(owner):
    page = choose(owner, GOOD, "\u202eresults.csv")
    assert page.heading == "1 game, 3 May 2019"
    assert "\u202e" not in page.source
    assert owner.club.games(limit=1) == []
    done = decide(owner, page)
    assert done.heading == "1 game imported"
    assert people(owner) == ["Ann", "Bob", "Carla", "Dora"]
    again = choose(owner, GOOD)
    assert "This file was imported on" in again.source
    assert 'value="import"' not in again.source
    undone = owner.post("/import/1/undo", done.form("/undo").fields)
    assert (undone.heading, people(owner)) == ("1 game undone", ["Ann", "Carla"])
    assert "results.csv" in owner.get("/import").source
    back = owner.post("/import/1/undo", undone.form("/undo").fields | {"back": "1"})
    assert (back.heading, len(people(owner))) == ("1 game imported", 4)


def test_a_close_name_is_somebody_unless_a_person_says_otherwise(owner):
    page = choose(owner, GOOD)
    assert "a close name: please check" in page.source
    number = next(at for at in range(9) if deciding(page).fields[f"name.{at}"] == "karla")
    decide(owner, page, **{f"person.{number}": "0"})
    assert people(owner) == ["Ann", "Bob", "Carla", "Dora", "Karla"]


def test_names_that_one_person_has_in_a_file_become_one(owner):
    page = choose(owner, GOOD + "2019-05-10,Ann & Bobb,Carla & Dora,1,2\n2019-05-17,Ann & Robert,Carla & Dora,3,4\n")
    assert "new, and nearly “Bob”: please check" in page.source
    fields = deciding(page).fields
    numbers = {fields[f"name.{at}"]: at for at in range(6)}
    same = {f"person.{numbers['bobb']}": "=bob", f"person.{numbers['robert']}": "=bobb"}
    page = decide(owner, page, "look", **same)
    fields = deciding(page).fields
    assert {fields[f"name.{at}"]: fields[f"person.{at}"] for at in range(6)}["robert"] == "=bob"
    decide(owner, page)
    assert people(owner) == ["Ann", "Bob", "Carla", "Dora"]
    assert "3 games" in owner.get("/people/3").text


def test_a_cell_that_may_be_one_person_or_two_is_asked(owner):
    page = choose(owner, 'Date,Team 1,Team 2,Points 1,Points 2\n2019-05-03,"Smith, John","Lee, Kim",5200,4100\n')
    assert "Smith, John" in page.text.partition("Is that one person?")[0]
    assert 'value="import"' not in page.source
    page = decide(owner, page, "look", names="one", rules="two-handed")
    assert 'value="import"' in page.source
    decide(owner, page)
    assert people(owner) == ["Ann", "Carla", "Lee, Kim", "Smith, John"]


def test_bad_lines_are_listed_and_stop_the_import_until_they_are_left_out(owner):
    page = choose(owner, BAD)
    assert "Line 3:" in page.source
    assert "“yesterday” is not a date." in page.source
    stopped = decide(owner, page)
    assert "1 line is not right" in stopped.source
    assert owner.club.games(limit=1) == []
    assert decide(owner, page, leave_out="1").heading == "1 game imported"


def test_a_table_without_a_line_says_so(owner):
    assert "There is no game to import in this file." in choose(owner, BAD.splitlines()[0]).text


def test_a_file_that_cannot_be_read_says_why(owner):
    assert "it has bytes that no text has" in choose(owner, b"\0" * 99).source
    assert "Choose a file first." in choose(owner, b"", "").source


FORM = "Horodateur,Player,Score\n" + "".join(
    f"24/12/2019 20:30:11,{name},{score}\n" for name, score in zip("ABCD", ("$50", "7", "$50", "7"), strict=True)
)


def test_the_answers_to_a_form_become_a_game(owner):
    page = choose(owner, FORM)
    assert page.heading == "1 game, 24 Dec 2019"
    assert decide(owner, page).heading == "1 game imported"
    assert people(owner) == ["A", "Ann", "B", "C", "Carla", "D"]


def test_a_zipped_export_of_bg_stats_is_looked_at(owner):
    teams = ((1, "A", "150"), (2, "B", "90"), (3, "A", ""), (4, "B", ""))
    scores = [{"playerRefId": number, "team": team, "score": score} for number, team, score in teams]
    export = {
        "players": [{"id": number, "name": name} for number, name in enumerate("KLMN", start=1)],
        "games": [{"id": 1, "name": "Hand and Foot"}],
        "plays": [{"gameRefId": 1, "playDate": "2019-05-03 20:00:00", "playerScores": scores}],
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as parts:
        parts.writestr("BGStatsExport.json", json.dumps(export))
    page = choose(owner, data.getvalue(), "BGStatsExport.zip")
    assert (page.heading, "plays of BG Stats" in page.text) == ("1 game, 3 May 2019", True)


def test_a_full_disk_is_a_sentence(owner, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(imports.WORK, "keep", fail)
    page = choose(owner, GOOD)
    assert (page.status, "No space left on device" in page.source) == (422, True)


def test_what_takes_long_goes_on_while_the_page_asks(owner, monkeypatch):
    go_on = threading.Event()
    real = import_work.run

    def slow(task, report):
        report(500)
        go_on.wait(PATIENCE)
        return real(task, report)

    monkeypatch.setattr(import_work, "run", slow)
    monkeypatch.setattr(import_work, "AT_FIRST", 0)
    page = choose(owner, GOOD, waits=False)
    address = page.links["Look again"]
    until(lambda: "500 games so far" in owner.get(address).source)
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in owner.get(address).source
    go_on.set()
    until(lambda: owner.get(address).heading == "1 game, 3 May 2019")


def test_a_large_file_comes_by_way_of_the_disk_and_a_too_large_one_is_refused(owner, monkeypatch):
    large = GOOD + "".join(f"2019-05-03,Ann & Bob,Cleo & Dora,{n},0\n" for n in range(5_000))
    assert choose(owner, large).heading == "5,001 games, 3 May 2019"
    monkeypatch.setattr("scorepad.environment.import_size", lambda *_: 0)
    refused = choose(owner, GOOD)
    assert (refused.status, refused.heading) == (413, "That file is too large")


def test_a_file_is_forgotten_at_once_or_when_others_come(owner):
    page = choose(owner, GOOD)
    form = page.form("/discard")
    assert owner.post(form.action, form.fields).heading == "Import past results"
    pages = [choose(owner, GOOD + "\n" * n) for n in range(import_work.MAX_FILES + 1)]
    gone = deciding(pages[0]).action
    assert imports.GONE in owner.get(gone).source
    assert owner.get(deciding(pages[1]).action).heading == "1 game, 3 May 2019"


def test_a_file_that_is_being_recorded_stays_until_it_is(owner, monkeypatch):
    page, go_on, real = choose(owner, GOOD), threading.Event(), import_work.run

    def slow(task, report):
        assert owner.club.imports.is_recording
        go_on.wait(PATIENCE)
        return real(task, report)

    monkeypatch.setattr(import_work, "run", slow)
    monkeypatch.setattr(import_work, "AT_FIRST", 0)
    form = deciding(page)
    owner.post(form.action, form.fields | {"do": "import"})
    for n in range(import_work.MAX_FILES + 1):
        choose(owner, GOOD + "\n" * n, waits=False)
    assert owner.post(page.form("/discard").action, page.form("/discard").fields).heading.startswith("Recording")
    go_on.set()
    assert settled(owner, owner.get(form.action)).heading == "1 game imported"


def test_a_file_that_waited_for_a_day_goes_although_no_one_looks(owner, monkeypatch):
    home = owner.app.config["HOME"]
    page = choose(owner, GOOD)
    (file,) = (path for path in (home / "imports").iterdir() if path.suffix == "")
    os.utime(file, (0, 0))
    monkeypatch.setattr(server, "SECONDS_BETWEEN_SWEEPS", 0.01)
    threading.Thread(target=server.sweep_uploads, args=(home,), daemon=True).start()
    until(lambda: not any((home / "imports").iterdir()))
    assert imports.GONE in owner.get(deciding(page).action).source


def test_a_file_that_ended_its_reader_is_not_read_again(in_their_own_process, owner, monkeypatch):
    runs, real = [], import_work.run

    def count(task, report):
        runs.append(task.file.name)
        return real(task, report)

    monkeypatch.setattr(import_work, "run", count)
    monkeypatch.setattr(own_process, "MEMORY", 1024 * 1024)
    page = choose(owner, GOOD + "".join(f"2019-05-03,Ann & Bob,Cleo & Dora,{n},0\n" for n in range(5_000)))
    assert "This file cannot be imported" in page.source
    assert "takes more than 1 MiB of memory" in page.source
    address = page.form("/discard").action.removesuffix("/discard")
    assert "takes more than 1 MiB" in owner.get(address).source
    fields = page.form("/discard").fields
    assert "takes more than 1 MiB" in settled(owner, owner.post(address, fields | {"do": "look"})).source
    # As after a restart of the server.
    monkeypatch.setattr(imports, "WORK", import_work.ImportWork())
    assert import_work.STOPPED in owner.get(address).source
    assert runs == ["results.csv"]
    owner.post(f"{address}/discard", fields)
    assert [*(owner.app.config["HOME"] / "imports").iterdir()] == []


def test_a_reader_that_cannot_start_is_a_sentence_and_may_start_later(owner, in_their_own_process, monkeypatch, caplog):
    program = own_process._PROGRAM
    monkeypatch.setattr(own_process, "_PROGRAM", "raise SystemExit(1)")
    page = choose(owner, GOOD)
    assert import_work.BROKEN in page.source
    assert "EOFError" in caplog.text
    monkeypatch.setattr(own_process, "_PROGRAM", program)
    assert choose(owner, GOOD).heading == "1 game, 3 May 2019"


def test_the_template_can_be_imported(owner):
    for ending in ("csv", "xlsx"):
        with owner.client.get(f"/import/template.{ending}") as answer:
            assert f"filename=scorepad-results.{ending}" in answer.headers["Content-Disposition"]
            page = choose(owner, answer.data, f"template.{ending}")
        assert page.heading.startswith("3 games")
        assert "not right" not in page.source
    assert [cell.value for cell in openpyxl.load_workbook(io.BytesIO(answer.data)).active[1]] == list(NAMES)
    assert owner.get("/import/template.exe").status == 404


@pytest.mark.parametrize("role", [None, Role.READER])
def test_only_an_owner_imports(owner, role):
    page = choose(owner, GOOD)
    other = Visitor(owner.app, role)
    for address in ("/import", "/import/template.csv", deciding(page).action):
        assert other.get(address).status in (401, 403), address
    assert "/import" not in other.get("/").source


def test_many_games_wait_until_the_table_is_over(owner):
    many = GOOD + "".join(f"2019-05-03,Ann & Bob,Cleo & Dora,{n},0\n" for n in range(600))
    page = choose(owner, many)
    assert "no other phone of this club can save" in page.source
    table = owner.begin()
    assert "Game 1 is being played" in decide(owner, page).source
    assert len(owner.club.games(limit=9)) == 1
    assert 'value="import"' not in decide(owner, page, do="look").source
    table.play(1, **OUT_FIRST)
    table.decide(decision="over")
    assert decide(owner, page).heading == "601 games imported"


def test_a_sheet_without_a_day_asks_for_it_in_its_preview(owner):
    page = choose(owner, "Round,Ann & Bob,Karla & Dora\n1,1200,900\n2,700,950\nTotal,1900,1850\n", "cards.csv")
    assert "On which day was this game played?" in page.text
    assert 'value="import"' not in page.source
    answered = decide(owner, page, do="look", day="2019-05-03")
    assert deciding(answered).fields["day"] == "2019-05-03"
    assert answered.heading == "1 game, 3 May 2019"
    decide(owner, answered)
    assert owner.club.clock.days_of_games([1]) == {1: "2019-05-03"}
