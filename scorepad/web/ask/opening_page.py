"""The page model of "Can we open?": melds, or the cards in hand, and the answer.

It builds the document that the command line reads, and reads it with the same code.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Self

from scorepad.play.game import LoadedGame
from scorepad.rules.cards import CARDS, RANKS, WILD_CARDS
from scorepad.rules.model import OpeningStep, RuleSet
from scorepad.scoring.advice.cheapest import Cheapest, find_cheapest
from scorepad.scoring.advice.opening import SEQUENCE, OpeningAnswer, OpeningQuestion, can_open
from scorepad.scoring.documents.openings import read_opening
from scorepad.scoring.game.agreement import Agreement
from scorepad.scoring.limits import too_many_cards
from scorepad.scoring.model import Problem
from scorepad.scoring.text.explain import CARD_NAMES
from scorepad.scoring.text.messages import problem_text
from scorepad.web.ask.question_form import Args, QuestionForm, apply_step

WAYS = ("melds", "cards")
"""The ways to ask: type the melds, or the cards in hand."""


@dataclass(frozen=True, slots=True)
class MeldRow:
    """One row of the melds: its code in input names, its label, and whether it has naturals."""

    code: str
    label: str
    naturals: bool


@dataclass(frozen=True, slots=True)
class Side:
    """A team that may ask. `number` is the value of its input."""

    number: str
    name: str
    minimum: OpeningStep
    opened: bool
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenPage:
    """The page of "Can we open?". `answer` is None if nothing is asked yet, or the team must be chosen first.

    `team` is the team that asks, or None. `notes` are sentences by row; those of "" are about the whole page.
    """

    game: LoadedGame
    round: int
    rows: tuple[MeldRow, ...]
    sides: tuple[Side, ...]
    way: str
    team: int | None
    texts: dict[str, str]
    faults: dict[str, str]
    which_team: bool = False
    answer: OpeningAnswer | None = None
    cheapest: Cheapest | None = None
    notes: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, loaded: LoadedGame, args: Args) -> Self:
        form = QuestionForm(apply_step(args))
        number, rows = loaded.record.course.next_round, _rows(loaded.agreement.rules)
        sides = _sides(loaded, number)
        way = form.choice("from", WAYS, WAYS[0])
        team = _team(form, sides)
        melds, codes, shown = _typed(form, loaded.agreement, rows, way)
        form.refuse_others()
        page = cls(loaded, number, rows, sides, way, team, form.texts, form.faults)
        if not (melds or shown):
            return page
        if page.team is None and not page.alike:
            return replace(page, which_team=True)
        return page.with_cheapest(shown) if shown else page.with_answer(melds, codes)

    @property
    def side(self) -> Side:
        """The team that asks, or the first if the answer is the same for all."""
        return self.sides[(self.team or 1) - 1]

    @property
    def alike(self) -> bool:
        """Whether every team has the same minimum and may meld the same ranks."""
        return len({(side.minimum, side.lost) for side in self.sides}) == 1

    @property
    def melds(self) -> list[tuple[MeldRow, list[str]]]:
        """Every row with its notes."""
        return [(row, self.notes.get(row.code, [])) for row in self.rows]

    @property
    def wrong(self) -> list[tuple[str, list[str]]]:
        """The notes of faulty melds, by label."""
        labels = {row.code: row.label for row in self.rows} | {SEQUENCE: "The sequence"}
        return [(labels[code], notes) for code, notes in self.notes.items() if code in labels]

    def with_answer(self, melds: list[dict[str, Any]], codes: list[str]) -> Self:
        """Return the page with the answer to these melds, or with their faults."""
        question, problems = self._question(melds)
        answer = can_open(question) if question else None
        notes: dict[str, list[str]] = {}
        for problem in answer.problems if answer else problems:
            notes.setdefault(_row(problem, codes), []).append(problem_text(problem))
        faults = self.faults
        if answer is None:
            faults = {"": "These melds are not possible. Look below.", **faults}
        return replace(self, faults=faults, answer=None if faults else answer, notes=notes)

    def with_cheapest(self, shown: dict[str, int]) -> Self:
        """Return the page with the cheapest opening from these cards, unless there are faults."""
        question, _ = self._question([])
        if self.faults or question is None:
            return self
        cheapest = find_cheapest(question, shown)
        notes = [problem_text(problem) for problem in cheapest.answer.problems]
        return replace(self, cheapest=cheapest, answer=cheapest.answer, notes={"": notes})

    def _question(self, melds: list[dict[str, Any]]) -> tuple[OpeningQuestion | None, tuple[Problem, ...]]:
        agreed = self.game.agreement
        document = {
            "round": self.round,
            "players": agreed.table.players,
            "decks": agreed.decks,
            "score_before": self.game.record.course.now[int(self.side.number) - 1],
            "melds": melds,
            "lost": [*self.side.lost],
        }
        question, problems = read_opening(agreed.rules, document)
        # The document says how many play, not in how many teams.
        return replace(question, table=agreed.table) if question else None, problems

    @property
    def cards(self) -> list[tuple[str, str]]:
        """The inputs for the cards in hand, with their labels."""
        return [(f"card.{card}", CARD_NAMES[card][1].capitalize()) for card in CARDS]

    @property
    def by_sequence(self) -> bool:
        """Whether the cheapest opening has a sequence: the page does not ask for suits, so the player has to look."""
        return any(meld.rank == SEQUENCE for meld in self.cheapest.melds) if self.cheapest else False

    @property
    def filled_in(self) -> dict[str, str]:
        """The arguments that ask about the cheapest melds in the other way."""
        args = {} if self.team is None else {"team": self.side.number}
        for meld in self.cheapest.melds if self.cheapest else ():
            if meld.rank == SEQUENCE:
                args[SEQUENCE] = " ".join(meld.cards)
                continue
            code = "wild" if meld.rank in WILD_CARDS else meld.rank
            counts = {"naturals": meld.naturals, "jokers": meld.wilds.count("joker"), "twos": meld.wilds.count("2")}
            args |= {f"{code}.{part}": str(count) for part, count in counts.items() if count}
        return args


def _sides(loaded: LoadedGame, number: int) -> tuple[Side, ...]:
    course = loaded.record.course
    return tuple(
        Side(
            number=str(at + 1),
            name=name,
            minimum=course.minimums[at],
            opened=loaded.has_opened(number, at + 1),
            lost=tuple(loaded.lost(number, at + 1)),
        )
        for at, name in enumerate(loaded.agreement.teams)
    )


def _team(form: QuestionForm, sides: tuple[Side, ...]) -> int | None:
    """Return the chosen team, or else the only one that has not opened."""
    closed = [side.number for side in sides if not side.opened]
    default = closed[0] if len(closed) == 1 else ""
    chosen = form.choice("team", tuple(side.number for side in sides), default)
    return int(chosen) if chosen else None


def _rows(rules: RuleSet) -> tuple[MeldRow, ...]:
    ranks = [MeldRow(rank, CARD_NAMES[rank][1].capitalize(), True) for rank in RANKS]
    if rules.melds.wild_melds:
        ranks.append(MeldRow("wild", "Wild cards only", False))
    return tuple(ranks)


def _typed(
    form: QuestionForm, agreed: Agreement, rows: tuple[MeldRow, ...], way: str
) -> tuple[list[dict[str, Any]], list[str], dict[str, int]]:
    """Return the melds with the codes of their rows, or the cards in hand."""
    if way == "cards":
        return [], [], _shown(form, agreed)
    melds, codes = _melds(form, rows)
    if agreed.rules.melds.sequences:
        cards = form.text(SEQUENCE).upper().replace(",", " ").split()
        if cards:
            melds.append({"rank": SEQUENCE, "cards": cards})
            codes.append(SEQUENCE)
    return melds, codes, {}


def _shown(form: QuestionForm, agreed: Agreement) -> dict[str, int]:
    shown = {card: form.count(f"card.{card}") for card in CARDS}
    for card, problem in too_many_cards(shown, agreed.table.jokers, agreed.decks).items():
        form.faults[f"card.{card}"] = problem_text(problem)
    return {card: count for card, count in shown.items() if count}


def _melds(form: QuestionForm, rows: tuple[MeldRow, ...]) -> tuple[list[dict[str, Any]], list[str]]:
    melds: list[dict[str, Any]] = []
    codes: list[str] = []
    for row in rows:
        naturals = form.count(f"{row.code}.naturals") if row.naturals else 0
        jokers = form.count(f"{row.code}.jokers")
        twos = form.count(f"{row.code}.twos")
        if naturals or jokers or twos:
            wilds = ["joker"] * jokers + ["2"] * twos
            rank = row.code if row.naturals else "joker"
            melds.append({"rank": rank, "naturals": naturals, "wilds": wilds})
            codes.append(row.code)
    return melds, codes


def _row(problem: Problem, codes: list[str]) -> str:
    """Return the row of a problem's meld: `melds[2].naturals` is about the third meld."""
    if not problem.path.startswith("melds["):
        return ""
    return codes[int(problem.path[6:].split("]")[0])]
