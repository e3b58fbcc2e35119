"""The page of "can we open?": melds as they were typed, or the cards in hand, and the answer.

It builds the document that the command line takes, and reads it with the same reader.
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
from scorepad.scoring.limits import supply
from scorepad.scoring.model import Level, Problem
from scorepad.scoring.text.explain import CARD_NAMES
from scorepad.scoring.text.messages import problem_text
from scorepad.web.ask.question_form import Args, Asked, stepped

WAYS = ("melds", "cards")
"""The melds as they would lie, or the cards in hand to find them in."""


@dataclass(frozen=True, slots=True)
class MeldRow:
    """One row of the melds: its code in input names, its label, and whether it has naturals."""

    code: str
    label: str
    naturals: bool


@dataclass(frozen=True, slots=True)
class Side:
    """A team that may ask: its number from 1 as inputs say it, what it must open with, and whether it has opened."""

    number: str
    name: str
    minimum: OpeningStep
    opened: bool
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenPage:
    """The page of "can we open?"; `answer` is None until something was asked, and while the team makes a difference.

    `team` is the one that asks, from 0; None where nobody said and both may.
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
    found: Cheapest | None = None
    beside: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, loaded: LoadedGame, said: Args) -> Self:
        """The page for what was typed so far."""
        asked, args = Asked(), stepped(said)
        number, rows = loaded.record.course.next_round, _rows(loaded.agreement.rules)
        sides = _sides(loaded, number)
        way = asked.choice(args, "from", WAYS, WAYS[0])
        team = _team(asked, args, sides)
        melds, codes, shown = _typed(asked, args, loaded.agreement, rows, way)
        asked.only(args)
        page = cls(loaded, number, rows, sides, way, team, asked.texts, asked.faults)
        if not (melds or shown):
            return page
        if page.team is None and not page.alike:
            return replace(page, which_team=True)
        return page.with_cheapest(shown) if shown else page.with_answer(melds, codes)

    @property
    def asking(self) -> Side:
        """The team that asks, or any where the answer is the same for all."""
        return self.sides[self.team or 0]

    @property
    def alike(self) -> bool:
        """Whether every team has the same minimum and may meld the same ranks."""
        return len({(side.minimum, side.lost) for side in self.sides}) == 1

    @property
    def melds(self) -> list[tuple[MeldRow, list[str]]]:
        """Every row with what is said beside it."""
        return [(row, self.beside.get(row.code, [])) for row in self.rows]

    @property
    def wrong(self) -> list[tuple[str, list[str]]]:
        """What something is wrong with, by its label, and all that is."""
        labels = {row.code: row.label for row in self.rows} | {SEQUENCE: "The sequence"}
        return [(labels[code], said) for code, said in self.beside.items() if code in labels]

    def with_answer(self, melds: list[dict[str, Any]], codes: list[str]) -> Self:
        """The same page with the answer to these melds, or with what cannot be in its row."""
        question, problems = self._question(melds)
        answer = can_open(question) if question else None
        beside: dict[str, list[str]] = {}
        for problem in answer.problems if answer else problems:
            beside.setdefault(_row(problem, codes), []).append(problem_text(problem))
        faults = self.faults
        if answer is None:
            faults = {"": "These melds cannot be; look below.", **faults}
        return replace(self, faults=faults, answer=None if faults else answer, beside=beside)

    def with_cheapest(self, shown: dict[str, int]) -> Self:
        """The same page with the cheapest opening from these cards, unless something of them cannot be read."""
        question, _ = self._question([])
        if self.faults or question is None:
            return self
        found = find_cheapest(question, shown)
        said = [problem_text(problem) for problem in found.answer.problems]
        return replace(self, found=found, answer=found.answer, beside={"": said})

    def _question(
        self, melds: list[dict[str, Any]]
    ) -> tuple[OpeningQuestion | None, tuple[Problem, ...]]:
        agreed = self.game.agreement
        document = {
            "round": self.round,
            "players": agreed.table.players,
            "decks": agreed.decks,
            "score_before": self.game.record.course.now[int(self.asking.number) - 1],
            "melds": melds,
            "lost": [*self.asking.lost],
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
        """Whether a sequence is among the melds found: no suits are asked for, so somebody has to look."""
        return any(meld.rank == SEQUENCE for meld in self.found.melds) if self.found else False

    @property
    def filled_in(self) -> dict[str, str]:
        """What the other way of asking would have to be told, so that the melds found stand in it."""
        said = {} if self.team is None else {"team": self.asking.number}
        for meld in self.found.melds if self.found else ():
            if meld.rank == SEQUENCE:
                said[SEQUENCE] = " ".join(meld.cards)
                continue
            code = "wild" if meld.rank in WILD_CARDS else meld.rank
            counts = {
                "naturals": meld.naturals,
                "jokers": meld.wilds.count("joker"),
                "twos": meld.wilds.count("2"),
            }
            said |= {f"{code}.{part}": str(count) for part, count in counts.items() if count}
        return said


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


def _team(asked: Asked, args: Args, sides: tuple[Side, ...]) -> int | None:
    """The team somebody chose; where nobody did the one that is yet to open, if it is alone in that."""
    closed = [side.number for side in sides if not side.opened]
    usual = closed[0] if len(closed) == 1 else ""
    said = asked.choice(args, "team", tuple(side.number for side in sides), usual)
    return int(said) - 1 if said else None


def _rows(rules: RuleSet) -> tuple[MeldRow, ...]:
    ranks = [MeldRow(rank, CARD_NAMES[rank][1].capitalize(), True) for rank in RANKS]
    if rules.melds.wild_melds:
        ranks.append(MeldRow("wild", "Wild cards only", False))
    return tuple(ranks)


def _typed(
    asked: Asked, args: Args, agreed: Agreement, rows: tuple[MeldRow, ...], way: str
) -> tuple[list[dict[str, Any]], list[str], dict[str, int]]:
    """The melds with the codes of their rows, or the cards shown, by the way of asking."""
    if way == "cards":
        return [], [], _shown(asked, args, agreed)
    melds, codes = _melds(asked, args, rows)
    if agreed.rules.melds.sequences:
        cards = asked.text(args, SEQUENCE).upper().replace(",", " ").split()
        if cards:
            melds.append({"rank": SEQUENCE, "cards": cards})
            codes.append(SEQUENCE)
    return melds, codes, {}


def _shown(asked: Asked, args: Args, agreed: Agreement) -> dict[str, int]:
    held = supply(agreed.table.jokers, agreed.decks)
    shown = {card: asked.count(args, f"card.{card}") for card in CARDS}
    for card, count in shown.items():
        if count > held[card]:
            facts = {"limit": "cards", "card": card, "count": count, "most": held[card]}
            problem = Problem(
                "more_than_the_decks", Level.ERROR, "", {**facts, "decks": agreed.decks}
            )
            asked.faults[f"card.{card}"] = problem_text(problem)
    return {card: count for card, count in shown.items() if count}


def _melds(
    asked: Asked, args: Args, rows: tuple[MeldRow, ...]
) -> tuple[list[dict[str, Any]], list[str]]:
    melds: list[dict[str, Any]] = []
    codes: list[str] = []
    for row in rows:
        naturals = asked.count(args, f"{row.code}.naturals") if row.naturals else 0
        jokers = asked.count(args, f"{row.code}.jokers")
        twos = asked.count(args, f"{row.code}.twos")
        if naturals or jokers or twos:
            wilds = ["joker"] * jokers + ["2"] * twos
            rank = row.code if row.naturals else "joker"
            melds.append({"rank": rank, "naturals": naturals, "wilds": wilds})
            codes.append(row.code)
    return melds, codes


def _row(problem: Problem, codes: list[str]) -> str:
    """The row of a problem's meld: `melds[2].naturals` is the third one typed."""
    if not problem.path.startswith("melds["):
        return ""
    return codes[int(problem.path[6:].split("]")[0])]
