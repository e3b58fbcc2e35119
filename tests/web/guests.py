"""Visitors with and without a pass, and a check that a response reveals nothing private."""

import json
from contextlib import closing
from dataclasses import dataclass, field

from sqlite_utils.utils import sqlite3

from tests.web.driving import OUT_FIRST, Visitor, guarded

NAMES = ("Xanthippos", "Quirinius", "Zenobia", "Wolframine", "Ysolde")
PRIVATE = (*NAMES, "7,315", "7315", "Nebelkraehe")
"""Words that occur nowhere in Scorepad itself: names, totals, a reason."""


@dataclass
class Guest:
    """A visitor, their permissions, and the hidden form fields of a page of theirs. `prefix` is the club's."""

    visitor: Visitor
    may: frozenset = frozenset()
    prefix: str = ""
    own: dict = field(init=False)

    def __post_init__(self):
        fields = self.visitor.get(f"{self.prefix}/join").form("/join").fields
        self.own = {name: fields[name] for name in ("csrf_token", "key")}

    def ask(self, address, method, typed=None):
        """Return the response to a request. A POST sends a form with valid hidden fields."""
        seen = {"seen": str(self.visitor.club.latest_seq())}
        data = {**self.own, **seen, **(typed or {})} if method == "POST" else None
        return self.visitor.client.open(self.prefix + address, method=method, data=data)


def begin(visitor):
    """Begin a game that ends by time, with players whose names occur nowhere else."""
    seats = {f"seat{seat}": name for seat, name in enumerate(NAMES[:4], start=1)}
    return visitor.begin("good-sam", **{"choice.length": "time"}, **seats)


def play(table):
    """Play a finished round of 7,315 points, and save a draft of the next one."""
    points = {"team1.adjustment1.points": "3000", "team1.adjustment1.reason": "Nebelkraehe"}
    table.play(1, **OUT_FIRST, **points)
    missing = 7315 - table.record.before(2)[0]
    table.play(1, **{"team1.adjustment1.points": str(3000 + missing)})
    table.sheet(2).save(team1__melded="300")


def addresses_of(app, values):
    """Return for every route of the pages: its endpoint, a URL that leads there, and its methods.

    The API does not use phones: tests/web/api has its own guests.
    """
    with app.test_request_context():
        return [
            (rule.endpoint, built[1], set(rule.methods or ()))
            for rule in app.url_map.iter_rules()
            if not rule.endpoint.startswith("api.")
            if (built := rule.build({name: values[name] for name in rule.arguments}))
        ]


class Files:
    """All rows of these files, by table, except `reach`: it changes when an idle log is folded into its file.

    Rows are read again only after another connection has written: thousands of refused requests write nothing.
    """

    def __init__(self, paths):
        self._dbs = {path: sqlite3.connect(path) for path in paths}
        self._versions = {}
        self._tables = {}

    def rows(self):
        for path, db in self._dbs.items():
            (version,) = db.execute("PRAGMA data_version").fetchone()
            if version != self._versions.get(path):
                tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'reach'")
                names = [name for (name,) in tables]
                self._tables[path] = {(path, name): db.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}
                self._versions[path] = version
        return {at: rows for tables in self._tables.values() for at, rows in tables.items()}

    def close(self):
        for db in self._dbs.values():
            db.close()


def kept(paths):
    """Return all rows of these files."""
    with closing(Files(paths)) as files:
        return files.rows()


def tells_nothing(answer, asked):
    """Fail if a response has a private word in its text or its headers."""
    guarded(answer)
    words = answer.text + json.dumps(list(answer.headers), ensure_ascii=False)
    assert [word for word in PRIVATE if word in words] == [], asked
