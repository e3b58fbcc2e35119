"""The form of a game's setup: who sits where, choices, decks, and what was played on paper.

New games and the settings of a running game share it. All state between two taps is in the form itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from scorepad.play.form_data import OWN_FIELDS, FormData, first_names, tap_of
from scorepad.play.seating import TAPS, PersonOrName, Seats, read_players
from scorepad.rules.check import MAX_DECKS
from scorepad.rules.faults import RulesError
from scorepad.rules.lookup import fits
from scorepad.rules.model import Choice, RuleSet, Table
from scorepad.rules.parse import EXAMPLE, choose, option_of
from scorepad.rules.words import EndBy, Starts
from scorepad.scoring.cells import Adjusted, CellValue, Count, Place
from scorepad.scoring.game.agreement import MAX_ON_PAPER
from scorepad.scoring.game.course import seats_of
from scorepad.scoring.quantity import NotANumber, plain_number, typed_adjustment

STARTER_QUESTIONS = {
    Starts.FIRST_CUTTER: "Who cut first?",
    Starts.LEFT_OF_DEALER: "Who sits left of the dealer?",
    Starts.HIGH_CUT: "Who cut the highest card?",
    Starts.BEHIND: "Who cut the highest card?",
}
UNRECORDED_TAPS = (*TAPS, "step", "look")
"""The buttons that change the form without recording anything."""

_STEPS = {"decks": (1, MAX_DECKS), "paper": (0, MAX_ON_PAPER)}
"""The number inputs with − and + buttons, and the range of each."""


@dataclass(frozen=True, slots=True)
class SetupForm:
    """The form: its seats, and its texts and faults by input name."""

    rules: RuleSet
    table: Table
    seats: Seats
    texts: Mapping[str, str]
    faults: Mapping[str, str] = field(default_factory=dict)
    notice: str = ""

    @classmethod
    def of(cls, rules: RuleSet, table: Table, seats: Seats, texts: Mapping[str, str]) -> Self:
        """Build a form with the usual choices, overridden or extended by `texts`."""
        usual = {"decks": str(table.decks), "paper": "0"}
        usual |= {f"choice.{c.key}": c.usual for c in choices_at(rules, table)}
        usual |= {brought_name(team): "" for team in range(1, table.teams + 1)}
        return cls(rules, table, seats, {**usual, **texts})

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices that the rules offer a table of this size."""
        return choices_at(self.rules, self.table)

    @property
    def choices_summary(self) -> str:
        """The choices in a few words: all if there are at most two, else those that are not the usual ones."""
        picked = [
            (choice, option, option.value != choice.usual)
            for choice in self.choices
            if (option := option_of(choice, self.texts[f"choice.{choice.key}"].strip())) is not None
        ]
        listed = [
            f"{choice.label}: {option.label}"
            for choice, option, is_unusual in picked
            if is_unusual or len(self.choices) <= 2
        ]
        if len(self.choices) > 2:
            listed.append("the rest as usual" if listed else "as usual")
        return "; ".join(listed)

    @property
    def teams(self) -> list[tuple[int, tuple[int, ...]]]:
        """Each team's number, from 1, and its seats."""
        return [(team, seats_of(team, self.table)) for team in range(1, self.table.teams + 1)]

    def team_name(self, team: int) -> str:
        """Return a team's name, made from the labels of its seats."""
        seats = [self.seats.seats[seat - 1] for seat in seats_of(team, self.table)]
        return " & ".join(self.seats.label(seat) for seat in seats)

    @property
    def is_on_paper(self) -> bool:
        """Whether one of the inputs for a game begun on paper is filled in or has a fault."""
        names = ["paper", *(brought_name(team) for team, _ in self.teams)]
        return any(self.texts[n].strip() not in ("", "0") or n in self.faults for n in names)

    @property
    def has_choice_fault(self) -> bool:
        return any(f"choice.{choice.key}" in self.faults for choice in self.choices)

    @property
    def starter_question(self) -> str:
        return STARTER_QUESTIONS[self.rules.play.starts]

    @property
    def fields(self) -> dict[str, str]:
        """The texts of all inputs, by their names."""
        seats = {seat.name: seat.text for seat in self.seats.seats}
        ids = {f"id.{seat.name}": str(seat.tapped or "") for seat in self.seats.seats}
        return {**self.texts, **seats, **ids, "moving": str(self.seats.moving or "")}

    def filled(self, data: FormData) -> Self:
        """Return the form filled in with what was typed; a missing input is empty."""
        texts = {name: data.get(name) for name in self.texts}
        return replace(self, texts=texts, seats=self.seats.read(data))

    def after_tap(self, data: FormData) -> Self | None:
        """Return the form after a tap that records nothing; None if no such button was pressed."""
        if not any(name in data for name in UNRECORDED_TAPS):
            return None
        form = self.filled(data)
        texts = form._texts_after(data.get("step"))
        return replace(form, seats=form.seats.after_tap(data), texts=texts)

    def _texts_after(self, step: str) -> dict[str, str]:
        """Return the texts after a tap on − or +. A text that is not a number stays unchanged."""
        texts = dict(self.texts)
        tap = tap_of(step)
        if tap and tap.name in _STEPS:
            number = plain_number((texts[tap.name] or "0").strip(), 3)
            if number is not None:
                texts[tap.name] = tap.moved(number, *_STEPS[tap.name])
        return texts


@dataclass(slots=True)
class ParsedSetup:
    """A parsed form, as far as it is valid: players by seat, choices by key, totals brought forward by team."""

    form: SetupForm
    faults: dict[str, str] = field(default_factory=dict)
    notice: str = ""
    players: dict[int, PersonOrName] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    decks: int = 0
    paper: int = 0
    brought: dict[int, str] = field(default_factory=dict)

    @property
    def is_valid(self) -> bool:
        return not self.faults and not self.notice

    @property
    def form_with_faults(self) -> SetupForm:
        return replace(self.form, faults=self.faults, notice=self.notice)

    def brought_value(self, team: int) -> CellValue | None:
        """Return the cell value of a team's total brought forward."""
        return Adjusted(self.brought[team], "") if team in self.brought else None

    def brought_points(self, team: int) -> int:
        """Return a team's total brought forward, in points."""
        return typed_adjustment(self.brought[team]) if team in self.brought else 0

    @property
    def paper_value(self) -> CellValue | None:
        """The cell value of the number of rounds played on paper."""
        return Count(self.paper) if self.paper else None


def brought_name(team: int) -> str:
    """Return the name of the input for a team's total brought forward."""
    return f"{Place.team(team)}.brought"


def choices_at(rules: RuleSet, table: Table) -> tuple[Choice, ...]:
    """Return the choices that apply to a table of this size."""
    return tuple(choice for choice in rules.choices if fits(choice.players, table.players))


def parse_setup(empty: SetupForm, data: FormData) -> ParsedSetup:
    """Parse the form and collect every fault."""
    setup = ParsedSetup(empty.filled(data))
    names = {*empty.fields, *OWN_FIELDS}
    unexpected = [name for name in data if name not in names or len(data.getlist(name)) > 1]
    setup.players, setup.faults = read_players(setup.form.seats)
    _parse_choices(setup)
    _parse_numbers(setup)
    _parse_brought(setup)
    if unexpected:
        listed = first_names(set(unexpected))
        setup.notice = f"This form has fields that do not belong to it: {listed}."
    return setup


def _parse_choices(setup: ParsedSetup) -> None:
    for choice in setup.form.choices:
        name = f"choice.{choice.key}"
        text = setup.form.texts[name].strip() or (choice.usual if choice.typed else "")
        if option_of(choice, text) is not None:
            setup.choices[choice.key] = text
        elif choice.typed:
            setup.faults[name] = f"Type numbers with commas between them, such as {EXAMPLE}."
        else:
            setup.faults[name] = "Choose one of these."
    try:
        choose(setup.form.rules, setup.choices)
    except RulesError as error:
        setup.notice = f"These choices do not go together: {error.faults[0]}"


def _parse_numbers(setup: ParsedSetup) -> None:
    decks, paper = (plain_number(setup.form.texts[name].strip() or "0", 3) for name in ("decks", "paper"))
    if decks is not None and 1 <= decks <= MAX_DECKS:
        setup.decks = decks
    else:
        setup.faults["decks"] = f"Type a number of decks from 1 to {MAX_DECKS}."
    if paper is not None and paper <= MAX_ON_PAPER:
        setup.paper = paper
    else:
        setup.faults["paper"] = f"Type how many rounds were played, 0 to {MAX_ON_PAPER}."


def _parse_brought(setup: ParsedSetup) -> None:
    for team, _ in setup.form.teams:
        name = brought_name(team)
        text = setup.form.texts[name].strip()
        try:
            if text and typed_adjustment(text):
                setup.brought[team] = text
        except NotANumber:
            setup.faults[name] = "Type the total as a number, such as 1450 or −200."


def paper_fault(setup: ParsedSetup) -> str:
    """Return why these rules do not allow that many rounds on paper; "" if they do."""
    if "paper" in setup.faults or setup.notice:
        return ""
    try:
        end = choose(setup.form.rules, setup.choices).end
    except RulesError:
        return ""
    none_left = end.by is EndBy.ROUNDS and end.rounds is not None and setup.paper >= end.rounds
    return f"These rules play {end.rounds} rounds, so at least one must be left to play here." if none_left else ""
