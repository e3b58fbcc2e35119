"""All that is wrong, or odd, with a round that is well formed. Never raises, never stops at the first.

Errors cannot be saved as final; warnings are what a person may confirm.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import gcd, inf

from scorepad.rules import lookup
from scorepad.rules.model import RuleSet
from scorepad.rules.words import (
    BonusPer,
    Color,
    Counted,
    ExtraBooks,
    OpeningBy,
    Place,
    WithoutBooks,
)
from scorepad.scoring.limits import needs_of_books, overdrawn
from scorepad.scoring.model import Ended, Level, Problem, Round, TeamRound
from scorepad.scoring.needs import counted_for, missing_for
from scorepad.scoring.quantity import card_points
from scorepad.scoring.sheet import About, Sheet, sheet

Problems = Sequence[Problem]
NOTHING: Problems = ()


def check(entry: Round) -> tuple[Problem, ...]:
    """Every error and warning of a round, errors first, each with the path of the entry it speaks of."""
    page = sheet(entry.rules, entry.table, entry.number, entry.decks)
    found = [*_out(entry), *overdrawn(entry), *_one_team_each(entry)]
    for at, team in enumerate(entry.teams):
        path = f"teams[{at}]"
        for look in _LOOKS:
            found += look(entry, page, team, path)
    return (
        tuple(sorted(found, key=lambda problem: problem.level is not Level.ERROR)) if found else ()
    )


def _error(code: str, path: str, **facts: object) -> Problem:
    return Problem(code, Level.ERROR, path, facts)


def _warning(code: str, path: str, **facts: object) -> Problem:
    return Problem(code, Level.WARNING, path, facts)


def _out(entry: Round) -> Problems:
    out = [team.name for team in entry.teams if team.went_out]
    wanted = 1 if entry.ended is Ended.WENT_OUT else 0
    if len(out) == wanted:
        return NOTHING
    return [_error("wrong_out", "ended", out=out, ended=entry.ended)]


def _books_to_go_out(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    if not team.went_out or entry.ended is not Ended.WENT_OUT:
        return NOTHING
    missing = missing_for(page, team)
    if not missing:
        return NOTHING
    facts = {"team": team.name, "missing": missing, "rules": entry.rules}
    if team.ruling:
        return [_warning("table_ruling", f"{path}.went_out", reason=team.ruling, **facts)]
    if entry.rules.going_out.without_books is WithoutBooks.FORBIDDEN:
        return [_error("books_missing", f"{path}.went_out", **facts)]
    return NOTHING


def _premium(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    found: list[Problem] = []
    for field in page.books:
        if field.most is None and not team.lost:
            continue
        finished, begun = team.books.get(field.name, 0), team.unfinished.get(field.name, 0)
        if not (finished or begun):
            continue
        where = f"{path}.{'books' if finished else 'unfinished'}.{field.name}"
        if field.most is not None and finished + begun > field.most:
            facts = {"label": field.label, "most": field.most, "both": bool(finished and begun)}
            found.append(_error("premium_twice", where, **facts))
        if field.name in team.lost:
            found.append(_error("premium_lost", where, label=field.label))
    return found


def _more_than_possible(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    if not team.bonuses:
        return NOTHING
    found = []
    for field in page.extras:
        if field.most is None or field.code not in team.bonuses:
            continue
        most = field.most * (page.table.team_size if field.about is About.SEAT else 1)
        if team.bonuses[field.code] > most:
            where = f"{path}.bonuses.{field.code}"
            found.append(_warning("more_than_possible", where, labels=(field.label,), most=most))
    return found


def _one_grade_each(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    """Grades of one bonus exclude each other: whoever cut exactly did not also cut one card off."""
    if not team.bonuses:
        return NOTHING
    graded = [b for b in entry.rules.bonuses if b.grade_of and team.bonuses.get(b.code)]
    found = []
    for last in {bonus.grade_of: bonus for bonus in graded}.values():
        kinds = [bonus for bonus in graded if bonus.grade_of == last.grade_of]
        takers = sum(-(-team.bonuses[bonus.code] // bonus.most) for bonus in kinds)
        most = page.table.team_size if last.per is BonusPer.PLAYER else 1
        if len(kinds) > 1 and takers > most:
            labels = tuple(bonus.many for bonus in kinds)
            where = f"{path}.bonuses.{last.code}"
            found.append(_warning("more_than_possible", where, labels=labels, most=most))
    return found


def _one_team_each(entry: Round) -> Problems:
    """What only one team of the table can have, such as being the first to open."""
    found = []
    for bonus in entry.rules.bonuses if any(team.bonuses for team in entry.teams) else ():
        have = [at for at, team in enumerate(entry.teams) if team.bonuses.get(bonus.code)]
        if bonus.per is BonusPer.ROUND and len(have) > 1:
            where = f"teams[{have[-1]}].bonuses.{bonus.code}"
            found.append(_warning("one_team_only", where, label=bonus.one))
    return found


def _threes_melded(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    cards = {} if isinstance(team.melded, int) else team.melded
    if not team.threes and not cards:
        return NOTHING
    found = []
    for color in _never_melded(entry.rules):
        named = team.threes.get(f"{color}_threes_laid", 0)
        if named or cards.get(f"{color}3"):
            at = f"threes.{color}.laid" if named else f"melded.{color}3"
            found.append(_warning("threes_not_melded", f"{path}.{at}", color=str(color)))
    return found


@lru_cache(maxsize=256)
def _never_melded(rules: RuleSet) -> tuple[Color, ...]:
    general = {color: lookup.general_threes(rules, color, Place.LAID) for color in Color}
    return tuple(color for color, rule in general.items() if rule.counted is Counted.NEVER)


def _fewer_than_books(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    if not team.books:
        return NOTHING
    cards, points = needs_of_books(entry.rules, team.books)
    where = f"{path}.melded"
    if isinstance(team.melded, int):
        if team.melded >= points:
            return NOTHING
        return [_warning("fewer_than_books_need", where, given=team.melded, least=points)]
    given = sum(team.melded.values())
    if given >= cards:
        return NOTHING
    return [_warning("fewer_than_books_need", where, given=given, least=cards, cards=True)]


def _multiples(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    unit = smallest_unit(entry.rules)
    if unit <= 1:
        return NOTHING
    found = []
    if isinstance(team.melded, int) and team.melded % unit:
        found.append(_warning("not_a_multiple", f"{path}.melded", given=team.melded, unit=unit))
    for at, packet in enumerate(team.left):
        if isinstance(packet, int) and packet % unit:
            name = f"left[{at}]" if len(team.left) > 1 else "left"
            found.append(_warning("not_a_multiple", f"{path}.{name}", given=packet, unit=unit))
    return found


@lru_cache(maxsize=256)
def smallest_unit(rules: RuleSet) -> int:
    """What all card values are multiples of, in points (5 in every usual game)."""
    threes = [
        abs(step.points)
        for rule in rules.threes
        if rule.counted is Counted.WITH_CARDS
        for step in rule.pays
    ]
    return gcd(*rules.cards.values(), *threes)


def _below_minimum(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    melded = team.melded
    if isinstance(melded, int) and melded >= _enough_to_open(page):
        return NOTHING
    if not team.opened or not melded:
        return NOTHING
    players, total = entry.table.players, team.score_before
    step = lookup.opening_step(entry.rules, entry.number, players, total)
    found = []
    points = melded if isinstance(melded, int) else card_points(entry.rules, melded, Place.LAID)
    if points < step.minimum:
        facts = {"given": points, "minimum": step.minimum, "team": team.name}
        found.append(_warning("below_minimum", f"{path}.melded", **facts))
    if step.books and not any(team.books.get(code) for code in step.books):
        found.append(_warning("book_required", f"{path}.books", team=team.name))
    return found


@lru_cache(maxsize=512)
def _enough_to_open(page: Sheet) -> float:
    """Points that open in this round with any total; infinity where an opening takes a book besides.

    Nearly every team melds more, and needs no look at the minimums.
    """
    opening, number = page.rules.opening, page.number
    steps = opening.steps
    if opening.by is OpeningBy.ROUND:
        steps = (lookup.opening_step(page.rules, number, page.table.players, 0),)
    return inf if any(step.books for step in steps) else max(step.minimum for step in steps)


def _extra_books(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    if entry.rules.going_out.extra_books is ExtraBooks.ANY_TIME or not team.books:
        return NOTHING
    case = page.out(False)
    have = counted_for(entry.rules, team.books)
    if all(have.get(need, 0) >= count for need, count in case.needs.items()):
        return NOTHING
    return [
        _warning("extra_books", f"{path}.books.{need}", need=need, most=count, rules=entry.rules)
        for need, count in case.needs.items()
        if have.get(need, 0) > count
    ]


_LOOKS: tuple[Callable[[Round, Sheet, TeamRound, str], Problems], ...] = (
    _books_to_go_out,
    _premium,
    _more_than_possible,
    _one_grade_each,
    _threes_melded,
    _fewer_than_books,
    _multiples,
    _below_minimum,
    _extra_books,
)
