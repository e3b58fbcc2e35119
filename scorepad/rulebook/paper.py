"""A score sheet to print: every round of a rule set on one page, blank or filled from a game.

Rounds are side by side in bands, with a column for each team. The rows of a band are the fields that a form asks for,
then those that are only known at the end of a round.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorepad.language.words import format_number, join_words
from scorepad.rulebook.card import build_card
from scorepad.rulebook.words import capitalize_first
from scorepad.rulebook.writer import CardLine
from scorepad.rules import codes, lookup
from scorepad.rules.model import RuleSet, Table
from scorepad.rules.parse import in_round
from scorepad.rules.words import EndBy, OpeningBy, Winner
from scorepad.scoring.game.record import GameRecord, RoundRecord
from scorepad.scoring.sheet import Field, Kind, Sheet, build_sheet

USUAL_ROUNDS = 6
"""Rounds on the page of a game that ends by points or by the clock."""

MAX_ROUNDS = 12
"""The most rounds on a page; fewer if its cells would be smaller than `SMALLEST`."""

SMALLEST = 0.44
"""The smallest relative cell size: 1 is easy to write in, and below this two lines of text touch."""

TEAMS = range(2, 7)
"""How many columns a round can have."""

WIDTH, HEIGHT, LABELS = 190, 190, 56
"""Millimetres for the bands of a page and for their labels. They fit both A4 and Letter."""

CELL_WIDTH, CELL_HEIGHT = 14, 9
"""Size in millimetres of a cell that is easy to write in."""

LETTER_WIDTH = 2.6
"""Width in millimetres of a printed digit."""

SIZES = ((0.95, "roomy"), (0.72, "full"))
"""Names of font sizes by the smallest cell size; "crowded" below that."""

HEAD_ROWS = 2
END_ROWS = ("went_out", "other", "round", "total")


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A row of a band. `code` is that of its field, or one of `END_ROWS`; `cells` has a text for each column."""

    code: str
    label: str
    worth: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """Rounds side by side: their numbers, the opening minimum of each ("" if it is not by round), and their rows."""

    rounds: tuple[tuple[int, str], ...]
    rows: tuple[PaperRow, ...]


@dataclass(frozen=True, slots=True)
class ScorePaper:
    """A page. `teams` are the column headings ("" to write them in); `facts` are what players look up, by title."""

    bands: tuple[Band, ...]
    teams: tuple[str, ...]
    size: str
    facts: tuple[tuple[str, str], ...]
    first: int
    last: int
    has_more: bool
    """Whether later rounds have a page of their own."""


def round_count(rules: RuleSet) -> int:
    """Return how many rounds a blank sheet has."""
    by_rounds = rules.end.by is EndBy.ROUNDS and rules.end.rounds
    return by_rounds or USUAL_ROUNDS


def blank_paper(rules: RuleSet, table: Table, teams: int | None = None, first: int = 1) -> ScorePaper:
    """Return a blank page from round `first` on. `teams` defaults to the number at the table."""
    writer = _Writer(rules, table, table.decks, teams or table.teams)
    return writer.page(("",) * (teams or table.teams), first, round_count(rules))


def filled_paper(record: GameRecord, names: Sequence[str], first: int = 1) -> ScorePaper:
    """Return a page filled with a game so far, from round `first` on."""
    agreed = record.agreement
    writer = _Writer(agreed.rules, agreed.table, agreed.decks, agreed.table.teams, record)
    return writer.page(tuple(names), first, max(round_count(agreed.rules), len(record.rounds)))


def side_by_side(rounds: int, rows: int, teams: int, longest: int = 0) -> tuple[int, float]:
    """Return how many rounds per band make the cells largest, and the size of the cells: 1 is easy to write in.

    `longest` is the length of the longest number that must fit.
    """
    wanted = max(CELL_WIDTH, longest * LETTER_WIDTH)
    sizes = []
    for many in range(1, rounds + 1):
        bands = -(-rounds // many)
        width = (WIDTH - LABELS) / (many * teams) / wanted
        height = HEIGHT / (bands * (rows + HEAD_ROWS)) / CELL_HEIGHT
        sizes.append((min(width, height), -many))
    size, many = max(sizes)
    return -many, size


class _Writer:
    def __init__(self, rules: RuleSet, table: Table, decks: int, teams: int, record: GameRecord | None = None) -> None:
        self._rules, self._table, self._decks = rules, table, decks
        self._teams, self._record = teams, record

    def page(self, names: tuple[str, ...], first: int, last: int) -> ScorePaper:
        """Return the page from a round on, up to the last one if they fit."""
        fields = [field for field in self._sheet(first).fields if field.asked]
        rows, longest = len(fields) + len(END_ROWS), self._longest()
        count = min(max(last - first + 1, 1), MAX_ROUNDS)
        while side_by_side(count, rows, self._teams, longest)[1] < SMALLEST and count > 1:
            count -= 1
        many, size = side_by_side(count, rows, self._teams, longest)
        rounds = range(first, first + count)
        bands = [rounds[at : at + many] for at in range(0, len(rounds), many)]
        return ScorePaper(
            bands=tuple(self._band(band, fields) for band in bands),
            teams=names,
            size=next((name for least, name in SIZES if size >= least), "crowded"),
            facts=tuple(self._facts()),
            first=rounds[0],
            last=rounds[-1],
            has_more=rounds[-1] < last or self._rules.end.by is not EndBy.ROUNDS,
        )

    def _longest(self) -> int:
        rounds = self._record.rounds if self._record else ()
        totals = [
            total for record in rounds for pair in zip(record.before, record.totals, strict=True) for total in pair
        ]
        return max((len(format_number(total)) for total in totals), default=0)

    def _sheet(self, round_number: int) -> Sheet:
        return build_sheet(self._rules, self._table, round_number, self._decks)

    def _band(self, rounds: Sequence[int], fields: Sequence[Field]) -> Band:
        heads = tuple((round_number, self._opening(round_number)) for round_number in rounds)
        out = [self._sheet(round_number).out(concealed=False).points for round_number in rounds]
        labels = (("Went out", _each(out) if any(out) else ""), ("Other points", ""), ("This round", ""), ("Total", ""))
        rows = [PaperRow(f.code, f.label, self._worth(f, rounds), self._cells(f.code, rounds)) for f in fields]
        rows += [
            PaperRow(code, label, worth, self._cells(code, rounds))
            for code, (label, worth) in zip(END_ROWS, labels, strict=True)
        ]
        return Band(heads, tuple(rows))

    def _opening(self, round_number: int) -> str:
        if self._rules.opening.by is not OpeningBy.ROUND:
            return ""
        step = lookup.opening_step(in_round(self._rules, round_number), round_number, self._table.players, 0)
        parts = (format_number(step.minimum) if step.minimum or not step.books else "", "a book" if step.books else "")
        return " + ".join(filter(None, parts))

    def _worth(self, field: Field, rounds: Sequence[int]) -> str:
        """Return what one item of a field pays: "× 500", "× 100 or 200" if rounds differ, "" if it varies."""
        if field.kind in (Kind.MELDED, Kind.LEFT, Kind.CONCEALED) or field.steps:
            return ""
        return f"×\u00a0{_each([self._sheet(round_number).by_code[field.code].points for round_number in rounds])}"

    def _cells(self, code: str, rounds: Sequence[int]) -> tuple[str, ...]:
        return tuple(
            self._cell(code, round_number, team) for round_number in rounds for team in range(1, self._teams + 1)
        )

    def _cell(self, code: str, round_number: int, team: int) -> str:
        if self._record is None or round_number > len(self._record.rounds):
            return ""
        round_record = self._record.rounds[round_number - 1]
        if code == "total":
            return format_number(round_record.before[team - 1] + round_record.totals[team - 1])
        if not round_record.is_itemised and code != "round":
            return ""
        return "" if round_record.on_paper else _filled(code, round_record, team)

    def _facts(self) -> Iterator[tuple[str, str]]:
        """Yield what players look up while they play: openings, card values, and going out."""
        sections = {section.code: section for section in build_card(self._rules, self._table).sections}
        if dealt := [_line_text(line) for line in sections["setup"].lines if _has(line, "deals.")]:
            yield "Dealt", "; ".join(dealt)
        by_round = self._rules.opening.by is OpeningBy.ROUND
        for code in ("values", "out") if by_round else ("openings", "values", "out"):
            path = {"openings": "opening.steps.", "values": "", "out": "going_out.cases."}[code]
            lines = [_line_text(line) for line in sections[code].lines if _has(line, path)]
            yield sections[code].title, "; ".join(lines)
        if sets := [_line_text(line) for line in sections["books"].lines if _has(line, "combinations.")]:
            yield "Other points", "; ".join(sets)
        if self._rules.end.by is not EndBy.ROUNDS or self._rules.end.winner is Winner.LOWEST:
            (end,) = [line for line in sections["setup"].lines if _has(line, "end.")]
            yield "The end", capitalize_first(", ".join(phrase.text for phrase in end.phrases))


def _each(points: Sequence[int]) -> str:
    return join_words([format_number(each) for each in dict.fromkeys(points)], "or")


def _filled(code: str, record: RoundRecord, team: int) -> str:
    """Return the text of a cell in a round that has begun: "" for what was not counted yet."""
    lines = record.scores[team - 1].lines
    fields = build_sheet(record.entry.rules, record.entry.table, record.entry.round_number, record.entry.decks).by_code
    if code == "round":
        return format_number(record.totals[team - 1])
    if code == "went_out":
        return "✓" if record.entry.teams[team - 1].went_out else ""
    if code == "other":
        other = [line.points for line in lines if line.code not in fields and line.code != codes.GOING_OUT]
        return format_number(sum(other)) if other else ""
    line = next((line for line in lines if line.code == code), None)
    if line is None:
        return "0" if record.finished else ""
    return format_number(line.points if line.count is None else line.count)


def _line_text(line: CardLine) -> str:
    return f"{line.label.text}: {', '.join(phrase.text for phrase in line.phrases)}"


def _has(line: CardLine, beginning: str) -> bool:
    """Whether a line is about a path with this prefix."""
    return any(path.startswith(beginning) for phrase in line.all_phrases for path in phrase.paths)
