"""Prepares a copy of a club for other programs: updates the league's figures, and adds views."""

from pathlib import Path

from scorepad.store.connections import Connections
from scorepad.store.engine import ERRORS, connect, raise_as_store_error
from scorepad.store.errors import StoreError
from scorepad.store.exports import views
from scorepad.store.file.copying import A_COPY, flush
from scorepad.store.league import League
from scorepad.store.results.catch_up import Report

_JOURNAL = "delete"


def make_readable(copy: Path, report: Report) -> None:
    """Update the figures of a copy and add views. No one else may have it open. Raises StoreError."""
    try:
        connections = Connections(copy, connect(copy, journal_mode=_JOURNAL), _JOURNAL)
        try:
            league = League(connections)
            league.catch_up(report)
            _add_views(connections, league)
        finally:
            connections.close()
        flush(copy)
    except ERRORS as error:
        raise_as_store_error(error, copy)
        raise


def _add_views(connections: Connections, league: League) -> None:
    with connections.writing() as db:
        people = [row["id"] for row in db.table("player").rows_where("merged_into IS NULL", select="id")]
        ratings = league.ratings(people)
        views.drop(db)
        views.make(db)
        db.table(views.RATINGS).insert_all(
            {"player": person, "rating": rating.shown, "give_or_take": rating.give_or_take}
            for person, rating in ratings.items()
        )
        db.execute(f"PRAGMA user_version = {A_COPY}")
        for view in views.VIEWS:
            list(db.view(view).rows_where(limit=1))
        faults = [row[0] for row in db.execute("PRAGMA quick_check")]
    if faults != ["ok"]:
        raise StoreError("The copy is not whole and was not kept: run `scorepad doctor`.")
