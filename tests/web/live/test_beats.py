"""A quiet stream says now and then that it lives: a phone could not tell a lost connection from a quiet table."""

from tests.support.waiting import until
from tests.web.live.test_streams import Streaming, app  # noqa: F401  # a fixture


def test_a_quiet_stream_beats_as_an_event_that_a_browser_hands_to_scripts(visitor, table):
    with Streaming(visitor, table) as phone:
        phone.news()
        # Browsers drop an event without data.
        until(lambda: phone.last == b"event: beat\ndata:1\n\n")
