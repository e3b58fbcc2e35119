"""All that is wrong, or odd, with a round that is well formed. Never raises, never stops at the first.

Errors cannot be saved as final; warnings are what a person may confirm.
"""

from collections.abc import Callable
from functools import lru_cache

from scorepad.rules.model import RuleSet
from scorepad.rules.words import Begun, BonusPer, ExtraBooks, WithoutBooks
from scorepad.scoring.limits import overdrawn
from scorepad.scoring.model import Ended, Level, Problem, Round, TeamRound
from scorepad.scoring.needs import missing_for
from scorepad.scoring.oddities import (
    NOTHING,
    Problems,
    below_minimum,
    extra_books,
    fewer_than_books,
    multiples,
    threes_melded,
    warning,
)
from scorepad.scoring.sheet import About, Sheet, sheet

Look = Callable[[Round, Sheet, TeamRound, str], Problems]
"""Looks at one team of a round, whose sheet and path are given, and gives all it finds."""


def check(entry: Round) -> tuple[Problem, ...]:
    """Every error and warning of a round, errors first, each with the path of the entry it speaks of."""
    page = sheet(entry.rules, entry.table, entry.number, entry.decks)
    found = [*_out(entry), *overdrawn(entry), *_one_team_each(entry)]
    looks = _looks(entry.rules)
    for at, team in enumerate(entry.teams):
        path = f"teams[{at}]"
        for look in looks:
            found += look(entry, page, team, path)
    return (
        tuple(sorted(found, key=lambda problem: problem.level is not Level.ERROR)) if found else ()
    )


def _error(code: str, path: str, **facts: object) -> Problem:
    return Problem(code, Level.ERROR, path, facts)


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
        return [warning("table_ruling", f"{path}.went_out", reason=team.ruling, **facts)]
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


def _bonuses(entry: Round, page: Sheet, team: TeamRound, path: str) -> Problems:
    if not team.bonuses:
        return NOTHING
    return [*_more_than_possible(page, team, path), *_one_grade_each(page, team, path)]


def _more_than_possible(page: Sheet, team: TeamRound, path: str) -> Problems:
    found = []
    for field in page.extras:
        if field.most is None or field.code not in team.bonuses:
            continue
        most = field.most * (page.table.team_size if field.about is About.SEAT else 1)
        if team.bonuses[field.code] > most:
            where = f"{path}.bonuses.{field.code}"
            found.append(warning("more_than_possible", where, labels=(field.label,), most=most))
    return found


def _one_grade_each(page: Sheet, team: TeamRound, path: str) -> Problems:
    """Grades of one bonus exclude each other: whoever cut exactly did not also cut one card off."""
    graded = [b for b in page.rules.bonuses if b.grade_of and team.bonuses.get(b.code)]
    found = []
    for last in {bonus.grade_of: bonus for bonus in graded}.values():
        kinds = [bonus for bonus in graded if bonus.grade_of == last.grade_of]
        takers = sum(-(-team.bonuses[bonus.code] // bonus.most) for bonus in kinds)
        most = page.table.team_size if last.per is BonusPer.PLAYER else 1
        if len(kinds) > 1 and takers > most:
            labels = tuple(bonus.many for bonus in kinds)
            where = f"{path}.bonuses.{last.code}"
            found.append(warning("more_than_possible", where, labels=labels, most=most))
    return found


def _one_team_each(entry: Round) -> Problems:
    """What only one team of the table can have, such as being the first to open."""
    found = []
    for bonus in entry.rules.bonuses if any(team.bonuses for team in entry.teams) else ():
        have = [at for at, team in enumerate(entry.teams) if team.bonuses.get(bonus.code)]
        if bonus.per is BonusPer.ROUND and len(have) > 1:
            where = f"teams[{have[-1]}].bonuses.{bonus.code}"
            found.append(warning("one_team_only", where, label=bonus.one))
    return found


_LOOKS: tuple[Look, ...] = (
    _books_to_go_out,
    _premium,
    _bonuses,
    threes_melded,
    fewer_than_books,
    multiples,
    below_minimum,
    extra_books,
)


@lru_cache(maxsize=256)
def _looks(rules: RuleSet) -> tuple[Look, ...]:
    """The looks that can find something under these rules, in order."""
    useless: list[Look] = []
    if all(kind.most is None and kind.begun is Begun.ANY_TIME for kind in rules.books):
        useless.append(_premium)
    if rules.going_out.extra_books is ExtraBooks.ANY_TIME:
        useless.append(extra_books)
    return tuple(look for look in _LOOKS if look not in useless)
