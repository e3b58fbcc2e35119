"""What the page of a round shows: its inputs with what stands in them, and everything to be said beside them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Self

from scorepad.rules.words import StockRound
from scorepad.scoring.explain import lower
from scorepad.scoring.messages import message
from scorepad.scoring.model import Level, Problem
from scorepad.scoring.phone import numbers
from scorepad.scoring.record import CHECKED, RoundRecord
from scorepad.scoring.sheet import Kind, Sheet
from scorepad.web.bar import Bar
from scorepad.web.checking import Check, Missing, check_of, missing
from scorepad.web.clubs import LoadedGame, new_key
from scorepad.web.given import packet_words
from scorepad.web.judging import confirmation
from scorepad.web.rounding import Troubles
from scorepad.web.sheetform import (
    ENDED,
    Input,
    TeamForm,
    inputs_of,
    names_of,
    team_forms,
    texts,
)
from scorepad.web.typing_in import plain_number


@dataclass(frozen=True, slots=True)
class Note:
    """One thing said about an input: `name` is "" for the whole page."""

    name: str
    label: str
    sentence: str
    error: bool = True


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round's form, ready for the template."""

    game: LoadedGame
    number: int
    forms: tuple[TeamForm, ...]
    texts: dict[str, str]
    record: RoundRecord | None
    key: str
    notice: str = ""
    notes: tuple[Note, ...] = ()
    confirm: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    at: str = ""
    mine: int | None = None

    @classmethod
    def of(cls, loaded: LoadedGame, number: int, at: str = "", mine: int | None = None) -> Self:
        """The page of a round as it stands in the store.

        `at` is the input somebody is at, so that no fold hides it; `mine` the seat whose counts this phone opens on,
        None where it opens on everybody's.
        """
        agreed = loaded.agreement
        forms = team_forms(loaded.sheet(number))
        rounds = loaded.record.rounds
        record = rounds[number - 1] if number <= len(rounds) else None
        page = cls(
            game=loaded,
            number=number,
            forms=forms,
            texts=texts(agreed.rules, loaded.values, number, inputs_of(forms)),
            record=record,
            key=new_key(),
            labels=_labels(loaded, number, forms),
            at=at,
            mine=mine,
        )
        return replace(page, notes=tuple(page._said(p) for p in _already_wrong(record)))

    @property
    def void(self) -> bool:
        """Whether the round scores nothing because the stock ran out."""
        is_void = self.game.agreement.rules.stock.round is StockRound.VOID
        return is_void and self.texts[ENDED.name] == "stock"

    @property
    def bar(self) -> Bar:
        """The bar of this round."""
        return Bar.of(self.game, self.number)

    @property
    def numbers(self) -> str:
        """What the phone needs to add the round up by itself, as JSON."""
        return sheet_numbers(self.sheet)

    @property
    def sheet(self) -> Sheet:
        """The sheet the form is made of."""
        return self.game.sheet(self.number)

    @property
    def packets(self) -> dict[str, str]:
        """How cards were counted that were not given as points, by input name."""
        found = {
            f"{place}.{name}": packet_words(value)
            for (number, place, name), value in self.game.values.items()
            if number == self.number and name in (Kind.MELDED, Kind.LEFT)
        }
        return {name: words for name, words in found.items() if words}

    @property
    def final(self) -> bool:
        """Whether this corrects a round that was finished."""
        return self.record is not None and self.record.finished

    def with_troubles(self, troubles: Troubles) -> Self:
        """The same page with everything that was typed, and all that stands against it."""
        notes = [
            *(self._note(name, text) for name, text in troubles.typed.faults.items()),
            *(self._note(name, _conflict(text)) for name, text in troubles.conflicts.items()),
            *(self._said(problem) for problem in troubles.problems),
        ]
        warnings = tuple(p for p in troubles.problems if p.level is Level.WARNING)
        only_warnings = bool(warnings) and len(warnings) == len(troubles.problems)
        return replace(
            self,
            texts={**self.texts, **troubles.typed.texts},
            notice=troubles.notice,
            notes=tuple(notes),
            confirm=confirmation(warnings) if only_warnings else "",
        )

    def _note(self, name: str, sentence: str) -> Note:
        return Note(name, self.labels.get(name, ""), sentence)

    def _said(self, problem: Problem) -> Note:
        name = names_of(problem.path, self.game.agreement.table, self.labels.keys())
        error = problem.level is Level.ERROR
        return Note(name, self.labels.get(name, ""), message(problem), error)

    @property
    def seen_from_here(self) -> tuple[TeamForm, ...]:
        """The teams in the order of this phone: its own first, and in that its own seat."""
        return tuple(sorted(map(self._own_seat_first, self.forms), key=self.folds))

    def _own_seat_first(self, form: TeamForm) -> TeamForm:
        return replace(form, seats=tuple(sorted(form.seats, key=lambda s: s.seat != self.mine)))

    def folds(self, form: TeamForm) -> bool:
        """Whether another phone sits beside who counts for this team, so that it can wait in a fold."""
        return self.mine is not None and all(seat.seat != self.mine for seat in form.seats)

    def is_at(self, form: TeamForm) -> bool:
        """Whether something is to be seen in this team's fold: what somebody is at, or what is said of it."""
        names = {one.name for one in inputs_of((form,))} - {ENDED.name}
        names.add(f"team{form.team + 1}.{CHECKED}")
        return self.at in names or any(note.name in names for note in self.notes)

    def is_tallying(self, form: TeamForm) -> bool:
        """Whether somebody is at what was tallied for this team."""
        tallied = (*form.tallied, *form.lost, *(one for s in form.seats for one in s.tallied))
        return any(one.name == self.at for one in tallied)

    def counted(self, form: TeamForm) -> str:
        """What was counted for a team so far, in a few words: "Cards melded 385, Dora 45"; "" if nothing."""
        said = [f"{one.label} {self.texts[one.name]}" for one in form.counted if self._says(one)]
        for seat in form.seats:
            who = self.game.seat_name(seat.seat, self.number)
            said += [f"{who} {self.texts[one.name]}" for one in seat.counted[:1] if self._says(one)]
        return ", ".join([*said, *filter(None, [self.tally(form)])])

    def _says(self, one: Input) -> bool:
        return self.texts[one.name] not in ("", one.start)

    def check(self, form: TeamForm) -> Check | None:
        """Who has looked the team's counts over."""
        return check_of(self.game, self.number, form.team)

    @property
    def missing(self) -> Missing | None:
        """Who is still counting."""
        return None if self.void or self.final else missing(self.game, self.number)

    def beside(self, one: Input) -> list[Note]:
        """What is said beside an input."""
        return [note for note in self.notes if note.name == one.name]

    def lost(self, form: TeamForm) -> bool:
        """Whether the team lost a premium rank, so that it must be seen."""
        return any(self.texts[one.name] or self.beside(one) for one in form.lost)

    def tally(self, form: TeamForm) -> str:
        """What was tallied for a team during play: "2 red books, 1 exact cut of 22"; "" if nothing."""
        inputs = [*form.tallied, *(i for seat in form.seats for i in seat.tallied)]
        counts: dict[str, int] = {}
        for one in inputs:
            text = self.texts[one.name]
            number = None if one.control == "mark" else plain_number(text, 3)
            if number is not None:
                counts[one.label] = counts.get(one.label, 0) + number
        rules = self.game.agreement.rules
        called = {kind.many: kind.one for kind in rules.books}
        called |= {kind.many: kind.one for kind in rules.bonuses}
        names = {at: called.get(at, at) if n == 1 else at for at, n in counts.items() if n}
        return ", ".join(f"{counts[at]} {lower(name)}" for at, name in names.items())

    def opens(self, form: TeamForm) -> bool:
        """Whether the table's own way is in use here, so that it must not be folded away."""
        return any(self.texts[one.name] or self.beside(one) for one in form.own_way)

    @property
    def ended(self) -> Input:
        """The input that says how the round ended."""
        return ENDED


def _already_wrong(record: RoundRecord | None) -> Iterator[Problem]:
    """What cannot be whatever is still to come: more than the decks hold, and numbers that cannot be read."""
    if record is not None and not record.finished:
        sure = ("more_than_the_decks", "bad_number")
        yield from (problem for problem in record.errors if problem.code in sure)


@lru_cache(maxsize=256)
def sheet_numbers(page: Sheet) -> str:
    """What a phone needs to add up a round of this sheet, as JSON."""
    return json.dumps(numbers(page), separators=(",", ":"), ensure_ascii=False)


def _conflict(there: str) -> str:
    said = f"“{there}” was typed here meanwhile" if there else "This was emptied meanwhile"
    return f"{said}. Press again to keep what you see, or change it."


def _labels(loaded: LoadedGame, number: int, forms: tuple[TeamForm, ...]) -> dict[str, str]:
    """Whose input it is and what it holds, for the list of problems at the top."""
    labels = {ENDED.name: ENDED.label}
    for form in forms:
        team = loaded.teams_in(number)[form.team]
        labels |= {one.name: f"{team}, {one.label}" for one in (*form.inputs, *form.own_way)}
        for seat in form.seats:
            who = loaded.seat_name(seat.seat, number)
            labels |= {one.name: f"{who}, {one.label}" for one in seat.inputs}
    return labels
