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


def test_only_so_many_strangers_are_read_at_once_and_each_gives_its_place_back(app, played):
    stranger = Visitor(app, role=None)
    form = stranger.get("/join").form("/join")
    with ExitStack() as crowd:
        for _ in range(security.MOST_STRANGERS):
            crowd.enter_context(security._strangers)
        assert stranger.send(form, code="12").heading == "Too many are at the door"
        assert played.sheet(2).save().page.status == 200
    for _ in range(security.MOST_STRANGERS + 1):
        assert stranger.send(form, code="12").status == 422
