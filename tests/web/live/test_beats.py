"""A quiet stream sends beats: without them a phone could not tell a lost connection from a quiet table."""

from tests.support.waiting import until
from tests.web.live.test_streams import Streaming, app  # noqa: F401  # a fixture

# Browsers drop an event without data.
BEAT = b"event: beat\ndata:1\n\n"


def test_a_quiet_stream_beats_as_an_event_that_a_browser_hands_to_scripts(visitor, table):
    with Streaming(visitor, table) as phone:
        phone.news()
        until(lambda: phone.last == BEAT)


def test_a_stream_that_is_woken_again_and_again_for_nothing_beats(app, visitor, table):  # noqa: F811
    def ring():
        app.extensions["scorepad.hub"].notify(table.game)
        return phone.last == BEAT

    with Streaming(visitor, table) as phone:
        phone.news()
        until(ring)
