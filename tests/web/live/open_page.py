"""A phone's open page that follows its game through events, as `static/js/refresh.js` does."""

import json
import re

from scorepad.live.presence import SCREENS, PageKind
from scorepad.web.live.live_page import PageEvents
from tests.web.driving import Table, Visitor


class OpenPage:
    """A page, updated from events. `requests` counts how often it was requested, also because an event had no news."""

    def __init__(self, visitor: Visitor, table: Table, kind: PageKind = PageKind.TABLE) -> None:
        self.address = table.address + (f"/{kind}" if kind in SCREENS else "")
        self.requests = 0
        self._game, self._client = table.game, visitor.client
        self._request()
        with self._client as client:
            client.get(self.address)
            self._events = PageEvents.of(table.game, kind)
        self._shown, _ = self._events.since("", "")

    def _request(self) -> None:
        self.requests += 1
        while "Set-Cookie" in (answer := self._client.get(self.address)).headers:
            pass  # The session starts, or a message is shown.
        self.html = answer.text

    def read_event(self) -> dict[str, object]:
        """Read the next event, put its fragments into the page, and return it."""
        was, mark = self._shown, self._events.club.hub.mark(self._game)
        self._shown, text = self._events.since(was, mark)
        event = json.loads(text)
        if event.get("was") != was:
            self._request()
            return event
        for name, fragment in (event["parts"] | event.get("own", {})).items():
            start, end = f"<!--{name}-->", f"<!--/{name}-->"
            before, _, rest = self.html.partition(start)
            assert end in rest, name
            self.html = before + start + fragment + rest[rest.index(end) :]
        return event


def without_hidden_fields(html: str) -> str:
    """Return a page without what every response changes, and what the phone fills in."""
    html = re.sub('data-mark="[^"]*"', "", html)
    return re.sub('name="(csrf_token|key|seen)" value="[^"]*"', "", html)
