"""The page of "can we open?": melds as they were typed, and the answer.

It builds the document that the command line takes, and reads it with the same reader.
"""

from dataclasses import dataclass
from typing import Any, Self

from scorepad.rules.model import RANKS, OpeningStep, RuleSet
from scorepad.scoring.explain import CARD_NAMES
from scorepad.scoring.messages import message
from scorepad.scoring.model import Problem
from scorepad.scoring.opening import SEQUENCE, OpeningAnswer, can_open
from scorepad.scoring.reading import read_opening
from scorepad.web.asking import Args, Asked
from scorepad.web.clubs import LoadedGame


@dataclass(frozen=True, slots=True)
class MeldRow:
    """One row of the melds: its code in input names, its label, and whether it has naturals."""

    code: str
    label: str
    naturals: bool


@dataclass(frozen=True, slots=True)
class OpenPage:
    """The page of "can we open?"; `answer` is None until something was asked."""

    game: LoadedGame
    round: int
    rows: tuple[MeldRow, ...]
    sequences: bool
    texts: dict[str, str]
    faults: dict[str, str]
    team: int
    answer: OpeningAnswer | None
    beside: dict[str, list[str]]

    @classmethod
    def of(cls, loaded: LoadedGame, args: Args) -> Self:
        """The page for what was typed so far."""
        agreed, asked = loaded.agreement, Asked()
        rules = agreed.rules
        teams = tuple(str(team + 1) for team in range(agreed.table.teams))
        team = int(asked.word(args, "team", teams, "1")) - 1
        rows = _rows(rules)
        melds, codes = _melds(asked, args, rows)
        if rules.melds.sequences:
            cards = asked.text(args, "sequence").upper().replace(",", " ").split()
            if cards:
                melds.append({"rank": SEQUENCE, "cards": cards})
                codes.append(SEQUENCE)
        asked.only(args)
        number = loaded.record.course.next_round
        document = {
            "round": number,
            "players": agreed.table.players,
            "decks": agreed.decks,
            "score_before": loaded.record.course.now[team],
            "melds": melds,
            "lost": loaded.lost(number, team),
        }
        answer, beside = _opening(rules, document, codes, asked) if args else (None, {})
        sequences = rules.melds.sequences
        return cls(loaded, number, rows, sequences, asked.texts, asked.faults, team, answer, beside)

    @property
    def minimum(self) -> OpeningStep:
        """What the asking team must open with."""
        return self.game.record.course.minimums[self.team]


def _rows(rules: RuleSet) -> tuple[MeldRow, ...]:
    ranks = [MeldRow(rank, CARD_NAMES[rank][1].capitalize(), True) for rank in RANKS]
    if rules.melds.wild_melds:
        ranks.append(MeldRow("wild", "Wild cards only", False))
    return tuple(ranks)


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


def _opening(
    rules: RuleSet, document: dict[str, Any], codes: list[str], asked: Asked
) -> tuple[OpeningAnswer | None, dict[str, list[str]]]:
    question, problems = read_opening(rules, document)
    answer = can_open(question) if question is not None else None
    beside: dict[str, list[str]] = {}
    for problem in problems or (answer.problems if answer else ()):
        beside.setdefault(_row(problem, codes), []).append(message(problem))
    if answer is None:
        asked.faults.setdefault("", "These melds cannot be; look below.")
    return (None if asked.faults else answer), beside


def _row(problem: Problem, codes: list[str]) -> str:
    """The row of a problem's meld: `melds[2].naturals` is the third one typed."""
    if not problem.path.startswith("melds["):
        return ""
    return codes[int(problem.path[6:].split("]")[0])]
