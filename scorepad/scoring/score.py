"""What a round was worth: for each team a tuple of lines, whose sum is the score.

Severe penalties and void rounds follow RULES.md, "Points that must come out right": a line that does not count
stays, with 0 points and the reason.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from scorepad.rules.document import provenance
from scorepad.rules.model import Combination, OutCase, RuleSet, Step, Threes
from scorepad.rules.words import Color, Counted, Per, Place, Provenance, StockRound, Times
from scorepad.scoring.model import (
    Counts,
    Ended,
    Part,
    Quantity,
    Round,
    ScoreLine,
    TeamRound,
    TeamScore,
    Waived,
)
from scorepad.scoring.needs import penalised
from scorepad.scoring.quantity import card_points, threes_in
from scorepad.scoring.sheet import Field, Sheet, sheet

_LOST_WITH_MELDS = ("melded", "red_threes_laid", "black_threes_laid", "going_out")


def score(entry: Round) -> tuple[TeamScore, ...]:
    """The score of every team, in the order of the entry. Never raises for an entry that has no errors."""
    page = sheet(entry.rules, entry.table, entry.number, entry.decks)
    severe = next((team for team in entry.teams if penalised(entry, team)), None)
    void = entry.ended is Ended.STOCK_RAN_OUT and entry.rules.stock.round is StockRound.VOID
    return tuple(_team(page, team, severe, void) for team in entry.teams)


def _team(page: Sheet, team: TeamRound, severe: TeamRound | None, void: bool) -> TeamScore:
    lines = [*_base(page, team), *_count(page, team), *_bonus(page, team)]
    if void:
        lines = [_waived(line, Waived.VOID_ROUND) for line in lines]
    elif severe is team:
        lines = [_after_penalty(page.rules, line) for line in lines]
        lines.append(_penalty(page.rules))
    elif severe is not None:
        lines = [_spared(line) for line in lines]
    for adjustment in team.adjustments:
        lines.append(_adjusted(adjustment.points, adjustment.reason))
    return TeamScore(team.name, tuple(lines))


def _base(page: Sheet, team: TeamRound) -> Iterator[ScoreLine]:
    yield from _counted(page.books, team.books)
    if team.unfinished:
        yield from _counted(page.unfinished, team.unfinished)


def _counted(fields: tuple[Field, ...], counts: Counts) -> Iterator[ScoreLine]:
    for field in fields:
        count = counts.get(field.name)
        if count:
            yield _line(field, count)


@lru_cache(maxsize=4096)
def _line(field: Field, count: int) -> ScoreLine:
    points = count * field.points
    return ScoreLine(
        field.code, field.part, field.label, field.one, count, field.points, points, field.origin
    )


def _count(page: Sheet, team: TeamRound) -> Iterator[ScoreLine]:
    melded = team.melded
    if melded:
        points = melded if isinstance(melded, int) else card_points(page.rules, melded, Place.LAID)
        yield _cards(page.codes["melded"], points, (melded,))
    yield from _threes(page, team, Place.LAID)
    if any(team.left):
        points = sum(
            packet if isinstance(packet, int) else card_points(page.rules, packet, Place.HELD)
            for packet in team.left
        )
        yield _cards(page.codes["left"], -points, team.left)
    yield from _threes(page, team, Place.HELD)


def _cards(field: Field, points: int, packets: tuple[Quantity, ...]) -> ScoreLine:
    counted = tuple(p if isinstance(p, int) else tuple(p.items()) for p in packets)
    label = field.label
    return ScoreLine(
        field.code, Part.COUNT, label, label, None, None, points, field.origin, counted=counted
    )


def _threes(page: Sheet, team: TeamRound, place: Place) -> Iterator[ScoreLine]:
    for color in (Color.RED, Color.BLACK):
        field = page.threes[f"{color}_threes_{place}"]
        count = team.threes.get(field.code, 0) + _apart(field, team, color, place)
        if count:
            yield _threes_line(field, count, team)


def _apart(field: Field, team: TeamRound, color: Color, place: Place) -> int:
    """Threes counted as cards that have a line of their own: all but those whose points are in the cards'."""
    if field.threes[-1].counted is Counted.WITH_CARDS:
        return 0
    packets = team.left if place is Place.HELD else (team.melded,)
    return sum([threes_in(packet, color) for packet in packets if not isinstance(packet, int)])


def _threes_line(field: Field, count: int, team: TeamRound) -> ScoreLine:
    rule = next(rule for rule in field.threes if _holds(rule, team))
    step = _step(rule, count)
    if step is None:
        each, points = 0, 0
    elif step.per is Per.CARD:
        each, points = step.points, count * step.points
    else:
        each, points = None, step.points
    label, one = field.label, field.one
    return ScoreLine(field.code, field.part, label, one, count, each, points, field.origin)


def _step(rule: Threes, count: int) -> Step | None:
    return next((step for step in reversed(rule.pays) if step.start <= count), None)


def _holds(rule: Threes, team: TeamRound) -> bool:
    when = rule.when
    return (
        when.went_out.allows(team.went_out)
        and when.opened.allows(team.opened)
        and all(team.books.get(code, 0) >= least for code, least in when.has.items())
        and all(team.books.get(code, 0) < least for code, least in when.lacks.items())
    )


def _bonus(page: Sheet, team: TeamRound) -> Iterator[ScoreLine]:
    if team.bonuses:
        yield from _counted(page.bonuses, team.bonuses)
    for one in page.rules.combinations:
        times = _complete(one, team.books)
        if times:
            yield _combination(page.rules, one, times)
    if team.went_out:
        case = page.out(bool(team.bonuses.get("concealed")))
        if case.points:
            yield _going_out(page, case)


def _complete(one: Combination, books: Counts) -> int:
    times = min(books.get(code, 0) // count for code, count in one.books.items())
    return min(times, 1) if one.times is Times.ONCE else times


def _combination(rules: RuleSet, one: Combination, times: int) -> ScoreLine:
    origin = provenance(rules, f"combinations.{one.code}.points")
    points = times * one.points
    return ScoreLine(one.code, Part.BONUS, one.label, one.label, times, one.points, points, origin)


def _going_out(page: Sheet, case: OutCase) -> ScoreLine:
    label = "Going out" if case.concealed.allows(False) else "Going out concealed"
    origin = page.out_origin(case)
    return ScoreLine("going_out", Part.BONUS, label, label, 1, case.points, case.points, origin)


def _waived(line: ScoreLine, why: Waived) -> ScoreLine:
    return replace(line, points=0, waived=why)


def _after_penalty(rules: RuleSet, line: ScoreLine) -> ScoreLine:
    """The team that went out too soon loses books, melds and the going-out bonus; cuts and cards left count."""
    combinations = (one.code for one in rules.combinations)
    lost = line.part is Part.BASE or line.code in (*_LOST_WITH_MELDS, *combinations)
    return _waived(line, Waived.SEVERE_PENALTY) if lost else line


def _spared(line: ScoreLine) -> ScoreLine:
    """The other team loses nothing for cards left, threes included."""
    held = line.code in ("left", "red_threes_held", "black_threes_held")
    return _waived(line, Waived.OTHER_TEAM_PENALTY) if held else line


def _penalty(rules: RuleSet) -> ScoreLine:
    points, label = rules.going_out.penalty, "Severe penalty"
    origin = provenance(rules, "going_out.penalty")
    return ScoreLine("severe_penalty", Part.BONUS, label, label, 1, points, points, origin)


def _adjusted(points: int, reason: str) -> ScoreLine:
    label = "Adjustment"
    origin = Provenance.TABLE
    return ScoreLine(
        "adjustment", Part.BONUS, label, label, 1, points, points, origin, reason=reason
    )
