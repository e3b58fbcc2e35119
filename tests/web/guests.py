"""Whoever comes to a club's pages with or without a pass, and whether an answer tells them what is private."""

import json
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from sqlite_utils.utils import sqlite3
from werkzeug.test import TestResponse

from scorepad.store import Phone
from scorepad.web.access.permissions import Permission
from tests.web.driving import OUT_FIRST, Table, Visitor, guarded

Address = tuple[str, str, set[str]]
"""The endpoint of a rule, an address that leads there, and its methods."""

NAMES = ("Xanthippos", "Quirinius", "Zenobia", "Wolframine", "Ysolde")
PRIVATE = (*NAMES, "7,315", "7315", "Nebelkraehe")
"""Words that nothing of Scorepad's own has: people, totals, a reason."""


@dataclass
class Guest:
    """Somebody with a browser, what they were let in for, and the form fields of a page of their own.

    `prefix` is that of the club they look at.
    """

    visitor: Visitor
    may: frozenset[Permission] = frozenset()
    prefix: str = ""
    own: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        fields = self.visitor.get(f"{self.prefix}/join").form("/join").fields
        self.own = {name: fields[name] for name in ("csrf_token", "key")}

    def ask(self, address: str, method: str, typed: dict[str, Any] | None = None) -> TestResponse:
        """The answer to a request, with a form as good as any where one is sent."""
        seen = {"seen": str(self.visitor.club.latest_seq())}
        data = {**self.own, **seen, **(typed or {})} if method == "POST" else None
        return self.visitor.client.open(self.prefix + address, method=method, data=data)


def begin(visitor: Visitor) -> Table:
    """A game by the clock with players of unmistakable names."""
    seats = {f"seat{seat}": name for seat, name in enumerate(NAMES[:4], start=1)}
    return visitor.begin("good-sam", **{"choice.length": "time"}, **seats)


def play(table: Table) -> None:
    """A finished round that comes to 7,315 points, and a draft of the next."""
    points = {"team1.adjustment1.points": "3000", "team1.adjustment1.reason": "Nebelkraehe"}
    table.play(1, **OUT_FIRST, **points)
    lacks = 7315 - table.record.before(2)[0]
    table.play(1, **{"team1.adjustment1.points": str(3000 + lacks)})
    table.sheet(2).save(**{"team1.melded": "300"})


def addresses_of(app: Flask, values: dict[str, Any]) -> list[Address]:
    """An address for every rule of the application."""
    with app.test_request_context():
        return [
            (rule.endpoint, built[1], set(rule.methods or ()))
            for rule in app.url_map.iter_rules()
            if (built := rule.build({name: values[name] for name in rule.arguments}))
        ]


def phone_of(visitor: Visitor) -> Phone:
    """The phone of somebody who was let in."""
    assert visitor.phone
    return visitor.phone


def kept(paths: Iterable[Path]) -> dict[tuple[Path, str], list[Any]]:
    """All that these files hold, table by table. How often an idle log was folded is nobody's doing."""
    found = {}
    for path in paths:
        with closing(sqlite3.connect(path)) as db:
            tables = db.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'reach'"
            ).fetchall()
            for (table,) in tables:
                found[path, table] = db.execute(f'SELECT * FROM "{table}"').fetchall()
    return found


def tells_nothing(answer: TestResponse, asked: str) -> None:
    """Fails where an answer has a private word in its text or its headers."""
    guarded(answer)
    said = answer.text + json.dumps(list(answer.headers), ensure_ascii=False)
    assert [word for word in PRIVATE if word in said] == [], asked
