"""What a round was worth: for each team a tuple of lines, whose sum is the score.

Severe penalties and void rounds follow RULES.md, "Points that must come out right": a line that does not count
stays, with 0 points and the reason.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from scorepad.rules.document import provenance
from scorepad.rules.model import Combination, RuleSet, Step, Threes
from scorepad.rules.words import Counted, Per, Place, Provenance, StockRound, Times
from scorepad.scoring.model import (
    Cards,
    Counts,
    Ended,
    Packets,
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
    severe = penalised(entry, page)
    void = entry.ended is Ended.STOCK_RAN_OUT and entry.rules.stock.round is StockRound.VOID
    return tuple([_team(page, team, severe, void) for team in entry.teams])


def _team(page: Sheet, team: TeamRound, severe: TeamRound | None, void: bool) -> TeamScore:
    lines = _base(page, team) + _count(page, team) + _bonus(page, team)
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


def _base(page: Sheet, team: TeamRound) -> list[ScoreLine]:
    lines = _counted(page.books, team.books)
    if team.unfinished:
        lines += _counted(page.unfinished, team.unfinished)
    return lines


def _counted(fields: tuple[Field, ...], counts: Counts) -> list[ScoreLine]:
    return [_line(field, counts[field.name]) for field in fields if counts.get(field.name)]


# Most lines come again and again, so each is made once; they are values, and whoever has one cannot change it.
@lru_cache(maxsize=4096)
def _line(field: Field, count: int) -> ScoreLine:
    points = count * field.points
    return ScoreLine(
        field.code, field.part, field.label, field.one, count, field.points, points, field.origin
    )


def _count(page: Sheet, team: TeamRound) -> list[ScoreLine]:
    laid = _cards(page, team, Place.LAID, (team.melded,))
    return laid + _cards(page, team, Place.HELD, team.left)


def _cards(
    page: Sheet, team: TeamRound, place: Place, packets: tuple[Quantity, ...]
) -> list[ScoreLine]:
    """The line of the cards in one place, and those of the threes among or beside them."""
    lines = []
    if any(packets):
        counted = tuple([p if isinstance(p, int) else tuple(p.items()) for p in packets])
        field = page.codes["melded" if place is Place.LAID else "left"]
        lines.append(_cards_line(page.rules, field, place, counted))
    cards = [packet for packet in packets if not isinstance(packet, int)]
    if cards or team.threes:
        lines += _threes(page, team, place, cards)
    return lines


@lru_cache(maxsize=4096)
def _cards_line(rules: RuleSet, field: Field, place: Place, counted: Packets) -> ScoreLine:
    points = sum(
        packet if isinstance(packet, int) else card_points(rules, dict(packet), place)
        for packet in counted
    )
    label = field.label
    return ScoreLine(
        code=field.code,
        part=Part.COUNT,
        label=label,
        one=label,
        count=None,
        each=None,
        points=-points if place is Place.HELD else points,
        origin=field.origin,
        counted=counted,
    )


def _threes(page: Sheet, team: TeamRound, place: Place, cards: Sequence[Cards]) -> list[ScoreLine]:
    counts = [
        (field, team.threes.get(field.code, 0) + _apart(field, cards))
        for field in page.threes[place]
    ]
    return [
        _threes_line(field, _first_to_hold(field.threes, team), count)
        for field, count in counts
        if count
    ]


def _apart(field: Field, packets: Sequence[Cards]) -> int:
    """Threes counted as cards that have a line of their own: all but those whose points are in the cards'."""
    general = field.threes[-1]
    if general.counted is Counted.WITH_CARDS:
        return 0
    return sum([threes_in(packet, general.color) for packet in packets])


def _first_to_hold(rules: tuple[Threes, ...], team: TeamRound) -> int:
    """The place of the first rule whose conditions hold; the last rule has none."""
    return next((at for at, rule in enumerate(rules[:-1]) if _holds(rule, team)), len(rules) - 1)


@lru_cache(maxsize=4096)
def _threes_line(field: Field, at: int, count: int) -> ScoreLine:
    step = _step(field.threes[at], count)
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


def _bonus(page: Sheet, team: TeamRound) -> list[ScoreLine]:
    lines = _counted(page.bonuses, team.bonuses) if team.bonuses else []
    for one in page.rules.combinations:
        times = _complete(one, team.books)
        if times:
            lines.append(_combination(page.rules, one, times))
    if team.went_out:
        concealed = bool(team.bonuses.get("concealed"))
        if page.out(concealed).points:
            lines.append(_going_out(page, concealed))
    return lines


def _complete(one: Combination, books: Counts) -> int:
    times = min(books.get(code, 0) // count for code, count in one.books.items())
    return min(times, 1) if one.times is Times.ONCE else times


def _combination(rules: RuleSet, one: Combination, times: int) -> ScoreLine:
    origin = provenance(rules, f"combinations.{one.code}.points")
    points = times * one.points
    return ScoreLine(one.code, Part.BONUS, one.label, one.label, times, one.points, points, origin)


@lru_cache(maxsize=512)
def _going_out(page: Sheet, concealed: bool) -> ScoreLine:
    case = page.out(concealed)
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
