"""What a mended agreement would change: every round and total before and after, and what is no longer counted."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Self

from scorepad.rules.model import OpeningStep
from scorepad.scoring.explain import number as written
from scorepad.scoring.game import Course, Phase, Totals
from scorepad.scoring.messages import message
from scorepad.scoring.model import Problem
from scorepad.scoring.record import GameRecord, RoundRecord
from scorepad.scoring.sheet import Sheet, sheet
from scorepad.web.amending import Amended
from scorepad.web.clubs import LoadedGame

MOST_SAID = 3
"""Faults of one round that are named; the sheet of the round names them all."""


@dataclass(frozen=True, slots=True)
class Change:
    """A number before and after; `before` is None where there was none."""

    before: int | None
    after: int

    @property
    def differs(self) -> bool:
        """Whether it changes."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Row:
    """One round: its number then and now, its points for each team, and what is wrong with its sheet only then."""

    number: int
    was: int
    points: tuple[Change, ...]
    troubles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything a person should see before the changes are kept.

    `said` tells what is mended, `gone` and `new` which fields leave the sheet and come to it, `end` what becomes of
    the game's end. `minimums` are those of the round to play, before and after, empty where they stay.
    """

    teams: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[Change, ...]
    minimums: tuple[tuple[OpeningStep, OpeningStep], ...]
    said: tuple[str, ...]
    gone: tuple[str, ...]
    new: tuple[str, ...]
    end: str

    @classmethod
    def of(cls, loaded: LoadedGame, after: Amended) -> Self:
        """The preview of a game with changes that were not kept yet."""
        before, then = loaded.record, after.record
        by = then.agreement.paper - before.agreement.paper
        return cls(
            teams=then.agreement.teams,
            rows=tuple(_rows(before, then, by)),
            totals=_changes(before.course.now, then.course.now),
            minimums=_minimums(before.course, then.course),
            said=tuple(_said(loaded, after)),
            gone=tuple(_gone(loaded, then, by)),
            new=tuple(_new(before, then)),
            end=_end(before, then),
        )


def _changes(before: Totals | None, after: Totals) -> tuple[Change, ...]:
    there = before or (None,) * len(after)
    return tuple(Change(a, b) for a, b in zip_longest(there, after))


def _rows(before: GameRecord, then: GameRecord, by: int) -> Iterator[Row]:
    for number, record in enumerate(then.rounds, start=1):
        was = number - by
        old = before.rounds[was - 1] if 0 < was <= len(before.rounds) else None
        if not record.on_paper:
            points = _changes(old.totals if old else None, record.totals)
            yield Row(number, was, points, tuple(_troubles(old, record))[:MOST_SAID])


def _troubles(old: RoundRecord | None, record: RoundRecord) -> Iterator[str]:
    """What keeps a finished round from being right by the new rules. An opening once played is never faulted."""
    known = {_same(problem) for problem in old.errors} if old else set()
    if record.finished:
        yield from (message(one) for one in record.errors if _same(one) not in known)


def _same(problem: Problem) -> tuple[str, str]:
    return problem.code, problem.path


def _minimums(before: Course, then: Course) -> tuple[tuple[OpeningStep, OpeningStep], ...]:
    if before.phase is not Phase.PLAYING or then.phase is not Phase.PLAYING:
        return ()
    both = tuple(zip(before.minimums, then.minimums, strict=True))
    differ = any((a.minimum, a.books) != (b.minimum, b.books) for a, b in both)
    return both if differ else ()


def _said(loaded: LoadedGame, after: Amended) -> Iterator[str]:
    yield from _seats_said(loaded, after)
    before, then = loaded.agreement, after.record.agreement
    if then.base is not before.base:
        yield f"Rules: {then.base.name} instead of {before.base.name}."
    for choice in then.base.choices:
        old, new = before.choices.get(choice.key), then.choices.get(choice.key)
        label = next((o.label for o in choice.options if o.value == new), "")
        if label and new != (old or choice.options[0].value):
            yield f"{choice.label}: {label}."
    if then.decks != before.decks:
        yield f"Decks of cards: {then.decks} instead of {before.decks}."
    if then.paper != before.paper:
        yield f"Rounds played on paper: {then.paper} instead of {before.paper}."
    for team, old_total, total in zip(then.teams, before.brought, then.brought, strict=True):
        if old_total != total:
            yield f"Brought forward by {team}: {written(total)} instead of {written(old_total)}."


def _seats_said(loaded: LoadedGame, after: Amended) -> Iterator[str]:
    mended = [name for name, value in after.changes.items() if name[2] == "player" and value]
    for number, place, name in mended:
        seat = int(place.removeprefix("seat"))
        who = after.names[after.changes[number, place, name]["id"]]
        since = f"from round {number} on" if number else "from the start"
        yield f"Seat {seat}: {who} instead of {loaded.seat_name(seat)}, {since}."
    if mended and any(not record.on_paper for record in loaded.record.rounds):
        yield "What was counted stays with the seat in which it was counted."


def _sheets(record: GameRecord, number: int) -> Sheet:
    agreed = record.agreement
    return sheet(agreed.rules, agreed.table, number, agreed.decks)


def _gone(loaded: LoadedGame, then: GameRecord, by: int) -> Iterator[str]:
    """What was counted and would not be any more. It stays in the log."""
    if then.agreement.rules is loaded.agreement.rules:
        return
    found: dict[str, set[int]] = {}
    for (number, _, name), value in sorted(loaded.values.items()):
        old = _sheets(loaded.record, number).codes.get(name) if number else None
        new = _sheets(then, number + by).codes.get(name) if old else None
        counted = isinstance(value, dict) and value.get("n") != 0
        if old and counted and (new is None or new.about is not old.about):
            found.setdefault(old.label, set()).add(number + by)
    for label, numbers in found.items():
        yield f"{label} (round {', '.join(map(str, sorted(numbers)))})"


def _new(before: GameRecord, then: GameRecord) -> Iterator[str]:
    """What the new sheet asks and the old one did not."""
    if not before.rounds or then.agreement.rules is before.agreement.rules:
        return
    old, new = _sheets(before, 1), _sheets(then, 1)
    for field in new.fields:
        there = old.codes.get(field.code)
        if field.asked and (there is None or not there.asked or there.about is not field.about):
            yield field.label


def _end(before: GameRecord, then: GameRecord) -> str:
    old, new = before.course, then.course
    if new.phase is Phase.ASKS and old.phase is not Phase.ASKS:
        return f"The game ended after round {new.ends_after} then, though more was played; the table will ask."
    if new.phase is Phase.PLAYING and old.phase is not Phase.PLAYING:
        return f"The game is not over then: round {new.next_round} is next."
    if new.phase is not Phase.OVER or (old.phase, old.winners) == (new.phase, new.winners):
        return ""
    won = " and ".join(then.agreement.teams[team] for team in new.winners)
    tie = len(new.winners) > 1
    return f"The game is over then, after round {new.ends_after}: {won} {'are level' if tie else 'won'}."
