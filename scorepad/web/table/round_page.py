"""The page model of a round's sheet: its inputs with their texts, and the notes beside them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from scorepad.language.words import in_row, lower_first, say
from scorepad.numbers import whole_number
from scorepad.play.confirmations import Check, Confirmation, MissingCounts, check_of, confirmations, missing_counts
from scorepad.play.game import LoadedGame, finisher
from scorepad.play.parse_form import packet_texts, texts
from scorepad.play.save_round import Outcome, confirmation, costly
from scorepad.play.sheet_form import (
    ENDED,
    LONE_HAND,
    Input,
    TeamForm,
    choices_of,
    input_for,
    inputs_of,
    sheet_inputs,
    team_forms,
)
from scorepad.rules.words import StockRound, WithoutBooks
from scorepad.scoring.cells import TABLE, Place
from scorepad.scoring.game.record import CHECKED, HOW_ENDED, RoundRecord, round_record
from scorepad.scoring.model import Level, Problem, Round
from scorepad.scoring.needs import unmet_for
from scorepad.scoring.phone import sheet_data
from scorepad.scoring.receipt import Receipt
from scorepad.scoring.sheet import Sheet
from scorepad.scoring.sides import shared
from scorepad.scoring.text.messages import problem_text
from scorepad.web.app.current import g

ALREADY_WRONG = ("more_than_the_decks", "bad_number", "out_has_cards")
"""Problems that later entries cannot resolve: too many cards for the decks, bad numbers, cards left after going out."""


@dataclass(frozen=True, slots=True)
class Note:
    """A message about an input. `name` is "" if it is about the whole page."""

    name: str
    label: str
    sentence: str
    error: bool = True


@dataclass(frozen=True, slots=True)
class TooSoon:
    """What it would mean if one of these seats went out, with the books tallied so far.

    `confirm` confirms what it costs, as at the end of the count; "" where the rules forbid it.
    """

    seats: tuple[str, ...]
    at: int
    team: str
    sentences: tuple[str, ...]
    confirm: str


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round's form, ready for the template.

    `numbers` is what the phone needs to add up the round by itself, as JSON.
    """

    game: LoadedGame
    number: int
    forms: tuple[TeamForm, ...]
    texts: dict[str, str]
    record: RoundRecord | None
    sheet: Sheet
    numbers: str
    notice: str = ""
    notes: tuple[Note, ...] = ()
    confirm: str = ""
    returned: bool = False
    at: str = ""
    mine: int | None = None
    out: str = ""
    """Who went out, as the table said, "seat1": shown, but recorded only with the form."""

    @classmethod
    def of(cls, loaded: LoadedGame, round_number: int, at: str = "", mine: int | None = None) -> Self:
        """Return the page of a round as it is stored.

        `at` is the input in use, which no fold may hide. `mine` is the seat whose counts this phone shows first; None
        shows all seats alike.
        """
        sheet = loaded.sheet(round_number)
        forms = team_forms(sheet)
        rounds = loaded.record.rounds
        record = rounds[round_number - 1] if round_number <= len(rounds) else None
        page = cls(
            game=loaded,
            number=round_number,
            forms=forms,
            texts=texts(sheet.rules, loaded.values, round_number, sheet_inputs(sheet)),
            record=record,
            sheet=sheet,
            numbers=sheet_numbers(sheet),
            at=at,
            mine=mine,
        )
        wrong = tuple(_already_wrong(record))
        return replace(page, notes=tuple(map(page._problem_note, wrong))) if wrong else page

    def with_out(self, out: str) -> Self:
        """Return the page with this player ("seat1") as the one who went out, unless that was answered before."""
        seats = [str(Place.seat(seat)) for seat in range(1, self.sheet.table.players + 1)]
        if out not in seats or (self.number, TABLE, HOW_ENDED) in self.game.cells:
            return self
        return replace(self, texts=self.texts | {ENDED.name: out}, out=out)

    @property
    def labels(self) -> dict[str, str]:
        """A label for each input, with its team or player, for the list of problems at the top."""
        return _labels(self.game, self.number, self.forms)

    @property
    def void(self) -> bool:
        """Whether the round scores nothing because the stock ran out."""
        is_void = self.sheet.rules.stock.round is StockRound.VOID
        return is_void and self.texts[ENDED.name] == "stock"

    @property
    def receipt(self) -> Receipt:
        """The round as counted so far, with every row that it can have."""
        before = self.game.record.before(self.number)
        record = self.record or round_record(self.game.agreement, {}, self.number, before)
        return Receipt.of(record.entry, record.scores, before, every=True)

    @property
    def packets(self) -> dict[str, str]:
        """For cards that were counted as piles or one by one: the counts in words, by input name."""
        return packet_texts(self.game.values, self.number)

    @property
    def final(self) -> bool:
        """Whether this corrects a round that was finished."""
        return self.record is not None and self.record.finished

    @property
    def finisher(self) -> str:
        """Who finished the round, "" if unknown."""
        return finisher(self.game, self.number, g.club.access.tokens.names)

    def with_returned(self, returned: Outcome) -> Self:
        """Return the page with everything that was typed, and all faults, conflicts and problems."""
        notes = [
            *(self._note(name, text) for name, text in returned.faults.items()),
            *(self._note(name, _conflict(text)) for name, text in returned.conflicts.items()),
            *(self._problem_note(problem) for problem in returned.problems),
        ]
        warnings = tuple(p for p in returned.problems if p.level is Level.WARNING)
        only_warnings = bool(warnings) and len(warnings) == len(returned.problems)
        return replace(
            self,
            texts={**self.texts, **returned.texts},
            notice=returned.notice,
            notes=tuple(notes),
            returned=True,
            confirm=confirmation(warnings) if only_warnings else "",
        )

    def _note(self, name: str, sentence: str) -> Note:
        return Note(name, self.labels.get(name, ""), sentence)

    def _problem_note(self, problem: Problem) -> Note:
        name = input_for(problem.path, self.game.agreement.table, self.labels.keys())
        error = problem.level is Level.ERROR
        return Note(name, self.labels.get(name, ""), problem_text(problem), error)

    @property
    def seen_from_here(self) -> tuple[TeamForm, ...]:
        """The teams in the order for this phone: its own team first, and in it its own seat."""
        return tuple(sorted(map(self._own_seat_first, self.forms), key=self.folds))

    def _own_seat_first(self, form: TeamForm) -> TeamForm:
        return replace(form, seats=tuple(sorted(form.seats, key=lambda s: s.seat != self.mine)))

    def folds(self, form: TeamForm) -> bool:
        """Return whether other phones count for this team, so that its counts can be folded."""
        return self.mine is not None and all(seat.seat != self.mine for seat in form.seats)

    def is_at(self, form: TeamForm) -> bool:
        """Return whether this team's fold must be open: someone is typing in it, or there is a note."""
        names = {field.name for field in inputs_of((form,))}
        names.add(f"{Place.team(form.team)}.{CHECKED}")
        return self.at in names or any(note.name in names for note in self.notes)

    def is_tallying(self, form: TeamForm) -> bool:
        """Return whether the input in use is one of this team's tallied inputs."""
        tallied = (*form.tallied, *form.lost, *(field for s in form.seats for field in s.tallied))
        return any(field.name == self.at for field in tallied)

    def counted(self, form: TeamForm) -> str:
        """Return a team's counts so far in a few words: "Cards melded 385, Dora 45"; "" if none."""
        counts: list[str] = [
            say("{count} {n}", count=field.label, n=self.texts[field.name])
            for field in form.counted
            if self._says(field)
        ]
        for seat in form.seats:
            who = self.game.seat_name(seat.seat, self.number)
            counts += [
                say("{player} {n}", player=who, n=self.texts[field.name])
                for field in seat.counted[:1]
                if self._says(field)
            ]
        return in_row([*counts, *filter(None, [self.tally(form)])])

    def _says(self, field: Input) -> bool:
        return self.texts[field.name] not in ("", field.start)

    def check(self, form: TeamForm) -> Check | None:
        """Return who has checked the team's counts."""
        return check_of(self.game, self.number, form.team)

    @property
    def confirmed(self) -> list[Confirmation]:
        """The sides that have confirmed the round in its current state."""
        return [side for side in confirmations(self.game, self.number) if side.holds]

    @property
    def missing(self) -> MissingCounts | None:
        """Who is still counting."""
        return None if self.void or self.final else missing_counts(self.game, self.number)

    def beside(self, field: Input) -> list[Note]:
        return [note for note in self.notes if note.name == field.name]

    def lost(self, form: TeamForm) -> bool:
        """Return whether the team lost a premium rank (or has a note about one), so that the inputs must be visible."""
        return any(self.texts[field.name] or self.beside(field) for field in form.lost)

    def lost_inputs(self, form: TeamForm) -> list[tuple[Input, str, list[Note]]]:
        """Return the inputs for premium ranks that the team can lose, each with its text and its notes."""
        return [(field, self.texts[field.name], self.beside(field)) for field in form.lost]

    def tally(self, form: TeamForm) -> str:
        """Return what was tallied for a team during play: "2 red books, 1 exact cut of 22"; "" if nothing."""
        inputs = [*form.tallied, *(i for seat in form.seats for i in seat.tallied)]
        counts: dict[str, int] = {}
        for field in inputs:
            text = self.texts[field.name]
            number = None if field.control == "mark" else whole_number(text)
            if number is not None:
                counts[field.label] = counts.get(field.label, 0) + number
        rules = self.sheet.rules
        called = {kind.plural: kind.singular for kind in rules.books}
        called |= {kind.plural: kind.singular for kind in rules.bonuses}
        names = {at: called.get(at, at) if n == 1 else at for at, n in counts.items() if n}
        return in_row([say("{n} {things}", n=counts[at], things=lower_first(name)) for at, name in names.items()])

    @property
    def too_soon(self) -> list[TooSoon]:
        """The teams that could not go out with their books. None if nobody tallies books while playing."""
        if self.record is None or not any(any(team.books.values()) for team in self.record.entry.teams):
            return []
        return [warning for form in self.forms if (warning := self._too_soon(form, self.record.entry))]

    def _too_soon(self, form: TeamForm, counted: Round) -> TooSoon | None:
        at = form.team - 1
        entry = counted.went_out_by(at)
        team = entry.teams[at]
        problems = tuple(costly(entry, self.sheet))
        confirm = confirmation(problems) if problems else ""
        if not problems and not team.ruling and counted.rules.going_out.without_books is WithoutBooks.FORBIDDEN:
            unmet = unmet_for(self.sheet, shared(entry).teams[at])
            problems = tuple(Problem(code, Level.ERROR, "", facts) for code, facts in unmet)
        seats = tuple(str(Place.seat(seat.seat)) for seat in form.seats)
        return TooSoon(seats, at, team.name, tuple(map(problem_text, problems)), confirm) if problems else None

    def opens(self, form: TeamForm) -> bool:
        """Return whether the team has an adjustment or a ruling, so that its fold must be open."""
        return any(self.texts[field.name] or self.beside(field) for field in form.adjusting)

    @property
    def alone(self) -> Input | None:
        """The input that says who played alone, for a table with a lone hand."""
        return next((asked for asked in choices_of(self.sheet.table) if asked is LONE_HAND), None)

    @property
    def ended(self) -> Input:
        """The input that says how the round ended."""
        return ENDED


def _already_wrong(record: RoundRecord | None) -> Iterator[Problem]:
    """Yield the problems of an unfinished round that later entries cannot resolve."""
    if record is not None and not record.finished:
        yield from (p for p in record.problems if p.code in ALREADY_WRONG and p.level is Level.ERROR)


@lru_cache(maxsize=256)
def sheet_numbers(sheet: Sheet) -> str:
    """Return what a phone needs to add up a round of this sheet, as JSON."""
    return json.dumps(sheet_data(sheet), separators=(",", ":"), ensure_ascii=False)


def _conflict(there: str) -> str:
    if there:
        return say(
            "“{text}” was typed here by someone else. Press again to save what you see, or change it.", text=there
        )
    return say("This was cleared by someone else. Press again to save what you see, or change it.")


def _labels(loaded: LoadedGame, round_number: int, forms: tuple[TeamForm, ...]) -> dict[str, str]:
    labels: dict[str, str] = {asked.name: asked.label for asked in choices_of(loaded.agreement.table)}
    for form in forms:
        team = loaded.teams_in(round_number)[form.team - 1]
        labels |= {
            field.name: say("{team}, {count}", team=team, count=field.label)
            for field in (*form.inputs, *form.adjusting)
        }
        for seat in form.seats:
            who = loaded.seat_name(seat.seat, round_number)
            labels |= {field.name: say("{player}, {count}", player=who, count=field.label) for field in seat.inputs}
    return labels
