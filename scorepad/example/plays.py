"""Generates games without people: random rounds until the rules say that the game is over."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from scorepad.play.sheet_form import Input, sheet_inputs
from scorepad.rules import choose, lookup, preset, to_document
from scorepad.scoring.cells import (
    TABLE,
    Adjusted,
    CardCounts,
    CellName,
    CellValue,
    Count,
    Document,
    Mark,
    Place,
    Points,
    Shape,
    StockRanOut,
    WentOut,
    value_json,
)
from scorepad.scoring.game.agreement import BROUGHT, PAPER, WHOLE_GAME
from scorepad.scoring.game.course import Phase, team_of
from scorepad.scoring.game.record import FINISHED, HOW_ENDED, OPENED, GameRecord, game
from scorepad.scoring.sheet import build_sheet
from scorepad.store.checks import canonical

Cells = dict[CellName, CellValue]
Form = tuple[tuple[CellName, str], ...]
"""What one form recorded: cells and their values, as JSON."""

Kind = tuple[str, int, dict[str, str]]
"""The rule set, players and choices of a game."""

STOCK, BY_CARDS, WITHOUT_BOOKS = 0.06, 0.02, 0.02
"""Probabilities: the stock runs out, cards left are counted one by one, a team goes out without the books it needs."""


@dataclass(frozen=True, eq=False)
class Play:
    """A game that is over. `rounds` follow the `paper` rounds played on paper. `best` is the winning team."""

    players: int
    begun: Form
    rounds: tuple[tuple[Form, ...], ...]
    paper: int
    best: int


def draw_play(chance: Random, kind: Kind, *, tied: float, on_paper: float) -> Play:
    """Generate a game of this kind. `tied` and `on_paper` are the probabilities of a tie and of a start on paper."""
    cells = _begun(kind)
    paper = chance.choice((1, 2)) if chance.random() < on_paper else 0
    if paper:
        cells[WHOLE_GAME, TABLE, PAPER] = Count(paper)
        for team in (1, 2):
            cells[WHOLE_GAME, Place.team(team), BROUGHT] = Adjusted(str(chance.randrange(9) * 105), "")
    begun = _form(cells)
    rounds, number, record = [], paper, _record(cells)
    while record.course.phase is not Phase.OVER:
        number += 1
        drawn = _round(chance, kind, number)
        while (record := _record(cells | drawn)).rounds[-1].errors:
            drawn = _round(chance, kind, number)
        cells |= drawn
        rounds.append(_forms(chance, drawn))
    if chance.random() < tied and (gift := _gift(cells, number)):
        rounds[-1] += (_form(gift),)
        record = _record(cells | gift)
    now = record.course.now
    return Play(kind[1], begun, tuple(rounds), paper, now.index(max(now)) + 1)


def _begun(kind: Kind) -> Cells:
    slug, players, choices = kind
    rules = preset(slug)
    table = lookup.table_for(rules, players)
    assert table is not None
    return {
        (WHOLE_GAME, TABLE, "rules"): Document(to_document(rules)),
        (WHOLE_GAME, TABLE, "shape"): Shape(table.players, table.teams),
        (WHOLE_GAME, TABLE, "decks"): Count(table.decks),
        (WHOLE_GAME, TABLE, "choices"): Document(choices),
    }


def _record(cells: Cells) -> GameRecord:
    return game(cells, {})


def _gift(cells: Cells, number: int) -> Cells:
    """Return an adjustment that makes the game a tie, if the game is then over."""
    now = _record(cells).course.now
    place = Place.team(now.index(min(now)) + 1)
    gift: Cells = {(number, place, "adjustment1"): Adjusted(str(max(now) - min(now)), "A miscount, settled")}
    course = _record(cells | gift).course
    return gift if course.phase is Phase.OVER and len({*course.now}) == 1 else {}


def _form(cells: Cells) -> Form:
    return tuple((name, canonical(value_json(value))) for name, value in cells.items())


def _forms(chance: Random, drawn: Cells) -> tuple[Form, ...]:
    """Return the forms of a round: one for each team that opened, and the sheet."""
    opened = [{name: drawn[name]} for name in drawn if name[2] == OPENED]
    chance.shuffle(opened)
    return (*map(_form, opened), _form({name: value for name, value in drawn.items() if name[2] != OPENED}))


def _round(chance: Random, kind: Kind, number: int) -> Cells:
    """Generate a random round. It may have errors."""
    slug, players, choices = kind
    rules = choose(preset(slug), choices)
    table = lookup.table_for(rules, players)
    assert table is not None
    out = None if chance.random() < STOCK else chance.randint(1, players)
    needs = lookup.out_case(rules, number, players).needs if chance.random() > WITHOUT_BOOKS else {}
    cells: Cells = {(number, TABLE, HOW_ENDED): WentOut(out) if out else StockRanOut()}
    for asked in sheet_inputs(build_sheet(rules, table, number, table.decks)):
        is_out = out is not None and asked.place in (Place.seat(out), Place.team(team_of(out, table)))
        value = _value(chance, asked, needs if is_out else {}, is_out)
        if value is not None:
            cells[number, asked.place, asked.field] = value
    return cells | {(number, *FINISHED): Mark(True)}


def _value(chance: Random, asked: Input, needs: Mapping[str, int], is_out: bool) -> CellValue | None:
    """Return the value for an input; None if it stays untouched."""
    match asked.field:
        case "melded":
            return Points(str(5 * chance.randint(60, 180)))
        case "left" if is_out:
            return None
        case "left" if chance.random() < BY_CARDS:
            return CardCounts((("K", chance.randint(1, 9)), ("red3", 1)))
        case "left":
            return Points(str(5 * chance.randrange(30)))
        case "opened":
            return Mark(True) if chance.random() < 0.6 else None
        case "clean" | "dirty":
            return Count(needs.get(asked.field, 0) + chance.randrange(3))
    return Count(int(chance.random() < 0.06)) if asked.control == "count" else None
