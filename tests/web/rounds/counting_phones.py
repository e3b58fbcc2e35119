"""Simulated phones at one table. Like the scripts, each has an outbox and sends keys and bases; responses may get lost.
The ledger records what a phone showed when it typed, and `check` compares the log with that.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from tests.web.driving import Visitor
from tests.web.pages import Page

POINTS = ("team1.melded", "seat2.left")
TALLIES = ("team1.clean", "team2.dirty")
INPUTS = (*POINTS, *TALLIES)


@dataclass(frozen=True)
class Saw:
    """What a phone showed in an input when it typed. `seen` is its page's latest entry, 0 over an unsent one."""

    phone: str
    name: str
    text: str
    typed: str
    seen: int


@dataclass
class Ledger:
    """What phones did: what was typed over what (by entry key), the entry that stood when a form settled a conflict (by
    entry key), the phone of each form, and the latest entry that each sent form's page knew."""

    saw: dict[str, Saw] = field(default_factory=dict)
    settled: dict[str, int] = field(default_factory=dict)
    forms: dict[str, str] = field(default_factory=dict)
    knew: dict[str, int] = field(default_factory=dict)


@dataclass
class Job:
    """One POST: its URL, its key, the names of its inputs, and its fields without the token."""

    url: str
    key: str
    names: tuple[str, ...]
    fields: dict[str, Any]


@dataclass
class Phone:
    """One phone on the counting page of round 1, with its unsent forms in `outbox`."""

    visitor: Visitor
    game: int
    ledger: Ledger
    shows: dict[str, str] = field(default_factory=dict)
    source: str = ""
    outbox: list[Job] = field(default_factory=list)
    answered: list[Job] = field(default_factory=list)

    @property
    def sheet(self):
        return f"/games/{self.game}/rounds/1/edit"

    def looks(self):
        """Load the page again; inputs with unsent texts keep them."""
        self._shows(self.visitor.client.get(self.sheet).text)

    def _shows(self, source):
        self.source = source
        for name in INPUTS:
            if not self._waiting(name):
                self.shows[name] = self._value(name, ".*?")

    def _value(self, name, pattern="[0-9]+"):
        match = re.search(f'name="{re.escape(name)}" value="({pattern})"', self.source)
        return match[1] if match else ""

    def _waiting(self, name):
        return [job for job in self.outbox if name in job.names]

    def types(self, texts):
        """Type into one input, or into several of a whole form. Unchanged texts are not sent."""
        changed = {name: text for name, text in texts.items() if text != self.shows[name]}
        if changed:
            self._keeps(changed, changed)

    def taps(self, name):
        text = self.shows[name]
        self._keeps({name: str(int(text or 0) + 1)}, {name: text, "step": f"{name}+1"})

    def _keeps(self, after, fields):
        before = [job for name in after for job in self._waiting(name)]
        seen = int(self._value("seen"))
        if len(after) == 1:  # In a whole form, other inputs show the page's latest state.
            seen = min([seen, *(int(job.fields["seen"]) for job in before)])
        fields = {"seen": str(seen), "base": [*dict.fromkeys(job.key for job in before)], **fields}
        job = self._job(self.sheet, fields, tuple(after))
        for name, text in after.items():
            saw = Saw(self.phone, name, self.shows[name], text, 0 if self._waiting(name) else seen)
            self.ledger.saw[f"{job.key}:{name}"] = saw
            self.shows[name] = text
        self.outbox.append(job)

    @property
    def phone(self):
        """An id of this phone."""
        return f"{id(self):x}"

    def _job(self, url, fields, names=()):
        key = f"{self.game:016x}{len(self.ledger.forms):016x}"
        self.ledger.forms[key] = self.phone
        return Job(url, key, names, fields)

    def takes_back(self):
        """Send the outbox, because an undo after other changes is refused, and press Undo if the page offers it."""
        while self.outbox:
            self.sends()
        self.looks()
        if seq := self._value("undo"):
            fields = {"seen": self._value("seen"), "undo": seq, "back": self.sheet}
            self.outbox.append(self._job(f"/games/{self.game}/undo", fields))

    def settles(self, which):
        """Choose one of the values of a conflict, if the page shows one."""
        self.looks()
        if 'name="choice"' in self.source:
            page = Page(200, self.source)
            form = next(form for form in page.forms if form.action.endswith("/settle"))
            element = next(e for e in page.root.all("form") if e["action"] == form.action)
            buttons = element.all("button")
            choice = buttons[which % len(buttons)]["value"]
            job = self._job(form.action, form.fields | {"choice": choice})
            self.ledger.settled[f"{job.key}:{form.fields['cell']}"] = int(form.fields["standing"])
            self.outbox.append(job)

    def sends(self):
        if self.outbox:
            answer = self._post(self.outbox[0])
            self.answered.append(self.outbox.pop(0))
            if answer.status_code == 200:
                self._shows(answer.text)
            else:
                assert answer.status_code == 422, answer.text
                self.looks()

    def loses_the_answer(self):
        """Send the oldest form, but keep it in the outbox, so that it is sent again."""
        if self.outbox:
            self._post(self.outbox[0])

    def sends_again(self, which):
        """Send an answered form again, as a network that duplicates requests would."""
        if self.answered:
            self._post(self.answered[which % len(self.answered)])

    def _post(self, job):
        self.ledger.knew[job.key] = int(job.fields["seen"])
        fields = {**job.fields, "csrf_token": self._value("csrf_token", ".+?"), "key": job.key}
        return self.visitor.client.post(job.url, data=fields, follow_redirects=True)


def _text(value):
    if value is None:
        return ""
    return str(value["typed"] if value["as"] == "points" else value["n"])


def _shown(text, value):
    """Whether an input with this text shows a cell with this value. A blank count shows 0."""
    return _text(value) == text or (value is None and text == "0")


def check(club, game, ledger):
    """Fail if anything was lost, doubled or silently overwritten, or if the cells are not the fold of the log."""
    log = [entry for entry in club.history(game, limit=10_000) if entry.round]
    keys = [entry.key for entry in log]
    assert len(keys) == len(set(keys))
    typed = {*ledger.saw, *ledger.settled}
    assert {key for key in keys if key in typed} == {key for key in typed if key[:32] in ledger.knew}
    order = {key: at for at, key in enumerate(ledger.forms)}
    for phone in set(ledger.forms.values()):
        mine = [order[key[:32]] for key in keys if ledger.forms[key[:32]] == phone]
        assert mine == sorted(mine)
    stood = _nothing_is_silent(log, ledger)
    cells = {(f"{p}.{f}"): (c.value, c.seq) for (n, p, f), c in club.cells(game).items() if n}
    assert cells == {name: (entry.value, entry.seq) for name, entry in stood.items()}
    _every_conflict_is_asked_about(club, game, log)


def _nothing_is_silent(log, ledger):
    """Check that a phone replaced only values that it had seen, and that an undo restored what its phone replaced."""
    stood, refused, replaced = {}, {}, {}
    phone = {entry.seq: ledger.forms[entry.key[:32]] for entry in log}
    for entry in log:
        name, form = f"{entry.place}.{entry.field}", entry.key[:32]
        there = stood.get(name)
        if entry.key in ledger.saw:
            assert _shown(ledger.saw[entry.key].typed, entry.value), entry
        if entry.status == "same":
            assert (there.value if there else None) == entry.value
            # Two phones that tap from 2 to 3 may have counted one book, or two.
            assert not entry.value or entry.value["as"] != "tally"
        if entry.status == "conflict":
            refused.setdefault(name, []).append(entry.seq)
        if entry.status != "applied":
            continue
        # No phone closes a conflict that its page did not show.
        others = [seq for seq in refused.pop(name, []) if phone[seq] != phone[entry.seq]]
        assert all(seq <= ledger.knew[form] for seq in others), entry
        if undone := re.search(":undo-([0-9]+):", entry.key):
            (undone_form,) = {other.key[:32] for other in log if other.seq == int(undone[1])}
            assert entry.value == replaced[undone_form, name]
            assert phone[int(undone[1])] == phone[entry.seq]
            assert there
            assert phone[there.seq] == phone[entry.seq] or ":undo-" in there.key
        elif entry.key in ledger.settled:
            assert (there.seq if there else 0) == ledger.settled[entry.key]
        elif there and phone[there.seq] != phone[entry.seq]:
            saw = ledger.saw[entry.key]
            assert there.seq <= saw.seen or _shown(saw.text, there.value), (there, saw)
        replaced[form, name] = there.value if there else None
        stood[name] = entry
    return stood


def _every_conflict_is_asked_about(club, game, log):
    """Check that each refused value is an open conflict, until someone records over it or its own phone types again."""
    later = {entry.base for entry in log if entry.status in ("conflict", "same")}
    stood = {(e.round, e.place, e.field): e.seq for e in log if e.status == "applied"}
    left = [
        entry.key
        for entry in log
        if entry.status == "conflict" and entry.key not in later
        if entry.seq > stood.get((entry.round, entry.place, entry.field), 0)
    ]
    assert [conflict.entry.key for conflict in club.open_conflicts(game)] == left
