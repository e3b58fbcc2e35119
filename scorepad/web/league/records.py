"""The records of the club: the best of each kind of game, and the longest winning streaks."""

from typing import Any

from flask import render_template, request

from scorepad.exchange.documents.league import Record, records_document
from scorepad.language.words import plural
from scorepad.league.figures import RECORDS, STREAKS, RecordText
from scorepad.numbers import whole_number
from scorepad.web.app.current import g
from scorepad.web.app.freshness import league_page
from scorepad.web.people.people_view import people_view

_TEXTS = {**RECORDS, **{f"streak-{group}": text for group, text in STREAKS.items()}}


@league_page
def show() -> Any:
    """Show the records of the kind of game in `?kind=`, or of the kind played most."""
    people, kind = people_view(), request.args.get("kind", "")
    is_unknown = False
    try:
        page = records_document(g.club.store, people, whole_number(kind) or 0 if kind else None)
    except KeyError:
        page, is_unknown = records_document(g.club.store, people), True
    return render_template("league/records.html", page=page, people=people, is_unknown=is_unknown)


def record_text(record: Record) -> RecordText:
    return _TEXTS[record["code"]]


def best_value(record: Record) -> str:
    """Return the best value of a record with its unit: "4,560 points"."""
    return plural(record["best"][0]["value"], *record_text(record).unit)
