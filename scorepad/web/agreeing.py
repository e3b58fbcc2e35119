"""The form of what a table agrees on: who sits where, choices, decks, what was played on paper; and what was typed.

A new game and the settings of a running one share it. All it knows between two taps stands in the form itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from werkzeug.datastructures import MultiDict

from scorepad.rules.lookup import fits
from scorepad.rules.model import Choice, RuleSet, Table
from scorepad.rules.parse import choose
from scorepad.rules.read import RulesError
from scorepad.rules.words import EndBy, Starts
from scorepad.scoring.agreement import MOST_ON_PAPER
from scorepad.scoring.game import seats_of
from scorepad.scoring.quantity import NotANumber, typed_adjustment
from scorepad.scoring.reading.rounds import MOST_DECKS
from scorepad.web.seating import TAPS, Seats, sitters
from scorepad.web.stepping import tap_of
from scorepad.web.typing_in import PLAIN, plain_number, some_of

FIRST = {
    Starts.FIRST_CUTTER: "Who cut first?",
    Starts.LEFT_OF_DEALER: "Who sits left of the dealer?",
    Starts.HIGH_CUT: "Who cut the highest card?",
    Starts.BEHIND: "Who cut the highest card?",
}
LOOKS = (*TAPS, "step", "look")
"""The buttons that change the form and record nothing."""

_ENDS = {"decks": (1, MOST_DECKS), "paper": (0, MOST_ON_PAPER)}
"""The numbers that can be tapped, each with its least and its most."""


@dataclass(frozen=True, slots=True)
class AgreedForm:
    """The form: the seats, and texts and faults by input name."""

    rules: RuleSet
    table: Table
    seats: Seats
    texts: Mapping[str, str]
    faults: Mapping[str, str] = field(default_factory=dict)
    notice: str = ""

    @classmethod
    def of(cls, rules: RuleSet, table: Table, seats: Seats, more: Mapping[str, str]) -> Self:
        """A form with the usual choices made, and these texts beside or instead of its own."""
        texts = {"decks": str(table.decks), "paper": "0"}
        texts |= {f"choice.{c.key}": c.options[0].value for c in choices_at(rules, table)}
        texts |= {f"team{team + 1}.brought": "" for team in range(table.teams)}
        return cls(rules, table, seats, {**texts, **more})

    @property
    def shape(self) -> str:
        """The table as an address says it: "4x2"."""
        return f"{self.table.players}x{self.table.teams}"

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the rules leave to this table."""
        return choices_at(self.rules, self.table)

    @property
    def chosen(self) -> str:
        """What is chosen, in a few words: all of it where that is little, else what is not the usual."""
        picked = [
            (at, choice, option)
            for choice in self.choices
            for at, option in enumerate(choice.options)
            if option.value == self.texts[f"choice.{choice.key}"]
        ]
        if len(self.choices) > 2:
            picked = [one for one in picked if one[0]]
            rest = "the rest as usual" if picked else "as usual"
        else:
            rest = ""
        said = [f"{choice.label}: {option.label}" for _, choice, option in picked]
        return "; ".join([*said, rest] if rest else said)

    @property
    def teams(self) -> list[tuple[int, tuple[int, ...]]]:
        """Every team's number from 1, with its seats."""
        return [(team + 1, seats_of(team, self.table)) for team in range(self.table.teams)]

    def team_name(self, team: int) -> str:
        """A team by those who sit there, as far as that is known."""
        seats = [self.seats.seats[seat - 1] for seat in seats_of(team - 1, self.table)]
        return " & ".join(self.seats.shown(seat) for seat in seats)

    @property
    def on_paper(self) -> bool:
        """Whether anything says that the game was begun on paper, or is wrong with what says so."""
        names = ["paper", *(f"team{team}.brought" for team, _ in self.teams)]
        return any(self.texts[n].strip() not in ("", "0") or n in self.faults for n in names)

    @property
    def choices_wrong(self) -> bool:
        """Whether one of the choices has a fault."""
        return any(f"choice.{choice.key}" in self.faults for choice in self.choices)

    @property
    def first(self) -> str:
        """The question for who starts."""
        return FIRST[self.rules.play.starts]

    @property
    def fields(self) -> dict[str, str]:
        """Everything that stands in its inputs, by their names."""
        seats = {seat.name: seat.text for seat in self.seats.seats}
        ids = {f"id.{seat.name}": str(seat.tapped or "") for seat in self.seats.seats}
        return {**self.texts, **seats, **ids, "moving": str(self.seats.moving or "")}

    def with_said(self, said: MultiDict[str, str]) -> Self:
        """The same form with what was typed; an input that did not come is empty."""
        texts = {name: said.get(name, "") for name in self.texts}
        return replace(self, texts=texts, seats=self.seats.read(said))

    def tapped(self, said: MultiDict[str, str]) -> Self | None:
        """The form after a tap that records nothing; None where no such button was pressed."""
        if not any(name in said for name in LOOKS):
            return None
        form = self.with_said(said)
        return replace(form, seats=form.seats.tap(said), texts=form.stepped(said.get("step", "")))

    def stepped(self, step: str) -> dict[str, str]:
        """The texts after a tap on − or +; what is no number stays as it is."""
        texts = dict(self.texts)
        tap = tap_of(step)
        if tap and tap.name in _ENDS:
            number = _number(texts[tap.name] or "0")
            if number is not None:
                texts[tap.name] = tap.moved(number, *_ENDS[tap.name])
        return texts


@dataclass(slots=True)
class Agreed:
    """What a form says, as far as it can be read; `sitters` are ids of known people and names of new ones, by seat."""

    form: AgreedForm
    faults: dict[str, str] = field(default_factory=dict)
    notice: str = ""
    sitters: dict[int, int | str] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    decks: int = 0
    paper: int = 0
    brought: dict[int, str] = field(default_factory=dict)

    @property
    def good(self) -> bool:
        """Whether everything could be read and nothing is missing."""
        return not self.faults and not self.notice

    @property
    def shown(self) -> AgreedForm:
        """The form with what was typed, and every fault."""
        return replace(self.form, faults=self.faults, notice=self.notice)

    def brought_cell(self, team: int) -> Any:
        """The cell of a team's total brought forward."""
        return {"typed": self.brought[team], "reason": ""} if team in self.brought else None

    def brought_points(self, team: int) -> int:
        """A team's total brought forward."""
        return typed_adjustment(self.brought[team]) if team in self.brought else 0

    @property
    def paper_cell(self) -> Any:
        """The cell of the rounds that were played on paper."""
        return {"as": "count", "n": self.paper} if self.paper else None


def choices_at(rules: RuleSet, table: Table) -> tuple[Choice, ...]:
    """The choices that are offered at a table of that size."""
    return tuple(choice for choice in rules.choices if fits(choice.players, table.players))


def read(form: AgreedForm, said: MultiDict[str, str]) -> Agreed:
    """Reads the form, with every fault in it."""
    agreed = Agreed(form.with_said(said))
    known = {*form.fields, *PLAIN}
    strange = [name for name in said if name not in known]
    twice = [name for name in said if name in known and len(said.getlist(name)) > 1]
    agreed.sitters, agreed.faults = sitters(agreed.form.seats)
    _choices(agreed)
    _numbers(agreed)
    _brought(agreed)
    if strange or twice:
        listed = some_of({*strange, *twice})
        agreed.notice = f"The form came with something that does not belong to it: {listed}."
    return agreed


def _choices(agreed: Agreed) -> None:
    form = agreed.form
    for choice in form.choices:
        said = form.texts[f"choice.{choice.key}"]
        if said in [option.value for option in choice.options]:
            agreed.choices[choice.key] = said
        else:
            agreed.faults[f"choice.{choice.key}"] = "Choose one of these."
    try:
        choose(form.rules, agreed.choices)
    except RulesError as error:
        agreed.notice = f"These choices do not go together: {error.faults[0]}"


def _numbers(agreed: Agreed) -> None:
    decks, paper = _number(agreed.form.texts["decks"]), _number(agreed.form.texts["paper"] or "0")
    if decks is not None and 1 <= decks <= MOST_DECKS:
        agreed.decks = decks
    else:
        agreed.faults["decks"] = f"Type a number of decks from 1 to {MOST_DECKS}."
    if paper is None or paper > MOST_ON_PAPER:
        agreed.faults["paper"] = f"Type how many rounds were played, 0 to {MOST_ON_PAPER}."
        return
    agreed.paper = paper


def _number(text: str) -> int | None:
    return plain_number(text.strip(), 3)


def _brought(agreed: Agreed) -> None:
    for team, _ in agreed.form.teams:
        name = f"team{team}.brought"
        text = agreed.form.texts[name].strip()
        try:
            if text and typed_adjustment(text):
                agreed.brought[team] = text
        except NotANumber:
            agreed.faults[name] = "Type the total as a number, such as 1450 or −200."


def too_much_paper(agreed: Agreed) -> str:
    """Why so many rounds cannot have been played on paper by these rules; "" where they can."""
    if "paper" in agreed.faults or agreed.notice:
        return ""
    try:
        end = choose(agreed.form.rules, agreed.choices).end
    except RulesError:
        return ""
    if end.by is not EndBy.ROUNDS or end.rounds is None or agreed.paper < end.rounds:
        return ""
    return f"These rules play {end.rounds} rounds, so at least one is left to play here."
