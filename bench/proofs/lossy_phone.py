"""A phone that sends forms as our scripts do (static/js: jobs, queue, outbox, answers), and records everything."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from http import HTTPStatus
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

from bench.proofs.phones import HUNG_UP, Answer, Phone, hidden

MORE = "X-Scorepad-More"
BUSY = 503
Cell = tuple[int, str, str]
"""Round, place and field."""

_INPUT = re.compile(r'name="((?:team|seat)[0-9]\.[a-z_0-9.]+)" value="([^"]*)"')
_ENDED = re.compile(r'name="table\.ended" value="([^"]*)" checked')
_ACTION = re.compile(r'action="([^"]*/rounds/([0-9]+)/edit)"')
_MESSAGE = re.compile(r'<p class="message" role="status">(.*?)</p>', re.DOTALL)
_QUESTION = re.compile(
    r'id="conflict-([0-9]+)-([^"]+)" aria-label.*?name="standing" value="([0-9]+)"(.*?)</section>', re.DOTALL
)


class Question(NamedTuple):
    """A conflict that a page asks about, with the codes of its buttons."""

    round: int
    cell: str
    standing: str
    choices: list[str]


class View:
    """A page of a round as the phone shows it."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.seen = int(hidden(text, "seen") or 0)
        self.token = hidden(text, "csrf_token")
        action = _ACTION.search(text)
        self.action, self.round = (action[1], int(action[2])) if action else ("", 0)
        self.inputs = {name: unescape(value) for name, value in _INPUT.findall(text)}
        if 'name="table.ended"' in text:
            ended = _ENDED.search(text)
            self.inputs["table.ended"] = ended[1] if ended else ""
        self.undo = hidden(text, "undo")
        self.messages = [unescape(message).strip() for message in _MESSAGE.findall(text)]
        self.questions = [
            Question(int(number), cell, standing, re.findall(r'name="choice" value="([^"]+)"', rest))
            for number, cell, standing, rest in _QUESTION.findall(text)
        ]


@dataclass(slots=True, eq=False)
class Job:
    """A queued form. `changes` are the values that it should leave in the file, by cell.

    `is_change` is set for a single tap or number, which scripts send at once. `seen` and `bases` are what its phone
    knew. `status` is the final status, and `message` the message of the page after it.
    """

    url: str
    fields: dict[str, str] = field(repr=False)
    key: str
    seen: int
    changes: dict[Cell, object] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    bases: list[str] = field(default_factory=list)
    is_change: bool = False
    accepted: bool = False
    status: int = 0
    message: str = ""
    asked: frozenset[str] = frozenset()


class Look(NamedTuple):
    """The conflicts that a page asked about, and the latest entry that it showed."""

    seen: int
    round: int
    asked: frozenset[tuple[int, str]]


@dataclass(slots=True)
class Outbox:
    """A phone with its waiting jobs, everything it sent, and every page it looked at."""

    phone: Phone
    draw: Random
    home: str
    sent: list[Job] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    view: View = field(default_factory=lambda: View("", ""))
    queue: list[Job] = field(default_factory=list)
    unshown: list[Job] = field(default_factory=list)

    def open(self, path: str) -> None:
        """Open a page of a round, or the table if the end of the previous round was undone meanwhile."""
        while (answer := self._try("GET", path)) is None or answer.status >= 300:
            if answer and answer.status == HTTPStatus.NOT_FOUND:
                path = self.home
            elif answer and answer.status in (302, 303):
                path = answer.location
        self._show(View(path, answer.text))

    def _show(self, view: View, *, is_look: bool = True) -> None:
        self.view, self.unshown = view, []
        if view.action and is_look:
            asked = frozenset((question.round, question.cell) for question in view.questions)
            self.looks.append(Look(view.seen, view.round, asked))

    def text(self, name: str) -> str:
        """Return what an input shows: the value of the page, changed by the waiting jobs."""
        waiting = [job.values[name] for job in self.queue if job.url == self.view.action and name in job.values]
        return waiting[-1] if waiting else self.view.inputs[name]

    def change(self, texts: Mapping[str, str], changes: dict[Cell, object], step: str = "") -> None:
        """Queue a tap, or the text of one input (or the two of an adjustment)."""
        url = self.view.action
        unseen = [job for job in [*self.unshown, *self.queue] if job.url == url]
        last = [next((job for job in reversed(unseen) if name in job.values), None) for name in texts]
        earlier = [job for job in unseen if job in last]
        before = {name: self.text(name) for name in texts}
        fields = {"from": "table"} if self.view.path == self.home else {}
        fields |= before | {"step": step} if step else texts
        seen = min((job.seen for job in earlier), default=self.view.seen)
        bases = [job.key for job in earlier]
        self._queue(Job(url, fields, self.key(), seen, changes, dict(texts), bases, is_change=True))

    def press(self, url: str, fields: Mapping[str, str], changes: dict[Cell, object]) -> Job:
        """Send a whole form, after all waiting jobs, and return it with its answer."""
        self.deliver()
        job = Job(url, dict(fields), self.key(), self.view.seen, changes)
        self._queue(job)
        self.deliver()
        return job

    def key(self) -> str:
        return self.draw.randbytes(16).hex()

    def _queue(self, job: Job) -> None:
        self.queue.append(job)
        self.sent.append(job)

    def deliver(self) -> None:
        """Send the waiting jobs, one after the other, each until it is answered."""
        while self.queue:
            job = self.queue[0]
            answer, view = self._answer(job)
            job.status = answer.status
            job.accepted = answer.status in (204, 303)
            del self.queue[0]
            if job.accepted:
                self.unshown.append(job)
            else:
                self._pass_on_bases(job)
            if view is None:
                continue
            job.message = " ".join(view.messages)
            job.asked = frozenset(question.cell for question in view.questions if question.round == view.round)
            if not (job.accepted and self.queue):
                # A form that came back may contain less than a requested page.
                self._show(view, is_look=job.accepted)

    def _answer(self, job: Job) -> tuple[Answer, View | None]:
        """Send a job until it is answered, and the page after it has arrived too."""
        body = urlencode(
            [*job.fields.items(), ("csrf_token", self.view.token), ("key", job.key), ("seen", job.seen)]
            + [("base", base) for base in job.bases]
        )
        while True:
            more = {MORE: "1"} if job.is_change and len(self.queue) > 1 else {}
            answer = self._try("POST", job.url, body, **more)
            if answer is None:
                continue
            if answer.status != 303:
                path = self.home if job.fields.get("from") else job.url
                return answer, View(path, answer.text) if answer.text else None
            path = answer.location.partition("#")[0]
            page = self._try("GET", path)
            if page is not None and page.status == 200:
                return answer, View(path.partition("?")[0], page.text)
            if page is not None and page.status == 302:
                self.open(page.location)
                return answer, self.view

    def _try(self, method: str, path: str, body: str | None = None, **more: str) -> Answer | None:
        """Return the answer to a request, None if there was none, or if the server was too busy."""
        try:
            answer = self.phone.ask(method, path, body, **more)
        except HUNG_UP:
            return None
        return None if answer.status == BUSY else answer

    def _pass_on_bases(self, refused: Job) -> None:
        """Give the jobs that were based on a refused one its bases."""
        for job in self.queue:
            if refused.key in job.bases:
                job.bases = [base for base in job.bases if base != refused.key] + refused.bases
                job.seen = min(job.seen, refused.seen)
