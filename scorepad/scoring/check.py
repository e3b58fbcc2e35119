"""Check a well-formed round. Collects every error and warning, and never raises.

A round with errors cannot become final. Warnings may be confirmed.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from scorepad.rules import codes
from scorepad.rules.model import RuleSet
from scorepad.rules.words import Begun, BonusPer, ExtraBooks, WithoutBooks
from scorepad.scoring.limits import overdrawn
from scorepad.scoring.model import Ended, Level, Problem, Quantity, Round, TeamRound
from scorepad.scoring.needs import penalised_team, unmet_for
from scorepad.scoring.score import is_void, score
from scorepad.scoring.sheet import About, Sheet, build_sheet
from scorepad.scoring.warnings import (
    NO_PROBLEMS,
    Problems,
    below_minimum,
    extra_books,
    fewer_than_books,
    multiples,
    threes_melded,
    warning,
)

TeamCheck = Callable[[Round, Sheet, TeamRound, str], Problems]
"""Checks one team of a round; takes the sheet and the team's path as well."""


def check(entry: Round) -> tuple[Problem, ...]:
    """Return every error and warning of a round, errors first, each with its path.

    Nothing is asked about what the rules do not score: a void round, and what a severe penalty or another rule waives.
    Errors stay: no round can have more cards than the decks.
    """
    sheet = build_sheet(entry.rules, entry.table, entry.round_number, entry.decks)
    problems = [*_wrong_out(entry), *overdrawn(entry), *_one_team_each(entry)]
    team_checks = _useful_checks(entry.rules)
    for at, team in enumerate(entry.teams):
        path = f"teams[{at}]"
        for team_check in team_checks:
            problems += team_check(entry, sheet, team, path)
    if not problems:
        return ()
    problems = [*_about_what_counts(entry, sheet, problems)]
    return tuple(sorted(problems, key=lambda problem: problem.level is not Level.ERROR))


def _about_what_counts(entry: Round, sheet: Sheet, problems: Problems) -> Iterator[Problem]:
    """Yield the errors, and the warnings about lines that count."""
    if is_void(entry):
        yield from (problem for problem in problems if problem.level is Level.ERROR)
        return
    penalised = penalised_team(entry, sheet)
    scores = score(entry)
    for problem in problems:
        found = _TEAM_PART.match(problem.path)
        at, part = found.groups() if found else ("0", "")
        team, lines = entry.teams[int(at)], scores[int(at)].lines
        lost = () if penalised is None else _LOST if team is penalised else _SPARED
        waived = any(line.code == part and line.waived for line in lines)
        if problem.level is Level.ERROR or not (part in lost or waived):
            yield problem


_TEAM_PART = re.compile(r"teams\[(\d+)\]\.(\w+)")
"""The team and the part of its counts in the path of a problem."""

_LOST, _SPARED = (codes.MELDED, "books"), (codes.LEFT,)
"""What does not count for the team with a severe penalty, and for the others."""


def _error(code: str, path: str, **facts: object) -> Problem:
    return Problem(code, Level.ERROR, path, facts)


def _wrong_out(entry: Round) -> Problems:
    out = [team.name for team in entry.teams if team.went_out]
    wanted = 1 if entry.ended is Ended.WENT_OUT else 0
    if len(out) == wanted:
        return NO_PROBLEMS
    return [_error("wrong_out", "ended", out=out, ended=entry.ended)]


def _needs_to_go_out(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    if not team.went_out or entry.ended is not Ended.WENT_OUT:
        return NO_PROBLEMS
    problems = []
    for code, facts in unmet_for(sheet, team):
        if team.ruling:
            ruling = {"team": team.name, "reason": team.ruling, "unmet": code}
            problems.append(warning("table_ruling", f"{path}.went_out", **ruling, **facts))
        elif entry.rules.going_out.without_books is WithoutBooks.FORBIDDEN:
            problems.append(_error(code, f"{path}.went_out", team=team.name, **facts))
    return problems


def _out_with_cards(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """The player who went out has no cards left. In a team of several, cards left may all be the partners'."""
    if not team.went_out or entry.ended is not Ended.WENT_OUT:
        return NO_PROBLEMS
    size = entry.table.team_size
    facts = {"team": team.name, "size": size}
    paths = [f"{path}.left"] if len(team.left) == size and all(map(_has_cards, team.left)) else []
    if size == 1:
        codes_held = (code for code in codes.HELD if team.threes.get(code))
        paths += [f"{path}.threes.{color}.held" for color, _ in map(codes.THREES.__getitem__, codes_held)]
    return [_error("out_has_cards", where, **facts) for where in paths]


def _has_cards(packet: Quantity) -> bool:
    return packet > 0 if isinstance(packet, int) else any(packet.values())


def _premium_books(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    problems: list[Problem] = []
    for field in sheet.books:
        if field.most is None and not team.lost:
            continue
        finished, begun = team.books.get(field.name, 0), team.unfinished.get(field.name, 0)
        if not (finished or begun):
            continue
        where = f"{path}.{'books' if finished else 'unfinished'}.{field.name}"
        if field.most is not None and finished + begun > field.most:
            facts = {"label": field.label, "most": field.most, "both": bool(finished and begun)}
            problems.append(_error("premium_twice", where, **facts))
        if field.name in team.lost:
            problems.append(_error("premium_lost", where, label=field.label))
    return problems


def _bonuses(entry: Round, sheet: Sheet, team: TeamRound, path: str) -> Problems:
    if not team.bonuses:
        return NO_PROBLEMS
    return [*_more_than_possible(sheet, team, path), *_more_than_one_grade(sheet, team, path)]


def _more_than_possible(sheet: Sheet, team: TeamRound, path: str) -> Problems:
    problems = []
    for field in sheet.extras:
        if field.most is None or field.code not in team.bonuses:
            continue
        most = field.most * (sheet.table.team_size if field.about is About.SEAT else 1)
        if team.bonuses[field.code] > most:
            where = f"{path}.bonuses.{field.code}"
            facts = {"labels": (field.singular if most == 1 else field.label,), "most": most}
            problems.append(warning("more_than_possible", where, **facts))
    return problems


def _more_than_one_grade(sheet: Sheet, team: TeamRound, path: str) -> Problems:
    """Grades of one bonus exclude each other: an exact cut is not also a cut one card off."""
    graded = [b for b in sheet.rules.bonuses if b.grade_of and team.bonuses.get(b.code)]
    problems = []
    for last in {bonus.grade_of: bonus for bonus in graded}.values():
        grades = [bonus for bonus in graded if bonus.grade_of == last.grade_of]
        takers = sum(-(-team.bonuses[bonus.code] // bonus.most) for bonus in grades)
        most = sheet.table.team_size if last.per is BonusPer.PLAYER else 1
        if len(grades) > 1 and takers > most:
            labels = tuple(b.singular if most == 1 else b.plural for b in grades)
            facts = {"labels": labels, "most": most}
            problems.append(warning("more_than_possible", f"{path}.bonuses.{last.code}", **facts))
    return problems


def _one_team_each(entry: Round) -> Problems:
    """Only one team can have some bonuses, such as the one for opening first."""
    if not any(team.bonuses for team in entry.teams):
        return NO_PROBLEMS
    problems = []
    for bonus in entry.rules.bonuses:
        have = [at for at, team in enumerate(entry.teams) if team.bonuses.get(bonus.code)]
        if bonus.per is BonusPer.ROUND and len(have) > 1:
            where = f"teams[{have[-1]}].bonuses.{bonus.code}"
            problems.append(warning("one_team_only", where, label=bonus.singular))
    return problems


_TEAM_CHECKS: tuple[TeamCheck, ...] = (
    _needs_to_go_out,
    _out_with_cards,
    _premium_books,
    _bonuses,
    threes_melded,
    fewer_than_books,
    multiples,
    below_minimum,
    extra_books,
)


@lru_cache(maxsize=256)
def _useful_checks(rules: RuleSet) -> tuple[TeamCheck, ...]:
    """Return the checks that can find anything under these rules."""
    useless: list[TeamCheck] = []
    if all(book.most is None and book.begun is Begun.ANY_TIME for book in rules.books):
        useless.append(_premium_books)
    if rules.going_out.extra_books is ExtraBooks.ANY_TIME:
        useless.append(extra_books)
    return tuple(c for c in _TEAM_CHECKS if c not in useless)
