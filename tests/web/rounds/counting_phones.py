"""Phones at one table as the pages meet them: each has an outbox, keys and bases as the scripts send them, and loses
answers. What each had before its eyes is written down when it types, and is what `check` judges the log by.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from scorepad.store import Club, LoggedEntry
from tests.store.recording_phones import every_conflict_is_asked_about
from tests.web.driving import Visitor
from tests.web.pages import Page

POINTS = ("team1.melded", "seat2.left")
TALLIES = ("team1.clean", "team2.dirty")
INPUTS = (*POINTS, *TALLIES)


@dataclass(frozen=True)
class Saw:
    """What a phone saw in an input when it typed, and the latest entry its page knew: 0 for its own that waits."""

    phone: str
    name: str
    text: str
    typed: str
    seen: int


@dataclass
class Ledger:
    """What was typed, by entry key; what stood when a form settled; every form with its phone and what it knew."""

    saw: dict[str, Saw] = field(default_factory=dict)
    settled: dict[str, int] = field(default_factory=dict)
    forms: list[tuple[str, str]] = field(default_factory=list)
    knew: dict[str, int] = field(default_factory=dict)
    delivered: set[str] = field(default_factory=set)


@dataclass
class Job:
    """One post: where to, under which key, of which inputs, and all it says but for the token."""

    url: str
    key: str
    names: tuple[str, ...]
    fields: dict[str, Any]

    @property
    def seen(self) -> int:
        """The latest entry that was known when it was typed."""
        return int(self.fields["seen"])


@dataclass
class Phone:
    """One phone on the counting page of round 1, and what waits on it to be sent."""

    visitor: Visitor
    game: int
    ledger: Ledger
    shows: dict[str, str] = field(default_factory=dict)
    source: str = ""
    outbox: list[Job] = field(default_factory=list)
    answered: list[Job] = field(default_factory=list)

    @property
    def name(self) -> str:
        """A word for this phone."""
        return f"{id(self):x}"

    @property
    def sheet(self) -> str:
        """Where it counts."""
        return f"/games/{self.game}/rounds/1/edit"

    def looks(self) -> None:
        """Gets the page anew; what waits to be sent stays as it was typed."""
        self._shows(self.visitor.client.get(self.sheet).text)

    def _shows(self, source: str) -> None:
        self.source = source
        for name in INPUTS:
            if not self._waiting(name):
                self.shows[name] = self._found(rf'name="{re.escape(name)}" value="([^"]*)"')

    def _found(self, pattern: str) -> str:
        return found[1] if (found := re.search(pattern, self.source)) else ""

    def _waiting(self, name: str) -> list[Job]:
        return [job for job in self.outbox if name in job.names]

    def types(self, texts: dict[str, str]) -> None:
        """Types into one input, or into several of a whole form; what stands there already is no change."""
        changed = {name: text for name, text in texts.items() if text != self.shows[name]}
        if changed:
            self._keeps(changed, changed)

    def taps(self, name: str) -> None:
        """Taps on + beside a tally."""
        text = self.shows[name]
        self._keeps({name: str(int(text or 0) + 1)}, {name: text, "step": f"{name}+1"})

    def _keeps(self, after: dict[str, str], says: dict[str, str]) -> None:
        before = [job for name in after for job in self._waiting(name)]
        seen = int(self._found(r'name="seen" value="([0-9]+)"'))
        if len(after) == 1:  # In a whole form other inputs show what the page knows by now.
            seen = min([seen, *(job.seen for job in before)])
        key = self._new_key()
        for name, text in after.items():
            own = bool(self._waiting(name))
            saw = Saw(self.name, name, self.shows[name], text, 0 if own else seen)
            self.ledger.saw[f"{key}:{name}"] = saw
            self.shows[name] = text
        fields = {"seen": str(seen), "base": [*dict.fromkeys(job.key for job in before)], **says}
        self.outbox.append(Job(self.sheet, key, tuple(after), fields))

    def _new_key(self) -> str:
        key = f"{self.game:016x}{len(self.ledger.forms):016x}"
        self.ledger.forms.append((key, self.name))
        return key

    def takes_back(self) -> None:
        """Presses Undo, if its page offers one."""
        seq, seen = (self._found(rf'name="{one}" value="([0-9]+)"') for one in ("undo", "seen"))
        if seq:
            fields = {"seen": seen, "undo": seq, "back": self.sheet}
            self.outbox.append(Job(f"/games/{self.game}/undo", self._new_key(), (), fields))

    def settles(self, which: int) -> None:
        """Chooses one of the values of a conflict that its page shows."""
        if 'name="choice"' in self.source:
            page = Page.of(200, self.source)
            form = next(form for form in page.forms if form.action.endswith("/settle"))
            (first, *_) = [one for one in page.root.all("form") if one["action"] == form.action]
            buttons = first.all("button")
            key = self._new_key()
            self.ledger.settled[f"{key}:{form.fields['cell']}"] = int(str(form.fields["standing"]))
            fields = form.fields | {"choice": buttons[which % len(buttons)]["value"]}
            self.outbox.append(Job(form.action, key, (), fields))

    def sends(self, *, answer_lost: bool = False) -> None:
        """Sends what waits longest. A lost answer leaves it waiting, and it comes again."""
        if not self.outbox:
            return
        answer = self._post(self.outbox[0])
        if not answer_lost:
            self.answered.append(self.outbox.pop(0))
            if answer.status_code == 200:
                self._shows(answer.text)
            else:
                assert answer.status_code == 422, answer.text
                self.looks()

    def sends_again(self, which: int) -> None:
        """Something that was answered long ago comes once more, by a network that doubles."""
        if self.answered:
            self._post(self.answered[which % len(self.answered)])

    def _post(self, job: Job) -> Any:
        token = self._found(r'name="csrf_token" value="([^"]+)"')
        self.ledger.delivered.add(job.key)
        self.ledger.knew[job.key] = job.seen
        fields = {**job.fields, "csrf_token": token, "key": job.key}
        return self.visitor.client.post(job.url, data=fields, follow_redirects=True)


def text_of(value: Any) -> str:
    """What an input shows of a cell."""
    if value is None:
        return ""
    return str(value["typed"] if value["as"] == "points" else value["n"])


def _is(text: str, value: Any) -> bool:
    """Whether an input with that text shows a cell with this value; a blank count shows a 0."""
    return text_of(value) == text or (value is None and text == "0")


def check(club: Club, game: int, ledger: Ledger) -> None:
    """Fails unless nothing is lost, doubled or silent, and the cells are the fold."""
    log = [entry for entry in club.history(game, limit=10_000) if entry.round]
    keys = [entry.key for entry in log]
    assert len(keys) == len(set(keys))
    assert {key for key in keys if key in ledger.saw or key in ledger.settled} == {
        key for key in (*ledger.saw, *ledger.settled) if key[:32] in ledger.delivered
    }
    phones = dict(ledger.forms)
    order = {key: at for at, key in enumerate(phones)}
    for phone in set(phones.values()):
        mine = [order[key[:32]] for key in keys if phones[key[:32]] == phone]
        assert mine == sorted(mine)
    stood = _nothing_is_silent(log, ledger, phones)
    cells = {(f"{p}.{f}"): (c.value, c.seq) for (n, p, f), c in club.cells(game).items() if n}
    assert cells == {name: (one.value, one.seq) for name, one in stood.items()}
    every_conflict_is_asked_about(club, game, log)


def _nothing_is_silent(
    log: list[LoggedEntry], ledger: Ledger, phones: dict[str, str]
) -> dict[str, LoggedEntry]:
    """Whoever replaced a value had it before their eyes; an undo brought back what its own phone had replaced."""
    stood: dict[str, LoggedEntry] = {}
    refused: dict[str, list[tuple[int, str]]] = {}
    replaced: dict[tuple[str, str], Any] = {}
    for entry in log:
        name = f"{entry.place}.{entry.field}"
        there = stood.get(name)
        phone = phones[entry.key[:32]]
        if entry.key in ledger.saw:
            assert _is(ledger.saw[entry.key].typed, entry.value), entry
        if entry.status == "same":
            assert (there.value if there else None) == entry.value
            # Two who tap from 2 to 3 may have counted one book, or two.
            assert not entry.value or entry.value["as"] != "tally"
        if entry.status == "conflict":
            refused.setdefault(name, []).append((entry.seq, phone))
        if entry.status != "applied":
            continue
        # Nobody closes a question without knowing of it.
        others = [seq for seq, whose in refused.pop(name, []) if whose != phone]
        assert all(seq <= ledger.knew[entry.key[:32]] for seq in others), entry
        if undone := re.search(":undo-([0-9]+):", entry.key):
            (form,) = {one.key[:32] for one in log if one.seq == int(undone[1])}
            assert entry.value == replaced[form, name]
            own = {one.seq for one in log if phones[one.key[:32]] == phones[entry.key[:32]]}
            assert int(undone[1]) in own
            assert there
            assert there.seq in own or ":undo-" in there.key
        elif entry.key in ledger.settled:
            assert (there.seq if there else 0) == ledger.settled[entry.key]
        elif there and phones[there.key[:32]] != phones[entry.key[:32]]:
            saw = ledger.saw[entry.key]
            assert there.seq <= saw.seen or _is(saw.text, there.value), (there, saw)
        replaced[entry.key[:32], name] = there.value if there else None
        stood[name] = entry
    return stood
