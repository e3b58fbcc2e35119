"""While the club's file cannot be written, a form is answered within seconds and keeps everything that was typed."""

from contextlib import closing

import pytest

from scorepad.store import StoreError, engine
from scorepad.store.engine import sqlite3


@pytest.fixture
def locked(visitor, monkeypatch):
    """Another program, which keeps the club locked until it is closed."""
    # The writer is open already, and keeps the timeout from when it was opened.
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.05)
    with visitor.club.writing() as db:
        engine.set_wait(db.conn, 0.05)
    with closing(sqlite3.connect(visitor.club.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_a_form_that_cannot_be_saved_yet_is_sent_again_by_one_button_and_pages_can_be_read(table, visitor, locked):
    form = visitor.get(f"{table.address}/rounds/1/edit").form("/edit")
    page = visitor.post(form.action, form.fields | {"team1.melded": "120+85", "action": "save"})
    assert (page.status, page.heading) == (503, "Not saved yet")
    assert "another program keeps club.sqlite3 locked" in page.text
    assert table.applied("melded") == []
    assert visitor.get(table.address).status == 200
    locked.execute("ROLLBACK")
    (again,) = [form for form in page.forms if "team1.melded" in form.names]
    assert visitor.post(form.action, again.fields).status == 200
    assert [value["typed"] for value in table.applied("melded")] == ["120+85"]


def test_a_page_that_says_why_nothing_can_be_read_reads_nothing_itself(visitor, monkeypatch):
    def refuse(*args):
        raise StoreError("The disk failed.")

    monkeypatch.setattr(type(visitor.club), "reading", refuse)
    page = visitor.get("/")
    assert page.status == 503
    assert "The disk failed." in page.text
