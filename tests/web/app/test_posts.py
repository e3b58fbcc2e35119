"""Strangers who send their forms in drops hold up each other, and nobody who was let in."""

from contextlib import ExitStack
from io import BytesIO

from scorepad.web.app import security
from tests.web.driving import Visitor


class Unread(BytesIO):
    """The body of a form that must not be read."""

    def readinto(self, *args):
        raise AssertionError("a form was read that nobody had let in")

    read = readline = readinto


def test_a_form_of_a_stranger_is_not_even_read(app, played, nothing_recorded):
    stranger = Visitor(app, role=None)
    answer = stranger.client.post(
        f"{played.address}/starter",
        input_stream=Unread(b"seat=1"),
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == 403


def test_only_so_many_strangers_are_read_at_once(app, played):
    stranger = Visitor(app, role=None)
    form = stranger.get("/join").form("/join")
    with ExitStack() as crowd:
        for _ in range(security.MOST_STRANGERS):
            crowd.enter_context(security._strangers)
        assert stranger.send(form, code="123456").heading == "Too many are at the door"
        assert played.sheet(2).save().page.status == 200
    assert stranger.send(form, code="123456").status == 422


def test_strangers_who_come_one_after_the_other_are_all_read(app):
    stranger = Visitor(app, role=None)
    form = stranger.get("/join").form("/join")
    pages = [stranger.send(form, code="12") for _ in range(security.MOST_STRANGERS + 1)]
    assert {page.status for page in pages} == {422}
