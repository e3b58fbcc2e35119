"""Every fault in a club's file is reported with its line, and nothing is recorded."""

import hashlib
import json

import pytest

from scorepad.exchange.exports import no_report
from scorepad.exchange.imports import club_rows, pipeline
from scorepad.exchange.imports.club_file import record, scan
from scorepad.exchange.imports.import_file import ImportFile, NotReady
from scorepad.exchange.imports.pipeline import preview
from scorepad.exchange.imports.plan import Decisions
from scorepad.store import Club, StoreError
from scorepad.store.imports import NewImport
from tests.exchange.club_files import exported
from tests.league.clubs import new_evening


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    with new_evening(tmp_path_factory.mktemp("club"), ("Ann", "Bob", "Carla", "Dora")) as evening:
        game = evening.begin("partnership", evening.people)
        evening.round(game, 1, 1, [50, 5, 0])
        evening.club.people.merge(evening.club.people.add("Anne").id, evening.people[0])
        return exported(evening.club).splitlines(keepends=True)


def signed(lines):
    """The lines with a matching last line."""
    body = b"".join(lines[:-1])
    end = {"line": "end", "lines": len(lines) - 1, "sha256": hashlib.sha256(body).hexdigest()}
    return body + json.dumps(end, separators=(",", ":")).encode() + b"\n"


def changed(kind, where=None, /, **values):
    """Change keys of the first line with this name that matches `where`."""
    wanted = {"line": kind, **(where or {})}.items()

    def change(lines):
        at = next(at for at, line in enumerate(lines) if wanted <= json.loads(line).items())
        document = {key: value for key, value in (json.loads(lines[at]) | values).items() if value is not ...}
        return signed([*lines[:at], json.dumps(document).encode() + b"\n", *lines[at + 1 :]])

    return change


def at(number, line):
    return lambda lines: signed([*lines[: number - 1], line + b"\n", *lines[number:]])


DRAFT = {
    "line": "draft", "key": "d1", "slug": "house", "base": 0, "undone": False, "device": None,
    "at": "2026-11-26T20:00:00.000+00:00", "document": {}, "parent": {},
}  # fmt: skip


def with_draft(lines):
    return signed([*lines[:7], json.dumps(DRAFT).encode() + b"\n", *lines[7:]])


def ordered(*numbers):
    return lambda lines: signed([lines[number] for number in numbers])


FAULTS = {
    "half cut": (lambda lines: b"".join(lines)[:-300], 24, "cut off"),
    "without its end": (lambda lines: b"".join(lines[:-1]), 25, "cut off"),
    "a line less": (lambda lines: b"".join(lines[:10] + lines[11:]), 24, "some are missing"),
    "a changed value": (lambda lines: b"".join(lines).replace(b"Carla", b"Karla"), 25, "changed after it was written"),
    "something behind the end": (lambda lines: b"".join(lines) + b"{}", 26, "after the last line"),
    "another encoding": (lambda lines: b"".join(lines).decode().encode("utf-16"), 1, "not a file of a club"),
    "Latin-1 in the middle": (at(4, b'{"line":"person","name":"B\xe9la"}'), 4, "not UTF-8"),
    "another file": (lambda lines: b"date,team,points\n", 1, "not a file of a club"),
    "nothing": (lambda lines: b"", 1, "not a file of a club"),
    "a longer line": (at(5, b'{"line":"' + b"x" * club_rows.LONGEST_LINE), 5, "longer than 4 MiB"),
    "a newer format": (changed("club", format=2), 1, "update Scorepad"),
    "no JSON": (at(4, b"{"), 4, "not JSON"),
    "a key twice": (at(4, b'{"line":"person","line":"person"}'), 4, "not JSON"),
    "a deep list": (at(4, b"[" * 100_000), 4, "not JSON"),
    "an unknown line": (at(4, b'{"line":"token"}'), 4, "says something else"),
    "lines out of order": (ordered(0, 7, *range(1, 7), *range(8, 25)), 3, "must come before the lines above it"),
    "a key too many": (changed("person", admin=True), 3, "has no 'admin'"),
    "a key too few": (changed("person", guest=...), 3, "needs guest"),
    "another type": (changed("person", guest=1), 3, "guest: it is true or false"),
    "a zone": (changed("setting", value="Mars/Base"), 2, "no such time zone"),
    "a time for a day to begin": (changed("setting", name="day_begins", value="5 p.m."), 2, "from 00:00 to 12:00"),
    "a name": (changed("person", name="\u202eAnn"), 3, "invisible characters"),
    "a person’s number": (changed("person", id=10**9), 3, "from 1 to 999,999,999"),
    "an entry’s number": (changed("entry", seq=2**53), 9, "seq: it is a whole number from 0 to 1,000,000,000,000"),
    "a draft without a name": (with_draft, 8, "needs a slug, a name and a summary"),
    "merged into no one": (changed("person", merged_into=99), 8, "person 1 is merged"),
    "merged in a ring": (changed("person", merged_into=5), 8, "person 1 is merged"),
    "a game’s number": (changed("game", number=0), 8, "games come by their numbers"),
    "a game’s time": (changed("game", created_at="yesterday"), 8, "no time"),
    "an unknown game": (changed("entry", game=2), 9, "No line above describes game 2"),
    "entries out of order": (ordered(*range(9), 10, 9, *range(11, 25)), 11, "cannot come after 3"),
    "a place": (changed("entry", place="roof"), 9, "A place is"),
    "a round": (changed("entry", round=10_000), 9, "A round is"),
    "a value that is too deep": (changed("entry", value=json.loads("[" * 21 + "]" * 21)), 9, "deep"),
    "no number": (at(9, b'{"line":"entry","value":NaN}'), 9, "not JSON"),
    "a status": (changed("entry", status="true"), 9, "status"),
    "a phone’s label": (changed("entry", device="phone"), 9, "eight hexadecimal digits"),
    "a key that is taken": (changed("entry", key="g0.1"), 0, "belongs to another entry"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_a_sentence_with_its_line_and_nothing_is_recorded(tmp_path, lines, fault):
    change, line, words = FAULTS[fault]
    path = tmp_path / "club.jsonl"
    path.write_bytes(change(lines))
    with Club.open(tmp_path / "club.sqlite3") as club:
        before = exported(club)
        if line:
            first = scan(club, path, no_report).faults[0]
            assert (first.line, words in str(first)) == (line, True), first
        with pytest.raises(StoreError, match=f"Line {line or '[0-9]+'}: .*{words}"):
            record(club, path, {}, NewImport("0" * 64, "club.jsonl", "club"), no_report)
        assert exported(club) == before
        assert club.imports.all() == []


def test_many_faults_are_all_listed_up_to_a_limit(tmp_path, lines):
    path = tmp_path / "club.jsonl"
    path.write_bytes(b"".join([*lines[:8], *([b"{}\n"] * 60), *lines[8:]]))
    with Club.open(tmp_path / "club.sqlite3") as club:
        faults = scan(club, path, no_report).faults
    assert [fault.line for fault in faults[:50]] == [*range(9, 59)]
    assert "nothing more was read" in str(faults[-1])


DAMAGED = {
    "no shape": ({"field": "shape"}, {"field": "NaN"}, "it has no entry for shape"),
    "no rules": ({"field": "rules"}, {"value": {}}, "schema = 3"),
    "an unknown person": ({"field": "player"}, {"value": {"id": 99}}, "no line above describes person 99"),
    "no person": ({"field": "player"}, {"value": {"id": -1}}, "player has a value"),
    "an unknown end": ({"field": "ended"}, {"value": "NaN"}, "ended has a value"),
    "an unknown card": ({"field": "melded"}, {"value": {"as": "cards", "cards": {"Z": 1}}}, "melded has a value"),
    "half a card": ({"field": "melded"}, {"value": {"as": "cards", "cards": {"K": 1.5}}}, "melded has a value"),
    "a pile of words": ({"field": "melded"}, {"value": {"as": "piles", "piles": {"K": 2}}}, "melded has a value"),
    "a seat that the table lacks": ({"field": "melded"}, {"field": "starter", "value": {"seat": 9}}, "no seat 9 at"),
    "an end before the game": ({"field": "melded"}, {"field": "end", "value": {"over_after": -1}}, "end has a value"),
    "points in words": ({"field": "melded"}, {"field": "adjustment1", "value": {"typed": "x"}}, "adjustment1 has a"),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_game_that_no_page_could_open_is_named_and_comes_only_if_left_out(tmp_path, lines, damage):
    where, values, words = DAMAGED[damage]
    file = ImportFile(tmp_path / "club.jsonl", "club.jsonl")
    file.path.write_bytes(changed("entry", where, **values)(lines))
    with Club.open(tmp_path / "club.sqlite3") as club:
        seen = preview(club, file, Decisions())
        (problem,) = seen.problems
        assert "Game 1 cannot be read: " in str(problem)
        assert words in str(problem)
        number = file.path.read_bytes().splitlines()[problem.line - 1]
        assert json.loads(number)["line"] == "game" or json.loads(number) | values == json.loads(number)
        assert not seen.is_ready(Decisions())
        with pytest.raises(NotReady, match=words):
            pipeline.record(club, file, Decisions())
        pipeline.record(club, file, Decisions(leave_out=True))
        assert (club.games(limit=9), len(club.people.everyone())) == ([], 5)
