"""The receipt of a round: a row for everything that scored, with a column for each team, and the totals around it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self

from scorepad.language.words import format_number, label, say
from scorepad.rules import codes
from scorepad.rules.model import RuleSet
from scorepad.rules.words import Winner, WithoutBooks
from scorepad.scoring.game.course import Totals, leaders, merits
from scorepad.scoring.game.record import MAX_ADJUSTMENTS
from scorepad.scoring.model import Part, Round, ScoreLine
from scorepad.scoring.score import TeamScore
from scorepad.scoring.sheet import Kind, build_sheet

ALWAYS = (f"{Part.COUNT}-{codes.MELDED}", f"{Part.COUNT}-{codes.LEFT}")
"""Rows that every receipt has, even if they are nothing for every team."""

LONG = 8
"""Letters of a name from which on three columns do not fit on a phone."""

WIDE = 6
"""Characters of the longest usual total: 12,345."""


class Amount(NamedTuple):
    """What one row is for one team. `sum` says how the points come about: "3 × 500", or why the table adjusted them."""

    sum: str
    points: int
    is_waived: bool

    @classmethod
    def of(cls, line: ScoreLine) -> Self:
        return cls(_sum(line), line.points, line.waived is not None)


class ReceiptRow(NamedTuple):
    """A row. `key` is its part and code. `singular` is its label if no team has more than one."""

    key: str
    singular: str
    plural: str
    amounts: tuple[Amount | None, ...] = ()
    is_one: bool = True

    @property
    def label(self) -> str:
        return self.singular if self.is_one else self.plural

    @property
    def is_always(self) -> bool:
        return self.key in ALWAYS


@dataclass(frozen=True, slots=True)
class Receipt:
    """A round in figures. `leader` is the team (from 1) that leads after it by `lead`; None if no single team does."""

    round: int
    rules: RuleSet
    scores: tuple[TeamScore, ...]
    rows: tuple[ReceiptRow, ...]
    before: Totals

    @classmethod
    def of(cls, entry: Round, scores: tuple[TeamScore, ...], before: Totals, *, every: bool = False) -> Self:
        """Build the receipt of a scored round. With `every`, it also has the rows that nobody has yet."""
        lines = [dict(_keyed(team.lines)) for team in scores]
        rows = []
        for row in _rows(entry):
            own = [of_team.get(row.key) for of_team in lines]
            if every or row.is_always or any(own):
                amounts = tuple(None if line is None else Amount.of(line) for line in own)
                is_one = all(line is None or line.count in (None, 1) for line in own)
                rows.append(row._replace(amounts=amounts, is_one=is_one))
        return cls(entry.round_number, entry.rules, scores, tuple(rows), before)

    @property
    def after(self) -> Totals:
        return tuple([total + team.total for total, team in zip(self.before, self.scores, strict=True)])

    @property
    def leader(self) -> int | None:
        first = leaders(merits(self.rules, self.after))
        return first[0] if len(first) == 1 < len(self.scores) else None

    @property
    def lead(self) -> int:
        *_, second, first = sorted(merits(self.rules, self.after))
        return first - second

    @property
    def lowest_wins(self) -> bool:
        return self.rules.end.winner is Winner.LOWEST

    @property
    def has_long_names(self) -> bool:
        return any(len(name) > LONG for team in self.scores for name in team.name.split(" & "))

    @property
    def is_wide(self) -> bool:
        """Whether its names or totals take more than their usual share of a phone."""
        return self.has_long_names or any(len(format_number(total)) > WIDE for total in (*self.before, *self.after))

    @property
    def blocks(self) -> tuple[range, ...]:
        """The teams (from 0) in groups that fit beside each other on a phone."""
        teams = len(self.scores)
        most = 2 if self.has_long_names or teams == 4 else 3
        return tuple(range(first, min(first + most, teams)) for first in range(0, teams, most))


def _keyed(lines: tuple[ScoreLine, ...]) -> Iterator[tuple[str, ScoreLine]]:
    adjustments = 0
    for line in lines:
        adjustments += line.code == codes.ADJUSTMENT
        number = adjustments if line.code == codes.ADJUSTMENT else ""
        yield f"{line.part}-{line.code}{number}", line


def _rows(entry: Round) -> Iterator[ReceiptRow]:
    """Yield every row that a round of these rules can have: books, cards, bonuses."""
    rules = entry.rules
    sheet = build_sheet(rules, entry.table, entry.round_number, entry.decks)
    for field in sheet.fields:
        if field.kind is not Kind.CONCEALED:
            singular = field.label if field.kind is Kind.BOOK else _short(field.singular)
            yield ReceiptRow(f"{field.part}-{field.code}", singular, _short(field.label))
    if sheet.gives_cards:
        yield ReceiptRow(f"{Part.COUNT}-{codes.LEFT_BY_OTHERS}", LEFT_BY_OTHERS, LEFT_BY_OTHERS)
    for combination in rules.combinations:
        yield _bonus(combination.code, combination.label)
    yield _bonus(codes.GOING_OUT, label("Going out"))
    if rules.going_out.without_books is WithoutBooks.SEVERE_PENALTY:
        yield _bonus(codes.SEVERE_PENALTY, label("Severe penalty"))
    for number in range(1, MAX_ADJUSTMENTS + 1):
        yield _bonus(f"{codes.ADJUSTMENT}{number}", label("Adjustment"))


def _bonus(code: str, name: str) -> ReceiptRow:
    return ReceiptRow(f"{Part.BONUS}-{code}", name, name)


LEFT_BY_OTHERS = label("Left by the others")

_SHORT = {
    "Red three left in hand or foot": label("Red three left"),
    "Red threes left in hand or foot": label("Red threes left"),
    "Black three left in hand or foot": label("Black three left"),
    "Black threes left in hand or foot": label("Black threes left"),
}


def _short(name: str) -> str:
    return _SHORT.get(name, name)


def _sum(line: ScoreLine) -> str:
    if line.code == codes.ADJUSTMENT:
        return line.reason
    if line.count is None or line.code in (codes.GOING_OUT, codes.SEVERE_PENALTY):
        return ""
    if line.each is None:
        return say("{n}, together", n=format_number(line.count))
    if line.count == 1 and line.waived is None:
        return "1 ×" if line.part is Part.BASE else ""
    return say("{n} × {each}", n=format_number(line.count), each=format_number(line.each))
