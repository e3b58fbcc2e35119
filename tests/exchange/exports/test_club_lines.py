"""A club's JSON Lines contain every row of the club, and nothing about a phone or a secret."""

import json
import re

import pytest

from scorepad.store import Club, Entry, exports
from tests.exchange.club_files import exported
from tests.support.server import ROOT

CHAPTER = (ROOT / "docs/documents.md").read_text("utf-8").split("## A whole club: JSON Lines")[1].split("\n## ")[0]
TABLES = CHAPTER.split("| key of an entry |")

LEFT_OUT = {
    "cell": "the entries give them",
    "people_version": "it tells pages that people changed",
    "reach": "about the log beside this file alone",
    "gap": "about the log beside this file alone",
    "_sqlite_migrations": "about this file alone",
}
"""Tables that are not exported, and why. Those of the league are not listed: they are derived from the entries."""


def test_every_table_is_in_a_line_or_left_out_for_a_reason(tmp_path):
    with Club.open(tmp_path / "club.sqlite3") as club, club.reading() as db:
        tables = {name for name in db.table_names() if not name.startswith(("league_", "sqlite_"))}
        columns = {line.name: {column.name for column in db.table(line.table).columns} for line in exports.ALL}
    assert tables == {line.table for line in exports.ALL} | set(LEFT_OUT)
    for line in exports.ALL:
        assert columns[line.name] == {*map(line.column, line.keys), *line.left_out}, line.name


def test_the_docs_name_every_line_and_key():
    of_lines, of_entries = (dict(re.findall(r"^\| `(\w+)` \| (.*)", table, re.MULTILINE)) for table in TABLES)
    assert [*of_lines] == ["club", *(line.name for line in exports.ALL), "end"]
    assert [key for line in exports.ALL[:-1] for key in line.keys if f"`{key}`" not in of_lines[line.name]] == []
    assert [*of_entries] == [*exports.ENTRY.keys]


@pytest.mark.parametrize("device", ["0123abcd.7", "0123abcd.0", "0123abcd", "zz.b.c"])
def test_phones_have_numbers_and_no_labels(tmp_path, device):
    with Club.open(tmp_path / "club.sqlite3") as club:
        game = club.new_game([Entry("k1", 0, 0, "table", "binned", None, device="other")], key="g")
        club.record([Entry("k2", game, 1, "table", "finished", {"yes": True}, device=device)])
        text = exported(club).decode()
    entries = [line for line in map(json.loads, text.splitlines()) if line["line"] == "entry"]
    person = re.search(r"\.[0-9]+$", device)
    assert [entry["device"] for entry in entries] == ["00000001", "00000002" + (person.group() if person else "")]
    assert device.partition(".")[0] not in text
