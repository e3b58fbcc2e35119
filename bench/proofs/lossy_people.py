"""The random actions of eight people at one table, from a seed: they tap, type, correct, finish, settle and undo."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bench.proofs.lossy_phone import Cell, Outbox
from scorepad.scoring.cells import parse_place

RULES = {"slug": "good-sam", "choice.length": "time", "starter": "", "decks": "4"}
"""A game by the clock, which ends only when its table says so, and here never does."""

TAPPED = ("team1.clean", "team1.dirty", "team2.clean", "team2.dirty")
MARKED = ("team1.opened", "team2.opened", "seat1.exact_deal", "seat2.exact_deal")
TYPED = ("team1.melded", "team2.melded", "seat1.left", "seat2.left", "seat3.left", "seat4.left", "team1.clean")
CHECKED = ("team1.checked", "team2.checked")
REASON = "team1.adjustment1"
LATEST = 3
"""The number of latest finished rounds that may be corrected."""

WEIGHTS = {"tap": 48, "mark": 9, "type": 17, "words": 5, "end": 5, "check": 2, "save": 3, "finish": 6, "correct": 5}
UNDONE, SETTLED, LOOKED = 0.08, 0.5, 0.4
"""Probabilities: press Undo after an edit, settle a visible conflict, and reload before an edit."""


@dataclass(slots=True)
class Person:
    """A person with a phone. `edits` are the forms they sent, without those that settle or undo."""

    box: Outbox
    edits: int = 0
    undone: int = 0
    settled: int = 0

    def act(self) -> None:
        """Do one random action and its follow-ups."""
        draw, box = self.box.draw, self.box
        if not box.view.action or draw.random() < LOOKED:
            box.open(box.home)
        if box.view.questions and draw.random() < SETTLED:
            self.settle()
        (kind,) = draw.choices(list(WEIGHTS), WEIGHTS.values())
        has_inputs = True
        if kind not in ("tap", "mark") and box.view.path == box.home and box.view.round:
            box.open(f"{box.home}/rounds/{box.view.round}/edit")
            # Undone meanwhile, the previous round is being played again, and the table is shown instead.
            has_inputs = box.view.path != box.home
        before = len(box.sent)
        if box.view.action and has_inputs and (kind == "correct" or "data-local" not in box.view.text):
            getattr(self, f"_{kind}")()
            box.deliver()
        elif box.view.path != box.home:
            box.open(box.home)
        self.edits += len(box.sent) - before
        if box.view.undo and draw.random() < UNDONE:
            self._undo()

    def settle(self) -> None:
        """Tap one of the values of a conflict."""
        box, asked = self.box, self.box.draw.choice(self.box.view.questions)
        fields = {"back": box.view.path, "cell": asked.cell, "standing": asked.standing}
        fields["choice"] = box.draw.choice(asked.choices)
        job = box.press(f"{box.home}/rounds/{asked.round}/settle", fields, {})
        self.settled += "Settled:" in job.message

    def _undo(self) -> None:
        fields = {"back": self.box.view.path, "undo": self.box.view.undo}
        job = self.box.press(f"{self.box.home}/undo", fields, {})
        self.undone += "Taken back:" in job.message

    def _tap(self) -> None:
        """Tap − or + one to three times, faster than the answers arrive."""
        name = self.box.draw.choice(TAPPED)
        for _ in range(self.box.draw.randint(1, 3)):
            number = int(self.box.text(name) or 0)
            by = -1 if number > 6 or (number and self.box.draw.random() < 0.3) else 1
            self._step(name, str(number + by), {"as": "tally", "n": number + by}, by)

    def _mark(self) -> None:
        name = self.box.draw.choice(MARKED)
        text = "" if self.box.text(name) else "1"
        self._step(name, text, _value(name, text), 1 if text else -1)

    def _check(self) -> None:
        name = self.box.draw.choice(CHECKED)
        text = "" if self.box.text(name) else "1"
        self._step(name, text, ..., 1 if text else -1)

    def _step(self, name: str, text: str, value: object, by: int) -> None:
        self.box.change({name: text}, {_cell(self.box.view.round, name): value}, f"{name}{by:+d}")

    def _type(self) -> None:
        for name in self.box.draw.sample(TYPED, self.box.draw.randint(1, 2)):
            self._put({name: self._number(name)})

    def _number(self, name: str) -> str:
        most = {"clean": 6, "left": 12}.get(name.partition(".")[2], 60)
        number = self.box.draw.randint(0, most)
        return str(number if name.endswith("clean") else 5 * number)

    def _words(self) -> None:
        text = self.box.draw.choice(("House rule", "Cards fell down", "Played in a hurry", "Späte Runde"))
        if self.box.draw.random() < 0.5:
            self._put({"team1.ruling": text})
        else:
            self._put({f"{REASON}.points": str(-5 * self.box.draw.randint(1, 9)), f"{REASON}.reason": text})

    def _end(self) -> None:
        self._put({"table.ended": self.box.draw.choice(("stock", "seat1", "seat2"))})

    def _put(self, texts: dict[str, str]) -> None:
        """Type into one input, or into the two of an adjustment."""
        if any(self.box.text(name) != text for name, text in texts.items()):
            self.box.change(texts, changes_of(self.box.view.round, texts))

    def _save(self) -> None:
        """Send the whole sheet, with several numbers at once."""
        self._press("save", {name: self._number(name) for name in self.box.draw.sample(TYPED, 3)})

    def _finish(self) -> None:
        self.box.open(self.box.view.path)
        inputs = self.box.view.inputs
        if "table.ended" not in inputs or "data-local" in self.box.view.text:
            return
        blank = {name: self._number(name) for name in TYPED if inputs[name] == ""}
        # Enough points for the books, and no more than the decks have.
        melded = dict.fromkeys(("team1.melded", "team2.melded"), str(5 * self.box.draw.randint(150, 180)))
        self._press("finish", blank | melded | {"table.ended": "stock"})
        self.box.open(self.box.home)

    def _correct(self) -> None:
        latest = self.box.view.round - 1
        if "data-local" not in self.box.view.text:
            if latest < 1:
                return
            number = self.box.draw.randint(max(1, latest - LATEST), latest)
            self.box.open(f"{self.box.home}/rounds/{number}/edit")
        if "data-local" in self.box.view.text:
            self._press("finish", {name: self._number(name) for name in self.box.draw.sample(TYPED, 2)})
        self.box.open(self.box.home)

    def _press(self, action: str, typed: dict[str, str]) -> None:
        """Send a whole sheet, and again with "Yes, this is right" if it asks for that."""
        box, view = self.box, self.box.view
        is_final = "data-local" in view.text
        shown = {name: text for name, text in view.inputs.items() if name not in CHECKED}
        changed = {name: text for name, text in typed.items() if shown[name] != text}
        changes = changes_of(view.round, changed)
        if action == "finish" and not is_final:
            changes[view.round, "table", "finished"] = {"yes": True}
        job = box.press(view.action, shown | typed | {"action": action}, changes)
        confirm = re.search(r'name="confirm" value="([^"]*)"', box.view.text)
        if job.status == 422 and confirm and action == "finish":
            texts = {name: text for name, text in box.view.inputs.items() if name not in CHECKED}
            # The draft has these values by now, so only a final form changes them.
            again = {cell: value for cell, value in changes.items() if is_final or cell[2] == "finished"}
            box.press(view.action, texts | {"action": action, "confirm": confirm[1]}, again)


def changes_of(number: int, texts: dict[str, str]) -> dict[Cell, object]:
    """Return the values that the file should have for the texts of these inputs."""
    names: Iterable[str] = {name.removesuffix(".points").removesuffix(".reason") for name in texts}
    return {_cell(number, name): _value(name, texts.get(name, ""), texts) for name in names}


def _cell(number: int, name: str) -> Cell:
    place, _, field = name.partition(".")
    return number, place, field


def _value(name: str, text: str, texts: dict[str, str] | None = None) -> object:
    """Return the value that the file should have, as JSON."""
    field = name.partition(".")[2]
    if text == "" and not field.startswith("adjustment"):
        return None
    if field == "ended":
        return {"as": "stock"} if text == "stock" else {"as": "out", "seat": parse_place(text).number}
    if field.startswith("adjustment") and texts:
        points, reason = texts[f"{name}.points"], texts[f"{name}.reason"]
        return {"typed": points, "reason": reason} if points or reason else None
    if field == "opened":
        return {"yes": True}
    if field == "ruling":
        return {"text": text}
    return {"as": "points", "typed": text} if field in ("melded", "left") else {"as": "count", "n": int(text)}
