"""What the page of a round shows: its inputs with what stands in them, and everything to be said beside them."""

from dataclasses import dataclass, field, replace
from typing import Self

from scorepad.scoring.messages import message
from scorepad.scoring.model import Level, Problem
from scorepad.scoring.record import RoundRecord
from scorepad.scoring.sheet import sheet
from scorepad.web.clubs import LoadedGame, new_key
from scorepad.web.rounding import Troubles, confirmation
from scorepad.web.sheetform import ENDED, Input, TeamForm, inputs_of, names_of, team_forms, texts


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

    @classmethod
    def of(cls, loaded: LoadedGame, number: int) -> Self:
        """The page of a round as it stands in the store."""
        agreed = loaded.agreement
        forms = team_forms(agreed, sheet(agreed.rules, agreed.table, number, agreed.decks))
        rounds = loaded.record.rounds
        return cls(
            game=loaded,
            number=number,
            forms=forms,
            texts=texts(loaded.values, number, inputs_of(forms)),
            record=rounds[number - 1] if number <= len(rounds) else None,
            key=new_key(),
            labels=_labels(loaded, forms),
        )

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

    def beside(self, one: Input) -> list[Note]:
        """What is said beside an input."""
        return [note for note in self.notes if note.name == one.name]

    def opens(self, form: TeamForm) -> bool:
        """Whether the table's own way is in use here, so that it must not be folded away."""
        return any(self.texts[one.name] or self.beside(one) for one in form.own_way)

    @property
    def ended(self) -> Input:
        """The input that says how the round ended."""
        return ENDED


def _conflict(there: str) -> str:
    said = f"“{there}” was typed here meanwhile" if there else "This was emptied meanwhile"
    return f"{said}. Press again to keep what you see, or change it."


def _labels(loaded: LoadedGame, forms: tuple[TeamForm, ...]) -> dict[str, str]:
    """Whose input it is and what it holds, for the list of problems at the top."""
    labels = {ENDED.name: ENDED.label}
    for form in forms:
        team = loaded.agreement.teams[form.team]
        labels |= {one.name: f"{team}, {one.label}" for one in (*form.inputs, *form.own_way)}
        for seat in form.seats:
            who = loaded.seat_name(seat.seat)
            labels |= {one.name: f"{who}, {one.label}" for one in seat.inputs}
    return labels
